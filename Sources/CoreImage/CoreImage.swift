// CoreImage: an umbrella module with Apple's name, for source written for `import CoreImage`. It
// has `CIFilter` and `CIVector` as layers need them, and `CIImage`s that these filters are applied
// to.
//
// In:   a `CGImage`, filters and their inputs.
// Out:  a `CGImage`, by `CIContext`.
// Path: a `CIImage` is how it is made of others → `draw(in:_:)` draws that into a bitmap, a filter
//       by `CALayer.render(in:)` of a layer with it.

@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics
@_exported import MultiplaneLayerTree

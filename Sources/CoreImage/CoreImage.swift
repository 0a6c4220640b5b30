// CoreImage: an umbrella module with Apple's name, for source written for `import CoreImage`. It
// has `CIFilter` and `CIVector` as layers need them, and no images: a filter's input is the layer's
// picture.
//
// Tests must not import it: next to a module of this name, `import Testing` looks for an overlay
// that does not exist on Linux.

@_exported import MultiplaneGraphics
@_exported import MultiplaneLayerTree

// CoreImage: an umbrella module with Apple's name, for source written for `import CoreImage`. It
// has `CIFilter` and `CIVector` as layers need them, and no images: a filter's input is the layer's
// picture.

@_exported import MultiplaneGraphics
@_exported import MultiplaneLayerTree

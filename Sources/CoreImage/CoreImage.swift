// CoreImage: the umbrella under Apple's name, for source written for `import CoreImage`: `CIFilter` and `CIVector` as far as
// layers need them. There are no images of Core Image: a filter's input is a layer's picture.
//
// Tests must not import it: beside any module of this name `import Testing` looks for an overlay that Linux does not have.

@_exported import MultiplaneGraphics
@_exported import MultiplaneLayerTree

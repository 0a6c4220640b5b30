// ImageIO: the umbrella under Apple's name, for source written for `import ImageIO`.
//
// Image sources and destinations are in Drawing, beside the codecs that they call.

@_exported import Drawing
@_exported import Graphics

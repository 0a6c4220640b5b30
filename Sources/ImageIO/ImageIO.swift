// ImageIO: the umbrella under Apple's name, for source written for `import ImageIO`.
//
// Image sources and destinations are in Drawing, beside the codecs that they call.

@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics

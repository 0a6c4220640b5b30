// ImageIO: an umbrella module with Apple's name, for source written for `import ImageIO`.
//
// Image sources and destinations are in Drawing, with the codecs that they call.

@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics

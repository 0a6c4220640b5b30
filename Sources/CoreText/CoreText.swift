// CoreText: an umbrella module with Apple's name, for source written for `import CoreText`.
//
// Fonts, lines and frames are in Drawing, with the contexts that draw them.

@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics

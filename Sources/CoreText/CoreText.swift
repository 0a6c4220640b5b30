// CoreText: the umbrella under Apple's name, for source written for `import CoreText`.
//
// Fonts, lines and frames are in Drawing, beside the contexts that they are drawn into.

@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics

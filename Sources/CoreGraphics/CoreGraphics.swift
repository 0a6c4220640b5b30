// CoreGraphics: an umbrella module with Apple's name, for source written for `import CoreGraphics`.

@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics

// CoreGraphics: the umbrella under Apple's name, for source written for `import CoreGraphics`.
//
// Tests must not import it: beside any module of this name `import Testing` looks for an overlay that Linux does not have.

@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics

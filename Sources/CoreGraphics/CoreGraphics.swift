// CoreGraphics: an umbrella module with Apple's name, for source written for `import CoreGraphics`.
//
// Tests must not import it: next to a module of this name, `import Testing` looks for an overlay
// that does not exist on Linux.

@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics

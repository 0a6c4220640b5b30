// Multiplane: the Swift interface for what the package is for: layer trees as pictures, sequences and videos.
//
// In:   layer trees that a program built, or scene files; what people do at screens and in windows.
// Out:  `CGImage`, files of pictures and videos, differences between pictures; scenes on screens and in windows, events of their layers.
// Path: `Scene` holds a tree and its canvas → `LayerImageRenderer` commits and evaluates it at a time and has a compositor (or the
//       reference renderer) draw it → `CGImage+Files`, `CGImage+Difference`, and the frames of `Video`.
//       Live: `Sessions/` gives scenes to the compositor's `KioskSession` and `WindowSession`, and their input to `Interaction`.
//
// It is thin: what it does stands in the modules that it imports, under the same names. It re-exports no module of Apple's names, so that
// `import Testing` can stand beside it.

@_exported import MultiplaneCompositor
@_exported import MultiplaneDisplays
@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics
@_exported import MultiplaneInput
@_exported import MultiplaneInteraction
@_exported import MultiplaneLayerTree
@_exported import MultiplaneSceneFile
@_exported import MultiplaneVideo

// Multiplane: the Swift interface to layer trees as pictures, sequences, videos and live scenes.
//
// In:   layer trees that a program built, or scene files; input at displays and in windows.
// Out:  `CGImage`, files of pictures and videos, differences between pictures; scenes on displays
//       and in windows, and the events of their layers.
// Path: `Scene` has a tree and its canvas → `LayerImageRenderer` commits and evaluates it at a
//       time, and draws it with a compositor (or the reference renderer) → `CGImage+Files`,
//       `CGImage+Difference`, and the frames of `Video`.
//       Live: `Sessions/` passes scenes to the compositor's `KioskSession` and `WindowSession`, and
//       their input to `Interaction`.
//
// A thin layer over the modules that it imports. It re-exports no module with Apple's names, so
// that a test may import it next to `Testing`.

@_exported import MultiplaneCompositor
@_exported import MultiplaneDisplays
@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics
@_exported import MultiplaneInteraction
@_exported import MultiplaneLayerTree
@_exported import MultiplaneLottie
@_exported import MultiplaneSceneFile
@_exported import MultiplaneVideo

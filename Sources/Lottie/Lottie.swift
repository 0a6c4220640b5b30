// Lottie: animations of After Effects (Lottie JSON) as layer trees.
//
// In:   the bytes of an animation. Out: an `ImportedScene` that makes a `Scene` of plain layers,
//       shape and gradient layers, masks and keyframe animations. Nothing here draws.
// Path: LottieFormat recognises the file (a `JSONDocument`) → LottieReader makes the model
//       (`LottieAnimation`: layers, shapes, tracks of key frames) and lists what is not supported →
//       LottieBuilder makes a layer of each layer and shape, and animations of their tracks.
//
// Scene time 0 is the animation's first frame. Every animation covers its whole track with absolute
// times, so that any frame can be drawn first.

@_exported import MultiplaneGraphics

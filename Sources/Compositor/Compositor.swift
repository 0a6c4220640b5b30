// Compositor: where render trees, a renderer and a display meet.
//
// In:   which renderer and device the user wants (`RendererOptions`), then one `RenderTree` after another.
// Out:  pictures in bytes, each with its `FrameStatistics`; and how far a picture is from what it should be.
// Path: `OffscreenCompositor(options)` settles the choice once: OpenGL ES on an `OffscreenDisplay`, or the CPU renderer →
//       `draw(tree)` makes or reuses an image of the tree's size and renders into it → `readPixels()`. For many frames,
//       `FrameRing` does the same without waiting for each. `DamageHistory` knows what of an image is still right.
//
// `Rendering/` has the renderers behind one protocol, `Renderer`: nobody else names a renderer's type.
//
// `Session/` is what a scene needs that runs: `EventLoop` waits; `Stage` holds a layer tree and scene time; `OutputGeometry` is
// how it lies on an output. `Kiosk/` keeps screens lit with it: `KioskSession` is the whole, with what input and control need;
// `KioskScreens` finds monitors, draws, and mends what breaks. `Window/` shows it in a window; `Embedding/` draws what other
// programs show: `CARenderer`, and images that they take away (`DrawingTarget`).
//
// Beside it stands the judge of pictures: `PictureDifference` compares bytes with an `ExpectedPicture` (real numbers or
// bytes), and `PictureTolerance` says what is allowed. It is used by the command and by the tests, and knows no renderer.

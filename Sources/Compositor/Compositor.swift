// Compositor: where render trees, the GL renderer and a display meet.
//
// In:   which device the user wants (`DeviceSelector`), then one `RenderTree` after another.
// Out:  pictures in bytes, each with its `FrameStatistics`; and how far a picture is from what it should be.
// Path: `OffscreenCompositor(device:)` opens an `OffscreenDisplay` and makes a `GLRenderer` on its device →
//       `draw(tree)` makes or reuses a frame of the tree's size and renders into it → `readPixels()`. For many frames,
//       `FrameRing` does the same without waiting for each. `DamageHistory` knows what of an image is still right.
//
// `Session/` is what a scene needs that runs: `EventLoop` waits; `Stage` holds a layer tree and scene time; `OutputGeometry` is
// how it lies on an output. `Kiosk/` keeps screens lit with it: `KioskSession` is the whole, with what input and control need;
// `KioskScreens` finds monitors, draws, and mends what breaks. `Window/` shows it in a window; `Embedding/` draws what other
// programs show: `CARenderer`, and images that they take away (`DrawingTarget`).
//
// Beside it stands the judge of pictures: `PictureDifference` compares bytes with an `ExpectedPicture` (real numbers or
// bytes), and `PictureTolerance` says what is allowed. It is used by the command and by the tests, and knows no renderer.

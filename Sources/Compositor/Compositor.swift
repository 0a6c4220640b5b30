// Compositor: where render trees, the GL renderer and a display meet.
//
// In:   which device the user wants (`DeviceSelector`), then one `RenderTree` after another.
// Out:  pictures in bytes, each with its `FrameStatistics`; and how far a picture is from what it should be.
// Path: `OffscreenCompositor(device:)` opens an `OffscreenDisplay` and makes a `GLRenderer` on its device →
//       `draw(tree)` makes or reuses a frame of the tree's size and renders into it → `readPixels()`. For many frames,
//       `FrameRing` does the same without waiting for each.
//
// `Kiosk/` keeps screens lit: `KioskSession` is the whole, with what input and control need; `EventLoop` waits;
// `KioskStage` holds a layer tree and scene time; `KioskScreens` finds monitors, draws, and mends what breaks.
//
// Beside it stands the judge of pictures: `PictureDifference` compares bytes with an `ExpectedPicture` (real numbers or
// bytes), and `PictureTolerance` says what is allowed. It is used by the command and by the tests, and knows no renderer.

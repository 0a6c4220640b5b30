// Compositor: connects render trees, a renderer and a display.
//
// In:   the choice of renderer and device (`RendererOptions`), then one `RenderTree` per frame.
// Out:  pictures as bytes, each with its `FrameStatistics`; differences from expected pictures.
// Path: `OffscreenCompositor(options)` opens OpenGL ES on an `OffscreenDisplay`, or the CPU
//       renderer → `draw(tree)` creates or reuses an image of the tree's size and renders into it →
//       `readPixels()`. For many frames, `FrameRing` does the same without waiting for each one.
//       `DamageHistory` knows which pixels of an image are still valid.
//
// `Rendering/` has the renderers behind one protocol, `Renderer`. No other code names their types.
//
// `Session/` runs a scene: `EventLoop` waits; `Stage` has the layer tree and scene time;
// `OutputGeometry` maps the canvas to an output. `Kiosk/` shows scenes on displays: `KioskSession`
// is the whole, with input and control; `KioskScreens` finds monitors, draws, and recovers from
// faults. `Window/` shows a scene in a window. `Embedding/` draws for other programs: `CARenderer`,
// and images that they take (`DrawingTarget`).
//
// Comparison: `PictureDifference` compares bytes with an `ExpectedPicture` (real numbers or bytes),
// and `PictureTolerance` judges the result. The command and the tests use both; neither knows a
// renderer.

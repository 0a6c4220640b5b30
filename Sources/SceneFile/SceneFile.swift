// SceneFile: reads and writes layer trees as scene files.
//
// In:   the path or the bytes of a scene (JSON, version 1), or a layer tree that a program built.
// Out:  a `Scene`: a canvas, its images and a tree of `CALayer`; or the text of one.
// Path: SceneBytes reads the file → JSONParser makes a JSONDocument, that a JSONValue →
//       SceneReader builds layers and animations (+Layers, +Animations, +Values, TransformReading,
//       SceneImages) by the table of keys in RenderTree → `Scene`.
//       Writing: `Scene.committed` → SceneWriter, by the same table → JSONValue → `text`.
//
// The keys are declared in `LayerProperties` (a layer's properties), `TimingProperty`
// (CAMediaTiming's) and `SceneKeys` (the rest). Nothing in a file is skipped silently: what cannot
// be shown as written is a `SceneError` or a warning.

@_exported import MultiplaneGraphics

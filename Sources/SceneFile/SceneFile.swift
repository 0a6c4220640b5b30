// SceneFile: a layer tree as a file, and back.
//
// In:   the path or the bytes of a scene (JSON, version 1), or a layer tree that a program built.
// Out:  a `Scene`: a canvas, its images and a tree of `CALayer`; or the text of one.
// Path: SceneBytes reads the file → JSONParser makes a JSONValue of it → SceneReader builds layers and animations
//       (+Layers, +Animations, +Values, TransformReading, SceneImages) by the table of keys in RenderTree → `Scene`.
//       Back: `Scene.committed` → SceneWriter, by the same table → JSONValue → `text`.
//
// Which keys exist stands in `LayerProperties` (a layer's properties), `TimingProperty` (CAMediaTiming's) and
// `SceneKeys` (the rest, and what the format has that cannot be drawn yet). Nothing in a file is skipped in silence:
// what cannot be shown as written is a `SceneError`, one line that says where and what.

@_exported import MultiplaneGraphics

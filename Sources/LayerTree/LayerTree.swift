// LayerTree: `CALayer` and its subclasses, with Core Animation's names and behaviour.
//
// In:   property changes, hierarchy changes and animations, through Apple's API or by key.
// Out:  a committed tree (`CommittedLayer`), by `CALayer.commit(at:)`.
// Path: a typed property (`CALayer.swift`) or a key (`CALayer+KeyValue.swift`) changes
//       `LayerValues` and marks the layer and its ancestors as changed → `commit(at:)`
//       (`CALayer+Commit.swift`) performs layout and display where needed, rebuilds the marked part
//       of the committed tree, and shares the rest with the previous one.
//
// A change also runs its action (`CALayer+Changes.swift`), and the thread's transaction commits it
// (`CATransaction.swift`, `TransactionThread.swift`); docs/animation.md says when.
//
// Layers are neither Sendable nor bound to an actor, as in Apple's framework: one thread at a time
// changes a tree. The committed tree is a value, and may cross threads.

@_exported import MultiplaneGraphics

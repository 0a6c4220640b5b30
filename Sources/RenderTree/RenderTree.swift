// RenderTree: the visible state of a layer tree at one instant, as values.
//
// In:   a committed tree (`CommittedLayer`): the values and animations of one transaction.
// Out:  a `RenderTree`: every value at one time, with defaults, inheritance, clamping and order
//       applied.
// Path: `LayerProperties` (the table of keys) names every value in `LayerValues` → `CommittedLayer`
//       stores them → `CommittedTree.evaluate(at:)` applies the animations → `RenderNode` resolves
//       what a renderer needs.
//
// Each folder depends only on those before it: Limits, Values, Nodes, Keys, Committed, Emitters,
// Evaluation (docs/architecture.md).
//
// A render tree says what to draw, not how: corner radii, a contents gravity, a group opacity; no
// triangles, kernels or passes. Everything is Sendable, and drawing needs no layer object.

@_exported import MultiplaneGraphics

/// The resolved layer tree at one time.
package struct RenderTree: Sendable {
  /// The size of the canvas, in points; origin at the top left, y down.
  package var size: CGSize
  /// Device pixels per point, above 0.
  package var scale: Double
  /// The background colour of the canvas; nil is transparent.
  package var background: StraightColor?
  /// The root layer; nil draws only the background.
  package var root: RenderNode?
  /// The scene time, in seconds, at which the tree was evaluated.
  package var time: Double
  /// The debug overlay, in points of the canvas; nil for none. It is part of no scene.
  package var overlay: RenderNode?

  package init(
    size: CGSize, scale: Double, background: StraightColor?, root: RenderNode?, time: Double,
    overlay: RenderNode? = nil
  ) {
    self.size = size
    self.scale = scale
    self.background = background
    self.root = root
    self.time = time
    self.overlay = overlay
  }

  /// The size of the canvas in device pixels, at least one per side (rendering rules §1).
  package var pixelWidth: Int { pixels(size.width) }
  package var pixelHeight: Int { pixels(size.height) }

  /// The device pixels of a side, also when its points and the scale multiply to no number an
  /// `Int32` holds.
  private func pixels(_ points: CGFloat) -> Int {
    let pixels = (Double(points) * scale).rounded()
    return pixels >= 1 ? Int(min(pixels, Double(Int32.max))) : 1
  }
}

import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

/// Values with some of them changed.
func layerValues(_ change: (inout LayerValues) -> Void = { _ in }) -> LayerValues {
  var values = LayerValues()
  change(&values)
  return values
}

/// A resolved layer with some values; nil when it cannot be seen.
func node(
  _ name: String = "", kind: LayerKind = .layer, sublayers: [RenderNode] = [], mask: RenderNode?? = nil,
  _ change: (inout LayerValues) -> Void = { _ in }
) -> RenderNode? {
  RenderNode(
    identifier: LayerIdentifier(rawValue: 1), name: name, kind: kind, values: layerValues(change), sublayers: sublayers,
    mask: mask)
}

/// A committed layer with some values.
func committedLayer(
  _ name: String = "", kind: LayerKind = .layer, timing: MediaTiming = .layer, animations: [CommittedAnimation] = [],
  sublayers: [CommittedLayer] = [], mask: CommittedLayer? = nil, _ change: (inout LayerValues) -> Void = { _ in }
) -> CommittedLayer {
  CommittedLayer(
    identifier: LayerIdentifier(rawValue: 1), name: name, kind: kind, values: layerValues(change), timing: timing,
    animations: animations, sublayers: sublayers, mask: mask)
}

/// A tree of one point and pixel.
func committedTree(_ root: CommittedLayer) -> CommittedTree {
  CommittedTree(size: CGSize(width: 1, height: 1), scale: 1, background: nil, root: root)
}

/// An opacity animation from 0 to 1 over two seconds.
func fade(_ timing: MediaTiming = MediaTiming(duration: 2), isRemovedOnCompletion: Bool = true) -> CommittedAnimation? {
  LayerKeyPath("opacity", of: .layer).map { keyPath in
    CommittedAnimation(
      key: nil, timing: timing, curve: nil, isRemovedOnCompletion: isRemovedOnCompletion,
      change: PropertyChange(
        keyPath: keyPath, from: .number(0), to: .number(1), by: nil, isAdditive: false, isCumulative: false))
  }
}

/// A pixel of opaque black.
func pixel() -> CGImage? { CGImage(premultipliedRGBA8: [0, 0, 0, 255], width: 1, height: 1) }

/// A point through a matrix, divided by w.
func mapped(_ x: CGFloat, _ y: CGFloat, _ matrix: CATransform3D) -> CGPoint? {
  matrix.image(of: CGPoint(x: x, y: y)).projected
}

/// Whether two points are the same to four digits after the point, as the worked examples are
/// written.
func isClose(_ point: CGPoint?, _ x: CGFloat, _ y: CGFloat) -> Bool {
  guard let point else { return false }
  return abs(point.x - x) < 6e-5 && abs(point.y - y) < 6e-5
}

/// A filter of the table with inputs.
func filter(_ name: String, name ownName: String? = nil, _ inputs: [String: FilterValue.Input] = [:]) -> FilterValue {
  guard let description = FilterDescription.named(name) else { preconditionFailure("There is no filter \(name).") }
  var filter = FilterValue(description, name: ownName)
  filter.inputs = inputs
  return filter
}

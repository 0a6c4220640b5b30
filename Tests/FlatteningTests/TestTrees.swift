import MultiplaneGraphics
import MultiplaneRenderTree

@testable import MultiplaneFlattening

// Layers and trees small enough to be flattened by hand.

/// A layer whose frame, before any transform, is the given one. `configure` sets everything else.
func layer(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, id: UInt64 = 0, color: StraightColor? = nil,
  kind: LayerKind = .layer, mask: RenderNode?? = nil, sublayers: [RenderNode?] = [],
  configure: (inout LayerValues) -> Void = { _ in }
) -> RenderNode? {
  var values = LayerValues()
  values.geometry.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  values.geometry.position = CGPoint(x: x + width / 2, y: y + height / 2)
  values.backgroundColor = color.map { CGColor($0) }
  configure(&values)
  return RenderNode(
    identifier: LayerIdentifier(rawValue: id), name: nil, kind: kind, values: values,
    sublayers: sublayers.compactMap { $0 }, mask: mask)
}

/// The display list of these layers side by side in a root of 100 × 100 points that shows nothing itself.
func flatten(_ layers: RenderNode?..., scale: Double = 1) -> DisplayList {
  let size = CGSize(width: 100, height: 100)
  let root = layer(0, 0, size.width, size.height, sublayers: layers)
  return Flattener.flatten(RenderTree(size: size, scale: scale, background: nil, root: root, time: 0))
}

extension StraightColor {
  static let red = StraightColor(red: 1, green: 0, blue: 0)
  static let green = StraightColor(red: 0, green: 1, blue: 0)
  static let blue = StraightColor(red: 0, green: 0, blue: 1)
}

extension DisplayList {
  /// The kinds of a pass's own primitives, in order.
  func kinds(of pass: Int) -> [Primitive.Kind] {
    var kinds: [Primitive.Kind] = []
    forEachPrimitive(of: pass) { kinds.append(primitives[$0].kind) }
    return kinds
  }
}

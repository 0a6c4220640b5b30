import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer whose frame, before any transform, is the given one. `configure` sets everything else.
package func layer(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, id: UInt64 = 0, color: StraightColor? = nil,
  kind: LayerKind = .layer, sublayers: [RenderNode?] = [], mask: RenderNode?? = nil,
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

extension StraightColor {
  package static let red = StraightColor(red: 1, green: 0, blue: 0)
  package static let green = StraightColor(red: 0, green: 1, blue: 0)
  package static let blue = StraightColor(red: 0, green: 0, blue: 1)
}

import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A node where its layer has a frame.
///
/// - Parameter configure: sets what else the layer is; called once.
func node(
  _ frame: CGRect, identifier: UInt64 = 0, kind: LayerKind = .layer, sublayers: [RenderNode?] = [],
  mask: RenderNode?? = nil, configure: (inout LayerValues) -> Void = { _ in }
) -> RenderNode? {
  var values = LayerValues()
  values.geometry.bounds = CGRect(origin: .zero, size: frame.size)
  values.geometry.position = CGPoint(x: frame.midX, y: frame.midY)
  configure(&values)
  return RenderNode(
    identifier: LayerIdentifier(rawValue: identifier), name: nil, kind: kind, values: values,
    sublayers: sublayers.compactMap { $0 }, mask: mask)
}

/// The filter of a name, with numbers for some of its inputs; nil for none of that name.
func filter(_ name: String, _ inputs: [String: Double] = [:]) -> FilterValue? {
  var filter = FilterDescription.all.first { $0.name == name }.map { FilterValue($0) }
  for (key, value) in inputs { filter?.inputs[key] = .number(value) }
  return filter
}

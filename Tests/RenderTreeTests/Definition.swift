import MultiplaneGraphics

@testable import MultiplaneRenderTree

/// A layer resolved by the definition: `values(at:)` and `RenderNode.init` of values.
func defined(_ layer: CommittedLayer, at parentTime: Double) -> RenderNode? {
  let time = layer.timing.localTime(fromParent: parentTime)
  return RenderNode(
    identifier: layer.identifier, name: layer.name, kind: layer.kind, values: layer.values(at: time),
    sublayers: layer.sublayers.compactMap { defined($0, at: time) }, mask: layer.mask.map { defined($0, at: time) })
}

/// Where two nodes differ, to the last bit; empty where nowhere.
func differences(_ a: RenderNode?, _ b: RenderNode?) -> [String] {
  guard let a, let b else { return a == nil && b == nil ? [] : ["visibility"] }
  let pairs: [(String, Bool)] = [
    ("identifier", a.identifier == b.identifier), ("name", a.name == b.name), ("isSpace", a.isSpace == b.isSpace),
    ("geometry", a.geometry == b.geometry), ("opacity", a.opacity == b.opacity),
    ("background", a.background == b.background), ("corners", a.corners == b.corners),
    ("border", a.border == b.border), ("shadow", a.shadow == b.shadow), ("contents", a.contents == b.contents),
    ("gradient", a.gradient == b.gradient), ("shape", a.shape == b.shape), ("filters", a.filters == b.filters),
    ("fillInset", a.fillInset(atScale: 1) == b.fillInset(atScale: 1)),
    ("clipsToBounds", a.clipsToBounds == b.clipsToBounds),
    ("blendMode", a.blendMode == b.blendMode), ("isDoubleSided", a.isDoubleSided == b.isDoubleSided),
    ("count", a.count == b.count), ("readsBackdropInside", a.readsBackdropInside == b.readsBackdropInside),
    ("filtersBackdropInside", a.filtersBackdropInside == b.filtersBackdropInside),
    ("features", a.features == b.features), ("hasExtendedRange", a.hasExtendedRange == b.hasExtendedRange),
    ("extent", a.extent == b.extent),
    ("sublayers", a.sublayers.count == b.sublayers.count),
  ]
  return pairs.filter { !$0.1 }.map(\.0) + differences(a.mask, b.mask)
    + zip(a.sublayers, b.sublayers).flatMap { differences($0, $1) }
}

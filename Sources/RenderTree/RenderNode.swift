import Graphics

/// Tells one layer from every other for as long as the program runs.
package struct LayerIdentifier: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
  package var description: String { "#\(rawValue)" }
}

/// What a layer is, as far as drawing goes.
package enum LayerKind: String, Sendable, CaseIterable {
  case layer = "CALayer"
  /// Has no plane of its own: its sublayers live in the space of the nearest ancestor that has one.
  case transform = "CATransformLayer"
}

/// One layer at one instant, resolved: nothing is left to look up, clamp, inherit or sort.
///
/// A class, because a subtree that did not change is shared between the trees of successive frames.
package final class RenderNode: Sendable {
  package let identifier: LayerIdentifier
  package let name: String?
  package let kind: LayerKind
  package let geometry: LayerGeometry
  package let isDoubleSided: Bool
  /// Opacity of the group that the layer and its sublayers are, above 0 and at most 1 (rendering rules §11).
  package let opacity: Double
  /// The radii of the rounded bounds: of background, border and clip (§6).
  package let corners: CornerRadii
  /// Whether the rounded bounds clip contents and sublayers (§8).
  package let clipsToBounds: Bool
  package let background: Background?
  package let contents: Contents?
  package let border: Border?
  /// In drawing order, back to front (§5). Nodes that show nothing (hidden, opacity 0) are left out.
  package let sublayers: [RenderNode]

  /// Resolves a layer's values, or gives nil when nothing of its subtree can be seen.
  ///
  /// - Parameter sublayers: the resolved sublayers in array order.
  package init?(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, sublayers: [RenderNode]
  ) {
    let opacity = min(max(Double(values.opacity), 0), 1)
    // A comparison that NaN fails too: what is not a number is not visible (§12).
    guard !values.isHidden, opacity > 0, values.geometry.isFinite else { return nil }
    self.identifier = identifier
    self.name = name
    self.kind = kind
    self.geometry = values.geometry
    self.isDoubleSided = values.isDoubleSided
    self.opacity = opacity
    self.corners = CornerRadii(values)
    self.sublayers = DrawingOrder.sorted(sublayers, in: values.geometry)
    let draws = kind == .layer && !values.geometry.bounds.isEmpty && values.appearanceIsFinite
    self.clipsToBounds = kind == .layer && values.masksToBounds
    self.background = draws ? Background(values) : nil
    self.contents = draws ? Contents(values) : nil
    self.border = draws ? Border(values) : nil
  }

  /// The number of layers in this subtree, this one included.
  package var count: Int { sublayers.reduce(1) { $0 + $1.count } }
}

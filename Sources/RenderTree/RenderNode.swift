import Graphics

/// Tells one layer from every other for as long as the program runs.
package struct LayerIdentifier: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
  package var description: String { "#\(rawValue)" }
}

/// Which class a layer is of, as far as drawing goes.
package enum LayerKind: String, Sendable, CaseIterable {
  case layer = "CALayer"
  /// Has no plane of its own: its sublayers live in the space of the nearest ancestor that has one.
  case transform = "CATransformLayer"
  /// Draws a gradient over its background.
  case gradient = "CAGradientLayer"
  /// Draws a path over its contents.
  case shape = "CAShapeLayer"
  /// Draws its sublayers several times.
  case replicator = "CAReplicatorLayer"
  /// Clips what lies outside its bounds unless told otherwise.
  case scroll = "CAScrollLayer"
  /// Has the properties of text, and draws none yet.
  case text = "CATextLayer"
  /// Has the properties of tiles, and draws none yet.
  case tiled = "CATiledLayer"
  /// Has the properties of particles, and draws none yet.
  case emitter = "CAEmitterLayer"
}

/// One layer at one instant, resolved: nothing is left to look up, clamp, inherit or sort.
///
/// A class, because a subtree that did not change is shared between the trees of successive frames.
package final class RenderNode: Sendable {
  package let identifier: LayerIdentifier
  package let name: String?
  /// Whether the layer is only a space: it has no plane of its own, and its sublayers live in the space of the nearest
  /// ancestor that has one (§13).
  package let isSpace: Bool
  package let geometry: LayerGeometry
  package let isDoubleSided: Bool
  /// Opacity of the group that the layer and its sublayers are, above 0 and at most 1 (rendering rules §11).
  package let opacity: Double
  /// The radii of the rounded bounds: of background, border and clip (§6).
  package let corners: CornerRadii
  /// How far inside the rounded bounds background, gradient and clip end, in points: beneath an opaque border, so that none
  /// of them shows around it (§6).
  package let fillInset: Double
  /// The edges of the bounds that are not anti-aliased (§4).
  package let hardEdges: CAEdgeAntialiasingMask
  /// Whether the rounded bounds clip contents and sublayers (§8).
  package let clipsToBounds: Bool
  package let background: Background?
  package let gradient: Gradient?
  package let contents: Contents?
  package let shape: Shape?
  package let border: Border?
  package let shadow: Shadow?
  /// What the layer's picture goes through before its shadow, in order (§19).
  package let filters: [Filter]
  /// What the backdrop within the rounded bounds goes through, in order (§21).
  package let backgroundFilters: [Filter]
  /// How the layer's picture meets what lies beneath it (§20).
  package let blendMode: BlendMode
  /// Whether a layer in this one looks at what lies beneath it: by a blend mode or background filters.
  package let readsBackdropInside: Bool
  /// Whether a layer in it filters its backdrop, for which pixels count that do not show otherwise (§21).
  package let filtersBackdropInside: Bool
  /// Whether opacity fades the layer as a group (§11).
  package let fadesAsGroup: Bool
  /// Pixels per point of the raster on which the layer is drawn first; nil for none (§22).
  package let rasterScale: Double?
  /// How that raster is sampled, `nearest` or `linear`.
  package let rasterFilters: RasterFilters
  /// The layer whose alpha the layer is multiplied by (§16); placed as if it were a sublayer.
  package let mask: RenderNode?
  /// In drawing order, back to front (§5); those of a transform layer in array order, as depth decides where they are
  /// drawn (§13). Nodes that show nothing (hidden, opacity 0) are left out.
  package let sublayers: [RenderNode]
  /// The number of layers in this subtree, this one, masks and each instance included.
  package let count: Int

  /// Resolves a layer's values, or gives nil when nothing of its subtree can be seen.
  ///
  /// - Parameters:
  ///   - sublayers: the resolved sublayers in array order.
  ///   - mask: the resolved mask, nil within if it shows nothing; nil for a layer that has none.
  package init?(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, sublayers: [RenderNode],
    mask: RenderNode?? = nil
  ) {
    let opacity = min(max(Double(values.opacity), 0), 1)
    // A comparison that NaN fails too: what is not a number is not visible (§12).
    guard !values.isHidden, opacity > 0, values.geometry.isFinite else { return nil }
    let isSpace = values.isSpace(kind)
    // A mask that shows nothing leaves nothing.
    if !isSpace, let mask, mask == nil { return nil }
    self.identifier = identifier
    self.name = name
    self.isSpace = isSpace
    self.geometry = values.geometry
    self.isDoubleSided = values.isDoubleSided
    self.opacity = opacity
    self.corners = CornerRadii(values)
    let draws = !isSpace && !values.geometry.bounds.isEmpty && values.appearanceIsFinite
    // Images that fade into each other lie beneath all sublayers.
    let fading = draws ? values.contentsFade?.nodes(in: identifier, values: values) : nil
    let sorted = isSpace ? sublayers : DrawingOrder.sorted(sublayers, in: values.geometry)
    self.sublayers = (fading ?? []) + sorted
    self.clipsToBounds = !isSpace && values.masksToBounds
    self.background = draws ? Background(values) : nil
    self.gradient = draws && kind == .gradient ? Gradient(values) : nil
    self.contents = draws && fading == nil ? Contents(values) : nil
    self.border = draws ? Border(values) : nil
    self.fillInset = border?.hiddenInset(corners) ?? 0
    self.shape = kind == .shape && values.appearanceIsFinite ? Shape(values) : nil
    self.shadow = !isSpace && values.appearanceIsFinite ? Shadow(values) : nil
    self.mask = !isSpace ? mask ?? nil : nil
    let compositing = values.compositing
    self.hardEdges =
      compositing.allowsEdgeAntialiasing
      ? CAEdgeAntialiasingMask.all.subtracting(compositing.edgeAntialiasingMask) : .all
    self.filters = isSpace ? [] : (compositing.filters ?? []).compactMap(\.resolved)
    self.backgroundFilters = isSpace ? [] : (compositing.backgroundFilters ?? []).compactMap(\.resolved)
    self.blendMode = isSpace ? .normal : compositing.blendMode ?? .normal
    self.filtersBackdropInside = self.sublayers.contains {
      !$0.backgroundFilters.isEmpty || $0.filtersBackdropInside
    }
    self.readsBackdropInside = self.sublayers.contains {
      $0.blendMode != .normal || !$0.backgroundFilters.isEmpty || $0.readsBackdropInside
    }
    self.fadesAsGroup = compositing.allowsGroupOpacity
    let scale = Double(compositing.rasterizationScale)
    self.rasterScale = !isSpace && compositing.shouldRasterize ? (scale > 0 && scale.isFinite ? scale : 1) : nil
    self.rasterFilters = RasterFilters(values)
    self.count = self.sublayers.reduce(1 + (self.mask?.count ?? 0)) { $0 + $1.count }
  }

  /// The same layer, with its colours and its sublayers' multiplied (§17), placed by another geometry.
  private init(_ node: RenderNode, tint: StraightColor, geometry: LayerGeometry, sublayers: [RenderNode]) {
    identifier = node.identifier
    name = node.name
    isSpace = node.isSpace
    self.geometry = geometry
    isDoubleSided = node.isDoubleSided
    opacity = node.opacity
    corners = node.corners
    fillInset = node.fillInset
    hardEdges = node.hardEdges
    clipsToBounds = node.clipsToBounds
    background = node.background?.tinted(tint)
    gradient = node.gradient?.tinted(tint)
    contents = node.contents?.tinted(tint)
    shape = node.shape?.tinted(tint)
    border = node.border?.tinted(tint)
    shadow = node.shadow
    filters = node.filters
    backgroundFilters = node.backgroundFilters
    blendMode = node.blendMode
    readsBackdropInside = node.readsBackdropInside
    filtersBackdropInside = node.filtersBackdropInside
    fadesAsGroup = node.fadesAsGroup
    rasterScale = node.rasterScale
    rasterFilters = node.rasterFilters
    mask = node.mask
    self.sublayers = sublayers
    count = node.count
  }

  /// The node with its colours and its sublayers' multiplied, and its geometry changed.
  func instance(tint: StraightColor, _ change: (inout LayerGeometry) -> Void = { _ in }) -> RenderNode {
    var geometry = geometry
    change(&geometry)
    let sublayers = tint == .white ? sublayers : sublayers.map { $0.instance(tint: tint) }
    return RenderNode(self, tint: tint, geometry: geometry, sublayers: sublayers)
  }
}

/// How a rasterised layer is sampled (rendering rules §22): `nearest` or `linear`.
package struct RasterFilters: Sendable, Equatable {
  package var minification: CALayerContentsFilter
  package var magnification: CALayerContentsFilter

  init(_ values: LayerValues) {
    minification = values.minificationFilter == .nearest ? .nearest : .linear
    magnification = values.magnificationFilter == .nearest ? .nearest : .linear
  }
}

import MultiplaneGraphics

// The style of a node: what of a layer few animations change.

extension RenderNode {
  /// What of a resolved layer neither its place, its opacity, its background nor its sublayers have
  /// a part in. It is shared by the nodes of a layer for as long as it does not change.
  ///
  /// Of a plan that changes it (`AnimatedStyle`) each node has one of its own, with that node
  /// changed by evaluation alone and only while the caller has the only reference to the node:
  /// hence it may be shared between threads as nodes are.
  final class Style: @unchecked Sendable {
    // What animations change most comes first and so lies together, with what every layer with an
    // image is drawn by.

    /// What this is a copy of: a node's own of a plan's style, or one with its colours multiplied;
    /// nil for others.
    let origin: Style?
    /// What its colours were multiplied by.
    let tint: StraightColor
    /// Whether the layer shows anything within its bounds.
    @exclusivity(unchecked) var draws: Bool
    /// Whether every number that shapes what it shows is finite.
    @exclusivity(unchecked) var isFinite: Bool
    /// Whether the layer itself, without its sublayers, may draw outside of its bounds.
    @exclusivity(unchecked) private(set) var reachesBeyondBounds: Bool
    /// Whether the layer itself may draw colours beyond 0…1, or adds to those beneath it.
    @exclusivity(unchecked) private(set) var hasExtendedRange: Bool
    /// Which of these it has, but for those that every layer has.
    @exclusivity(unchecked) private(set) var features: Features
    @exclusivity(unchecked) var fillInset: Double
    @exclusivity(unchecked) var corners: CornerRadii
    let hardEdges: CAEdgeAntialiasingMask
    @exclusivity(unchecked) var contents: Contents?
    @exclusivity(unchecked) var border: Border?

    let identifier: LayerIdentifier
    let name: String?
    /// Whether the layer itself looks at what lies beneath it.
    let readsBackdrop: Bool
    /// Whether it filters what lies beneath it.
    let filtersBackdrop: Bool
    /// Whether sums of colours may leave 0…1.
    private let exceeds: Bool
    let isSpace: Bool
    let isDoubleSided: Bool
    let clipsToBounds: Bool
    @exclusivity(unchecked) var gradient: Gradient?
    @exclusivity(unchecked) var shape: Shape?
    @exclusivity(unchecked) var shadow: Shadow?
    let filters: [Filter]
    let backgroundFilters: [Filter]
    let blendMode: BlendMode
    let fadesAsGroup: Bool
    let rasterScale: Double?
    let rasterFilters: RasterFilters

    convenience init(identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues) {
      self.init(
        identifier: identifier, name: name, values: values, StyleConstants(kind: kind, values: values),
        StyleNumbers(values))
    }

    /// - Parameter values: what constants and numbers are made of.
    init(
      identifier: LayerIdentifier, name: String?, values: LayerValues, _ constants: StyleConstants,
      _ numbers: StyleNumbers
    ) {
      let isSpace = constants.isSpace
      self.identifier = identifier
      self.name = name
      self.isSpace = isSpace
      isDoubleSided = values.isDoubleSided
      clipsToBounds = !isSpace && values.masksToBounds
      let compositing = values.compositing
      hardEdges =
        compositing.allowsEdgeAntialiasing
        ? CAEdgeAntialiasingMask.all.subtracting(compositing.edgeAntialiasingMask) : .all
      filters = isSpace ? [] : (compositing.filters ?? []).compactMap(\.resolved)
      backgroundFilters = isSpace ? [] : (compositing.backgroundFilters ?? []).compactMap(\.resolved)
      blendMode = isSpace ? .normal : compositing.blendMode ?? .normal
      filtersBackdrop = !backgroundFilters.isEmpty
      readsBackdrop = blendMode != .normal || filtersBackdrop
      // Two shares of one picture add up to no more than it.
      exceeds = blendMode == .plusL && compositing.fadePart != .share
      fadesAsGroup = compositing.allowsGroupOpacity
      let scale = Double(compositing.rasterizationScale)
      rasterScale = !isSpace && compositing.shouldRasterize ? (scale > 0 && scale.isFinite ? scale : 1) : nil
      rasterFilters = RasterFilters(values)
      (hasExtendedRange, reachesBeyondBounds, features, origin, tint) = (false, false, [], nil, .white)
      (draws, isFinite, corners, border, fillInset) = (false, false, .square, nil, 0)
      (gradient, contents, shape, shadow) = (nil, nil, nil, nil)
      note(.space, isSpace)
      note(.filters, !filters.isEmpty)
      note(.backgroundFilters, filtersBackdrop)
      note(.raster, rasterScale != nil)
      note(.clip, clipsToBounds)
      note(.blendMode, blendMode != .normal)
      note(.oneSided, !isDoubleSided)
      note(.isolated, compositing.fadePart == .whole)
      constants.resolve(numbers, in: values.geometry.bounds, changing: .style, into: self)
    }

    /// Stores what follows from all that may change.
    func settle() {
      hasExtendedRange = exceeds || contents?.image.hasHalfFloats == true
      note(.gradient, gradient != nil)
      note(.contents, contents != nil)
      note(.shape, shape != nil)
      note(.shadow, shadow != nil)
      noteEdges()
      let keepsContents =
        contents.map { ($0.gravity == .resize || $0.gravity == .resizeAspect) && !$0.overhangs } ?? true
      reachesBeyondBounds =
        !keepsContents || shape != nil || shadow != nil || !filters.isEmpty || rasterScale != nil
        || blendMode.reachesBeyondSource
    }

    /// Stores what follows from corners and border.
    func noteEdges() {
      note(.border, border != nil)
      note(.outline, corners != .square || !hardEdges.isEmpty)
    }

    private func note(_ feature: Features, _ condition: Bool) {
      if condition { features.insert(feature) } else { features.remove(feature) }
    }

    /// The style with its colours multiplied (§17).
    func tinted(_ tint: StraightColor) -> Style { Style(self, tint, origin: origin ?? self) }

    /// A copy for one node of a plan whose style this is.
    func owned() -> Style { Style(self, .white, origin: self) }

    /// The same for a node of no plan, which is not changed.
    var shared: Style { origin == nil ? self : Style(self, .white, origin: nil) }

    private init(_ style: Style, _ tint: StraightColor, origin: Style?) {
      self.origin = origin
      self.tint = tint
      identifier = style.identifier
      name = style.name
      readsBackdrop = style.readsBackdrop
      filtersBackdrop = style.filtersBackdrop
      hasExtendedRange = style.hasExtendedRange
      exceeds = style.exceeds
      isSpace = style.isSpace
      isFinite = style.isFinite
      draws = style.draws
      isDoubleSided = style.isDoubleSided
      corners = style.corners
      let isTinted = tint != .white
      let border = isTinted ? style.border?.tinted(tint) : style.border
      // Under a border that fades the fill continues.
      fillInset = border?.hiddenInset(style.corners) ?? 0
      hardEdges = style.hardEdges
      clipsToBounds = style.clipsToBounds
      gradient = isTinted ? style.gradient?.tinted(tint) : style.gradient
      let contents = isTinted ? style.contents?.tinted(tint) : style.contents
      self.contents = contents
      shape = isTinted ? style.shape?.tinted(tint) : style.shape
      self.border = border
      shadow = style.shadow
      filters = style.filters
      backgroundFilters = style.backgroundFilters
      blendMode = style.blendMode
      fadesAsGroup = style.fadesAsGroup
      rasterScale = style.rasterScale
      rasterFilters = style.rasterFilters
      features = style.features
      reachesBeyondBounds = style.reachesBeyondBounds
    }
  }

  /// Features that few layers have. They are in the node, because the style is elsewhere in memory,
  /// and most layers need no more.
  package struct Features: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let space = Features(rawValue: 1)
    package static let gradient = Features(rawValue: 2)
    package static let contents = Features(rawValue: 4)
    package static let shape = Features(rawValue: 8)
    package static let border = Features(rawValue: 16)
    package static let shadow = Features(rawValue: 32)
    package static let filters = Features(rawValue: 64)
    package static let backgroundFilters = Features(rawValue: 128)
    package static let raster = Features(rawValue: 256)
    /// The bounds clip.
    package static let clip = Features(rawValue: 512)
    /// A blend mode other than normal.
    package static let blendMode = Features(rawValue: 1024)
    /// Rounded corners, or edges that are not anti-aliased.
    package static let outline = Features(rawValue: 2048)
    /// The back is not drawn.
    package static let oneSided = Features(rawValue: 4096)
    /// The layer is always a group.
    package static let isolated = Features(rawValue: 8192)
  }

  // Of the geometry, without a copy of it.

  package var offset: CGPoint? { geometry.offset }
  package var isGeometryFlipped: Bool { geometry.isGeometryFlipped }
  package var placedMatrix: CATransform3D { geometry.placedMatrix }
  package var sublayerMatrix: CATransform3D? { geometry.sublayerMatrix }
  package var bounds: CGRect { geometry.bounds }
  package var identifier: LayerIdentifier { style.identifier }
  package var name: String? { style.name }
  /// Whether the layer has no plane of its own: its sublayers are in the space of the nearest
  /// ancestor with one (§13).
  package var isSpace: Bool { features.contains(.space) }
  package var isDoubleSided: Bool { !features.contains(.oneSided) }
  /// The corner radii of background, border and clip (§6).
  package var corners: CornerRadii { style.corners }
  /// The inset of background, gradient and clip, in points: below an opaque border they are inset,
  /// so that they do not show around it (§6).
  ///
  /// - Parameter scale: pixels of the canvas per point. A border thinner than a pixel hides
  ///   nothing.
  package func fillInset(atScale scale: Double) -> Double {
    style.fillInset > 0 && (border?.width ?? 0) * scale >= 1 ? style.fillInset : 0
  }
  /// The edges of the bounds that are not anti-aliased (§4).
  package var hardEdges: CAEdgeAntialiasingMask { style.hardEdges }
  /// Whether the rounded bounds clip contents and sublayers (§8).
  package var clipsToBounds: Bool { features.contains(.clip) }
  package var gradient: Gradient? { features.contains(.gradient) ? style.gradient : nil }
  package var contents: Contents? { features.contains(.contents) ? style.contents : nil }
  package var shape: Shape? { features.contains(.shape) ? style.shape : nil }
  package var border: Border? { features.contains(.border) ? style.border : nil }
  package var shadow: Shadow? { features.contains(.shadow) ? style.shadow : nil }
  /// The filters of the layer's picture, before its shadow, in order (§19).
  package var filters: [Filter] { features.contains(.filters) ? style.filters : [] }
  /// The filters of the backdrop inside the rounded bounds, in order (§21).
  package var backgroundFilters: [Filter] { features.contains(.backgroundFilters) ? style.backgroundFilters : [] }
  /// The blend mode with the pixels below (§20).
  package var blendMode: BlendMode { features.contains(.blendMode) ? style.blendMode : .normal }
  /// Whether opacity applies to the layer as a group (§11).
  package var fadesAsGroup: Bool { style.fadesAsGroup }
  /// Whether the layer is always a group (§11).
  package var isIsolated: Bool { features.contains(.isolated) }
  /// Pixels per point of the layer's bitmap; nil if it is not rasterised (§22).
  package var rasterScale: Double? { features.contains(.raster) ? style.rasterScale : nil }
  /// The sampling filters of that bitmap, `nearest` or `linear`.
  package var rasterFilters: RasterFilters { style.rasterFilters }
}

/// The sampling filters of a rasterised layer (rendering rules §22): `nearest` or `linear`.
package struct RasterFilters: Sendable, Equatable {
  package var minification: SamplingFilter
  package var magnification: SamplingFilter

  init(_ values: LayerValues) {
    minification = values.minificationFilter == .nearest ? .nearest : .linear
    magnification = values.magnificationFilter == .nearest ? .nearest : .linear
  }
}

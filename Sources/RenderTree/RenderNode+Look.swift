import Graphics

// The look of a node: what of a layer few animations change.

extension RenderNode {
  /// What of a resolved layer neither its place, its opacity, its background nor its sublayers have a part in. It is shared
  /// by the nodes of a layer for as long as it does not change.
  final class Look: Sendable {
    let identifier: LayerIdentifier
    let name: String?
    /// Whether the layer itself looks at what lies beneath it.
    let readsBackdrop: Bool
    /// Whether it filters what lies beneath it.
    let filtersBackdrop: Bool
    /// How many of its shadow, its filters and its background filters blur; 3 at most.
    let softCount: Int
    /// Whether the layer itself may draw colours beyond 0…1, or adds to those beneath it.
    let mayLeaveRange: Bool
    let isSpace: Bool
    /// Whether the layer shows anything within its bounds.
    let draws: Bool
    let isDoubleSided: Bool
    let corners: CornerRadii
    let fillInset: Double
    let hardEdges: CAEdgeAntialiasingMask
    let clipsToBounds: Bool
    let gradient: Gradient?
    let contents: Contents?
    let shape: Shape?
    let border: Border?
    let shadow: Shadow?
    let filters: [Filter]
    let backgroundFilters: [Filter]
    let blendMode: BlendMode
    let fadesAsGroup: Bool
    let rasterScale: Double?
    let rasterFilters: RasterFilters
    /// Which of these it has, but for those that every layer has.
    let features: Features
    /// Whether the layer itself, without its sublayers, may draw outside of its bounds.
    let reachesBeyondBounds: Bool

    init(identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues) {
      let isSpace = values.isSpace(kind)
      let isFinite = values.appearanceIsFinite
      self.identifier = identifier
      self.name = name
      self.isSpace = isSpace
      isDoubleSided = values.isDoubleSided
      corners = CornerRadii(values)
      draws = !isSpace && !values.geometry.bounds.isEmpty && isFinite
      clipsToBounds = !isSpace && values.masksToBounds
      gradient = draws && kind == .gradient ? Gradient(values) : nil
      contents = draws && values.contentsFade == nil ? Contents(values) : nil
      border = draws ? Border(values) : nil
      fillInset = border?.hiddenInset(corners) ?? 0
      shape = kind == .shape && isFinite ? Shape(values) : nil
      shadow = !isSpace && isFinite ? Shadow(values) : nil
      let compositing = values.compositing
      hardEdges =
        compositing.allowsEdgeAntialiasing
        ? CAEdgeAntialiasingMask.all.subtracting(compositing.edgeAntialiasingMask) : .all
      filters = isSpace ? [] : (compositing.filters ?? []).compactMap(\.resolved)
      backgroundFilters = isSpace ? [] : (compositing.backgroundFilters ?? []).compactMap(\.resolved)
      blendMode = isSpace ? .normal : compositing.blendMode ?? .normal
      filtersBackdrop = !backgroundFilters.isEmpty
      readsBackdrop = blendMode != .normal || filtersBackdrop
      softCount =
        (shadow.map { $0.radius > 0 } == true ? 1 : 0) + (filters.contains(where: \.blurs) ? 1 : 0)
        + (backgroundFilters.contains(where: \.blurs) ? 1 : 0)
      // Two shares of one picture add up to no more than it.
      let exceeds = blendMode == .plusL && compositing.fadePart != .share
      mayLeaveRange = exceeds || contents?.image.hasHalfFloats == true
      fadesAsGroup = compositing.allowsGroupOpacity
      let scale = Double(compositing.rasterizationScale)
      rasterScale = !isSpace && compositing.shouldRasterize ? (scale > 0 && scale.isFinite ? scale : 1) : nil
      rasterFilters = RasterFilters(values)
      var features: Features = []
      func note(_ feature: Features, _ condition: Bool) { if condition { features.insert(feature) } }
      note(.space, isSpace)
      note(.gradient, gradient != nil)
      note(.contents, contents != nil)
      note(.plainContents, contents?.isPlain == true)
      note(.shape, shape != nil)
      note(.border, border != nil)
      note(.shadow, shadow != nil)
      note(.filters, !filters.isEmpty)
      note(.backgroundFilters, filtersBackdrop)
      note(.raster, rasterScale != nil)
      note(.clip, clipsToBounds)
      note(.blendMode, blendMode != .normal)
      note(.outline, corners != .square || !hardEdges.isEmpty)
      note(.oneSided, !isDoubleSided)
      note(.isolated, compositing.fadePart == .whole)
      note(.share, compositing.fadePart == .share && blendMode == .plusL)
      self.features = features
      let keepsContents = contents.map { $0.gravity == .resize || $0.gravity == .resizeAspect } ?? true
      reachesBeyondBounds =
        !keepsContents || shape != nil || shadow != nil || !filters.isEmpty || rasterScale != nil
        || blendMode.reachesBeyondSource
    }

    /// The look with its colours multiplied (§17).
    func tinted(_ tint: StraightColor) -> Look { Look(self, tint) }

    private init(_ look: Look, _ tint: StraightColor) {
      identifier = look.identifier
      name = look.name
      readsBackdrop = look.readsBackdrop
      filtersBackdrop = look.filtersBackdrop
      softCount = look.softCount
      mayLeaveRange = look.mayLeaveRange
      isSpace = look.isSpace
      draws = look.draws
      isDoubleSided = look.isDoubleSided
      corners = look.corners
      let border = look.border?.tinted(tint)
      // Beneath a border that fades the fill goes on.
      fillInset = border?.hiddenInset(look.corners) ?? 0
      hardEdges = look.hardEdges
      clipsToBounds = look.clipsToBounds
      gradient = look.gradient?.tinted(tint)
      let contents = look.contents?.tinted(tint)
      self.contents = contents
      shape = look.shape?.tinted(tint)
      self.border = border
      shadow = look.shadow
      filters = look.filters
      backgroundFilters = look.backgroundFilters
      blendMode = look.blendMode
      fadesAsGroup = look.fadesAsGroup
      rasterScale = look.rasterScale
      rasterFilters = look.rasterFilters
      features = contents?.isPlain == true ? look.features : look.features.subtracting(.plainContents)
      reachesBeyondBounds = look.reachesBeyondBounds
    }
  }

  /// What few layers have. A node knows it without its look, which lies elsewhere in memory: most are done with that.
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
    /// Its bounds clip.
    package static let clip = Features(rawValue: 512)
    /// Not the normal one.
    package static let blendMode = Features(rawValue: 1024)
    /// Round corners, or edges that are not anti-aliased.
    package static let outline = Features(rawValue: 2048)
    /// Its back is not drawn.
    package static let oneSided = Features(rawValue: 4096)
    /// Its contents are an image that fills the bounds and is as it is (`Contents.isPlain`).
    package static let plainContents = Features(rawValue: 8192)
    /// It is a group whatever is around it.
    package static let isolated = Features(rawValue: 16384)
    /// It is added to another, and the sum never exceeds 1.
    package static let share = Features(rawValue: 32768)
  }

  /// The geometry's, without a copy of that.
  package var offset: CGPoint? { geometry.offset }
  package var bounds: CGRect { geometry.bounds }
  package var identifier: LayerIdentifier { look.identifier }
  /// How many of its shadow, its filters and its background filters blur.
  package var ownSoftCount: Int { look.softCount }
  package var name: String? { look.name }
  /// Whether the layer is only a space: it has no plane of its own, and its sublayers live in the space of the nearest
  /// ancestor that has one (§13).
  package var isSpace: Bool { features.contains(.space) }
  package var isDoubleSided: Bool { !features.contains(.oneSided) }
  /// The radii of the rounded bounds: of background, border and clip (§6).
  package var corners: CornerRadii { look.corners }
  /// How far inside the rounded bounds background, gradient and clip end, in points: beneath an opaque border, so that none
  /// of them shows around it (§6).
  package var fillInset: Double { look.fillInset }
  /// The edges of the bounds that are not anti-aliased (§4).
  package var hardEdges: CAEdgeAntialiasingMask { look.hardEdges }
  /// Whether the rounded bounds clip contents and sublayers (§8).
  package var clipsToBounds: Bool { features.contains(.clip) }
  package var gradient: Gradient? { features.contains(.gradient) ? look.gradient : nil }
  package var contents: Contents? { features.contains(.contents) ? look.contents : nil }
  /// The image of contents that are plain; nil for others. Few bytes of the look are read.
  package var plainImage: CGImage? { features.contains(.plainContents) ? look.contents?.image : nil }
  package var shape: Shape? { features.contains(.shape) ? look.shape : nil }
  package var border: Border? { features.contains(.border) ? look.border : nil }
  package var shadow: Shadow? { features.contains(.shadow) ? look.shadow : nil }
  /// What the layer's picture goes through before its shadow, in order (§19).
  package var filters: [Filter] { features.contains(.filters) ? look.filters : [] }
  /// What the backdrop within the rounded bounds goes through, in order (§21).
  package var backgroundFilters: [Filter] { features.contains(.backgroundFilters) ? look.backgroundFilters : [] }
  /// How the layer's picture meets what lies beneath it (§20).
  package var blendMode: BlendMode { features.contains(.blendMode) ? look.blendMode : .normal }
  /// Whether opacity fades the layer as a group (§11).
  package var fadesAsGroup: Bool { look.fadesAsGroup }
  /// Whether it is a group whatever is around it, as a fade is (§11).
  package var isIsolated: Bool { features.contains(.isolated) }
  /// Pixels per point of the raster on which the layer is drawn first; nil for none (§22).
  package var rasterScale: Double? { features.contains(.raster) ? look.rasterScale : nil }
  /// How that raster is sampled, `nearest` or `linear`.
  package var rasterFilters: RasterFilters { look.rasterFilters }
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

import MultiplaneGraphics

/// The table of keys: one row for each property of each layer class.
///
/// (Source of names, kinds and of what is implicitly animated: CALayer.h; `position` and its kin do not mark layout.)
package enum LayerProperties {
  /// The rows of `CALayer`, in the order in which they are written out.
  package static let layer: [LayerProperty] = [
    .rect("bounds", \.geometry.bounds, [.geometry, .appearance, .layout]),
    .point("position", \.geometry.position, .geometry),
    .point("anchorPoint", \.geometry.anchorPoint, .geometry),
    .number("anchorPointZ", \.geometry.anchorPointZ, [.geometry, .order]),
    .number("zPosition", \.geometry.zPosition, [.geometry, .order]),
    .transform("transform", \.geometry.transform, [.geometry, .order]),
    .transform("sublayerTransform", \.geometry.sublayerTransform, [.geometry, .order]),
    .boolean(
      "geometryFlipped", swiftName: "isGeometryFlipped", \.geometry.isGeometryFlipped, implicit: false, .geometry),
    .boolean("doubleSided", swiftName: "isDoubleSided", \.isDoubleSided, implicit: false, .appearance),
    .boolean("hidden", swiftName: "isHidden", \.isHidden, .appearance),
    .number("opacity", \.opacity, .appearance),
    .boolean("masksToBounds", swiftName: "masksToBounds", \.masksToBounds, .appearance),
    .color("backgroundColor", \.backgroundColor, .appearance),
    .number("cornerRadius", \.cornerRadius, .appearance),
    .options("maskedCorners", \.maskedCorners, of: corners, .discrete, .appearance),
    .number("borderWidth", \.borderWidth, .appearance),
    .color("borderColor", \.borderColor, .appearance),
    .image("contents", \.contents, .contents),
    .rect("contentsRect", \.contentsRect, .contents),
    .rect("contentsCenter", \.contentsCenter, .contents),
    .name("contentsGravity", \.contentsGravity, of: CALayerContentsGravity.all, .contents),
    .number("contentsScale", \.contentsScale, .contents),
    .name("minificationFilter", \.minificationFilter, of: CALayerContentsFilter.all, .contents),
    .name("magnificationFilter", \.magnificationFilter, of: CALayerContentsFilter.all, .contents),
    .number("minificationFilterBias", \.minificationFilterBias, .contents),
    .color("shadowColor", \.shadow.color, .appearance),
    .number("shadowOpacity", \.shadow.opacity, .appearance),
    .size("shadowOffset", \.shadow.offset, .appearance),
    .number("shadowRadius", \.shadow.radius, .appearance),
    .path("shadowPath", \.shadow.path, .appearance),
    .boolean("opaque", swiftName: "isOpaque", \.compositing.isOpaque, implicit: false, .contents),
    .name("cornerCurve", \.compositing.cornerCurve, of: CALayerCornerCurve.all, .appearance),
    .boolean(
      "allowsGroupOpacity", swiftName: "allowsGroupOpacity", \.compositing.allowsGroupOpacity, implicit: false,
      .appearance),
    .boolean(
      "allowsEdgeAntialiasing", swiftName: "allowsEdgeAntialiasing", \.compositing.allowsEdgeAntialiasing,
      implicit: false, .appearance),
    .options(
      "edgeAntialiasingMask", \.compositing.edgeAntialiasingMask, of: edges, .discrete, implicit: false, .appearance),
    .boolean(
      "shouldRasterize", swiftName: "shouldRasterize", \.compositing.shouldRasterize, .appearance),
    .number("rasterizationScale", \.compositing.rasterizationScale, .appearance),
    .filters("filters", \.compositing.filters, .appearance),
    .filters("backgroundFilters", \.compositing.backgroundFilters, .appearance),
    .blendMode("compositingFilter", \.compositing.blendMode, .appearance),
    .options("autoresizingMask", \.autoresizingMask, of: margins, .none, implicit: false, []),
    .boolean("allowsHitTesting", swiftName: "allowsHitTesting", \.allowsHitTesting, implicit: false, []),
  ]

  /// What `CAGradientLayer` adds.
  package static let gradient: [LayerProperty] = [
    .colors("colors", \.gradient.colors, .appearance),
    .numbers("locations", \.gradient.locations, .appearance),
    .point("startPoint", \.gradient.startPoint, .appearance),
    .point("endPoint", \.gradient.endPoint, .appearance),
    .name("type", \.gradient.type, of: CAGradientLayerType.all, .appearance),
  ]

  /// What `CAShapeLayer` adds.
  package static let shape: [LayerProperty] = [
    .path("path", \.shape.path, .appearance),
    .color("fillColor", \.shape.fillColor, .appearance),
    .name("fillRule", \.shape.fillRule, of: CAShapeLayerFillRule.all, .appearance),
    .color("strokeColor", \.shape.strokeColor, .appearance),
    .number("strokeStart", \.shape.strokeStart, .appearance),
    .number("strokeEnd", \.shape.strokeEnd, .appearance),
    .number("lineWidth", \.shape.lineWidth, .appearance),
    .number("miterLimit", \.shape.miterLimit, .appearance),
    .name("lineCap", \.shape.lineCap, of: CAShapeLayerLineCap.all, .appearance),
    .name("lineJoin", \.shape.lineJoin, of: CAShapeLayerLineJoin.all, .appearance),
    .number("lineDashPhase", \.shape.dashPhase, .appearance),
    .numbers("lineDashPattern", \.shape.dashPattern, implicit: false, mixesNone: false, .appearance),
  ]

  /// What `CAReplicatorLayer` adds.
  package static let replicator: [LayerProperty] = [
    .count("instanceCount", \.replicator.instanceCount, .appearance),
    .number("instanceDelay", \.replicator.instanceDelay, .appearance),
    .transform("instanceTransform", \.replicator.instanceTransform, .appearance),
    .boolean(
      "preservesDepth", swiftName: "preservesDepth", \.replicator.preservesDepth, implicit: false, .appearance),
    .color("instanceColor", \.replicator.instanceColor, .appearance),
    .number("instanceRedOffset", \.replicator.redOffset, .appearance),
    .number("instanceGreenOffset", \.replicator.greenOffset, .appearance),
    .number("instanceBlueOffset", \.replicator.blueOffset, .appearance),
    .number("instanceAlphaOffset", \.replicator.alphaOffset, .appearance),
  ]

  /// What `CAScrollLayer` adds.
  package static let scroll: [LayerProperty] = [
    .name("scrollMode", \.scrollMode, of: CAScrollLayerScrollMode.all, [])
  ]

  /// The rows of a class, its superclasses' first.
  package static func rows(of kind: LayerKind) -> [LayerProperty] {
    switch kind {
    case .layer, .transform: layer
    case .gradient: layer + gradient
    case .shape: layer + shape
    case .replicator: layer + replicator
    case .scroll: layer + scroll
    case .text: layer + text
    case .tiled: layer + tiled
    case .emitter: layer + emitter
    }
  }

  /// The row of a key, in either spelling (`hidden`, `isHidden`); nil when the class has no such property.
  package static func row(_ key: String, of kind: LayerKind) -> LayerProperty? {
    switch kind {
    case .layer, .transform: byKey[key]
    case .gradient: byKey[key] ?? gradientByKey[key]
    case .shape: byKey[key] ?? shapeByKey[key]
    case .replicator: byKey[key] ?? replicatorByKey[key]
    case .scroll: byKey[key] ?? scrollByKey[key]
    case .text: byKey[key] ?? textByKey[key]
    case .tiled: byKey[key] ?? tiledByKey[key]
    case .emitter: byKey[key] ?? emitterByKey[key]
    }
  }

  /// The row of a value of `LayerValues`; nil when it has none.
  package static func row(at path: PartialKeyPath<LayerValues>) -> LayerProperty? { byPath[path] }

  // Unsafe to the compiler only: it never changes, and the paths in it are Sendable, as `LayerProperty.path` says.
  private nonisolated(unsafe) static let byPath: [PartialKeyPath<LayerValues>: LayerProperty] = {
    var rows: [PartialKeyPath<LayerValues>: LayerProperty] = [:]
    for kind in LayerKind.allCases {
      for row in Self.rows(of: kind) {
        if let path = row.path { rows[path] = row }
      }
    }
    return rows
  }()

  private static let byKey = index(layer)
  private static let gradientByKey = index(gradient)
  private static let shapeByKey = index(shape)
  private static let replicatorByKey = index(replicator)
  private static let scrollByKey = index(scroll)
  private static let textByKey = index(text)
  private static let tiledByKey = index(tiled)
  private static let emitterByKey = index(emitter)

  /// Rows by both spellings of their keys.
  private static func index(_ rows: [LayerProperty]) -> [String: LayerProperty] {
    var index: [String: LayerProperty] = [:]
    for row in rows {
      index[row.key] = row
      index[row.swiftName] = row
    }
    return index
  }

  private static let edges: [LayerValueKind.Option] = [
    .init(name: "layerLeftEdge", bits: UInt(CAEdgeAntialiasingMask.layerLeftEdge.rawValue)),
    .init(name: "layerRightEdge", bits: UInt(CAEdgeAntialiasingMask.layerRightEdge.rawValue)),
    .init(name: "layerBottomEdge", bits: UInt(CAEdgeAntialiasingMask.layerBottomEdge.rawValue)),
    .init(name: "layerTopEdge", bits: UInt(CAEdgeAntialiasingMask.layerTopEdge.rawValue)),
  ]

  private static let corners: [LayerValueKind.Option] = [
    .init(name: "layerMinXMinYCorner", bits: CACornerMask.layerMinXMinYCorner.rawValue),
    .init(name: "layerMaxXMinYCorner", bits: CACornerMask.layerMaxXMinYCorner.rawValue),
    .init(name: "layerMinXMaxYCorner", bits: CACornerMask.layerMinXMaxYCorner.rawValue),
    .init(name: "layerMaxXMaxYCorner", bits: CACornerMask.layerMaxXMaxYCorner.rawValue),
  ]

  private static let margins: [LayerValueKind.Option] = [
    .init(name: "layerMinXMargin", bits: UInt(CAAutoresizingMask.layerMinXMargin.rawValue)),
    .init(name: "layerWidthSizable", bits: UInt(CAAutoresizingMask.layerWidthSizable.rawValue)),
    .init(name: "layerMaxXMargin", bits: UInt(CAAutoresizingMask.layerMaxXMargin.rawValue)),
    .init(name: "layerMinYMargin", bits: UInt(CAAutoresizingMask.layerMinYMargin.rawValue)),
    .init(name: "layerHeightSizable", bits: UInt(CAAutoresizingMask.layerHeightSizable.rawValue)),
    .init(name: "layerMaxYMargin", bits: UInt(CAAutoresizingMask.layerMaxYMargin.rawValue)),
  ]
}

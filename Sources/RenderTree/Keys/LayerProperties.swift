import MultiplaneGraphics

/// The table of keys: one row per property and layer class.
///
/// A row names the key, the place of the value in `LayerValues`, and, for planned animations
/// (`AnimationPlan`), the channel to the node: the place in the node, and what must be updated
/// after a change.
///
/// (Source of names, types and implicit animations: CALayer.h.)
package enum LayerProperties {
  static let hiddenKey = "hidden"

  /// The properties of `CALayer`, in the order of scene files.
  package static let layer: [LayerProperty] = [
    .rect("bounds", \.geometry.bounds, .geometry(\.bounds, [.numbers, .anchor, .size])),
    .point("position", \.geometry.position, .geometry(\.position, .numbers)),
    .point("anchorPoint", \.geometry.anchorPoint, .geometry(\.anchorPoint, [.numbers, .anchor])),
    .number("anchorPointZ", \.geometry.anchorPointZ, .geometry(\.anchorPointZ, [.numbers, .anchor, .depth])),
    .number("zPosition", \.geometry.zPosition, .geometry(\.zPosition, [.numbers, .depth])),
    .transform("transform", \.geometry.transform, .transform),
    .transform("sublayerTransform", \.geometry.sublayerTransform, .sublayerTransform),
    .boolean(
      "geometryFlipped", swiftName: "isGeometryFlipped", \.geometry.isGeometryFlipped, implicit: false),
    .boolean("doubleSided", swiftName: "isDoubleSided", \.isDoubleSided, implicit: false),
    .boolean(hiddenKey, swiftName: "isHidden", \.isHidden),
    .number("opacity", \.opacity, .opacity),
    .boolean("masksToBounds", swiftName: "masksToBounds", \.masksToBounds),
    .color("backgroundColor", \.backgroundColor, .background),
    .number("cornerRadius", \.cornerRadius, .style(\.cornerRadius, .corners)),
    .options("maskedCorners", \.maskedCorners, of: corners, .discrete),
    .number("borderWidth", \.borderWidth, .style(\.border.width, .border)),
    .color("borderColor", \.borderColor, .style(\.border.color, .border)),
    .number("borderDashPhase", \.borderDash.phase, .style(\.border.dashPhase, .border)),
    .numbers("borderDashPattern", \.borderDash.pattern, implicit: false, mixesNone: false),
    .image("contents", \.contents),
    .rect("contentsRect", \.contentsRect, .style(\.contentsRect, .contents)),
    .rect("contentsCenter", \.contentsCenter),
    .name("contentsGravity", \.contentsGravity, of: CALayerContentsGravity.all),
    .number("contentsScale", \.contentsScale),
    .name("minificationFilter", \.minificationFilter, of: CALayerContentsFilter.all),
    .name("magnificationFilter", \.magnificationFilter, of: CALayerContentsFilter.all),
    .number("minificationFilterBias", \.minificationFilterBias),
    .color("contentsMultiplyColor", \.contentsMultiplyColor),
    .color("shadowColor", \.shadow.color, .style(\.shadow.color, .shadow)),
    .number("shadowOpacity", \.shadow.opacity, .style(\.shadow.opacity, .shadow)),
    .size("shadowOffset", \.shadow.offset, .style(\.shadow.offset, .shadow)),
    .number("shadowRadius", \.shadow.radius, .style(\.shadow.radius, .shadow)),
    .path("shadowPath", \.shadow.path),
    .boolean("opaque", swiftName: "isOpaque", \.compositing.isOpaque, implicit: false),
    .name("cornerCurve", \.compositing.cornerCurve, of: CALayerCornerCurve.all),
    .boolean(
      "allowsGroupOpacity", swiftName: "allowsGroupOpacity", \.compositing.allowsGroupOpacity, implicit: false),
    .boolean(
      "allowsEdgeAntialiasing", swiftName: "allowsEdgeAntialiasing", \.compositing.allowsEdgeAntialiasing,
      implicit: false),
    .options(
      "edgeAntialiasingMask", \.compositing.edgeAntialiasingMask, of: edges, .discrete, implicit: false),
    .boolean(
      "shouldRasterize", swiftName: "shouldRasterize", \.compositing.shouldRasterize),
    .number("rasterizationScale", \.compositing.rasterizationScale),
    .filters("filters", \.compositing.filters),
    .filters("backgroundFilters", \.compositing.backgroundFilters),
    .blendMode("compositingFilter", \.compositing.blendMode),
    .options("autoresizingMask", \.autoresizingMask, of: margins, .none, implicit: false),
    .boolean("allowsHitTesting", swiftName: "allowsHitTesting", \.allowsHitTesting, implicit: false),
  ]

  /// The properties of `CAGradientLayer`.
  package static let gradient: [LayerProperty] = [
    .colors("colors", \.gradient.colors),
    .numbers("locations", \.gradient.locations),
    .point("startPoint", \.gradient.startPoint, .style(\.gradient.start, .gradient)),
    .point("endPoint", \.gradient.endPoint, .style(\.gradient.end, .gradient)),
    .name("type", \.gradient.type, of: CAGradientLayerType.all),
  ]

  /// The path of `CAShapeLayer`.
  static let shapePath = LayerProperty.path("path", \.shape.path)

  /// The properties of `CAShapeLayer`.
  package static let shape: [LayerProperty] = [
    LayerProperties.shapePath,
    .color("fillColor", \.shape.fillColor, .style(\.shape.fillColor, .shape)),
    .name("fillRule", \.shape.fillRule, of: CAShapeLayerFillRule.all),
    .color("strokeColor", \.shape.strokeColor, .style(\.shape.strokeColor, .shape)),
    .number("strokeStart", \.shape.strokeStart, .style(\.shape.strokeStart, .shape)),
    .number("strokeEnd", \.shape.strokeEnd, .style(\.shape.strokeEnd, .shape)),
    .number("lineWidth", \.shape.lineWidth, .style(\.shape.lineWidth, .shape)),
    .number("miterLimit", \.shape.miterLimit, .style(\.shape.miterLimit, .shape)),
    .name("lineCap", \.shape.lineCap, of: CAShapeLayerLineCap.all),
    .name("lineJoin", \.shape.lineJoin, of: CAShapeLayerLineJoin.all),
    .number("lineDashPhase", \.shape.dashPhase, .style(\.shape.dashPhase, .shape)),
    .numbers("lineDashPattern", \.shape.dashPattern, implicit: false, mixesNone: false),
  ]

  /// The properties of `CAReplicatorLayer`.
  package static let replicator: [LayerProperty] = [
    .count("instanceCount", \.replicator.instanceCount, in: 0...ReplicatorValues.mostInstances),
    .number("instanceDelay", \.replicator.instanceDelay),
    .transform("instanceTransform", \.replicator.instanceTransform),
    .boolean(
      "preservesDepth", swiftName: "preservesDepth", \.replicator.preservesDepth, implicit: false),
    .color("instanceColor", \.replicator.instanceColor),
    .number("instanceRedOffset", \.replicator.redOffset),
    .number("instanceGreenOffset", \.replicator.greenOffset),
    .number("instanceBlueOffset", \.replicator.blueOffset),
    .number("instanceAlphaOffset", \.replicator.alphaOffset),
  ]

  /// The properties of `CAScrollLayer`.
  package static let scroll: [LayerProperty] = [
    .name("scrollMode", \.scrollMode, of: CAScrollLayerScrollMode.all)
  ]

  /// The rows of a class, superclasses first.
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

  /// The row of a key, in either spelling (`hidden`, `isHidden`); nil if the class has no such
  /// property.
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

  /// The row of a value in `LayerValues`; nil if there is none.
  package static func row(at path: PartialKeyPath<LayerValues>) -> LayerProperty? { byPath[path] }

  // Unsafe to the compiler only: it never changes, and the paths in it are Sendable, as
  // `LayerProperty.path` says.
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

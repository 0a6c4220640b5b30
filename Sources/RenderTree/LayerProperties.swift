import Graphics

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
    .options("maskedCorners", \.maskedCorners, of: corners, .appearance),
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
  ]

  /// What `CAGradientLayer` adds.
  package static let gradient: [LayerProperty] = [
    .colors("colors", \.gradient.colors, .appearance),
    .numbers("locations", \.gradient.locations, .appearance),
    .point("startPoint", \.gradient.startPoint, .appearance),
    .point("endPoint", \.gradient.endPoint, .appearance),
    .name("type", \.gradient.type, of: CAGradientLayerType.all, .appearance),
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

  /// The rows of a class, its superclasses' first.
  package static func rows(of kind: LayerKind) -> [LayerProperty] {
    switch kind {
    case .layer, .transform: layer
    case .gradient: layer + gradient
    case .replicator: layer + replicator
    }
  }

  /// The row of a key, in either spelling (`hidden`, `isHidden`); nil when the class has no such property.
  package static func row(_ key: String, of kind: LayerKind) -> LayerProperty? {
    switch kind {
    case .layer, .transform: byKey[key]
    case .gradient: byKey[key] ?? gradientByKey[key]
    case .replicator: byKey[key] ?? replicatorByKey[key]
    }
  }

  private static let byKey = index(layer)
  private static let gradientByKey = index(gradient)
  private static let replicatorByKey = index(replicator)

  /// Rows by both spellings of their keys.
  private static func index(_ rows: [LayerProperty]) -> [String: LayerProperty] {
    var index: [String: LayerProperty] = [:]
    for row in rows {
      index[row.key] = row
      index[row.swiftName] = row
    }
    return index
  }

  private static let corners: [LayerValueKind.Option] = [
    .init(name: "layerMinXMinYCorner", bits: CACornerMask.layerMinXMinYCorner.rawValue),
    .init(name: "layerMaxXMinYCorner", bits: CACornerMask.layerMaxXMinYCorner.rawValue),
    .init(name: "layerMinXMaxYCorner", bits: CACornerMask.layerMinXMaxYCorner.rawValue),
    .init(name: "layerMaxXMaxYCorner", bits: CACornerMask.layerMaxXMaxYCorner.rawValue),
  ]
}

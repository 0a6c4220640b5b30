import Motion
import RenderTree

/// Key paths as text. Which parts a property has is asked of `LayerKeyPath`; here stand only the words to ask with.
extension LayerKeyPath {
  private static let parts: [String] =
    [
      "x", "y", "width", "height", "origin", "origin.x", "origin.y", "size", "size.width", "size.height",
    ] + TransformComponent.allCases.map(\.rawValue)

  /// The key path as a scene file writes it.
  func text(of kind: LayerKind) -> String {
    guard component != .whole else { return property.key }
    return Self.paths(into: property, of: kind).first { LayerKeyPath($0, of: kind)?.component == component }
      ?? property.key
  }

  /// Every key path of a class that an animation can change.
  static func animatable(of kind: LayerKind) -> [String] {
    LayerProperties.rows(of: kind).filter { $0.interpolation != .none }.flatMap { property in
      [property.key] + paths(into: property, of: kind)
    }
  }

  private static func paths(into property: LayerProperty, of kind: LayerKind) -> [String] {
    parts.map { "\(property.key).\($0)" }.filter { LayerKeyPath($0, of: kind) != nil }
  }
}

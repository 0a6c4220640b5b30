import MultiplaneGraphics
import MultiplaneRenderTree

// A style: values for properties that a layer was not given itself.
//
// A property counts as given when it has another value than its default. So a style is put into the
// layer's values where they are the defaults, and taken out again with the next style; drawing and
// every way of reading know nothing of it.

extension CALayer {
  /// The value of a key in the style, or in the style within it.
  func styleValue(forKey key: String) -> Any? { Self.value(forKey: key, in: style) }

  /// The same for a property, by either spelling of its key; nil also for a value of the wrong
  /// type.
  func styleValue(of property: LayerProperty) -> LayerValue? { Self.value(of: property, in: style) }

  func styleDidChange(from old: [AnyHashable: Any]?) {
    for property in LayerProperties.rows(of: kind) {
      let standard = property.defaultValue(of: kind)
      let current = property.get(values)
      let wasStyled = Self.value(of: property, in: old).map { $0 == current } ?? false
      guard wasStyled || current == standard else { continue }
      let styled = styleValue(of: property) ?? standard
      if styled != current { store(styled, at: LayerKeyPath(property: property, component: .whole)) }
    }
    setNeedsCommit()
    if type(of: self).needsDisplay(forKey: "style") { setNeedsDisplay() }
  }

  private static func value(of property: LayerProperty, in style: [AnyHashable: Any]?) -> LayerValue? {
    let value = value(forKey: property.key, in: style) ?? value(forKey: property.swiftName, in: style)
    return value.flatMap { LayerValue($0, as: property.kind) }
  }

  /// Dictionaries are values, so none lies within itself.
  private static func value(forKey key: String, in style: [AnyHashable: Any]?) -> Any? {
    var style = style
    while let current = style {
      if let value = current[key] { return value }
      style = current["style"] as? [AnyHashable: Any]
    }
    return nil
  }
}

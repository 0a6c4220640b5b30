import MultiplaneGraphics
import MultiplaneRenderTree

// Key-value access to layers reads the table of keys; `KeyValueCoding` says what is common to all
// classes.
//
// Numbers and booleans come back as NSNumber; points, rectangles, transforms, colours, images and
// paths as themselves. Any number type goes in, and NSValue boxes do.

extension CALayer {
  func keyedValue(_ key: String) -> Any? {
    switch key {
    case "contents": return contentsObject
    case "compositingFilter": return compositingFilter
    case "filters": return filters
    case "backgroundFilters": return backgroundFilters
    case "frame": return frame
    case "mask": return mask
    case "name": return name
    case "sublayers": return sublayers
    case "superlayer": return superlayer
    case "delegate": return delegate
    case "style": return style
    case "actions": return actions
    case "layoutManager": return layoutManager
    case "constraints": return constraints
    case "needsDisplayOnBoundsChange": return NSNumber(value: needsDisplayOnBoundsChange)
    case "contentsFormat": return contentsFormat.rawValue
    case "drawsAsynchronously": return NSNumber(value: drawsAsynchronously)
    case "visibleRect": return visibleRect
    default: break
    }
    if let property = LayerProperties.row(key, of: kind) { return property.get(values).foundationValue }
    if let timing = TimingKey(rawValue: key) { return timing.value(of: self) }
    return value(forUndefinedKey: key)
  }

  func setKeyedValue(_ value: Any?, _ key: String) {
    switch key {
    case "contents": contents = value
    case "compositingFilter": compositingFilter = value is NSNull ? nil : value
    case "filters": setFilters(value) { filters = $0 }
    case "backgroundFilters": setFilters(value) { backgroundFilters = $0 }
    case "frame": if case .rect(let rect) = typed(value, as: .rect, key) { frame = rect }
    case "mask": if value == nil || value is CALayer { mask = value as? CALayer }
    case "name": name = value as? String
    case "sublayers": sublayers = value as? [CALayer]
    case "delegate": delegate = value as? any CALayerDelegate
    case "style": style = value as? [AnyHashable: Any]
    case "actions": actions = value as? [String: any CAAction]
    case "layoutManager": layoutManager = value as? any CALayoutManager
    case "constraints": constraints = value as? [CAConstraint]
    case "needsDisplayOnBoundsChange":
      if case .boolean(let flag) = typed(value, as: .boolean, key) { needsDisplayOnBoundsChange = flag }
    case "contentsFormat":
      if case .name(let name) = typed(value, as: .name([]), key) { contentsFormat = .init(rawValue: name) }
    case "drawsAsynchronously":
      if case .boolean(let flag) = typed(value, as: .boolean, key) { drawsAsynchronously = flag }
    // The first only its superlayer's methods change, the second follows from others.
    case "superlayer", "visibleRect": break
    default:
      if let property = LayerProperties.row(key, of: kind) {
        store(typed(value, as: property.kind, key), at: LayerKeyPath(property: property, component: .whole))
      } else if let timing = TimingKey(rawValue: key) {
        timing.set(value, on: self)
      } else {
        setValue(value, forUndefinedKey: key)
      }
    }
  }

  /// Sets a list of filters; what is no list changes nothing.
  private func setFilters(_ value: Any?, _ set: ([Any]?) -> Void) {
    if value == nil || value is NSNull { set(nil) } else if let list = value as? [Any] { set(list) }
  }

  /// The value for a property of a kind; nil for one of another kind, and for a nil that the
  /// property cannot have, of which the layer is told.
  private func typed(_ value: Any?, as kind: LayerValueKind, _ key: String) -> LayerValue? {
    let typed = LayerValue(value, as: kind)
    if typed == nil, value == nil { setNilValueForKey(key) }
    return typed
  }

  func keyPathValue(_ path: String) -> Any? {
    if let keyPath = LayerKeyPath(path, of: kind), keyPath.component != .whole {
      let value = keyPath.value(in: values)
      if case .filterInput = keyPath.component { return value.flatMap(FilterValue.Input.init)?.object }
      return value?.foundationValue
    }
    if let component = Self.frameComponent(path) { return component.part(of: .rect(frame))?.foundationValue }
    if let (layer, rest) = layer(on: path) { return rest.map { layer.value(forKeyPath: $0) } ?? layer }
    return followedValue(path)
  }

  func setKeyPathValue(_ value: Any?, _ path: String) {
    if let keyPath = LayerKeyPath(path, of: kind), keyPath.component != .whole {
      store(LayerValue(value, as: keyPath.kind), at: keyPath)
    } else if let component = Self.frameComponent(path) {
      guard let part = LayerValue(value, as: component.kind(of: .rect)),
        case .rect(let changed) = component.replacing(.rect(frame), by: part)
      else { return }
      frame = changed
    } else if let (layer, rest) = layer(on: path) {
      // Only the layer's own methods replace a layer.
      if let rest { layer.setValue(value, forKeyPath: rest) }
    } else {
      setFollowedValue(value, path)
    }
  }

  /// The part that a key path means of the frame, which is no property of its own; nil for other
  /// key paths.
  private static func frameComponent(_ path: String) -> LayerKeyPath.Component? {
    path.hasPrefix("frame.") ? LayerKeyPath.Component(ofRect: String(path.dropFirst("frame.".count))) : nil
  }

  /// The layer that a key path begins with, and what is left of it: the mask of `mask.…`, the first
  /// sublayer of a name of `sublayers.<name>.…`. Nil for a path that does not begin so, and where
  /// there is no such layer.
  private func layer(on path: String) -> (layer: CALayer, rest: String?)? {
    let parts = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "mask": return maskLayer.map { ($0, parts[1]) }
    case "superlayer": return parent.map { ($0, parts[1]) }
    case "sublayers":
      let rest = parts[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return children.first { $0.name == rest[0] }.map { ($0, rest.count == 2 ? rest[1] : nil) }
    default: return nil
    }
  }

  /// Stores a typed value through the table. A value of another type changes nothing.
  package func store(_ value: LayerValue?, at keyPath: LayerKeyPath) {
    guard let value else { return }
    var changed = values
    guard keyPath.set(value, in: &changed) else { return }
    // The object follows the image, also when it was one that cannot be drawn.
    if case .image = keyPath.property.kind { contentsObject = changed.contents }
    if keyPath.property.key == "cornerCurve" { hasOwnCornerCurve = true }
    // Compared as stored: two values may be standardised to the same one.
    guard keyPath.property.get(changed) != keyPath.property.get(values) else { return }
    let oldBounds = bounds
    change(keyPath.property, to: changed)
    boundsDidChange(from: oldBounds)
  }

  /// The default of a key by Objective-C's name of the property; nil where it is zero or nil, but
  /// for truth values.
  static func typedDefault(forKey key: String, of kind: LayerKind = .layer) -> Any? {
    guard let property = LayerProperties.row(key, of: kind) else {
      if let value = otherDefault(forKey: key, of: kind) { return value }
      let value = TimingKey(rawValue: key)?.value(of: CALayer())
      return value as? NSNumber == 0 ? nil : value
    }
    guard property.key == key else { return nil }
    switch property.defaultValue(of: kind) {
    case .none, .number(0), .point(.zero), .rect(.zero), .options(0): return nil
    case let value: return value.foundationValue
    }
  }

  /// The defaults of properties that are not in the table of keys. (Source: what another
  /// implementation's tests report of QuartzCore.)
  private static func otherDefault(forKey key: String, of kind: LayerKind) -> Any? {
    switch key {
    case "contentsFormat": CALayerContentsFormat.RGBA8Uint.rawValue
    case "preferredDynamicRange": DynamicRange.standard.rawValue
    case "toneMapMode": ToneMapMode.automatic.rawValue
    case "contentsHeadroom": NSNumber(value: 0)
    case "wantsExtendedDynamicRangeContent", "drawsAsynchronously": NSNumber(value: false)
    case "needsDisplayOnBoundsChange": NSNumber(value: kind == .text)
    default: nil
    }
  }
}

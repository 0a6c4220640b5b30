import Graphics
import RenderTree

// Key-value access reads the table of keys. Linux's Foundation has none, so these are ordinary methods.
//
// Numbers and booleans come back as NSNumber; points, rectangles, transforms, colours, images and paths as themselves. Any
// number type goes in, and NSValue boxes do.

extension CALayer {
  func keyedValue(_ key: String) -> Any? {
    switch key {
    case "contents": return contentsObject
    case "compositingFilter": return compositingFilter
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
    return arbitraryValues[key] ?? styleValue(forKey: key) ?? type(of: self).defaultValue(forKey: key)
  }

  func setKeyedValue(_ value: Any?, _ key: String) {
    switch key {
    case "contents": contents = value
    case "compositingFilter": compositingFilter = value is NSNull ? nil : value
    case "frame": if case .rect(let rect) = LayerValue(value, as: .rect) { frame = rect }
    case "mask": if value == nil || value is CALayer { mask = value as? CALayer }
    case "name": name = value as? String
    case "sublayers": sublayers = value as? [CALayer]
    case "delegate": delegate = value as? any CALayerDelegate
    case "style": style = value as? [AnyHashable: Any]
    case "actions": actions = value as? [String: any CAAction]
    case "layoutManager": layoutManager = value as? any CALayoutManager
    case "constraints": constraints = value as? [CAConstraint]
    case "needsDisplayOnBoundsChange":
      if case .boolean(let flag) = LayerValue(value, as: .boolean) { needsDisplayOnBoundsChange = flag }
    case "contentsFormat":
      if case .name(let name) = LayerValue(value, as: .name([])) { contentsFormat = .init(rawValue: name) }
    case "drawsAsynchronously":
      if case .boolean(let flag) = LayerValue(value, as: .boolean) { drawsAsynchronously = flag }
    // The first only its superlayer's methods change, the second follows from others.
    case "superlayer", "visibleRect": break
    default:
      if let property = LayerProperties.row(key, of: kind) {
        store(LayerValue(value, as: property.kind), at: LayerKeyPath(property: property, component: .whole))
      } else if let timing = TimingKey(rawValue: key) {
        timing.set(value, on: self)
      } else {
        setCustomValue(value, key)
      }
    }
  }

  func keyPathValue(_ path: String) -> Any? {
    if let keyPath = LayerKeyPath(path, of: kind), keyPath.component != .whole {
      let value = keyPath.value(in: values)
      if case .filterInput = keyPath.component { return value.flatMap(FilterValue.Input.init)?.object }
      return value?.foundationValue
    }
    if let (layer, rest) = layer(on: path) { return rest.map { layer.value(forKeyPath: $0) } ?? layer }
    return value(forKey: path)
  }

  func setKeyPathValue(_ value: Any?, _ path: String) {
    if let keyPath = LayerKeyPath(path, of: kind), keyPath.component != .whole {
      store(LayerValue(value, as: keyPath.kind), at: keyPath)
    } else if let (layer, rest) = layer(on: path) {
      // What stands in a layer's place, only the layer's own methods change.
      if let rest { layer.setValue(value, forKeyPath: rest) }
    } else {
      setValue(value, forKey: path)
    }
  }

  /// The layer that a key path begins with, and what is left of it: the mask of `mask.…`, the first sublayer of a name
  /// of `sublayers.<name>.…`. Nil for a path that does not begin so, and where there is no such layer.
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

  /// Stores a typed value through the table; one of the wrong type changes nothing.
  package func store(_ value: LayerValue?, at keyPath: LayerKeyPath) {
    guard let value else { return }
    var changed = values
    guard keyPath.set(value, in: &changed) else { return }
    // The object follows the image, also when it was one that cannot be drawn.
    if case .image = keyPath.property.kind { contentsObject = changed.contents }
    // Compared as stored: two values may be standardised to the same one.
    guard keyPath.property.get(changed) != keyPath.property.get(values) else { return }
    let oldBounds = bounds
    change(keyPath.property, to: changed)
    boundsDidChange(from: oldBounds)
  }

  /// The default of a key, nil where it is zero or nil.
  static func typedDefault(forKey key: String, of kind: LayerKind = .layer) -> Any? {
    guard let property = LayerProperties.row(key, of: kind) else {
      let value = TimingKey(rawValue: key)?.value(of: CALayer())
      return value as? NSNumber == 0 ? nil : value
    }
    switch property.defaultValue(of: kind) {
    case .none, .number(0), .boolean(false), .point(.zero), .rect(.zero), .options(0): return nil
    case let value: return value.foundationValue
    }
  }
}

extension LayerValue {
  /// The value as key-value access hands it out.
  var foundationValue: Any? {
    switch self {
    case .none: nil
    case .boolean(let value): NSNumber(value: value)
    case .number(let value): NSNumber(value: value)
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .transform(let value): value
    case .color(let value): value
    case .colors(let value): value
    case .numbers(let value): value.map { NSNumber(value: $0) }
    case .image(let value): value
    case .path(let value): value
    case .filters(let values): values.map(CIFilter.init)
    case .blendMode(let mode): mode.filterName
    case .name(let value): value
    case .options(let bits): NSNumber(value: bits)
    }
  }

  /// A value of a kind out of whatever a program passes; nil when it is of another kind.
  package init?(_ value: Any?, as kind: LayerValueKind) {
    guard let value, !(value is NSNull) else {
      guard [.color, .colors, .numbers, .image, .path, .filters, .blendMode].contains(kind) else { return nil }
      self = .none
      return
    }
    switch kind {
    case .boolean:
      guard let number = Self.number(value) else { return nil }
      self = .boolean(number != 0)
    case .number:
      guard let number = Self.number(value) else { return nil }
      self = .number(number)
    case .point:
      guard let point = value as? CGPoint ?? Self.boxed(value, as: NSValue(point: .zero))?.pointValue else {
        return nil
      }
      self = .point(point)
    case .size:
      // `transform.translation` takes a point as well.
      let pair = (value as? CGPoint).map { CGSize(width: $0.x, height: $0.y) }
      let boxedPair = Self.boxed(value, as: NSValue(point: .zero)).map {
        CGSize(width: $0.pointValue.x, height: $0.pointValue.y)
      }
      let size = value as? CGSize ?? pair ?? Self.boxed(value, as: NSValue(size: .zero))?.sizeValue ?? boxedPair
      guard let size else { return nil }
      self = .size(size)
    case .rect:
      guard let rect = value as? CGRect ?? Self.boxed(value, as: NSValue(rect: .zero))?.rectValue else { return nil }
      self = .rect(rect)
    case .transform:
      guard let transform = value as? CATransform3D ?? (value as? NSValue)?.boxedTransform3D else { return nil }
      self = .transform(transform)
    case .color:
      guard let color = value as? CGColor else { return nil }
      self = .color(color)
    case .colors:
      guard let elements = value as? [Any] else { return nil }
      let colors = elements.compactMap { $0 as? CGColor }
      guard colors.count == elements.count else { return nil }
      self = .colors(colors)
    case .numbers:
      if let vector = value as? CIVector {
        self = .numbers(vector.components)
        return
      }
      guard let elements = value as? [Any] else { return nil }
      let numbers = elements.compactMap(Self.number)
      guard numbers.count == elements.count else { return nil }
      self = .numbers(numbers)
    case .image:
      guard let image = CGImage.shown(by: value) else { return nil }
      self = .image(image)
    case .path:
      // A mutable one would change later.
      guard let path = (value as? CGPath)?.copy() else { return nil }
      self = .path(path)
    case .filters:
      guard let elements = value as? [Any] else { return nil }
      let filters = elements.compactMap { ($0 as? CIFilter)?.filterValue }
      guard filters.count == elements.count else { return nil }
      self = .filters(filters)
    case .blendMode:
      guard let mode = BlendMode(compositingFilter: value) else { return nil }
      self = .blendMode(mode)
    case .name:
      guard let name = Self.name(value) else { return nil }
      self = .name(name)
    case .options:
      if let mask = value as? CACornerMask {
        self = .options(mask.rawValue)
      } else if let mask = value as? CAAutoresizingMask {
        self = .options(UInt(mask.rawValue))
      } else if let mask = value as? CAEdgeAntialiasingMask {
        self = .options(UInt(mask.rawValue))
      } else if let number = Self.number(value), number >= 0, number <= Double(UInt32.max) {
        self = .options(UInt(number))
      } else {
        return nil
      }
    }
  }

  /// A value in a box of the same kind as a pattern; nil for another kind, of which a box would read as zero.
  private static func boxed(_ value: Any, as pattern: NSValue) -> NSValue? {
    guard let box = value as? NSValue, strcmp(box.objCType, pattern.objCType) == 0 else { return nil }
    return box
  }

  /// Any of the number types, and booleans as 0 and 1.
  private static func number(_ value: Any) -> Double? {
    switch value {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Float: Double(value)
    case let value as Bool: value ? 1 : 0
    case let value as any BinaryInteger: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  /// A string, or an enumeration with a string as its raw value.
  private static func name(_ value: Any) -> String? {
    switch value {
    case let value as String: value
    case let value as any RawRepresentable<String>: value.rawValue
    default: nil
    }
  }
}

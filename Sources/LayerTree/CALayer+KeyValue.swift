import Graphics
import RenderTree

// Key-value access reads the table of keys. Linux's Foundation has none, so these are ordinary methods.
//
// Numbers and booleans come back as NSNumber; points, rectangles, transforms, colours and images as themselves. Any
// number type goes in.

extension CALayer {
  func keyedValue(_ key: String) -> Any? {
    if key == "contents" { return contentsObject }
    if key == "frame" { return frame }
    if key == "name" { return name }
    if let property = LayerProperties.row(key, of: kind) { return property.get(values).foundationValue }
    return arbitraryValues[key]
  }

  func setKeyedValue(_ value: Any?, _ key: String) {
    switch key {
    case "contents": contents = value
    case "frame": if let rect = value as? CGRect { frame = rect }
    case "name": name = value as? String
    default:
      guard let property = LayerProperties.row(key, of: kind) else {
        arbitraryValues[key] = value
        return
      }
      store(LayerValue(value, as: property.kind), at: LayerKeyPath(property: property, component: .whole))
    }
  }

  func keyPathValue(_ path: String) -> Any? {
    if let keyPath = LayerKeyPath(path, of: kind), keyPath.component != .whole {
      return keyPath.value(in: values)?.foundationValue
    }
    return value(forKey: path)
  }

  func setKeyPathValue(_ value: Any?, _ path: String) {
    guard let keyPath = LayerKeyPath(path, of: kind), keyPath.component != .whole else {
      setValue(value, forKey: path)
      return
    }
    store(LayerValue(value, as: keyPath.kind), at: keyPath)
  }

  /// Stores a typed value through the table; one of the wrong type changes nothing.
  package func store(_ value: LayerValue?, at keyPath: LayerKeyPath) {
    guard let value, keyPath.value(in: values) != value else { return }
    var changed = values
    guard keyPath.set(value, in: &changed) else { return }
    values = changed
    if case .image(let image) = value { contentsObject = image }
    setNeedsCommit()
  }

  /// The default of a key, nil where it is zero or nil.
  static func typedDefault(forKey key: String) -> Any? {
    guard let property = LayerProperties.row(key, of: .layer) else { return nil }
    switch property.defaultValue {
    case .none, .number(0), .boolean(false), .point(.zero), .rect(.zero): return nil
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
    case .image(let value): value
    case .name(let value): value
    case .options(let bits): NSNumber(value: bits)
    }
  }

  /// A value of a kind out of whatever a program passes; nil when it is of another kind.
  package init?(_ value: Any?, as kind: LayerValueKind) {
    guard let value, !(value is NSNull) else {
      guard kind == .color || kind == .image else { return nil }
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
      guard let point = value as? CGPoint ?? (value as? NSValue)?.pointValue else { return nil }
      self = .point(point)
    case .size:
      // `transform.translation` takes a point as well.
      let pair = (value as? CGPoint).map { CGSize(width: $0.x, height: $0.y) }
      guard let size = value as? CGSize ?? pair ?? (value as? NSValue)?.sizeValue else { return nil }
      self = .size(size)
    case .rect:
      guard let rect = value as? CGRect ?? (value as? NSValue)?.rectValue else { return nil }
      self = .rect(rect)
    case .transform:
      guard let transform = value as? CATransform3D else { return nil }
      self = .transform(transform)
    case .color:
      guard let color = value as? CGColor else { return nil }
      self = .color(color)
    case .image:
      guard let image = value as? CGImage else { return nil }
      self = .image(image)
    case .name:
      guard let name = Self.name(value) else { return nil }
      self = .name(name)
    case .options:
      if let mask = value as? CACornerMask {
        self = .options(mask.rawValue)
      } else if let number = Self.number(value), number >= 0, number <= Double(UInt32.max) {
        self = .options(UInt(number))
      } else {
        return nil
      }
    }
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

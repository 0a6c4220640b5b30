import MultiplaneGraphics
import MultiplaneRenderTree

/// A property that key-value access to an animation or an emitter cell reads and sets by its key.
///
/// A value of another type leaves it alone, and so does an object of another class. Layers have the
/// table of keys instead, which knows values and not objects (`LayerProperties`).
struct KeyedProperty: Sendable {
  let key: String
  let get: @Sendable (AnyObject) -> Any?
  private let store: @Sendable (AnyObject, Any?) -> Void
  /// Whether the property may have no value.
  private let takesNil: Bool

  /// The key path of a class's property.
  typealias Path<Owner: AnyObject, Value> = ReferenceWritableKeyPath<Owner, Value> & Sendable

  private init<Owner: AnyObject>(
    _ key: String, takesNil: Bool = false, get: @escaping @Sendable (Owner) -> Any?,
    set: @escaping @Sendable (Owner, Any?) -> Void
  ) {
    self.key = key
    self.takesNil = takesNil
    self.get = { object in (object as? Owner).flatMap(get) }
    store = { object, value in
      if let owner = object as? Owner { set(owner, value) }
    }
  }

  /// Sets the property; nil for one that cannot have it is the object's affair.
  func set(_ object: any KeyValueCoding, _ value: Any?) {
    if value == nil, !takesNil { object.setNilValueForKey(key) } else { store(object, value) }
  }

  /// A number of any type.
  static func number<Owner: AnyObject, Value: BinaryFloatingPoint & Sendable>(
    _ key: String, _ path: any Path<Owner, Value>
  ) -> KeyedProperty {
    KeyedProperty(key) { (owner: Owner) in
      NSNumber(value: Double(owner[keyPath: path]))
    } set: { owner, value in
      if case .number(let number) = LayerValue(value, as: .number) { owner[keyPath: path] = Value(number) }
    }
  }

  /// A truth value, or a number that stands for one.
  static func flag<Owner: AnyObject>(_ key: String, _ path: any Path<Owner, Bool>) -> KeyedProperty {
    KeyedProperty(key) { (owner: Owner) in
      NSNumber(value: owner[keyPath: path])
    } set: { owner, value in
      if case .boolean(let flag) = LayerValue(value, as: .boolean) { owner[keyPath: path] = flag }
    }
  }

  /// A rectangle.
  static func rect<Owner: AnyObject>(_ key: String, _ path: any Path<Owner, CGRect>) -> KeyedProperty {
    KeyedProperty(key) { (owner: Owner) in
      owner[keyPath: path]
    } set: { owner, value in
      if case .rect(let rect) = LayerValue(value, as: .rect) { owner[keyPath: path] = rect }
    }
  }

  /// An object of one type, or none.
  static func object<Owner: AnyObject, Value>(_ key: String, _ path: any Path<Owner, Value?>) -> KeyedProperty {
    KeyedProperty(key, takesNil: true) { (owner: Owner) in
      owner[keyPath: path]
    } set: { owner, value in
      if value == nil || value is NSNull {
        owner[keyPath: path] = nil
      } else if let value = value as? Value {
        owner[keyPath: path] = value
      }
    }
  }

  /// Whatever a program gives: `NSNull` stays what it is, and stands for the lack of a value.
  static func anything<Owner: AnyObject>(_ key: String, _ path: any Path<Owner, Any?>) -> KeyedProperty {
    KeyedProperty(key, takesNil: true) { (owner: Owner) in
      owner[keyPath: path]
    } set: { owner, value in
      owner[keyPath: path] = value
    }
  }

  /// A name as a string.
  static func text<Owner: AnyObject>(_ key: String, _ path: any Path<Owner, String>) -> KeyedProperty {
    KeyedProperty(key) { (owner: Owner) in
      owner[keyPath: path]
    } set: { owner, value in
      if case .name(let name) = LayerValue(value, as: .name([])) { owner[keyPath: path] = name }
    }
  }

  /// A name that has a type of its own.
  static func name<Owner: AnyObject, Name: RawRepresentable<String> & Sendable>(
    _ key: String, _ path: any Path<Owner, Name>
  ) -> KeyedProperty {
    KeyedProperty(key) { (owner: Owner) in
      owner[keyPath: path].rawValue
    } set: { owner, value in
      if case .name(let text) = LayerValue(value, as: .name([])), let name = Name(rawValue: text) {
        owner[keyPath: path] = name
      }
    }
  }

  /// A name that has a type of its own, or none.
  static func name<Owner: AnyObject, Name: RawRepresentable<String> & Sendable>(
    _ key: String, _ path: any Path<Owner, Name?>
  ) -> KeyedProperty {
    KeyedProperty(key, takesNil: true) { (owner: Owner) in
      owner[keyPath: path]?.rawValue
    } set: { owner, value in
      if value == nil {
        owner[keyPath: path] = nil
      } else if case .name(let text) = LayerValue(value, as: .name([])), let name = Name(rawValue: text) {
        owner[keyPath: path] = name
      }
    }
  }
}

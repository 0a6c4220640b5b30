import MultiplaneGraphics

/// Key-value coding: values by property names, which Foundation on Linux does not have. Shared by
/// layers, animations, emitter cells and filters.
///
/// Swift overrides only methods of a class's body. Therefore `CALayer` has its own methods, the
/// other classes inherit those of `KeyValueObject`, and the default implementations are in an
/// extension of the protocol. (Source: NSKeyValueCoding.h.)
package protocol KeyValueCoding: AnyObject {
  /// Values of keys that the class does not know.
  var arbitraryValues: [String: Any] { get set }

  func value(forKey key: String) -> Any?
  func setValue(_ value: Any?, forKey key: String)
  func value(forKeyPath keyPath: String) -> Any?
  func setValue(_ value: Any?, forKeyPath keyPath: String)
  func setNilValueForKey(_ key: String)
}

/// Key-value coding, as a superclass of animations, emitter cells and filters.
///
/// Numbers are stored as `NSNumber`s, so that they can be read as any number type; see
/// `BoxedNumbers`.
open class KeyValueObject: NSObject, KeyValueCoding {
  package final var arbitraryValues: [String: Any] = [:]

  /// The value of a property, by its key. Unknown keys go to `value(forUndefinedKey:)`.
  open func value(forKey key: String) -> Any? { value(forUndefinedKey: key) }

  /// Sets a property by its key. A value of the wrong type changes nothing. Unknown keys go to
  /// `setValue(_:forUndefinedKey:)`, and nil for a property that cannot be nil to
  /// `setNilValueForKey(_:)`.
  open func setValue(_ value: Any?, forKey key: String) { setValue(value, forUndefinedKey: key) }

  /// The value at a key path, through objects and dictionaries.
  open func value(forKeyPath keyPath: String) -> Any? { followedValue(keyPath) }

  /// Sets the value at a key path, through objects.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setFollowedValue(value, keyPath) }

  /// The value of an unknown key: the stored one, else nil. Subclasses override it for keys of
  /// their own.
  open func value(forUndefinedKey key: String) -> Any? { arbitraryValues[key] }

  /// Stores the value of an unknown key. Subclasses override it for keys of their own.
  open func setValue(_ value: Any?, forUndefinedKey key: String) {
    arbitraryValues[key] = value.map(BoxedNumbers.boxed)
  }

  /// Called to set a number or a structure to nil. Does nothing, where Apple's raises an exception.
  /// Subclasses override it to set another value.
  open func setNilValueForKey(_ key: String) {}

  /// Sets several values, in the order of their keys; `NSNull` means nil.
  open func setValuesForKeys(_ keyedValues: [String: Any]) { setEach(keyedValues) }

  /// The values of several keys; `NSNull` means nil.
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] { values(ofEach: keys) }
}

extension KeyValueCoding {
  func setEach(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }

  func values(ofEach keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
  }
}

// MARK: - Key paths

extension KeyValueCoding {
  func followedValue(_ path: String) -> Any? {
    if let value = value(forKey: path) { return value }
    guard let (head, rest) = Self.parts(of: path) else { return nil }
    let object = value(forKey: head)
    if let object = object as? any KeyValueCoding { return object.value(forKeyPath: rest) }
    return (object as? [AnyHashable: Any]).flatMap { Self.value(rest, in: $0) }
  }

  func setFollowedValue(_ value: Any?, _ path: String) {
    if let (head, rest) = Self.parts(of: path), let object = self.value(forKey: head) as? any KeyValueCoding {
      object.setValue(value, forKeyPath: rest)
    } else {
      setValue(value, forKey: path)
    }
  }

  private static func value(_ path: String, in dictionary: [AnyHashable: Any]) -> Any? {
    if let value = dictionary[path] { return value }
    guard let (head, rest) = parts(of: path) else { return nil }
    return (dictionary[head] as? [AnyHashable: Any]).flatMap { value(rest, in: $0) }
  }

  /// The first key of a path and what is left of it; nil for a path of one key.
  private static func parts(of path: String) -> (head: String, rest: String)? {
    guard let dot = path.firstIndex(of: ".") else { return nil }
    return (String(path[..<dot]), String(path[path.index(after: dot)...]))
  }
}

// MARK: - Numbers

/// Numbers as key-value coding keeps them: `NSNumber`, which casts to every number type that can
/// hold the number.
///
/// On Apple's systems the way into Objective-C does it: a Swift number that is passed as `Any`
/// arrives as an `NSNumber`.
enum BoxedNumbers {
  /// A value with its number boxed, or the numbers in it, if it is a list or a dictionary.
  static func boxed(_ value: Any) -> Any {
    // An object is what it is, and asking for a cast costs more than this.
    if type(of: value) is AnyClass { return value }
    if let number = value as? NSNumber { return number }
    if let list = value as? [Any] { return boxed(list) }
    if let dictionary = value as? [AnyHashable: Any] { return boxed(dictionary) }
    return value
  }

  /// A list with the numbers in it boxed; one that holds objects alone, as one that was boxed
  /// before, is not copied.
  static func boxed(_ list: [Any]) -> [Any] {
    list.allSatisfy { type(of: $0) is AnyClass } ? list : list.map(boxed)
  }

  /// A dictionary with the numbers among its values boxed.
  static func boxed(_ dictionary: [AnyHashable: Any]) -> [AnyHashable: Any] { dictionary.mapValues(boxed) }

  /// A value of a type out of what key-value access returns; nil for one of another type. A number
  /// of the wrong precision is rounded to the nearest, as an animation between two `Float`s takes
  /// values that are none.
  static func value<Value>(_ value: Any?, as type: Value.Type) -> Value? {
    if let value = value as? Value { return value }
    guard let number = value as? NSNumber else { return nil }
    switch type {
    case is Bool.Type: return number.boolValue as? Value
    case let type as any BinaryFloatingPoint.Type: return type.init(number.doubleValue) as? Value
    case let type as any FixedWidthInteger.Type:
      let rounded = Int64(exactly: number.doubleValue.rounded())
      return rounded.flatMap { type.init(clamping: $0) as? Value }
    default: return nil
    }
  }
}

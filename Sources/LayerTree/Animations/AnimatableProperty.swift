import MultiplaneGraphics

/// A property wrapper for animatable properties of a custom layer class. It replaces `@NSManaged`,
/// which Linux does not have.
///
/// The value is stored under a key. Presentation layers copy it, animations of the key change it
/// there, `needsDisplay(forKey:)` decides whether a change redisplays the layer, and
/// `action(forKey:)` returns its action:
///
///     final class Gauge: CALayer {
///       @AnimatableProperty("level") var level: CGFloat = 0
///       override class func needsDisplay(forKey key: String) -> Bool {
///         key == "level" || super.needsDisplay(forKey: key)
///       }
///     }
///
/// Numbers, points, sizes, rectangles, `CATransform3D` and `CGColor` are interpolated. Other types
/// are only stored.
@propertyWrapper
public struct AnimatableProperty<Value> {
  private let key: String
  private let initial: Value

  /// Declares an animatable property.
  ///
  /// - Parameters:
  ///   - wrappedValue: the default value.
  ///   - key: the property's key in animations and key-value coding.
  public init(wrappedValue: Value, _ key: String) {
    self.key = key
    initial = wrappedValue
  }

  /// Unavailable: use the property through its layer.
  @available(*, unavailable, message: "An animatable property belongs to a subclass of CALayer.")
  public var wrappedValue: Value {
    get { initial }
    set { _ = newValue }
  }

  /// The value of the property on a layer.
  public static subscript<Layer: CALayer>(
    _enclosingInstance layer: Layer, wrapped wrappedKeyPath: ReferenceWritableKeyPath<Layer, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Layer, Self>
  ) -> Value {
    get {
      let property = layer[keyPath: storageKeyPath]
      return BoxedNumbers.value(layer.value(forKey: property.key), as: Value.self) ?? property.initial
    }
    set { layer.setValue(newValue, forKey: layer[keyPath: storageKeyPath].key) }
  }
}

// Without a default, as `@NSManaged var` stands in sources: numbers begin at 0 and truth values as
// false, as they do on Apple's systems. Other values need one, since there they begin as nil or as
// what Swift's types cannot say.

extension AnimatableProperty where Value: Numeric {
  /// Declares a number with the default 0.
  ///
  /// - Parameter key: the property's key in animations and key-value coding.
  public init(_ key: String) { self.init(wrappedValue: .zero, key) }
}

extension AnimatableProperty where Value == Bool {
  /// Declares a Boolean with the default false.
  ///
  /// - Parameter key: the property's key in key-value coding.
  public init(_ key: String) { self.init(wrappedValue: false, key) }
}

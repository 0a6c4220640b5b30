import MultiplaneGraphics

/// A property of a program's own layer class that is stored under a key, so that it can be animated.
///
/// It stands in for `@NSManaged`, which Linux has not. The layer copies it to its presentation, animations of the key change
/// it there, `needsDisplay(forKey:)` is asked when it changes, and `action(forKey:)` for its action:
///
///     final class Gauge: CALayer {
///       @AnimatableProperty("level") var level: CGFloat = 0
///       override class func needsDisplay(forKey key: String) -> Bool { key == "level" || super.needsDisplay(forKey: key) }
///     }
///
/// Numbers, points, sizes, rectangles, `CATransform3D` and `CGColor` take values in between; others are only stored.
@propertyWrapper
public struct AnimatableProperty<Value> {
  private let key: String
  private let initial: Value

  /// - Parameter key: what animations and key-value access call the property.
  public init(wrappedValue: Value, _ key: String) {
    self.key = key
    initial = wrappedValue
  }

  /// Not used: a property of a layer is read through the layer.
  @available(*, unavailable, message: "An animatable property belongs to a subclass of CALayer.")
  public var wrappedValue: Value {
    get { initial }
    set { _ = newValue }
  }

  /// Reads and sets the property of a layer.
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

// Without a default, as `@NSManaged var` stands in sources: numbers begin at 0 and truth values as false, as they do on
// Apple's systems. Other values need one, since there they begin as nil or as what Swift's types cannot say.

extension AnimatableProperty where Value: Numeric {
  /// A number that is 0 until it is set.
  ///
  /// - Parameter key: what animations and key-value access call the property.
  public init(_ key: String) { self.init(wrappedValue: .zero, key) }
}

extension AnimatableProperty where Value == Bool {
  /// A truth value that is false until it is set.
  ///
  /// - Parameter key: what key-value access calls the property.
  public init(_ key: String) { self.init(wrappedValue: false, key) }
}

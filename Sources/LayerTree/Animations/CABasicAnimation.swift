import MultiplaneGraphics

/// An animation between two values of a property.
///
/// The values have the property's type: a number, `CGPoint`, `CGRect`, `CGColor`, `CGPath` or
/// `CATransform3D`. `NSNull` means no colour, image or path. Missing values are derived from the
/// others and from the current value of the property:
///
/// - `fromValue` and `toValue`: from one to the other.
/// - `fromValue` and `byValue`: from `fromValue` to the sum of both.
/// - `byValue` and `toValue`: from the difference of both to `toValue`.
/// - `fromValue`: from it to the current value.
/// - `toValue`: from the current value to it.
/// - `byValue`: from the current value to the sum of both.
///
/// Numbers are returned as `NSNumber`, which casts to any number type.
///
/// ```swift
/// let fade = CABasicAnimation(keyPath: "opacity")
/// fade.fromValue = 0
/// fade.toValue = 1
/// fade.duration = 0.5  // seconds
/// layer.add(fade, forKey: "appear")
/// ```
open class CABasicAnimation: CAPropertyAnimation {
  /// The start value; nil derives it from the others, see above.
  open var fromValue: Any? { didSet { fromValue = fromValue.map(BoxedNumbers.boxed) } }
  /// The end value; nil derives it from the others, see above.
  open var toValue: Any? { didSet { toValue = toValue.map(BoxedNumbers.boxed) } }
  /// The difference between end and start; nil derives it from the others, see above.
  open var byValue: Any? { didSet { byValue = byValue.map(BoxedNumbers.boxed) } }

  /// Returns a copy with all properties, including those of the superclass.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let animation = copy as? CABasicAnimation {
      animation.fromValue = fromValue
      animation.toValue = toValue
      animation.byValue = byValue
    }
    return copy
  }
}

import MultiplaneGraphics

/// An animation from one value to another.
///
/// Values are those of the property: a number, `CGPoint`, `CGRect`, `CGColor`, `CGPath`, `CATransform3D`. What is left out
/// comes from the others or from what the layer shows beneath: from and to; from and by; by and to; from alone to the
/// current value; to alone from it; by alone, from it by so much. `NSNull` is no colour, image or path. A number that is
/// given is an `NSNumber` when it is read, and casts to any number type.
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at the beginning; nil takes it from the others, as above.
  open var fromValue: Any? { didSet { fromValue = fromValue.map(BoxedNumbers.boxed) } }
  /// The value at the end; nil takes it from the others, as above.
  open var toValue: Any? { didSet { toValue = toValue.map(BoxedNumbers.boxed) } }
  /// By how much the value changes; nil takes it from the others, as above.
  open var byValue: Any? { didSet { byValue = byValue.map(BoxedNumbers.boxed) } }

  /// A copy with all properties, those of the superclass included.
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

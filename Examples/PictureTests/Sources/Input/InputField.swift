import Multiplane

/// A field that a text is typed into, as layers.
public struct InputField {
  /// The field: 120 × 32 points.
  public let layer = CALayer()

  /// - Parameter isFocused: whether keys go to it: its border is blue, and a caret blinks once a
  ///   second.
  public init(isFocused: Bool) {
    layer.bounds = CGRect(x: 0, y: 0, width: 120, height: 32)
    layer.cornerRadius = 8
    layer.backgroundColor = CGColor(gray: 1, alpha: 1)
    layer.borderWidth = isFocused ? 2 : 1
    layer.borderColor =
      isFocused ? CGColor(red: 0, green: 0.4, blue: 1, alpha: 1) : CGColor(gray: 0.7, alpha: 1)
    guard isFocused else { return }
    let caret = CALayer()
    caret.frame = CGRect(x: 10, y: 7, width: 2, height: 18)
    caret.backgroundColor = layer.borderColor
    let blink = CAKeyframeAnimation(keyPath: "opacity")
    blink.values = [1, 0]
    blink.calculationMode = .discrete
    blink.duration = 1
    blink.repeatCount = .infinity
    caret.add(blink, forKey: "blink")
    layer.addSublayer(caret)
  }
}

/// An unpremultiplied sRGB colour; all numbers are in 0…1.
package struct StraightColor: Sendable, Equatable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  /// Creates a colour, by default opaque.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Transparent black.
  package static let clear = StraightColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// The premultiplied colour.
  package var premultiplied: PremultipliedColor {
    PremultipliedColor(red: red * alpha, green: green * alpha, blue: blue * alpha, alpha: alpha)
  }
}

/// A premultiplied sRGB colour; all numbers are in 0…1.
package struct PremultipliedColor: Sendable, Equatable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  /// Creates a colour from premultiplied components.
  package init(red: Double, green: Double, blue: Double, alpha: Double) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Transparent.
  package static let clear = PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// The unpremultiplied colour; clear if alpha is 0.
  package var straight: StraightColor {
    guard alpha > 0 else { return .clear }
    return StraightColor(red: red / alpha, green: green / alpha, blue: blue / alpha, alpha: alpha)
  }
}

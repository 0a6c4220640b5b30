/// An sRGB colour whose red, green and blue are not multiplied by alpha; all numbers 0…1.
package struct StraightColor: Sendable, Equatable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  /// Makes a colour, opaque unless told.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Black of alpha 0.
  package static let clear = StraightColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// The colour with alpha multiplied in.
  package var premultiplied: PremultipliedColor {
    PremultipliedColor(red: red * alpha, green: green * alpha, blue: blue * alpha, alpha: alpha)
  }
}

/// An sRGB colour whose red, green and blue are multiplied by alpha already; all numbers 0…1.
package struct PremultipliedColor: Sendable, Equatable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  /// Makes a colour of numbers that are multiplied by `alpha` already.
  package init(red: Double, green: Double, blue: Double, alpha: Double) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Nothing at all.
  package static let clear = PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// The colour with alpha divided out; clear where alpha is 0.
  package var straight: StraightColor {
    guard alpha > 0 else { return .clear }
    return StraightColor(red: red / alpha, green: green / alpha, blue: blue / alpha, alpha: alpha)
  }
}

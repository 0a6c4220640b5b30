import MultiplaneGraphics

extension StraightColor {
  /// Opaque white, the neutral colour of multiplication.
  package static let white = StraightColor(red: 1, green: 1, blue: 1, alpha: 1)

  /// The product, component by component.
  func tinted(_ tint: StraightColor) -> StraightColor {
    StraightColor(
      red: red * tint.red, green: green * tint.green, blue: blue * tint.blue, alpha: alpha * tint.alpha)
  }
}

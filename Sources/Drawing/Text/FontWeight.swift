/// Weights as CSS counts them, 100 thin … 400 regular … 700 bold … 900 black, and as Apple's traits
/// do, −1 … 0 … 1.
enum FontWeight {
  private static let weights: [(weight: Double, trait: Double)] = [
    (0, -1), (100, -0.8), (200, -0.6), (300, -0.4), (400, 0), (500, 0.23), (600, 0.3), (700, 0.4), (800, 0.56),
    (900, 0.62), (1000, 1),
  ]

  /// The weight of a trait.
  static func weight(trait: Double) -> Int {
    Int(interpolated(trait, weights.map { ($0.trait, $0.weight) }).rounded())
  }

  /// The trait of a weight.
  static func trait(weight: Int) -> Double { interpolated(Double(weight), weights.map { ($0.weight, $0.trait) }) }

  /// The interpolation between a table's rows, which are in order; beyond them, the nearest row.
  private static func interpolated(_ number: Double, _ table: [(from: Double, to: Double)]) -> Double {
    guard var low = table.first, !number.isNaN else { return 0 }
    for high in table.dropFirst() {
      if number < high.from {
        return low.to + (high.to - low.to) * max(number - low.from, 0) / (high.from - low.from)
      }
      low = high
    }
    return low.to
  }
}

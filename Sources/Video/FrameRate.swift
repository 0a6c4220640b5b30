/// A frame rate as a fraction in lowest terms, so that 30000/1001 is exact.
package struct FrameRate: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The numerator, 1 to 2,147,483,647, as the denominator: the limits of `ffmpeg`.
  package let numerator: Int
  package let denominator: Int

  private static let most = Int(Int32.max)

  /// Creates a rate.
  ///
  /// - Returns: nil unless both are 1 to 2,147,483,647.
  package init?(_ numerator: Int, _ denominator: Int = 1) {
    guard (1...Self.most).contains(numerator), (1...Self.most).contains(denominator) else { return nil }
    var (a, b) = (numerator, denominator)
    while b > 0 { (a, b) = (b, a % b) }
    (self.numerator, self.denominator) = (numerator / a, denominator / a)
  }

  /// Creates a rate from a number: the first convergent of its continued fraction that rounds to
  /// it, or the nearest fraction inside the limits.
  ///
  /// - Returns: nil unless the number is above 0 and inside the limits.
  package init?(_ framesPerSecond: Double) {
    guard framesPerSecond.isFinite, framesPerSecond > 0 else { return nil }
    var (last, current) = ((0, 1), (1, 0))
    var rest = framesPerSecond
    while rest <= Double(Self.most) {
      let whole = Int(rest)
      let next = (whole * current.0 + last.0, whole * current.1 + last.1)
      guard next.0 <= Self.most, next.1 <= Self.most else { break }
      (last, current) = (current, next)
      guard Double(next.0) / Double(next.1) != framesPerSecond, rest > Double(whole) else { break }
      rest = 1 / (rest - Double(whole))
    }
    self.init(current.0, current.1)
  }

  /// Parses a rate.
  ///
  /// - Parameter text: a decimal number such as 29.97, or a fraction such as 30000/1001.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]) {
      self.init(numerator, denominator)
    } else if parts.count == 1, let number = Double(text) {
      self.init(number)
    } else {
      return nil
    }
  }

  package var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The rate as for `ffmpeg`: `30000/1001`.
  package var description: String { "\(numerator)/\(denominator)" }
}

/// Frames a second as a fraction in lowest terms, so that 30000/1001 is exact.
package struct FrameRate: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// 1 to 2,147,483,647, as is the denominator: what `ffmpeg` takes.
  package let numerator: Int
  package let denominator: Int

  private static let most = Int(Int32.max)

  /// - Returns: nil unless both are 1 to 2,147,483,647.
  package init?(_ numerator: Int, _ denominator: Int = 1) {
    guard (1...Self.most).contains(numerator), (1...Self.most).contains(denominator) else { return nil }
    var (a, b) = (numerator, denominator)
    while b > 0 { (a, b) = (b, a % b) }
    (self.numerator, self.denominator) = (numerator / a, denominator / a)
  }

  /// The first convergent of the continued fraction that rounds to the number, or the nearest with such a numerator and denominator.
  ///
  /// - Returns: nil for what is no number above 0, and beyond what such fractions reach.
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

  /// As `ffmpeg` takes it: `30000/1001`.
  package var description: String { "\(numerator)/\(denominator)" }
}

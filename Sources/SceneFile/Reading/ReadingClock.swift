import MultiplaneRenderTree

/// Ends the reading of a scene that takes longer than it may. It looks at the clock once for many
/// layers and animations.
struct ReadingClock {
  private let limits: DrawingLimits?
  private let start = ThreadTime.now
  private var partsLeft = 0

  private static let partsBetweenLooks = 256

  /// - Parameter seconds: of a processor core; nil for no limit.
  init(seconds: Double?) {
    limits = seconds.map { DrawingLimits(bytes: .max, seconds: $0) }
  }

  /// Counts one more layer or animation.
  ///
  /// - Returns: what is wrong when reading has taken too long; else nil.
  mutating func excess() -> DrawingExcess? {
    guard let limits else { return nil }
    partsLeft -= 1
    guard partsLeft < 0 else { return nil }
    partsLeft = Self.partsBetweenLooks
    return limits.excess(seconds: (ThreadTime.now - start) / .seconds(1))
  }
}

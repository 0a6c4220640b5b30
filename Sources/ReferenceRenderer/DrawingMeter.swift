import MultiplaneRenderTree

/// Watches what a picture takes while it is drawn. Beyond a limit nothing more is drawn, and the
/// picture is none (rendering rules §12).
///
/// Bytes are counted as memory is touched. Time is that of the thread, so that a busy machine
/// refuses no picture. The meter is asked for where planes are made, so that nothing that draws
/// need hand it on.
///
/// `@unchecked Sendable`: a picture is drawn by one thread, which alone sees the meter that it has
/// set.
final class DrawingMeter: @unchecked Sendable {
  /// That of the picture that is being drawn; nil where nothing is limited.
  @TaskLocal static var current: DrawingMeter?

  /// The first exceeded limit.
  private(set) var excess: DrawingExcess?
  private let limits: DrawingLimits
  private let start = ThreadTime.now
  private var bytes = 0
  /// The steps left before the clock is read.
  private var stepsLeft = 0

  /// The time of a step: about one multiply-add of a number in memory. Only work that is refused
  /// before it begins, as it cannot be interrupted, depends on its accuracy.
  private static let secondsPerStep = 1e-9
  /// Some milliseconds of work.
  private static let stepsBetweenLooks = 2_000_000

  init(_ limits: DrawingLimits) {
    self.limits = limits
  }

  /// Announces work; false when it is too late for it, and it is not to be done.
  @inline(__always)
  func admits(steps count: Int) -> Bool {
    // Far below where a sum would overflow.
    stepsLeft -= min(count, 1 << 60)
    return stepsLeft >= 0 || isInTime(for: count)
  }

  private func isInTime(for count: Int) -> Bool {
    stepsLeft = 0
    guard excess == nil else { return false }
    excess = limits.excess(
      seconds: (ThreadTime.now - start) / .seconds(1) + Double(count) * DrawingMeter.secondsPerStep)
    guard excess == nil else { return false }
    stepsLeft = DrawingMeter.stepsBetweenLooks
    return true
  }

  /// Counts memory before it is touched; false when it is too much.
  func admits(bytes count: Int) -> Bool {
    // Far below where a sum would overflow.
    bytes += min(count, 1 << 60)
    if excess == nil { excess = limits.excess(bytes: bytes) }
    guard excess != nil else { return true }
    // So that no more work is admitted.
    stepsLeft = 0
    return false
  }

  /// Takes note of memory that the system does not give.
  func lacks(bytes count: Int) {
    if excess == nil { excess = .unavailable(bytes: count) }
    // So that no more work is admitted.
    stepsLeft = 0
  }

  /// Counts memory that was released.
  func release(bytes count: Int) { bytes -= min(count, 1 << 60) }
}

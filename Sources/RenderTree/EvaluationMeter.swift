/// Counts the particles of a tree that is evaluated for somebody who limits what it may take: there may be far more of them than the
/// file has layers. Beyond the limit no more are born, and there is no tree.
///
/// `@unchecked Sendable`: a tree is evaluated by one thread, which alone sees the meter that it has set.
final class EvaluationMeter: @unchecked Sendable {
  /// That of the evaluation that is going on; nil where nothing is limited.
  @TaskLocal static var current: EvaluationMeter?

  private(set) var excess: DrawingExcess?
  private let limits: DrawingLimits
  private let start = ThreadTime.now
  private var births = 0

  /// What a particle takes: its node, and what it is made of.
  private static let bytesPerBirth = 600
  private static let birthsBetweenLooks = 1024

  init(_ limits: DrawingLimits) {
    self.limits = limits
  }

  /// Counts one more birth; false when it is one too many.
  func admitsBirth() -> Bool {
    guard excess == nil else { return false }
    births += 1
    guard births.isMultiple(of: Self.birthsBetweenLooks) else { return true }
    excess =
      limits.excess(bytes: births * Self.bytesPerBirth)
      ?? limits.excess(seconds: (ThreadTime.now - start) / .seconds(1))
    return excess == nil
  }
}

extension DrawingLimits {
  /// Evaluates a tree that may ask for too much.
  ///
  /// - Throws: what was too much.
  package func evaluating(_ evaluate: () -> RenderTree) throws(DrawingExcess) -> RenderTree {
    let meter = EvaluationMeter(self)
    let tree = EvaluationMeter.$current.withValue(meter) { evaluate() }
    if let excess = meter.excess { throw excess }
    return tree
  }
}

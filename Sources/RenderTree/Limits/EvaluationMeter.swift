/// Counts the cost of a tree during evaluation under limits: particles and
/// instances may be far more than the file has layers, and animated birth rates are followed step
/// by step. Beyond the limit nothing more is made, and there is no tree.
///
/// `@unchecked Sendable`: a tree is evaluated by one thread, which alone sees the meter that it has
/// set.
final class EvaluationMeter: @unchecked Sendable {
  /// What is made, with what it takes.
  enum Part: Int {
    /// A particle: its node, what it is made of, and its primitive as renderers prepare it.
    /// Instances multiply particles, so that their display list, too, is refused before it is made.
    case birth = 1900
    /// A node of an instance of a replicator.
    case instance = 500
    /// An emitter layer's node: its style, its lists, and what its cells show.
    case emitter = 3500
    /// A look at an animated birth rate, which keeps the values of then.
    case step = 0
  }

  /// That of the evaluation that is going on; nil where nothing is limited.
  @TaskLocal static var current: EvaluationMeter?

  private(set) var excess: DrawingExcess?
  private let limits: DrawingLimits
  private let start = ThreadTime.now
  private var bytes = 0
  private var parts = 0

  private static let partsBetweenLooks = 256

  init(_ limits: DrawingLimits) {
    self.limits = limits
  }

  /// Counts one more part; false when it is one too many.
  func admits(_ part: Part) -> Bool {
    guard excess == nil else { return false }
    bytes += part.rawValue
    parts += 1
    excess = limits.excess(bytes: bytes)
    if parts.isMultiple(of: Self.partsBetweenLooks) { checkTime() }
    return excess == nil
  }

  fileprivate func checkTime() {
    excess = excess ?? limits.excess(seconds: (ThreadTime.now - start) / .seconds(1))
  }

  fileprivate func report(_ found: DrawingExcess) { excess = excess ?? found }
}

/// The limits of the evaluation in progress on this thread, for whoever draws contents for it.
/// There is no tree once they are exceeded.
package enum EvaluationLimits {
  /// Whether the time limit, or any other one, is exceeded; false without limits.
  package static var areExceeded: Bool {
    EvaluationMeter.current?.checkTime()
    return EvaluationMeter.current?.excess != nil
  }

  /// Reports an allocation that failed.
  package static func reportMissing(bytes: Int) { EvaluationMeter.current?.report(.unavailable(bytes: bytes)) }
}

extension DrawingLimits {
  /// Evaluates a tree that may ask for too much.
  ///
  /// - Throws: what was too much.
  package func evaluating<Tree>(_ evaluate: () -> Tree) throws(DrawingExcess) -> Tree {
    let meter = EvaluationMeter(self)
    let tree = EvaluationMeter.$current.withValue(meter) { evaluate() }
    if let excess = meter.excess { throw excess }
    return tree
  }
}

import MultiplaneGraphics
import MultiplaneLayerTree
import Synchronization

/// Media time that a test lets pass.
final class TestClock: Sendable {
  private let time = Mutex(1000.0)

  var now: Double { time.withLock { $0 } }

  /// Runs code for which media time is this clock's.
  static func run<Result>(_ body: (TestClock) throws -> Result) rethrows -> Result {
    let clock = TestClock()
    func time() -> Double { clock.now }
    return try MediaClock.withSource(time) {
      // What tests before left open on this thread.
      CATransaction.flush()
      return try body(clock)
    }
  }

  /// Lets a number of seconds pass, and commits the thread's changes.
  func pass(_ seconds: Double) {
    time.withLock { $0 += seconds }
    CATransaction.flush()
  }
}

extension CALayer {
  /// The layer itself, after it was changed and committed.
  func committed() -> Self {
    cornerRadius = 1
    CATransaction.flush()
    return self
  }
}

extension CABasicAnimation {
  convenience init(_ keyPath: String, from: Any? = nil, to: Any? = nil, duration: Double = 0) {
    self.init(keyPath: keyPath)
    fromValue = from
    toValue = to
    self.duration = duration
  }
}

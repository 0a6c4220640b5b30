import RenderTree

/// Ends a walk through a tree that takes more than a picture may; the command stream is not whole then, and not drawn.
struct WalkLimit {
  private let limits: DrawingLimits
  private let start = ThreadTime.now
  /// How many layers more are walked before the clock is looked at.
  private var layersLeft = 0
  private var isPassed = false

  private static let layersBetweenLooks = 64

  init(_ limits: DrawingLimits) {
    self.limits = limits
  }

  /// Counts one more layer; true when it is one too many.
  mutating func isPassed(by stream: CommandStream) -> Bool {
    layersLeft -= 1
    if layersLeft < 0 {
      layersLeft = Self.layersBetweenLooks
      isPassed = isPassed || limits.excess(seconds: (ThreadTime.now - start) / .seconds(1)) != nil
    }
    // One layer may write very much.
    isPassed = isPassed || limits.excess(bytes: DrawingCost.bytes(of: stream)) != nil
    return isPassed
  }
}

import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// The layer above a root layer: it carries scene time, which begins with the first frame.
///
/// The root's superlayer is a layer of the stage's whose own time is scene time, counted from the
/// content's origin, so that animations that a program adds later, and its completion blocks, keep
/// media time like everywhere else.
final class Stage {
  private(set) var content: StageContent
  private let layer = CALayer()
  /// The scene time that is held; nil lets it run.
  private let heldTime: Double?
  /// The media time at which scene time was 0; nil before the first frame.
  private var startTime: Double?
  private var lastCommit: CommittedLayer?

  init(_ content: StageContent, heldTime: Double?) {
    self.content = content
    self.heldTime = heldTime
    Self.withoutActions {
      layer.anchorPoint = .zero
      layer.speed = 0
      show(content)
    }
  }

  /// Shows another root.
  ///
  /// - Parameter keepsTime: whether scene time runs on; otherwise it stands at 0 until the next
  ///   frame.
  func replace(_ content: StageContent, keepsTime: Bool) {
    Self.withoutActions {
      self.content.root.removeFromSuperlayer()
      self.content = content
      if !keepsTime, heldTime == nil {
        startTime = nil
        layer.speed = 0
        layer.beginTime = 0
      }
      show(content)
    }
  }

  private func show(_ content: StageContent) {
    layer.bounds = CGRect(origin: .zero, size: content.size)
    layer.timeOffset = content.timeOrigin + (heldTime ?? 0)
    content.root.removeFromSuperlayer()
    // Animations of the scene begin at its time 0, whenever it is shown.
    _ = content.root.commit(at: content.timeOrigin)
    layer.addSublayer(content.root)
  }

  /// Lets scene time run from now on, if it does not run yet.
  ///
  /// - Parameter now: media time in seconds.
  func start(at now: Double) {
    guard startTime == nil else { return }
    startTime = now
    guard heldTime == nil else { return }
    Self.withoutActions {
      layer.beginTime = now
      layer.speed = 1
    }
  }

  /// Seconds of scene time at a media time.
  func sceneTime(at now: Double) -> Double {
    heldTime ?? startTime.map { max(0, now - $0) } ?? 0
  }

  /// The tree as it was last changed; the same object as long as nothing changes. Its superlayer's
  /// time is media time.
  func commit(at now: Double) -> CommittedLayer {
    let committed = layer.commit(at: now)
    lastCommit = committed
    return committed
  }

  /// Commits what was changed.
  ///
  /// - Returns: whether it looks different from what was committed last.
  func takeChanges(at now: Double) -> Bool {
    let last = lastCommit
    return commit(at: now) !== last
  }

  /// Commits what was changed in stages, lets animations begin and end, and calls what is due.
  ///
  /// - Parameters:
  ///   - now: media time in seconds.
  ///   - changed: called with the index of each stage that looks different now.
  /// - Returns: the media time at which this is due again even if nothing is changed.
  static func commit(_ stages: [Stage], at now: Double, changed: (Int) -> Void) -> Double {
    func takeChanges() {
      for (index, stage) in stages.enumerated() where stage.takeChanges(at: now) { changed(index) }
    }
    takeChanges()
    CATransaction.flush()
    // Callbacks of the flush may have changed layers.
    takeChanges()
    return max(CATransaction.nextFlushTime, now + leastFlushInterval)
  }

  /// Seconds: transactions that keep asking are answered once a frame of a fast monitor.
  private static let leastFlushInterval = 0.004

  private static func withoutActions(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }
}

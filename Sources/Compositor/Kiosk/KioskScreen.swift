import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneRenderTree

/// One output as the kiosk draws for it: which content, where it lies, and when the next frame is
/// due.
final class KioskScreen {
  let output: KMSOutput
  /// The index of its content.
  let content: Int
  /// Shown once the output is lit; nil if none is wanted.
  var cursor: HardwareCursor?
  /// What went wrong with its frames.
  var backOff = RetryBackOff()
  /// Whether something changed that no frame shows yet.
  var needsFrame = true
  /// The media time at which the picture changes by itself.
  private(set) var nextChange = -Double.infinity
  /// Whether its first frame reached the screen.
  private(set) var isShowing = false
  /// The scene time of the frame on the screen.
  private(set) var shownSceneTime = 0.0
  /// The damage of its frames.
  var damage = DamageHistory()
  /// The debug overlay over them.
  var overlay = DebugOverlayState()
  /// The memory of its trees.
  var trees = TreeMemory()
  /// Whether the last frame was not presented, as it would not have been seen.
  private var wasPassedOver = false
  private let rotation: Rotation
  private let scale: Double?
  /// When the frame on the screen got there.
  private var lastFlip: Double?
  /// The media time of a refresh, from which others are counted.
  private var refreshBase: Double?
  /// When the last frame was begun.
  private var lastBegin: Double?
  /// Frames on their way to the screen, the oldest first.
  private var travelling: [Travelling] = []
  /// Whether the driver has no refresh to wait for and answers at once: then we keep the pace
  /// ourselves.
  private var flipsAreImmediate = false
  /// The tree that is drawn, and the commit and canvas that it was made of.
  private var tree: (committed: CommittedLayer, canvas: CGSize, made: CommittedTree)?

  /// A frame that was handed over and is not on the screen yet.
  private struct Travelling {
    let sceneTime: Double
    /// The media time at which it is expected on the screen.
    var presentationTime: Double
    /// The media time from which on it was due; infinite if something else than time asked for it.
    let dueTime: Double
  }

  init(_ output: KMSOutput, content: Int, rotation: Rotation, scale: Double?) {
    self.output = output
    self.content = content
    self.rotation = rotation
    self.scale = scale
  }

  var period: Double { output.mode.period }

  // MARK: Place

  /// How a canvas lies on the panel.
  func geometry(canvas: CGSize) -> OutputGeometry {
    OutputGeometry(
      pixelWidth: output.mode.width, pixelHeight: output.mode.height, rotation: rotation, scale: scale, canvas: canvas)
  }

  /// How it lies in the frames that are drawn: what the plane turns is not turned again.
  func frameGeometry(canvas: CGSize) -> OutputGeometry {
    OutputGeometry(
      pixelWidth: output.frameWidth, pixelHeight: output.frameHeight,
      rotation: Rotation(rawValue: (rotation.rawValue - output.planeRotation + 360) % 360) ?? .none, scale: scale,
      canvas: canvas)
  }

  /// The tree that fills a frame with a canvas.
  func tree(of committed: CommittedLayer, content: StageContent) -> CommittedTree {
    if let tree, tree.committed === committed, tree.canvas == content.size { return tree.made }
    let made = frameGeometry(canvas: content.size).tree(of: committed, content: content)
    tree = (committed, content.size, made)
    return made
  }

  // MARK: Pace

  /// The media time before which no frame is to be begun; infinite if none is due.
  func dueTime() -> Double {
    var due = needsFrame ? -.infinity : nextChange
    // Behind a frame on its way, one is begun if it differs at the refresh after that one's.
    if let last = travelling.last, due <= last.presentationTime + period / 2 { due = -.infinity }
    guard flipsAreImmediate || wasPassedOver, let lastBegin else { return due }
    return max(due, lastBegin + period)
  }

  /// The media time at which a frame that is begun now will be seen.
  func presentationTime(at now: Double) -> Double {
    guard let lastFlip, !flipsAreImmediate, now >= lastFlip else { return now }
    // A frame that begins at a refresh is too late for it.
    let next = lastFlip + (((now - lastFlip) / period).rounded(.down) + 1) * period
    return max(next, travelling.last.map { $0.presentationTime + period } ?? next)
  }

  /// The media time of the last refresh: that of the last frame, or counted on from there while
  /// none is on its way.
  func lastRefresh(at now: Double) -> Double? {
    guard let refreshBase, output.pendingSince == nil, now > refreshBase else { return refreshBase }
    // A little early is in time: a timer that fires right at the refresh counts it.
    return refreshBase + ((now - refreshBase) / period + 0.01).rounded(.down) * period
  }

  /// The media time of the first refresh that is not the one at a time.
  func refresh(after time: Double) -> Double {
    guard let refreshBase else { return .infinity }
    return refreshBase + max(1, ((time - refreshBase) / period + 0.5).rounded(.down) + 1) * period
  }

  /// Takes note of a frame that was handed to the display.
  ///
  /// - Parameters:
  ///   - begin: the media time at which it was begun.
  ///   - presentationTime: what `presentationTime(at:)` said then.
  ///   - nextChange: the media time at which the picture will differ from it.
  func handedOver(begin: Double, presentationTime: Double, sceneTime: Double, nextChange: Double) {
    lastBegin = begin
    wasPassedOver = false
    travelling.append(
      Travelling(
        sceneTime: sceneTime, presentationTime: presentationTime, dueTime: needsFrame ? .infinity : self.nextChange))
    needsFrame = false
    self.nextChange = nextChange
  }

  /// Takes note of a frame that looks like the one on the screen, and was not handed over.
  ///
  /// - Parameters: as of `handedOver`.
  func passedOver(begin: Double, sceneTime: Double, nextChange: Double) {
    lastBegin = begin
    wasPassedOver = true
    needsFrame = false
    self.nextChange = nextChange
    if output.pendingSince == nil { shownSceneTime = sceneTime }
  }

  /// Draws a debug overlay over the frames from the next one on.
  func show(_ debugOverlay: DebugOverlay) {
    overlay.shown = debugOverlay
    needsFrame = true
  }

  /// Requests a complete redraw.
  func redrawAll() {
    damage.forget()
    needsFrame = true
  }

  /// Takes note of a frame that reached the screen.
  ///
  /// - Returns: how many refreshes passed for which it was late.
  func reachedScreen(at time: Double) -> Int {
    defer { lastFlip = time }
    let frame = travelling.isEmpty ? nil : travelling.removeFirst()
    for index in travelling.indices { travelling[index].presentationTime = time + Double(index + 1) * period }
    shownSceneTime = frame?.sceneTime ?? shownSceneTime
    isShowing = true
    // A flip that waits for nothing is no refresh: those are counted from the first one on.
    if !flipsAreImmediate || refreshBase == nil { refreshBase = time }
    guard let lastFlip else { return 0 }
    let refreshes = (time - lastFlip) / period
    if refreshes < Self.leastRefreshes { flipsAreImmediate = true }
    // Due at the refresh after the last one.
    let followsAtOnce = (frame?.dueTime ?? .infinity) <= lastFlip + period
    return followsAtOnce && !flipsAreImmediate ? max(0, Int(refreshes.rounded()) - 1) : 0
  }

  /// Takes note that the last frame that was handed over will not reach the screen.
  func dropWaiting() {
    if output.hasWaitingFrame { output.dropWaiting() }
    if travelling.count > (output.pendingSince == nil ? 0 : 1) { travelling.removeLast() }
  }

  /// Takes note that no frame will reach the screen that was handed over.
  func dropAll() { travelling = [] }

  /// Two page flips that are less than this many refreshes apart did not wait for one.
  private static let leastRefreshes = 0.6

  /// Takes the screen over from another session, which has lit it if it slept, and shown a cursor
  /// of its own.
  func comeBack() {
    output.wake()
    cursor = nil
  }

  /// Shows the cursor where it is not shown yet, or takes away the one that another program has
  /// left.
  func setCursor(isShown: Bool, of display: KMSDisplay) throws(DisplayError) {
    guard cursor == nil else { return }
    guard isShown else { return HardwareCursor.hide(on: output, of: display) }
    cursor = try HardwareCursor(on: output, of: display)
  }

  /// Forgets what was shown: the output starts over.
  func beginAnew() {
    redrawAll()
    isShowing = false
    dropAll()
    lastFlip = nil
    refreshBase = nil
    flipsAreImmediate = false
  }
}

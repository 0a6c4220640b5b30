import Displays
import Graphics
import RenderTree

/// One output as the kiosk draws for it: which content, where it lies, and when the next frame is due.
final class KioskScreen {
  let output: KMSOutput
  /// Which of the contents.
  let content: Int
  /// Shown once the output is lit; nil if none is wanted.
  var cursor: HardwareCursor?
  /// What went wrong with its frames.
  var trouble = Trouble()
  /// Whether something changed that no frame shows yet.
  var needsFrame = true
  /// The media time at which the picture changes by itself.
  private(set) var nextChange = -Double.infinity
  /// Whether its first frame reached the screen.
  private(set) var isShowing = false
  /// The scene time of the frame on the screen.
  private(set) var shownSceneTime = 0.0
  private let rotation: Rotation
  private let scale: Double?
  private var lastFlip: Double?
  /// When the last frame was begun.
  private var lastBegin: Double?
  private var pendingSceneTime = 0.0
  /// Whether the pending frame was due at the refresh after the last one.
  private var followsAtOnce = false
  /// Whether the driver has no refresh to wait for and answers at once: then we keep the pace ourselves.
  private var flipsAreImmediate = false
  /// The tree that is drawn, and the commit and canvas that it was made of.
  private var tree: (committed: CommittedLayer, canvas: CGSize, made: CommittedTree)?

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
  func tree(of committed: CommittedLayer, content: KioskContent) -> CommittedTree {
    if let tree, tree.committed === committed, tree.canvas == content.size { return tree.made }
    let made = frameGeometry(canvas: content.size).tree(of: committed, content: content)
    tree = (committed, content.size, made)
    return made
  }

  // MARK: Pace

  /// The media time before which no frame is to be begun; infinite if none is due.
  func dueTime() -> Double {
    let due = needsFrame ? -.infinity : nextChange
    guard flipsAreImmediate, let lastBegin else { return due }
    return max(due, lastBegin + period)
  }

  /// The media time at which a frame that is begun now will be seen.
  func presentationTime(at now: Double) -> Double {
    guard let lastFlip, !flipsAreImmediate, now >= lastFlip else { return now }
    return lastFlip + ((now - lastFlip) / period).rounded(.up) * period
  }

  /// Takes note of a frame that was handed to the display.
  ///
  /// - Parameters:
  ///   - begin: the media time at which it was begun.
  ///   - nextChange: the media time at which the picture will differ from it.
  func handedOver(begin: Double, sceneTime: Double, nextChange: Double) {
    lastBegin = begin
    followsAtOnce = !needsFrame && self.nextChange <= (lastFlip ?? .infinity) + period
    needsFrame = false
    self.nextChange = nextChange
    pendingSceneTime = sceneTime
  }

  /// Takes note of a frame that reached the screen.
  ///
  /// - Returns: how many refreshes passed for which it was late.
  func reachedScreen(at time: Double) -> Int {
    defer { lastFlip = time }
    shownSceneTime = pendingSceneTime
    isShowing = true
    guard let lastFlip else { return 0 }
    let refreshes = (time - lastFlip) / period
    if refreshes < Self.leastRefreshes { flipsAreImmediate = true }
    return followsAtOnce && !flipsAreImmediate ? max(0, Int(refreshes.rounded()) - 1) : 0
  }

  /// Two page flips that are less than this many refreshes apart did not wait for one.
  private static let leastRefreshes = 0.6

  /// Forgets what was shown: the output begins anew.
  func beginAnew() {
    needsFrame = true
    isShowing = false
    lastFlip = nil
    flipsAreImmediate = false
  }
}

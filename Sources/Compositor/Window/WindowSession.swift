import Glibc
import MultiplaneDisplays
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// A layer tree in a window, drawn when something has changed and the compositor wants a frame.
///
/// Everything belongs to the thread that calls `run`.
package final class WindowSession {
  package let loop = EventLoop()
  /// Told of what people do in the window, after the session itself.
  package var observer: (WindowEvent) -> Void = { _ in }
  /// Frames that were shown.
  package private(set) var frames = 0

  private let window: WaylandWindow
  private let renderer: any Renderer
  private let stage: Stage
  private let precision: RenderPrecision
  private var needsFrame = true
  /// The media time at which the picture changes by itself.
  private var nextChange = -Double.infinity
  private var damage = DamageHistory()
  private var trees = TreeMemory()
  private var overlay = DebugOverlayState()
  private var failure: CompositorError?
  private let signals: SignalSource

  private final class WindowSource: EventSource {
    let fileDescriptor: Int32
    init(_ fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }
    // The session looks at the window before each wait.
    func handle(_ readiness: Readiness) {}
  }

  /// Opens a window as large as the canvas.
  ///
  /// - Parameters:
  ///   - heldTime: the scene time that is shown all the time; nil lets it run from 0.
  ///   - precision: of the numbers that frames are drawn in.
  ///   - textureBudget: bytes that all textures may take together (`RendererOptions.textureBudget`).
  ///   - limits: what drawing a frame may take, by whether the program's own processor draws; nil for all that it takes.
  package init(
    _ content: StageContent, title: String, isFullscreen: Bool = false, heldTime: Double? = nil,
    precision: RenderPrecision = .bytes,
    textureBudget: Int = RendererOptions.usualTextureBudget,
    limits: (_ onProcessor: Bool) -> DrawingLimits? = { _ in nil }
  ) throws(CompositorError) {
    self.precision = precision
    // Before the driver has threads.
    signals = SignalSource([SIGINT, SIGTERM]) { [loop] _ in loop.stop() }
    window = try onDisplay { () throws(DisplayError) in
      try WaylandWindow(
        title: title, width: Int(content.size.width.rounded(.up)), height: Int(content.size.height.rounded(.up)),
        isFullscreen: isFullscreen)
    }
    renderer = try Self.makeRenderer(window.device, textureBudget: textureBudget)
    renderer.limits = limits(window.device.capabilities.isSoftware)
    stage = Stage(content, heldTime: heldTime)
    window.handler = { [unowned self] event in take(event) }
    loop.add(signals)
    loop.add(WindowSource(window.descriptor))
    loop.beforeWaiting { [unowned self] in turn() }
  }

  /// Shows the window until it is closed, the loop is stopped, or SIGINT or SIGTERM comes.
  package func run() throws(CompositorError) {
    loop.run()
    signals.end()
    if let failure { throw failure }
  }

  /// Shows another tree from the next frame on; its time begins at 0.
  package func replaceTree(_ content: StageContent) {
    stage.replace(content, keepsTime: false)
    needsFrame = true
  }

  /// What is drawn over the frames, from the next one on.
  package var debugOverlay: DebugOverlay {
    get { overlay.shown }
    set {
      overlay.shown = newValue
      needsFrame = true
    }
  }

  /// What drawing a frame may take; a tree that takes more is better not shown. Nil for any.
  package var drawingLimits: DrawingLimits? { renderer.limits }

  /// The root of what is shown.
  package var rootLayer: CALayer { stage.content.root }

  /// How the canvas lies in the window, in its pixels.
  package var geometry: OutputGeometry {
    OutputGeometry(
      pixelWidth: window.pixelSize.width, pixelHeight: window.pixelSize.height, canvas: stage.content.size)
  }

  /// The size in points, in which `WindowEvent` tells places.
  package var pointSize: CGSize { CGSize(width: window.size.width, height: window.size.height) }

  private func take(_ event: WindowEvent) {
    switch event {
    case .closed: loop.stop()
    case .resized:
      // The window shows its new size with the next frame, whatever is in that.
      damage.forget()
      needsFrame = true
    default: break
    }
    observer(event)
  }

  /// Takes in what has happened and draws if that is due.
  ///
  /// - Returns: the media time at which to look again at the latest.
  private func turn() -> Double {
    do throws(CompositorError) {
      try onDisplay { () throws(DisplayError) in try window.dispatch() }
      let now = loop.now
      let flush = Stage.commit([stage], at: now) { _ in needsFrame = true }
      // The compositor says when it has room for another frame: never while nobody can see the window.
      guard window.isReady else { return flush }
      if needsFrame || now >= nextChange { try draw(at: now) }
      return window.isReady ? min(nextChange, flush) : flush
    } catch {
      failure = error
      loop.stop()
      return now
    }
  }

  private var now: Double { loop.now }

  private func draw(at now: Double) throws(CompositorError) {
    stage.start(at: now)
    let committed = stage.commit(at: now)
    let tree = geometry.tree(of: committed, content: stage.content)
    nextChange = tree.nextFrameTime(after: now)
    needsFrame = false
    let frame = window.frame
    var shown: RenderTree
    do throws(DrawingExcess) {
      shown = try trees.evaluate(tree, at: now, within: renderer.limits)
    } catch {
      throw .render(device: "wayland", error: .excess(error))
    }
    shown = overlay.covering(shown)
    let region = damage.damage(of: shown, bufferAge: frame.bufferAge)
    guard damage.change?.isEmpty != true else {
      // Nobody would see it; without a frame there is no callback to wait for.
      nextChange = max(nextChange, now + Self.pause)
      return
    }
    do throws(RenderFailure) {
      let statistics = try renderer.render(
        shown, into: .frame(frame), RenderOrder(region, precision: precision))
      overlay.note(statistics)
    } catch {
      throw .render(device: "wayland", error: error)
    }
    let changed = damage.change?.rectangles(in: frame)
    try onDisplay { () throws(DisplayError) in try window.present(damage: changed) }
    frames += 1
  }

  /// Seconds between looks at a picture that moves and does not change.
  private static let pause = 1.0 / 60

  private static func makeRenderer(
    _ device: MultiplaneGL.Device, textureBudget: Int
  ) throws(CompositorError) -> GLFrameRenderer {
    do throws(RenderFailure) {
      return try GLFrameRenderer(device: device, textureBudget: textureBudget)
    } catch {
      throw .render(device: "wayland", error: error)
    }
  }
}

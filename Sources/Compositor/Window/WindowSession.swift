import Glibc
import MultiplaneDisplays
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// A layer tree in a window, drawn when it has changed and the compositor requests a frame.
///
/// It belongs to the thread that calls `run`; other threads use the `handle`.
public final class WindowSession {
  package let loop = EventLoop()
  /// The options of the window.
  public let options: WindowOptions
  /// Called for input events in the window, after the session itself.
  package var observer: (WindowEvent) -> Void = { _ in }
  /// The converter from window events to layer events, retained by the window.
  package var input: AnyObject?
  /// The number of frames shown.
  public private(set) var frames = 0

  private let window: WaylandWindow
  private let renderer: DisplayRenderer
  private let stage: Stage
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

  /// Opens a window.
  package init(_ content: StageContent, options: WindowOptions = WindowOptions()) throws(CompositorError) {
    self.options = options
    let size = options.size ?? content.size
    let (width, height) = (size.width.rounded(.up), size.height.rounded(.up))
    guard Self.sides.contains(width), Self.sides.contains(height) else {
      throw .display(
        .unsupported(
          device: "a window", what: "size of \(size.width) × \(size.height) points",
          remedy: "choose 1 to 65535 each way"))
    }
    // Before the driver has threads.
    signals = SignalSource([SIGINT, SIGTERM]) { [loop] _ in loop.stop() }
    window = try onDisplay { () throws(DisplayError) in
      try WaylandWindow(
        title: options.title, width: Int(width), height: Int(height),
        isFullscreen: options.isFullscreen, painter: try Self.painter(options.renderer))
    }
    renderer = try Self.makeRenderer(on: window.device, options)
    stage = Stage(content, heldTime: options.heldTime)
    overlay.shown = options.debugOverlay
    window.handler = { [unowned self] event in take(event) }
    loop.add(signals)
    loop.add(WindowSource(window.descriptor))
    loop.beforeWaiting { [unowned self] in turn() }
  }

  /// Shows the window until it is closed, the loop is stopped, or SIGINT or SIGTERM arrives.
  package func show() throws(CompositorError) {
    if let duration = options.duration { loop.schedule(after: duration) { [loop] in loop.stop() } }
    loop.run()
    signals.end()
    if let failure { throw failure }
  }

  /// Ends `run` soon.
  public func stop() { loop.stop() }

  /// A handle for other threads.
  public var handle: SessionHandle<WindowSession> { SessionHandle(self, loop: loop) }

  /// Replaces the tree from the next frame on.
  ///
  /// - Parameter keepsTime: whether scene time continues; otherwise it restarts at 0.
  package func replaceTree(_ content: StageContent, keepsTime: Bool = false) {
    stage.replace(content, keepsTime: keepsTime)
    needsFrame = true
  }

  /// The debug overlay, from the next frame on.
  public var debugOverlay: DebugOverlay {
    get { overlay.shown }
    set {
      overlay.shown = newValue
      needsFrame = true
    }
  }

  /// The limits per frame; a tree that exceeds them should not be shown. Nil for none.
  package var drawingLimits: DrawingLimits? { renderer.renderer.limits }

  /// The root layer. Changes of its layers are drawn with the next frame.
  public var rootLayer: CALayer { stage.content.root }

  /// The current scene time, in seconds; 0 at the first frame.
  public var sceneTime: Double { stage.sceneTime(at: loop.now) }

  /// The placement of the canvas in the window, in its pixels.
  package var geometry: OutputGeometry {
    OutputGeometry(
      pixelWidth: window.pixelSize.width, pixelHeight: window.pixelSize.height, canvas: stage.content.size)
  }

  /// The size of the window, in points.
  public var pointSize: CGSize { CGSize(width: window.size.width, height: window.size.height) }

  private func take(_ event: WindowEvent) {
    switch event {
    case .closed: loop.stop()
    case .resized:
      // The window shows its new size with the next frame, even if nothing changed.
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
      // The compositor says when it has room for another frame: never while the window is hidden.
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
    let frame = try onDisplay { () throws(DisplayError) in try window.nextFrame() }
    var shown: RenderTree
    do throws(DrawingExcess) {
      shown = try trees.evaluate(tree, at: now, within: renderer.renderer.limits)
    } catch {
      throw .render(device: "wayland", error: .excess(error))
    }
    shown = overlay.covering(shown)
    let region = damage.damage(of: shown, bufferAge: frame.bufferAge)
    guard damage.change?.isEmpty != true else {
      // It would not be seen; without a frame there is no callback to wait for.
      nextChange = max(nextChange, now + Self.pause)
      return
    }
    do throws(RenderFailure) {
      let statistics = try renderer.render(
        shown, into: frame, RenderOrder(region, precision: options.precision))
      overlay.note(statistics)
    } catch {
      throw .render(device: "wayland", error: error)
    }
    let changed = damage.change?.rectangles(in: frame)
    try onDisplay { () throws(DisplayError) in try window.present(damage: changed) }
    frames += 1
  }

  /// Points that a window may be wide or high.
  private static let sides: ClosedRange<CGFloat> = 1...65535

  /// Seconds between looks at a picture that moves and does not change.
  private static let pause = 1.0 / 60

  private static func painter(_ options: RendererOptions) throws(DisplayError) -> WaylandWindow.Painter {
    if let device = options.device, device != .automatic {
      throw .unsupported(
        device: "a window", what: "choice of a device", remedy: "its compositor's device draws: name a renderer alone")
    }
    return switch options.choice {
    case .automatic: .automatic
    case .gl: .device
    case .cpu, .reference: .cpu
    }
  }

  /// - Parameter device: nil where the CPU draws.
  private static func makeRenderer(
    on device: MultiplaneGL.Device?, _ options: WindowOptions
  ) throws(CompositorError) -> DisplayRenderer {
    let renderer: DisplayRenderer
    if let device {
      do throws(RenderFailure) {
        renderer = .device(try GLFrameRenderer(device: device, textureBudget: options.textureBudget))
      } catch {
        throw .render(device: "wayland", error: error)
      }
    } else {
      renderer = .memory(options.renderer.makeRendererInMemory())
    }
    renderer.renderer.textureBudget = options.textureBudget
    renderer.renderer.limits = options.limits(device?.capabilities.isSoftware ?? true)
    return renderer
  }
}

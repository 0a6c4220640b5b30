import Foundation
import Logging
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// Renders a layer tree in the program's own OpenGL ES context.
///
/// A frame is `beginFrame(atTime:timeStamp:)`, any number of `addUpdate(_:)`, `render()` and
/// `endFrame()`. It is drawn into the bound framebuffer, over its contents, with the size of the
/// viewport. The state of the context is restored afterwards. All calls are made on the thread on
/// which the context is current.
///
/// `render()` draws the update region: the difference from the previous rendered frame, and the
/// added rectangles. If the framebuffer does not have that frame, as with swapped window buffers,
/// add `bounds`. If the program draws below the layers, it redraws `updateBounds()` before
/// `render()`.
///
/// Apple's initialisers take a Metal texture or a CGL context; this one uses the current context.
/// Everything else is the same. (Source: CARenderer.h.)
open class CARenderer: NSObject {
  private let renderer: EmbeddedRenderer
  private var frame: BegunFrame?
  private var updates = CGRect.null
  /// The last drawn frames and their place.
  private var history = DamageHistory()
  private var drawnPlace: Place?
  private var overlay = DebugOverlayState()
  private var warned = false
  private let display = LinkedDisplay()

  /// The bounds that are drawn, and the size of the target.
  private struct Place: Equatable {
    let bounds: CGRect
    /// Pixels.
    let width: Int
    let height: Int
  }

  /// A frame between its beginning and its end.
  private struct BegunFrame {
    let tree: RenderTree
    let place: Place
    let nextTime: CFTimeInterval
    /// The history after this frame is drawn.
    let history: DamageHistory
    let overlay: DebugOverlayState
    /// The update region in pixels.
    var region: PixelRegion
  }

  /// The root of the layer tree; nil draws nothing. Default nil.
  open var layer: CALayer?

  /// The part of the space of the root layer's superlayer that fills the viewport, with the origin
  /// at the top left and y down. Default empty, which draws nothing.
  open var bounds = CGRect.zero

  /// The memory budget of textures for images, paths and groups, in bytes. The least recently used
  /// ones are evicted; only a single frame's need exceeds it. Default half a gigabyte. Not part of
  /// Apple's class.
  @_spi(Multiplane) open var textureMemory: Int {
    get { renderer.textureBudget }
    set { renderer.textureBudget = max(0, newValue) }
  }

  /// The debug overlay, from the next frame on; it is part of the update region. Default none. Not
  /// part of Apple's class.
  @_spi(Multiplane) open var debugOverlay: DebugOverlay {
    get { overlay.shown }
    set { overlay.shown = newValue }
  }

  /// The error of the last frame, with a description in one line; nil on success.
  @_spi(Multiplane) open private(set) var lastError: (any Error)?

  /// Creates a renderer for the OpenGL ES 3 context that is current on this thread.
  ///
  /// - Parameter options: nil; no options are known.
  /// - Throws: an error with a description in one line if there is no such context, or its driver
  ///   is unsupported.
  public init(options: [AnyHashable: Any]? = nil) throws {
    renderer = try EmbeddedRenderer()
    super.init()
  }

  /// Begins a frame: takes the current layers, with their animations at a time.
  ///
  /// - Parameters:
  ///   - t: media time, in seconds (`CACurrentMediaTime`).
  ///   - timeStamp: the refresh that showed the previous frame, for display links; nil means `t`,
  ///     and 60 refreshes per second.
  open func beginFrame(atTime t: CFTimeInterval, timeStamp: UnsafeMutablePointer<CVTimeStamp>?) {
    // Changes by display links are drawn with this frame.
    let stamp = timeStamp?.pointee
    if t.isFinite {
      display.refreshed(at: stamp?.mediaTime ?? t, period: stamp?.period ?? 1 / CADisplayLink.refreshRate)
    }
    frame = nil
    updates = .null
    let size = bounds.size
    guard let layer, t.isFinite, size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      return
    }
    let root = layer.commit(at: t)
    let viewport = renderer.viewport
    let committed = CommittedTree(
      size: size, scale: Double(viewport.width) / size.width, background: nil, root: root.onCanvas(bounds))
    let next = committed.nextFrameTime(after: t)
    var overlay = overlay
    let tree = overlay.covering(committed.evaluate(at: t))
    let place = Place(bounds: bounds, width: viewport.width, height: viewport.height)
    if drawnPlace != place { history.forget() }
    var history = history
    let changes = history.damage(of: tree) ?? .whole(width: tree.pixelWidth, height: tree.pixelHeight)
    updates = rectangle(around: changes, scale: tree.scale)
    frame = BegunFrame(tree: tree, place: place, nextTime: next, history: history, overlay: overlay, region: changes)
  }

  /// Around pixels, in the space of `bounds`; null for none.
  private func rectangle(around region: PixelRegion, scale: Double) -> CGRect {
    if region.isWhole { return bounds }
    return region.rectangles.reduce(.null) { all, rect in
      all.union(
        CGRect(
          x: bounds.minX + Double(rect.x) / scale, y: bounds.minY + Double(rect.y) / scale,
          width: Double(rect.width) / scale, height: Double(rect.height) / scale
        ).intersection(bounds))
    }
  }

  /// The bounding box of the update region, in the space of `bounds`: the difference from the
  /// previous rendered frame, and the rectangles of `addUpdate(_:)`. Null if it is empty.
  open func updateBounds() -> CGRect { updates }

  /// Adds a rectangle to the update region, in the space of `bounds`.
  open func addUpdate(_ r: CGRect) {
    let update = r.intersection(bounds)
    guard !update.isNull, let scale = frame?.tree.scale else { return }
    updates = updates.union(update)
    frame?.region.add(
      CGRect(
        x: (update.minX - bounds.minX) * scale, y: (update.minY - bounds.minY) * scale, width: update.width * scale,
        height: update.height * scale))
  }

  /// Draws the update region.
  open func render() {
    guard let frame, !frame.region.isEmpty else { return }
    do {
      let statistics = try renderer.draw(frame.tree, damage: frame.region)
      // The overlay that was set since the frame began counts.
      let asked = overlay.shown
      overlay = frame.overlay
      overlay.note(statistics)
      overlay.shown = asked
      history = frame.history
      drawnPlace = frame.place
      lastError = nil
    } catch {
      history.forget()
      drawnPlace = nil
      lastError = error
      if !warned { Logger(label: "multiplane.renderer").error("\(error)") }
      warned = true
    }
  }

  /// The media time of the next frame that differs, in seconds: the frame's own time while an
  /// animation runs, infinity if nothing will change.
  open func nextFrameTime() -> CFTimeInterval {
    guard let frame else { return .infinity }
    return display.isFollowed ? min(frame.nextTime, frame.tree.time) : frame.nextTime
  }

  /// Ends the frame.
  open func endFrame() {
    frame = nil
    updates = .null
  }

  /// Creates a display link that `beginFrame(atTime:timeStamp:)` calls once per refresh, before it
  /// takes the layers. While one is in a run loop, `nextFrameTime()` asks for every frame.
  @_spi(Multiplane) open func displayLink(_ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    display.makeLink(handler)
  }
}

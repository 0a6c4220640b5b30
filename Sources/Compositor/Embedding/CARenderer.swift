import Foundation
import Logging
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// Draws a layer tree in an OpenGL ES context of the program's own.
///
/// A frame is `beginFrame(atTime:timeStamp:)`, `addUpdate(_:)` for what has to be drawn beside what has changed, `render()`,
/// `endFrame()`. It is drawn into the framebuffer that is bound, over what is there, and as large as the viewport; the
/// context's state is afterwards as it was. Everything happens on the thread on which the context is current.
///
/// What is drawn is the update region: what differs from the last frame that `render()` drew, and what was added. Where
/// the framebuffer does not hold that frame, as buffers of windows do not that take turns, add `bounds`. Where layers do not
/// cover the program's own drawing, the program draws that anew in `updateBounds()` before `render()`.
///
/// Apple's initialisers take a Metal texture or a CGL context; here the context is the one that is current. Everything else is
/// the same. (Source: CARenderer.h.)
open class CARenderer: NSObject {
  private let renderer: EmbeddedRenderer
  private var frame: BegunFrame?
  private var updates = CGRect.null
  /// What was drawn last, and where.
  private var history = DamageHistory()
  private var drawnPlace: Place?
  private var overlay = DebugOverlayState()
  private var warned = false
  private let display = LinkedDisplay()

  /// What fills what.
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
    /// What was drawn, if this frame is.
    let history: DamageHistory
    let overlay: DebugOverlayState
    /// The update region in pixels.
    var region: PixelRegion
  }

  /// The root of the layer tree; nil draws nothing.
  open var layer: CALayer?

  /// The part of the space of the root layer's superlayer that fills the viewport: its origin is at the viewport's top left,
  /// y points down. Default empty, which draws nothing.
  open var bounds = CGRect.zero

  /// How many bytes the textures of images, paths and groups may take together; what was not used for longest goes first. It is
  /// exceeded only by what one frame needs at once. Default half a gigabyte. (Not in Apple's class, whose server keeps them.)
  open var textureMemory: Int {
    get { renderer.textureBudget }
    set { renderer.textureBudget = max(0, newValue) }
  }

  /// The debug overlay over the layers, from the next frame on: it is part of the update region. Default
  /// nothing. (Not in Apple's class, whose Core Animation instrument shows it.)
  open var debugOverlay: DebugOverlay {
    get { overlay.shown }
    set { overlay.shown = newValue }
  }

  /// Why the last frame could not be drawn, in one line; nil when it was.
  open private(set) var lastError: (any Error)?

  /// A renderer for the OpenGL ES 3 context that is current on this thread.
  ///
  /// - Parameter options: none are known; nil.
  /// - Throws: an error with a description in one line when there is no such context, or its driver cannot draw.
  public init(options: [AnyHashable: Any]? = nil) throws {
    renderer = try EmbeddedRenderer()
    super.init()
  }

  /// Begins a frame: takes the layers as they are now, with their animations at a time.
  ///
  /// - Parameters:
  ///   - t: media time in seconds (`CACurrentMediaTime`).
  ///   - timeStamp: the refresh that showed the last frame, for display links; nil takes `t`, and 60 refreshes a second.
  open func beginFrame(atTime t: CFTimeInterval, timeStamp: UnsafeMutablePointer<CVTimeStamp>?) {
    // What links change is drawn with this frame.
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

  /// A rectangle around what has to be drawn in this frame, in the space of `bounds`: the pixels that differ from the last frame
  /// that `render` drew, and what was added by `addUpdate(_:)`. Null for nothing.
  open func updateBounds() -> CGRect { updates }

  /// Has a rectangle drawn in this frame, in the space of `bounds`.
  open func addUpdate(_ r: CGRect) {
    let update = r.intersection(bounds)
    guard !update.isNull, let scale = frame?.tree.scale else { return }
    updates = updates.union(update)
    frame?.region.add(
      CGRect(
        x: (update.minX - bounds.minX) * scale, y: (update.minY - bounds.minY) * scale, width: update.width * scale,
        height: update.height * scale))
  }

  /// Draws the update region of the frame, if there is any.
  open func render() {
    guard let frame, !frame.region.isEmpty else { return }
    do {
      let statistics = try renderer.draw(frame.tree, damage: frame.region)
      // What was asked for since the frame began counts.
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

  /// When the next frame is worth drawing, in media time: the frame's own time while anything moves, infinity when nothing will
  /// change by itself.
  open func nextFrameTime() -> CFTimeInterval {
    guard let frame else { return .infinity }
    return display.isFollowed ? min(frame.nextTime, frame.tree.time) : frame.nextTime
  }

  /// Ends the frame.
  open func endFrame() {
    frame = nil
    updates = .null
  }

  /// A display link that is called in `beginFrame(atTime:timeStamp:)`, once for each refresh that it is told of, before the
  /// layers are taken. While there is one in a run loop, `nextFrameTime()` asks for frame after frame.
  open func displayLink(_ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink { display.makeLink(handler) }
}

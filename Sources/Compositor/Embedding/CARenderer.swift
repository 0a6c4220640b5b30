import Foundation
import GL
import Graphics
import LayerTree
import Logging
import RenderTree

/// Draws a layer tree in an OpenGL ES context of the program's own.
///
/// A frame is `beginFrame(atTime:timeStamp:)`, `addUpdate(_:)` for what has to be drawn beside what has changed, `render()`,
/// `endFrame()`. It is drawn into the framebuffer that is bound, over what is there, and as large as the viewport; the
/// context's state is afterwards as it was. Everything happens on the thread on which the context is current.
///
/// Apple's initialisers take a Metal texture or a CGL context; here the context is the one that is current. Everything else is
/// the same. (Source: CARenderer.h.)
open class CARenderer: NSObject {
  private let renderer: EmbeddedRenderer
  private var frame: (tree: RenderTree, nextTime: CFTimeInterval)?
  private var updates = CGRect.null
  /// The tree that the last frame drew, to tell whether anything has changed.
  private var drawn: (root: CommittedLayer, bounds: CGRect, wasMoving: Bool)?
  private var warned = false

  /// The root of the layer tree; nil draws nothing.
  open var layer: CALayer?

  /// The part of the space of the root layer's superlayer that fills the viewport: its origin is at the viewport's top left,
  /// y points down. Default empty, which draws nothing.
  open var bounds = CGRect.zero

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
  ///   - timeStamp: not looked at.
  open func beginFrame(atTime t: CFTimeInterval, timeStamp: UnsafeMutablePointer<CVTimeStamp>?) {
    frame = nil
    updates = .null
    let size = bounds.size
    guard let layer, t.isFinite, size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      return
    }
    let root = layer.commit(at: t)
    let viewport = renderer.viewport
    let committed = CommittedTree(
      size: size, scale: Double(viewport.width) / size.width, background: nil, root: Self.canvas(bounds, of: root))
    let next = committed.nextFrameTime(after: t)
    let isMoving = next <= t
    if drawn?.root !== root || drawn?.bounds != bounds || drawn?.wasMoving == true || isMoving { updates = bounds }
    frame = (committed.evaluate(at: t), next)
    drawn = (root, bounds, isMoving)
  }

  /// What has to be drawn in this frame, in the space of `bounds`: what has changed, and what was added by `addUpdate(_:)`.
  /// Null for nothing.
  open func updateBounds() -> CGRect { updates }

  /// Has a rectangle drawn in this frame, in the space of `bounds`.
  open func addUpdate(_ r: CGRect) { updates = updates.union(r.intersection(bounds)) }

  /// Draws the frame, if anything has to be drawn.
  open func render() {
    guard let frame, !updates.isNull else { return }
    do {
      _ = try renderer.draw(frame.tree)
      lastError = nil
    } catch {
      lastError = error
      if !warned { Logger(label: "multiplane.renderer").error("\(error)") }
      warned = true
    }
  }

  /// When the next frame is worth drawing, in media time: the frame's own time while anything moves, infinity when nothing will
  /// change by itself.
  open func nextFrameTime() -> CFTimeInterval { frame?.nextTime ?? .infinity }

  /// Ends the frame.
  open func endFrame() {
    frame = nil
    updates = .null
  }

  private static let canvasIdentifier = LayerIdentifier(rawValue: 0)

  /// What the root lies in: a layer that shows nothing, with the bounds of the renderer.
  private static func canvas(_ bounds: CGRect, of root: CommittedLayer) -> CommittedLayer {
    var values = LayerValues()
    values.geometry.bounds = bounds
    values.geometry.anchorPoint = .zero
    return CommittedLayer(
      identifier: canvasIdentifier, name: nil, kind: .layer, values: values, timing: .layer, animations: [],
      sublayers: [root])
  }
}

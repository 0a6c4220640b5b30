import GL
import GLRenderer
import RenderTree

/// OpenGL's renderer on a device, as compositors know renderers.
final class GLFrameRenderer: Renderer {
  let name: String
  private let renderer: GLRenderer
  private let keepsUnderlays: Bool

  /// - Parameters:
  ///   - textureBudget: as of `GLRenderer.init`.
  ///   - keepsUnderlays: whether live frames may keep what stands still as pixels: not in frames that the program draws into too.
  init(
    device: GL.Device, textureBudget: Int = GLRenderer.defaultTextureBudget, keepsUnderlays: Bool = true
  ) throws(RenderFailure) {
    name = device.capabilities.renderer
    self.keepsUnderlays = keepsUnderlays
    do throws(RenderError) {
      renderer = try GLRenderer(device: device, textureBudget: textureBudget)
    } catch {
      throw RenderFailure(error)
    }
  }

  var limits: DrawingLimits? {
    get { renderer.limits }
    set { renderer.limits = newValue }
  }

  var textureBudget: Int {
    get { renderer.textureBudget }
    set { renderer.textureBudget = newValue }
  }

  /// Pixels of the longest side that surfaces may have, in place of the device's own limit: for tests.
  var surfaceLimit: Int? {
    get { renderer.surfaceLimit }
    set { renderer.surfaceLimit = newValue }
  }

  /// How many pixels around a part of the canvas have to be drawn too, as filters of backdrops read them.
  func margin(of tree: RenderTree) -> Int { renderer.margin(of: tree) }

  func render(
    _ tree: RenderTree, into target: RenderTarget, _ order: RenderOrder
  ) throws(RenderFailure) -> FrameStatistics {
    guard case .frame(let frame, let part) = target else {
      preconditionFailure("OpenGL draws into frames of its device, not into memory.")
    }
    (renderer.isLive, renderer.keepsUnderlays) = (order.isLive, keepsUnderlays)
    do throws(RenderError) {
      if let part { return try renderer.render(tree, into: frame, part: part) }
      return try renderer.render(tree, into: frame, order.changes, takesShortCuts: order.takesShortCuts)
    } catch {
      throw RenderFailure(error)
    }
  }

  static func excess(of tree: RenderTree, inTiles: Bool, over limits: DrawingLimits) -> DrawingExcess? {
    GLRenderer.excess(of: tree, inTiles: inTiles, over: limits)
  }

  func forgetImages() { renderer.forgetTextures() }

  func finish() { renderer.finish() }
}

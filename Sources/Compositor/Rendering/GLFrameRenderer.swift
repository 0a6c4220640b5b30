import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGLRenderer
import MultiplaneRenderTree

/// OpenGL's renderer on a device, as compositors know renderers: trees become display lists, which
/// are drawn into its frames.
final class GLFrameRenderer: Renderer {
  let name: String
  var limits: DrawingLimits?
  private let renderer: GLRenderer
  private var trees = TreeList()
  private let isSoftware: Bool
  let drawsParts = true

  /// Shaders on a processor: 6 to 60 times as long on Mesa's llvmpipe.
  private static let slownessInSoftware = 30.0
  /// Seconds per pixel of a pass of 16 bits per channel, cleared, shown and read, in software.
  private static let wordsInSoftware = 200e-9

  /// - Parameter textureBudget: as of `GLRenderer.init`.
  init(device: MultiplaneGL.Device, textureBudget: Int = RendererOptions.usualTextureBudget) throws(RenderFailure) {
    name = device.capabilities.renderer
    isSoftware = device.capabilities.isSoftware
    do throws(RenderError) {
      renderer = try GLRenderer(device: device, textureBudget: textureBudget)
    } catch {
      throw .gl(error)
    }
  }

  /// Whether the device draws 16 bits per channel.
  var drawsWords: Bool { renderer.drawsWords }

  var textureBudget: Int {
    get { renderer.textureBudget }
    set { renderer.textureBudget = newValue }
  }

  func seconds(of cost: CPUDrawingCost, at precision: RenderPrecision) -> Double {
    guard isSoftware else { return cost.seconds }
    let words = precision == .words ? Double(cost.passPixels) * Self.wordsInSoftware : 0
    return Self.slownessInSoftware * cost.seconds + words
  }

  func render(
    _ tree: RenderTree, into frame: Frame, _ order: RenderOrder
  ) throws(RenderFailure) -> FrameStatistics {
    try render(tree, into: frame, part: nil, order)
  }

  /// Draws a tree, or a part of its canvas, and need not wait until it is there.
  ///
  /// - Parameter part: what the frame holds of the canvas; nil for all.
  func render(
    _ tree: RenderTree, into frame: Frame, part: PixelRect?, _ order: RenderOrder
  ) throws(RenderFailure) -> FrameStatistics {
    var statistics = FrameStatistics()
    guard order.damage?.isEmpty != true else { return statistics }
    let held = part ?? PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    let boxes = order.damage?.boxes
    trees.flatten(tree, within: boxes)
    statistics.flatten = trees.time
    renderer.surfaceLimit = .max
    if let limits {
      let cost = trees.cost(in: held, boxes)
      statistics.work = seconds(of: cost, at: order.precision)
      if let excess = limits.after(trees.time).excess(seconds: statistics.work) { throw .excess(excess) }
      // The frame, the picture as it is read, the list and the textures.
      let bytes = 8 * held.width * held.height + cost.listBytes + cost.imageBytes
      if let excess = limits.excess(bytes: bytes) { throw .excess(excess) }
      renderer.surfaceLimit = max(0, limits.bytes - limits.bytesTaken - bytes)
    }
    do throws(RenderError) {
      let drawn = try renderer.render(
        trees.list, into: frame, x: held.x, y: held.y, damage: boxes,
        precision: order.precision == .bytes ? .bytes : .words)
      (statistics.passes, statistics.loads) = (drawn.passes, drawn.loads)
      (statistics.batches, statistics.drawCalls) = (drawn.batches, drawn.drawCalls)
      (statistics.quads, statistics.pixelsShaded) = (drawn.quads, drawn.pixelsShaded)
      (statistics.bytesUploaded, statistics.upload, statistics.draw) = (drawn.bytesUploaded, drawn.upload, drawn.draw)
    } catch {
      guard case .surfaces(let bytes) = error, let limits else { throw .gl(error) }
      throw .excess(limits.excess(bytes: bytes) ?? .memory(needed: limits.bytesTaken + bytes, limit: limits.bytes))
    }
    statistics.layers = tree.root?.count ?? 0
    statistics.pixelsDamaged = order.damage?.pixelCount ?? frame.width * frame.height
    return statistics
  }

  func transcript(
    of tree: RenderTree, into frame: Frame, precision: RenderPrecision
  ) throws(RenderFailure) -> [TranscriptLine] {
    trees.flatten(tree, within: nil)
    do throws(RenderError) {
      return try renderer.transcript(
        of: trees.list, into: frame, precision: precision == .bytes ? .bytes : .words)
    } catch {
      throw .gl(error)
    }
  }

  func forgetImages() {
    renderer.forgetTextures()
    trees.forget()
  }

  func finish() { renderer.finish() }
}

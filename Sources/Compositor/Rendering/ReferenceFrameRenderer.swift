import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneReferenceRenderer
import MultiplaneRenderTree

/// The reference renderer, as compositors know renderers: each frame is drawn as a whole, plainly
/// and slowly; what was damaged is copied.
final class ReferenceFrameRenderer: Renderer {
  let name = "the reference renderer"
  let drawsParts = false
  var limits: DrawingLimits?
  /// It keeps no images.
  var textureBudget = RendererOptions.usualTextureBudget

  /// Against one thread of the CPU renderer: 73 times as long on `Scenes/clock`, more where
  /// pictures are blurred.
  func seconds(of cost: CPUDrawingCost, at precision: RenderPrecision) -> Double { 100 * cost.seconds }

  func render(
    _ tree: RenderTree, into memory: PixelTarget, _ order: RenderOrder
  ) throws(RenderFailure) -> FrameStatistics {
    var statistics = FrameStatistics()
    guard order.damage?.isEmpty != true else { return statistics }
    let clock = ContinuousClock.now
    let bytes: [UInt8]
    do throws(CPURendererError) { try memory.check() } catch { throw .cpu(error) }
    do throws(DrawingExcess) {
      bytes = try ReferenceRenderer().bytes(of: tree, within: limits ?? .unlimited)
    } catch {
      throw .excess(error)
    }
    let held = PixelBox(
      minX: Int32(memory.x), minY: Int32(memory.y), maxX: Int32(memory.x + memory.width),
      maxY: Int32(memory.y + memory.height))
    for box in order.damage?.boxes ?? [held] {
      memory.copy(bytes, width: tree.pixelWidth, height: tree.pixelHeight, in: box.intersection(held))
    }
    statistics.draw = ContinuousClock.now - clock
    statistics.layers = tree.root?.count ?? 0
    statistics.pixelsDamaged = order.damage?.pixelCount ?? memory.width * memory.height
    return statistics
  }

  func transcript(
    of tree: RenderTree, into memory: PixelTarget, precision: RenderPrecision
  ) throws(RenderFailure) -> [TranscriptLine] {
    [
      TranscriptLine(
        .walk, "the tree is walked layer by layer, without a display list", [("layers", tree.root?.count ?? 0)])
    ]
  }

  func forgetImages() {}

  func finish() {}
}

extension PixelTarget {
  /// Takes over the pixels of a box.
  ///
  /// - Parameters:
  ///   - picture: of the canvas, RGBA8, rows tight, the top row first.
  ///   - width: of the canvas.
  ///   - height: of the canvas.
  ///   - box: of the canvas, within what the target holds.
  fileprivate func copy(_ picture: [UInt8], width: Int, height: Int, in box: PixelBox) {
    let box = box.intersection(PixelBox(minX: 0, minY: 0, maxX: Int32(width), maxY: Int32(height)))
    guard !box.isEmpty else { return }
    let isBlueFirst = order == .bgra
    for row in Int(box.minY)..<Int(box.maxY) {
      for column in Int(box.minX)..<Int(box.maxX) {
        let from = (row * width + column) * 4
        let to = (row - y) * bytesPerRow + (column - x) * 4
        memory[to] = picture[isBlueFirst ? from + 2 : from]
        memory[to + 1] = picture[from + 1]
        memory[to + 2] = picture[isBlueFirst ? from : from + 2]
        memory[to + 3] = picture[from + 3]
      }
    }
  }
}

import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// The CPU renderer, as compositors know renderers: trees become display lists, which are drawn
/// into memory.
final class CPUFrameRenderer: Renderer {
  let name: String
  let drawsParts = true
  var limits: DrawingLimits?
  private var renderer: CPURenderer
  private let threads: Int?
  private var trees = TreeList()
  var textureBudget: Int {
    get { renderer.imageBudget }
    set { renderer.imageBudget = newValue }
  }

  /// - Parameter threads: the number of drawing threads; nil for one per core.
  init(threads: Int? = nil) {
    self.threads = threads
    renderer = CPURenderer(threads: threads)
    name = CPUDrawing.name(threads: threads)
  }

  func render(
    _ tree: RenderTree, into memory: PixelTarget, _ order: RenderOrder
  ) throws(RenderFailure) -> FrameStatistics {
    var statistics = FrameStatistics()
    guard order.damage?.isEmpty != true else { return statistics }
    let boxes = order.damage?.boxes
    trees.flatten(tree, within: boxes)
    statistics.flatten = trees.time
    try check(memory, boxes)
    let clock = ContinuousClock.now
    do throws(CPURendererError) {
      for box in boxes.map({ $0.map(Optional.some) }) ?? [nil] {
        let drawn = try renderer.render(trees.list, into: memory, damage: box)
        statistics.quads += drawn.primitives
        statistics.batches += drawn.commands
      }
    } catch {
      guard case .memory(let bytes) = error, let limits else { throw .cpu(error) }
      throw .excess(limits.excess(bytes: renderer.surfaceLimit) ?? .unavailable(bytes: bytes))
    }
    statistics.draw = ContinuousClock.now - clock
    statistics.passes = trees.list.passes.count
    statistics.layers = tree.root?.count ?? 0
    statistics.pixelsDamaged = order.damage?.pixelCount ?? memory.width * memory.height
    return statistics
  }

  func seconds(of cost: CPUDrawingCost, at precision: RenderPrecision) -> Double { cost.seconds }

  /// Refuses a frame that takes more than it may, before any of it is drawn.
  private func check(_ memory: PixelTarget, _ boxes: [PixelBox]?) throws(RenderFailure) {
    renderer.surfaceLimit = .max
    guard let limits else { return }
    let held = PixelRect(x: memory.x, y: memory.y, width: memory.width, height: memory.height)
    // The picture, and once more while a file is made of it.
    let cost = trees.cost(in: held, boxes)
    if let excess = cost.excess(over: limits.after(trees.time), target: 8 * memory.width * memory.height) {
      throw .excess(excess)
    }
    renderer.surfaceLimit = max(0, limits.bytes - limits.bytesTaken)
  }

  func transcript(
    of tree: RenderTree, into memory: PixelTarget, precision: RenderPrecision
  ) throws(RenderFailure) -> [TranscriptLine] {
    trees.flatten(tree, within: nil)
    let drawn: CPUFrameStatistics
    do throws(CPURendererError) {
      drawn = try renderer.render(trees.list, into: memory)
    } catch {
      throw .cpu(error)
    }
    let plan = TilePlan()
    plan.prepare(trees.list, wanted: trees.list.passes.first?.box ?? .empty)
    let whole = plan.levels.enumerated().map { level, passes in
      TranscriptLine(
        .level, "level \(level): passes \(passes.map(String.init).joined(separator: " ")) as a whole",
        [("level", level), ("passes", passes.count)])
    }
    let size = CPURenderer.tileSize
    return whole + [
      TranscriptLine(
        .tiles,
        "\(drawn.tiles) tiles of \(size.width)x\(size.height), \(drawn.primitives) primitives: \(drawn.commands) drawn, "
          + "\(drawn.hidden) hidden by later ones, counted in each tile",
        [
          ("tiles", drawn.tiles), ("primitives", drawn.primitives), ("drawn", drawn.commands),
          ("hidden", drawn.hidden),
        ], images: trees.list.images.map(\.image))
    ]
  }

  func forgetImages() {
    let budget = textureBudget
    renderer = CPURenderer(threads: threads)
    textureBudget = budget
    trees.forget()
  }

  func finish() {}
}

/// The CPU renderer as others see it: what it is called, and how many threads it may have.
package enum CPUDrawing {
  /// Most threads that draw at the same time.
  package static let mostThreads = CPURenderer.mostThreads

  /// What messages call it, with what it draws with.
  ///
  /// - Parameter threads: the number of drawing threads; nil for one per core.
  package static func name(threads: Int? = nil) -> String {
    let count = CPURenderer.threadCount(threads)
    let level = CPURenderer.KernelLevel.best
    return "the CPU renderer (\(count) \(count == 1 ? "thread" : "threads"), \(level.rawValue))"
  }
}

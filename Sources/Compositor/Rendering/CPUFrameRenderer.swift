import CPURenderer
import Flattening
import GL
import GLRenderer
import RenderTree

/// The CPU renderer, as compositors know renderers: trees become display lists, which are drawn into memory.
final class CPUFrameRenderer: Renderer {
  let name: String
  var limits: DrawingLimits?
  private var renderer: CPURenderer
  private let threads: Int?
  /// The last frame's list, whose memory serves the next, and the tree that it shows.
  private var list = DisplayList()
  private var shown: RenderTree?
  var textureBudget: Int {
    get { renderer.imageBudget }
    set { renderer.imageBudget = newValue }
  }

  /// - Parameter threads: how many draw at the same time; nil for one a core.
  init(threads: Int? = nil) {
    self.threads = threads
    renderer = CPURenderer(threads: threads)
    name = CPUDrawing.name(threads: threads)
  }

  func render(
    _ tree: RenderTree, into target: RenderTarget, _ order: RenderOrder
  ) throws(RenderFailure) -> FrameStatistics {
    guard case .memory(let memory) = target else {
      preconditionFailure("The CPU draws into memory, not into frames of a device.")
    }
    var statistics = FrameStatistics()
    guard order.changes.damage?.isEmpty != true else { return statistics }
    let start = ThreadTime.now
    let isWhole = memory.width >= tree.pixelWidth && memory.height >= tree.pixelHeight
    if let limits, let excess = Self.excess(of: tree, inTiles: !isWhole, over: limits) { throw .excess(excess) }
    flatten(tree)
    statistics.flatten = ThreadTime.now - start
    let clock = ContinuousClock.now
    do throws(CPURendererError) {
      let drawn = try renderer.render(list, into: memory, damage: order.changes.damage.map(PixelBox.init(around:)))
      statistics.quads = drawn.primitives
      statistics.batches = drawn.commands
    } catch {
      throw .cpu(error)
    }
    statistics.draw = ContinuousClock.now - clock
    statistics.passes = list.passes.count
    statistics.pixelsDamaged = order.changes.damage?.pixelCount ?? memory.width * memory.height
    return statistics
  }

  /// Makes the list of a tree, unless it is the one that is there: of parts of a canvas, and of screens that show the same.
  private func flatten(_ tree: RenderTree) {
    if let shown, shown.root === tree.root, shown.size == tree.size, shown.scale == tree.scale,
      shown.background == tree.background
    {
      return
    }
    var old = DisplayList()
    swap(&old, &list)
    list = Flattener.flatten(tree, reusing: old)
    shown = tree
  }

  static func excess(of tree: RenderTree, inTiles: Bool, over limits: DrawingLimits) -> DrawingExcess? {
    // The picture, and once more while a file is made of it.
    let (bytes, overflows) = (8 * tree.pixelWidth).multipliedReportingOverflow(by: tree.pixelHeight)
    return limits.excess(bytes: inTiles ? 0 : overflows ? .max : bytes)
  }

  func forgetImages() {
    let budget = textureBudget
    renderer = CPURenderer(threads: threads)
    textureBudget = budget
    shown = nil
    list = DisplayList()
  }

  func finish() {}
}

extension PixelBox {
  /// The smallest box that holds a region.
  init(around region: DamageRegion) {
    self = region.rectangles.reduce(.empty) { $0.union(PixelBox($1)) }
  }

  init(_ rect: PixelRect) {
    self.init(
      minX: Int32(clamping: rect.x), minY: Int32(clamping: rect.y), maxX: Int32(clamping: rect.x + rect.width),
      maxY: Int32(clamping: rect.y + rect.height))
  }
}

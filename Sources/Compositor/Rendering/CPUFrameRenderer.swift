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
    let boxes = order.changes.damage?.rectangles.map(PixelBox.init)
    flatten(tree, within: boxes)
    statistics.flatten = ThreadTime.now - start
    try check(memory, boxes)
    let clock = ContinuousClock.now
    do throws(CPURendererError) {
      for box in boxes.map({ $0.map(Optional.some) }) ?? [nil] {
        let drawn = try renderer.render(list, into: memory, damage: box)
        statistics.quads += drawn.primitives
        statistics.batches += drawn.commands
      }
    } catch {
      guard case .memory(let bytes) = error, let limits else { throw .cpu(error) }
      throw .excess(limits.excess(bytes: renderer.surfaceLimit) ?? .unavailable(bytes: bytes))
    }
    statistics.draw = ContinuousClock.now - clock
    statistics.passes = list.passes.count
    statistics.pixelsDamaged = order.changes.damage?.pixelCount ?? memory.width * memory.height
    return statistics
  }

  /// Makes the list of a tree, unless it is the one that is there: of parts of a canvas, and of screens that show the same.
  ///
  /// - Parameter boxes: the pixels that are drawn, nil for all.
  private func flatten(_ tree: RenderTree, within boxes: [PixelBox]?) {
    if let shown, shown.root === tree.root, shown.size == tree.size, shown.scale == tree.scale,
      shown.background == tree.background
    {
      return
    }
    var old = DisplayList()
    swap(&old, &list)
    list = Flattener.flatten(tree, within: boxes, reusing: old)
    shown = boxes == nil ? tree : nil
  }

  /// Refuses a frame that takes more than it may, before any of it is drawn.
  private func check(_ memory: PixelTarget, _ boxes: [PixelBox]?) throws(RenderFailure) {
    renderer.surfaceLimit = .max
    guard let limits else { return }
    let canvas = PixelBox(
      PixelRect(x: memory.x, y: memory.y, width: memory.width, height: memory.height))
    let damage = boxes?.reduce(PixelBox.empty) { $0.union($1) }
    let cost = CPUDrawingCost(of: list, wanted: damage.map { $0.intersection(canvas) } ?? canvas)
    // The picture, and once more while a file is made of it.
    if let excess = cost.excess(over: limits, target: 8 * memory.width * memory.height) { throw .excess(excess) }
    renderer.surfaceLimit = max(0, limits.bytes - limits.bytesTaken)
  }

  static func excess(of tree: RenderTree, inTiles: Bool, over limits: DrawingLimits) -> DrawingExcess? {
    let cost = CPUDrawingCost(of: Flattener.flatten(tree))
    // A part has surfaces of its own size, which are refused when it is drawn.
    guard !inTiles else { return limits.excess(seconds: cost.seconds) }
    let (bytes, overflows) = (8 * tree.pixelWidth).multipliedReportingOverflow(by: tree.pixelHeight)
    return cost.excess(over: limits, target: overflows ? .max : bytes)
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
  init(_ rect: PixelRect) {
    self.init(
      minX: Int32(clamping: rect.x), minY: Int32(clamping: rect.y), maxX: Int32(clamping: rect.x + rect.width),
      maxY: Int32(clamping: rect.y + rect.height))
  }
}

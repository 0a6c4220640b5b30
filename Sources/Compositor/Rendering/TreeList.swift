import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// What drawing a tree takes, as far as can be told before it is drawn.
package enum TreeCost {
  /// Why a tree would be refused under limits; nil where it would be drawn.
  ///
  /// - Parameter inTiles: whether it is drawn part by part, so that its surfaces need not be there at once.
  package static func excess(of tree: RenderTree, inTiles: Bool = false, over limits: DrawingLimits) -> DrawingExcess? {
    let cost = CPUDrawingCost(of: Flattener.flatten(tree))
    // A part has surfaces of its own size, which are refused when it is drawn.
    guard !inTiles else { return limits.excess(seconds: cost.seconds) }
    let (bytes, overflows) = (8 * tree.pixelWidth).multipliedReportingOverflow(by: tree.pixelHeight)
    return cost.excess(over: limits, target: overflows ? .max : bytes)
  }
}

/// The display list of the tree that a renderer was given last.
struct TreeList {
  private(set) var list = DisplayList()
  /// The tree that all of it shows; nil where it may be a part.
  private var shown: RenderTree?
  /// Processor time of the last flattening; none for a tree that was there.
  private(set) var time = Duration.zero

  /// Makes the list of a tree, unless it is the one that is there: of parts of a canvas, and of screens that show the same.
  ///
  /// - Parameter boxes: the pixels that are drawn, nil for all.
  mutating func flatten(_ tree: RenderTree, within boxes: [PixelBox]?) {
    time = .zero
    if let shown, shown.root === tree.root, shown.overlay === tree.overlay, shown.size == tree.size,
      shown.scale == tree.scale,
      shown.background == tree.background
    {
      return
    }
    let start = ThreadTime.now
    var old = DisplayList()
    swap(&old, &list)
    list = Flattener.flatten(tree, within: boxes, reusing: old)
    shown = boxes == nil ? tree : nil
    time = ThreadTime.now - start
  }

  mutating func forget() {
    shown = nil
    list = DisplayList()
  }

  /// What drawing some pixels of it takes.
  ///
  /// - Parameters:
  ///   - held: the part of the canvas that the target holds.
  ///   - boxes: those that are drawn, nil for all.
  func cost(in held: PixelRect, _ boxes: [PixelBox]?) -> CPUDrawingCost {
    let damage = boxes?.reduce(PixelBox.empty) { $0.union($1) }
    let canvas = PixelBox(held)
    return CPUDrawingCost(of: list, wanted: damage.map { $0.intersection(canvas) } ?? canvas)
  }
}

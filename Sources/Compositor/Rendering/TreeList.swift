import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// The display list of the tree that a renderer was given last.
struct TreeList {
  private(set) var list = DisplayList()
  /// The tree that all of it shows; nil where it may be a part.
  private var shown: RenderTree?
  /// Processor time of the last flattening; none for a tree that was there.
  private(set) var time = Duration.zero

  /// Makes the list of a tree, unless it is the one that is there: of parts of a canvas, and of
  /// screens that show the same.
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
    // Its arrays keep their memory if they are uniquely referenced.
    list = Flattener.flatten(tree, within: boxes, reusing: consume old)
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

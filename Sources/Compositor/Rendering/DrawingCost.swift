import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneRenderTree

/// The estimated cost of drawing a picture, computed from its display list without drawing.
///
/// Seconds are those of one core of a server: most workloads of the bench are within 30 % of them,
/// small scenes a third to four times as long. They distinguish seconds from minutes, and help to
/// divide work; they do not depend on this machine's speed.
public struct DrawingCost: Sendable, Equatable {
  /// The estimated time, in seconds of one core.
  public var seconds: Double
  /// The estimated peak memory in bytes: surfaces, images and the picture itself.
  public var bytes: Int

  package init(seconds: Double, bytes: Int) {
    (self.seconds, self.bytes) = (seconds, bytes)
  }

  /// What the CPU renderer takes to draw a tree.
  package init(of tree: RenderTree) {
    self.init(CPUDrawingCost(of: Flattener.flatten(tree)), of: tree)
  }

  fileprivate init(_ cost: CPUDrawingCost, of tree: RenderTree) {
    // The picture, and once more while a file is made of it.
    let (picture, isHuge) = (8 * tree.pixelWidth).multipliedReportingOverflow(by: tree.pixelHeight)
    let (sum, overflows) = cost.bytes.addingReportingOverflow(isHuge ? .max : picture)
    self.init(seconds: cost.seconds, bytes: overflows ? .max : sum)
  }

  /// Why a tree of this cost would be refused under limits; nil where it would be drawn.
  ///
  /// - Parameter inTiles: whether it is drawn part by part, so that its surfaces need not be there
  ///   at once: a part has surfaces of its own size, which are refused when it is drawn.
  package func excess(inTiles: Bool = false, over limits: DrawingLimits) -> DrawingExcess? {
    (inTiles ? nil : limits.excess(bytes: bytes)) ?? limits.excess(seconds: seconds)
  }
}

extension OffscreenCompositor {
  /// What drawing a tree takes here.
  package func cost(of tree: RenderTree) -> DrawingCost {
    let work = CPUDrawingCost(of: Flattener.flatten(tree))
    var cost = DrawingCost(work, of: tree)
    cost.seconds = backEnd.renderer.seconds(of: work, at: precision)
    return cost
  }
}

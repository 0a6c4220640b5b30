import MultiplaneGraphics
import MultiplaneRenderTree

/// The damage between two frames: the pixels that may differ, with their causes.
///
/// Both render trees are walked together. Identical subtrees are skipped; the rest is compared by
/// value. A layer that differs damages the pixels that it touched and those that it touches now.
/// With filters, a shadow or a raster, which read neighbouring pixels, it is the whole layer. A
/// backdrop's filters (rendering rules §21) propagate the damage below them.
package struct Damage: Sendable {
  /// A layer with its change.
  package struct Cause: Sendable {
    package enum Reason: String, Sendable {
      case changed, added, removed, reordered
      case background = "background changed"
      case inside = "changed inside"
      case depth = "changed in depth"
      case backdrop = "shows what lies beneath"
    }

    package let layer: LayerIdentifier
    package let reason: Reason
    /// The damaged device pixels, before merging.
    package let pixels: PixelBox
  }

  /// The damaged region: it contains every pixel that differs.
  package internal(set) var region: PixelRegion
  /// The causes in the order of the walk; empty unless requested.
  package internal(set) var causes: [Cause] = []

  /// Compares the trees of two frames.
  ///
  /// - Parameter listsCauses: whether to find all causes; otherwise the walk ends when the whole
  ///   canvas is damaged.
  package init(from old: RenderTree, to new: RenderTree, listsCauses: Bool = false) {
    let canvas = PixelBox(canvasOf: new)
    guard PixelBox(canvasOf: old) == canvas, old.scale == new.scale, old.background == new.background else {
      region = .whole(canvas)
      return
    }
    var finder = DamageFinder(canvas: canvas, listsCauses: listsCauses)
    finder.compare(old, new)
    region = finder.region
    causes = finder.causes
  }

  /// The damage between two trees: disjoint rectangles, at most `PixelRegion.mostBoxes`.
  package static func between(_ old: RenderTree, _ new: RenderTree) -> [PixelBox] {
    Damage(from: old, to: new).region.boxes
  }
}

extension PixelBox {
  /// The canvas of a tree.
  init(canvasOf tree: RenderTree) {
    self.init(minX: 0, minY: 0, maxX: Int32(clamping: tree.pixelWidth), maxY: Int32(clamping: tree.pixelHeight))
  }
}

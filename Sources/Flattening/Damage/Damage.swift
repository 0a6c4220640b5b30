import MultiplaneGraphics
import MultiplaneRenderTree

/// Damage: the pixels in which a frame may differ from an earlier one, and why.
///
/// The two render trees are walked together. Subtrees that are one object are left out; the rest is compared by
/// value. A layer that differs leaves the pixels that it touched and those that it touches now; where filters, a
/// shadow or a raster read pixels around their own, that is all of the layer, and a backdrop's filters (rendering
/// rules §21) pass on what lies beneath them.
package struct Damage: Sendable {
  /// A layer and what happened to it.
  package struct Cause: Sendable {
    package enum Reason: String, Sendable {
      case changed, added, removed, reordered
      case background = "background changed"
      case inside = "changed inside"
      case depth = "changed in depth"
      case backdrop = "shows what lies beneath"
    }

    package let layer: LayerIdentifier
    package let name: String?
    package let reason: Reason
    /// Device pixels, before they are merged with others.
    package let pixels: PixelBox
  }

  /// Every pixel in which whole frames of the two trees differ is in it.
  package internal(set) var region: PixelRegion
  /// In the order in which they were found; empty unless they were asked for.
  package internal(set) var causes: [Cause] = []

  /// Compares what a frame shows with what the next one shall.
  ///
  /// - Parameter listsCauses: whether to find all causes; without them the walk ends once all of the canvas is
  ///   damaged.
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

  /// The pixels in which the frames of two trees may differ: rectangles that do not overlap, `PixelRegion.mostBoxes`
  /// at most.
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

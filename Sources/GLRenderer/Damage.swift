import GL
import Graphics
import RenderTree

/// What of a frame has to be drawn again after another one, and why (docs/rendering.md says how layers look; this says
/// which pixels can look otherwise).
///
/// The two trees are walked together. Subtrees that are one object are left out; the rest is compared by value, and what
/// differs leaves the pixels that it touched and those that it touches now. A picture that is made of a layer's whole
/// inside (a shadow, a blur, a group that fades) changes as a whole.
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
    package let pixels: PixelRect
  }

  package internal(set) var region: DamageRegion
  /// In the order in which they were found; empty unless they were asked for.
  package internal(set) var causes: [Cause] = []

  /// Compares what a frame shows with what the next one shall.
  ///
  /// - Parameter listsCauses: whether to find all causes; without them the walk ends once all of the canvas is damaged.
  package init(from old: RenderTree, to new: RenderTree, listsCauses: Bool = false) {
    let (width, height) = (new.pixelWidth, new.pixelHeight)
    guard old.pixelWidth == width, old.pixelHeight == height, old.scale == new.scale, old.background == new.background
    else {
      region = .whole(width: width, height: height)
      return
    }
    var finder = DamageFinder(width: width, height: height, listsCauses: listsCauses)
    finder.compare(old, new)
    region = finder.region
    if old.root !== new.root, !region.isWhole {
      let (before, after) = (SoftStacks.boxes(of: old), SoftStacks.boxes(of: new))
      let mayLeaveRange = (old.root?.mayLeaveRange ?? false, new.root?.mayLeaveRange ?? false)
      if before.isEmpty != after.isEmpty || mayLeaveRange.0 != mayLeaveRange.1 {
        // Then also what is rounded beside them is drawn with more care, or with less. So is all that is soft when something that may
        // leave 0…1 comes or goes, wherever it is: shaders blend it only where nothing does (`isCutByDevice`).
        region = .whole(width: width, height: height)
      } else if before != after {
        for box in before + after { region.add(box) }
      }
    }
    causes = finder.causes
  }
}

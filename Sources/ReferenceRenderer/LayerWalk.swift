import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// Goes through the render tree and paints each layer in order (rendering rules §3, §5, §8).
struct LayerWalk {
  /// The role in which a layer is drawn.
  enum Role {
    case sublayer
    /// Its backdrop is not filtered (§21).
    case root
    /// Neither is a mask's, and its blend mode is ignored (§20).
    case mask
  }

  let pool: SurfacePool
  let images = ImageCache()
  let repeats = RepeatedDrawings()
  /// Whether any layer of the tree reads what lies beneath it from pixels around its own (§21).
  let readsBackdrops: Bool

  init(_ root: RenderNode, pool: SurfacePool) {
    self.pool = pool
    readsBackdrops = root.readsBackdrops
  }

  /// Draws a layer and its sublayers.
  func draw(_ node: RenderNode, in place: Place, on surface: Surface, as role: Role = .sublayer) {
    guard !place.box.isEmpty, pool.admits(steps: 2000) else { return }
    if node.isSpace {
      drawSpace(node, in: place, on: surface)
      return
    }
    guard var inside = place.inside(node)?.masked(of: node) else { return }
    let opacity = node.opacity * place.opacity
    let mode = role == .mask ? .normal : node.blendMode
    if role == .sublayer { drawBackdrop(of: node, opacity: opacity, in: inside, on: surface) }
    if node.isGroup(opacity: opacity, fade: inside.fade, mode) {
      guard let group = group(of: node, mode, in: inside, covering: surface.box) else { return }
      surface.blend(group, mode, opacity: opacity * inside.fade, clips: inside.clips, in: inside.box)
      pool.giveBack(group)
    } else {
      inside.fade *= opacity
      drawWhole(node, in: inside, on: surface)
    }
  }

  /// A layer over its shadow (§15).
  func drawWhole(_ node: RenderNode, in place: Place, on surface: Surface) {
    drawShadow(of: node, in: place, on: surface)
    drawParts(of: node, in: place, on: surface)
  }

  /// Background, gradient, contents, shape, sublayers, border (§5).
  func drawParts(of node: RenderNode, in place: Place, on surface: Surface) {
    if let background = BackgroundPrimitive(node, in: place) {
      surface.paint(background, clips: place.clips, in: place.box, opacity: place.fade)
    }
    if let gradient = GradientPrimitive(node, in: place) {
      surface.paint(gradient, clips: place.clips, in: place.box, opacity: place.fade)
    }
    drawInside(of: node, in: place, on: surface)
    drawBorder(of: node, in: place, on: surface)
  }

  /// Contents, shape and sublayers, which the layer's own clip applies to (§8).
  private func drawInside(of node: RenderNode, in place: Place, on surface: Surface) {
    guard node.contents != nil || node.shape != nil || !node.sublayers.isEmpty, let inside = place.clipped(by: node)
    else { return }
    if let contents = ContentsPrimitive(node, on: place.plane, isFlipped: place.isFlipped, images: images) {
      surface.paint(contents, clips: inside.clips, in: inside.box, opacity: inside.fade)
    }
    drawShape(of: node, in: inside, on: surface)
    for sublayer in node.sublayers { draw(sublayer, in: inside, on: surface) }
  }
}

/// Counts what is drawn again within one picture: the sources of shadows, and the masks of
/// backdrops. Each is drawn twice for each such thing that it lies in, which doubles the work with
/// every level, and no input may stop a renderer (§12): beyond the limit they are left out.
final class RepeatedDrawings {
  private static let most = 16_384
  private var count = 0

  /// Counts one more, if it is inside of another; false when it is one too many.
  func admit(in place: Place) -> Bool {
    guard place.isRepeated else { return true }
    count += 1
    return count <= RepeatedDrawings.most
  }
}

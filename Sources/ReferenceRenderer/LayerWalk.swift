import Foundation
import Graphics
import RenderTree

/// Where a layer is about to be drawn: what its superlayers give it.
struct Place {
  /// The plane of the nearest superlayer that has one, or the canvas.
  var plane: PlaneMap
  /// The superlayer itself; nil for the root.
  var superlayer: RenderNode?
  /// From the superlayer's coordinates to `plane`, through transform layers; nil when the superlayer has a plane (§13).
  var through: CATransform3D?
  /// Whether an odd number of superlayers are `geometryFlipped`.
  var isFlipped = false
  /// The opacity that transform layers pass on (§13).
  var opacity = 1.0
  var clips = ClipChain()
  /// Nothing outside it is to be drawn.
  var box: PixelBox

  init(canvas: PlaneMap, box: PixelBox) {
    plane = canvas
    self.box = box
  }
}

/// Goes through the render tree and paints each layer in order (rendering rules §3, §5, §8, §11, §13).
struct LayerWalk {
  let pool: SurfacePool
  let images: ImageCache

  /// Draws a layer and its sublayers.
  func draw(_ node: RenderNode, in place: Place, on surface: Surface) {
    guard !place.box.isEmpty else { return }
    var place = place
    var matrix = node.geometry.matrix(in: place.superlayer?.geometry)
    if let through = place.through { matrix = matrix.concatenating(through) }
    place.superlayer = node
    place.isFlipped = place.isFlipped != node.geometry.isGeometryFlipped
    if node.kind == .transform {
      place.through = matrix
      place.opacity *= node.opacity
      drawSublayers(of: node, in: place, on: surface)
      return
    }
    guard let plane = place.plane.plane(placedBy: matrix) else { return }
    // Back faces: orientation is turned round more often than the flips account for.
    if !node.isDoubleSided, plane.isMirrored != place.isFlipped { return }
    place.plane = plane
    place.through = nil
    let opacity = node.opacity * place.opacity
    place.opacity = 1
    if opacity < 1 {
      drawGroup(node, opacity: opacity, in: place, on: surface)
    } else {
      drawParts(of: node, in: place, on: surface)
    }
  }

  /// Composes a layer on a surface of its own and places that (§11).
  private func drawGroup(_ node: RenderNode, opacity: Double, in place: Place, on surface: Surface) {
    let group = pool.take()
    var inside = place
    inside.clips = ClipChain()
    drawParts(of: node, in: inside, on: group)
    surface.paint(GroupPrimitive(surface: group, opacity: opacity), clips: place.clips, in: place.box)
    pool.giveBack(group)
  }

  /// Background, contents, sublayers, border (§5).
  private func drawParts(of node: RenderNode, in place: Place, on surface: Surface) {
    if let background = BackgroundPrimitive(node, on: place.plane) {
      surface.paint(background, clips: place.clips, in: place.box)
    }
    drawInside(of: node, in: place, on: surface)
    if let border = BorderPrimitive(node, on: place.plane) {
      surface.paint(border, clips: place.clips, in: place.box)
    }
  }

  /// Contents and sublayers, which the layer's own clip applies to (§8).
  private func drawInside(of node: RenderNode, in place: Place, on surface: Surface) {
    guard node.contents != nil || !node.sublayers.isEmpty else { return }
    var inside = place
    if node.clipsToBounds {
      // Empty bounds clip everything away.
      guard !node.geometry.bounds.isEmpty, let clip = Coverage(RoundedRectangle(boundsOf: node), on: place.plane)
      else { return }
      inside.clips.append(clip)
      inside.box = clip.box(within: place.box)
      guard !inside.box.isEmpty else { return }
    }
    if let contents = ContentsPrimitive(node, on: place.plane, isFlipped: place.isFlipped, images: images) {
      surface.paint(contents, clips: inside.clips, in: inside.box)
    }
    drawSublayers(of: node, in: inside, on: surface)
  }

  private func drawSublayers(of node: RenderNode, in place: Place, on surface: Surface) {
    for sublayer in node.sublayers { draw(sublayer, in: place, on: surface) }
  }
}

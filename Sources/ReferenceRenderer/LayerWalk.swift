import Foundation
import Graphics
import RenderTree

/// Where a layer is about to be drawn: what its superlayers give it.
struct Place {
  /// The plane of the nearest superlayer that has one, or the canvas.
  var plane: PlaneMap
  /// The superlayer itself; nil for the root.
  var superlayer: RenderNode?
  /// From the superlayer's coordinates to `plane`, through layers that are only a space; nil when the superlayer has a
  /// plane (§13).
  var through: CATransform3D?
  /// Whether an odd number of superlayers are `geometryFlipped`.
  var isFlipped = false
  /// The opacity that layers that are only a space pass on (§13).
  var opacity = 1.0
  var clips = ClipChain()
  /// Nothing outside it is to be drawn.
  var box: PixelBox
  /// Whether what is drawn becomes the source of a shadow (§15).
  var isShadowSource = false

  init(canvas: PlaneMap, box: PixelBox) {
    plane = canvas
    self.box = box
  }

  /// The same place for something that is composed on a surface of its own: clips from outside do not apply there.
  var withoutClips: Place {
    var place = self
    place.clips = ClipChain()
    return place
  }

  /// From a sublayer's coordinates to those of `plane`: *to S* (§3), not flattened on the way through spaces (§13).
  func matrix(of node: RenderNode) -> CATransform3D {
    let matrix = node.geometry.matrix(in: superlayer?.geometry)
    return through.map { CATransform3DConcat(matrix, $0) } ?? matrix
  }

  /// Where a layer's own parts and sublayers are drawn; nil when nothing of them can be seen (§3).
  func inside(_ node: RenderNode) -> Place? {
    guard let plane = plane.plane(placedBy: matrix(of: node)) else { return nil }
    var place = self
    place.superlayer = node
    place.isFlipped = isFlipped != node.geometry.isGeometryFlipped
    // Back faces: orientation is turned round more often than the flips account for.
    if !node.isDoubleSided, plane.isMirrored != place.isFlipped { return nil }
    place.plane = plane
    place.through = nil
    place.opacity = 1
    return place
  }
}

/// Goes through the render tree and paints each layer in order (rendering rules §3, §5, §8, §11).
struct LayerWalk {
  let pool: SurfacePool
  let images: ImageCache
  let nestedShadows = NestedShadows()

  /// Draws a layer and its sublayers.
  func draw(_ node: RenderNode, in place: Place, on surface: Surface) {
    guard !place.box.isEmpty else { return }
    if node.isSpace {
      drawSpace(node, in: place, on: surface)
      return
    }
    guard let inside = place.inside(node) else { return }
    let opacity = node.opacity * place.opacity
    if opacity < 1 || node.mask != nil {
      drawGroup(node, opacity: opacity, in: inside, on: surface)
    } else {
      drawWhole(node, in: inside, on: surface)
    }
  }

  /// Composes a layer on a surface of its own and places that (§11, §16).
  private func drawGroup(_ node: RenderNode, opacity: Double, in place: Place, on surface: Surface) {
    let group = pool.take(surface.box)
    let inside = place.withoutClips
    drawWhole(node, in: inside, on: group)
    applyMask(of: node, in: inside, to: group)
    surface.paint(GroupPrimitive(surface: group, opacity: opacity), clips: place.clips, in: place.box)
    pool.giveBack(group)
  }

  /// A layer over its shadow (§15).
  private func drawWhole(_ node: RenderNode, in place: Place, on surface: Surface) {
    drawShadow(of: node, in: place, on: surface)
    drawParts(of: node, in: place, on: surface)
  }

  /// Background, gradient, contents, sublayers, border (§5, §14).
  func drawParts(of node: RenderNode, in place: Place, on surface: Surface) {
    if let background = BackgroundPrimitive(node, on: place.plane) {
      surface.paint(background, clips: place.clips, in: place.box)
    }
    if let gradient = GradientPrimitive(node, on: place.plane) {
      surface.paint(gradient, clips: place.clips, in: place.box)
    }
    drawInside(of: node, in: place, on: surface)
    if let border = BorderPrimitive(node, on: place.plane) {
      surface.paint(border, clips: place.clips, in: place.box)
    }
  }

  /// Contents and sublayers, which the layer's own clip applies to (§8).
  private func drawInside(of node: RenderNode, in place: Place, on surface: Surface) {
    guard node.contents != nil || !node.sublayers.isEmpty, let inside = clipped(place, by: node) else { return }
    if let contents = ContentsPrimitive(node, on: place.plane, isFlipped: place.isFlipped, images: images) {
      surface.paint(contents, clips: inside.clips, in: inside.box)
    }
    for sublayer in node.sublayers { draw(sublayer, in: inside, on: surface) }
  }

  /// The place inside a layer's own clip, if it has one (§8); nil when that leaves nothing.
  func clipped(_ place: Place, by node: RenderNode) -> Place? {
    guard node.clipsToBounds else { return place }
    // Empty bounds clip everything away.
    guard !node.geometry.bounds.isEmpty,
      let shape = RoundedRectangle(boundsOf: node).inset(by: node.fillInset),
      let clip = Coverage(shape, on: place.plane)
    else { return nil }
    var inside = place
    inside.clips.append(clip)
    inside.box = clip.box(within: place.box)
    return inside.box.isEmpty ? nil : inside
  }
}

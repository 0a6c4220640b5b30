import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

extension RenderNode {
  /// Whether the layer is composed on a surface of its own (rendering rules §11, §20).
  ///
  /// - Parameters:
  ///   - opacity: with what the layers around it that are only a space pass on.
  ///   - fade: what layers around it that do not fade as a group pass on.
  ///   - mode: the one that counts: a mask's own does not.
  func isGroup(opacity: Double, fade: Double, _ mode: BlendMode) -> Bool {
    opacity < 1 && fadesAsGroup || opacity * fade < 1 && mask != nil || drawnMask != nil || isCutAsWhole
      || !filters.isEmpty || mode != .normal || rasterScale != nil || isIsolated
  }
}

/// The picture of a layer as a group (rendering rules §11).
struct GroupPicture {
  /// All of it but its opacity, its blend mode and the clips around it, of which a mask may be one
  /// (§16).
  let surface: Surface
  /// Whose alpha says how much of the backdrop changes, beside those clips; nil where `surface` has
  /// been multiplied by it.
  var mask: Surface?
}

/// A surface that is placed as it is on one of the same pixels (rendering rules §11).
struct SurfacePrimitive: Primitive {
  let surface: Surface

  func box(within box: PixelBox) -> PixelBox { surface.painted.intersection(box) }
  /// Hidden parts are not painted on the surface.
  func isSeen(_ x: Double, _ y: Double) -> Bool { true }
  func coverage(_ x: Double, _ y: Double) -> Double { 1 }
  func color(_ x: Double, _ y: Double) -> PremultipliedColor { surface.color(x, y) }
}

extension LayerWalk {
  /// The picture of a layer as a group. Nil when nothing of it is drawn.
  ///
  /// - Parameters:
  ///   - mode: how it will be placed.
  ///   - place: inside the layer. Of the picture, `place.box` is needed.
  ///   - box: the pixels that the surface has at least.
  func group(of node: RenderNode, _ mode: BlendMode, in place: Place, covering box: PixelBox) -> GroupPicture? {
    if let scale = node.rasterScale {
      return rasterPicture(of: node, scale: scale, in: place).map { GroupPicture(surface: $0) }
    }
    guard let surface = wholePicture(of: node, in: place, covering: box) else { return nil }
    guard let mask = node.drawnMask else { return GroupPicture(surface: surface) }
    let inside = place.ownSurface(neededBox(place.box, in: place))
    guard mode == .normal else {
      return GroupPicture(
        surface: surface, mask: maskPicture(mask, in: inside, covering: surface.box.union(inside.box)))
    }
    applyDrawnMask(of: node, in: inside, to: surface)
    return GroupPicture(surface: surface)
  }

  /// The layer with its filters and its shadow, without its mask, drawn by `place`'s plane (§15,
  /// §19).
  func wholePicture(of node: RenderNode, in place: Place, covering box: PixelBox) -> Surface? {
    guard node.filters.isEmpty else {
      guard let filtered = filteredPicture(of: node, in: place.ownSurface(place.box)) else { return nil }
      guard node.shadow != nil else { return filtered }
      let inside = place.ownSurface(place.box)
      let surface = pool.take(inside.box)
      drawShadow(of: node, in: inside, on: surface)
      surface.paint(SurfacePrimitive(surface: filtered), in: surface.box)
      return surface
    }
    let inside = place.ownSurface(neededBox(place.box, in: place))
    let surface = pool.take(box.union(inside.box))
    drawWhole(node, in: inside, on: surface)
    return surface
  }

  /// The box to draw of a surface of which `box` is needed: layers that filter their backdrop read
  /// all of the canvas (§21).
  func neededBox(_ box: PixelBox, in place: Place) -> PixelBox {
    readsBackdrops ? box.union(place.canvas) : box
  }
}

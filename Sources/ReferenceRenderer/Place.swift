import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// The drawing state of a layer, inherited from its superlayers.
struct Place {
  /// The plane of the nearest superlayer that has one, or the canvas.
  var plane: PlaneMap
  /// The superlayer itself; nil for the root.
  var superlayer: RenderNode?
  /// From the superlayer's coordinates to `plane`, through layers that are only a space; nil when
  /// the superlayer has a plane (§13).
  var through: CATransform3D?
  /// Whether an odd number of superlayers are `geometryFlipped`.
  var isFlipped = false
  /// The opacity that layers that are only a space pass on (§13): it counts as each sublayer's own.
  var opacity = 1.0
  /// The opacity that layers that do not fade as a group pass on: to each primitive and each group
  /// (§11).
  var fade = 1.0
  var clips = ClipChain()
  /// The pixels of the canvas, or of the raster that stands for it (§22).
  let canvas: PixelBox
  /// Nothing outside it is to be drawn.
  var box: PixelBox
  /// Whether what is drawn is drawn once more elsewhere.
  var isRepeated = false

  /// The most pixels beyond the canvas that are drawn, for effects that reach into it: the radius
  /// of two of the widest blurs. With more of them nested, what they would bring from beyond is
  /// left out, as no input may stop a renderer (§12).
  static let mostBeyondCanvas = 2048

  /// Pixels of the canvas per point.
  let scale: Double

  /// - Parameter canvas: its pixels, all of which are to be drawn.
  init(plane: PlaneMap, canvas: PixelBox, scale: Double) {
    self.plane = plane
    self.scale = scale
    self.canvas = canvas
    box = canvas
  }

  /// The same place for something that is composed on a surface of its own, of which `box` is
  /// needed: clips and opacity from outside do not apply there.
  func ownSurface(_ box: PixelBox) -> Place {
    var place = self
    place.clips = ClipChain()
    place.opacity = 1
    place.fade = 1
    place.box = box.intersection(
      canvas.grown(byX: Place.mostBeyondCanvas, y: Place.mostBeyondCanvas))
    return place
  }

  /// From a sublayer's coordinates to those of `plane`: *to S* (§3), not flattened on the way
  /// through spaces (§13).
  func matrix(of node: RenderNode) -> CATransform3D {
    let matrix = node.geometry.matrix(in: superlayer?.geometry)
    return through.map { CATransform3DConcat(matrix, $0) } ?? matrix
  }

  /// The state for a layer's own parts and sublayers; nil when nothing of them can be seen (§3).
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

  /// The place inside a layer's own clip, if it has one (§8); nil when that leaves nothing.
  ///
  /// - Parameter self: inside the layer.
  func clipped(by node: RenderNode) -> Place? {
    guard node.clipsToBounds else { return self }
    // Empty bounds clip everything away.
    guard !node.geometry.bounds.isEmpty, let clip = Coverage(fillOf: node, in: self) else { return nil }
    return clipped(by: .bounds(clip))
  }

  /// The place inside one more clip; nil when that leaves nothing.
  func clipped(by clip: Clip) -> Place? {
    var inside = self
    inside.clips.append(clip)
    inside.box = clip.box(within: box)
    return inside.box.isEmpty ? nil : inside
  }
}

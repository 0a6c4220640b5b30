import Foundation
import Graphics
import RenderTree

/// The pixels that a silhouette covers in part. What else of the layer covers them in part, covers more of them together with it
/// (docs/rendering.md, sections 2 and 15): of two halves of a pixel three quarters.
struct SilhouetteRim {
  /// How much lies there beside the silhouette itself.
  struct Load {
    /// Things that are drawn one on another.
    var primitives = 0

    /// The most that they add to the share of a pixel, whatever the silhouette's own is: with the rest x of the pixel, n others
    /// leave xⁿ⁺¹ of it.
    var looseness: Double {
      guard primitives > 0 else { return 0 }
      let n = Double(primitives)
      return n / (n + 1) * pow(1 / (n + 1), 1 / n)
    }
  }

  private let rect: CGRect
  private let radii: CornerRadii
  /// Points that the rim reaches inwards from each side: nothing where the side lies between pixels.
  private let sides: (minX: Double, minY: Double, maxX: Double, maxY: Double)
  /// Points of a pixel.
  private let pixel: Double

  /// So far from a pixel's edge a side still counts as lying there, in pixels: what it covers beyond is not seen.
  private static let exact = PixelPieces.unseen

  init(of silhouette: Silhouette) {
    rect = silhouette.rect
    radii = silhouette.radii
    let plane = silhouette.plane
    let scale = plane.pointsPerPixel
    pixel = max(scale.x, scale.y)
    guard plane.isAxisParallel else {
      sides = (scale.x, scale.y, scale.x, scale.y)
      return
    }
    func isBetweenPixels(_ x: Double, _ y: Double, isColumn: Bool) -> Bool {
      let place = plane.toDevice.apply(x, y)
      let isAcross = plane.toDevice.xx != 0
      let value = isColumn == isAcross ? place.x : place.y
      return abs(value - value.rounded()) <= Self.exact
    }
    sides = (
      isBetweenPixels(rect.minX, rect.minY, isColumn: true) ? 0 : scale.x,
      isBetweenPixels(rect.minX, rect.minY, isColumn: false) ? 0 : scale.y,
      isBetweenPixels(rect.maxX, rect.maxY, isColumn: true) ? 0 : scale.x,
      isBetweenPixels(rect.maxX, rect.maxY, isColumn: false) ? 0 : scale.y
    )
  }

  /// Whether no pixel is covered in part.
  private var isEmpty: Bool {
    sides.minX == 0 && sides.minY == 0 && sides.maxX == 0 && sides.maxY == 0 && radii.isSquare
  }

  /// The looseness of an opaque layer's bounds, whose own things lie there too, with those of its sublayers.
  func looseness(of node: RenderNode, _ sublayers: Load) -> Double {
    let inset = node.fillInset / pixel
    var outside = Load()
    var inside = Load()
    // A border and what ends beneath it; the background is what else lies there.
    inside.primitives = node.ownPrimitives - (node.border == nil ? 1 : 2)
    if node.clipsToBounds {
      inside.primitives += sublayers.primitives
    } else {
      outside = sublayers
      if node.contents != nil {
        inside.primitives -= 1
        outside.primitives += 1
      }
    }
    guard inset > 0 else {
      if isEmpty { return 0 }
      outside.primitives += inside.primitives + (node.border == nil ? 0 : 1)
      return outside.looseness
    }
    let border = (node.border?.width ?? 0) / pixel
    let own = isEmpty ? 0 : outside.looseness
    // The border covers the pixels beneath which the rest ends.
    if inset >= 1 && border - inset >= 1 || isEmpty && border >= 1 { return own }
    // Half a pixel beneath the edge, the others are as much too many on one side as they are too few on the other.
    inside.primitives += 1
    return own + (inset >= 0.5 && border - inset >= 0.5 ? Double(inside.primitives) / 16 : inside.looseness)
  }

  /// What of sublayers, with all in them, lies there; nil when they do not surely lie inside the rounded rectangle and let its
  /// alpha be.
  ///
  /// - Parameter matrix: from their superlayer's coordinates to the rectangle's.
  func load(of sublayers: ArraySlice<RenderNode>, in superlayer: RenderNode, _ matrix: CATransform3D) -> Load? {
    var load = Load()
    guard !sublayers.isEmpty else { return load }
    guard superlayer.geometry.sublayerMatrix == nil else { return nil }
    for node in sublayers {
      let matrix = CATransform3DConcat(node.geometry.placedMatrix, matrix)
      guard node.keepsAlphaItself, node.staysInBounds, let box = box(of: node, matrix), contains(box)
      else { return nil }
      let isClear = isEmpty || isClear(box)
      guard isClear || node.hardEdges.isEmpty && node.rasterScale == nil else { return nil }
      if !isClear { load.primitives += node.ownPrimitives }
      if node.clipsToBounds {
        guard node.sublayers.allSatisfy(\.keepsAlpha) else { return nil }
        if !isClear { load.primitives += clippedLoad(of: node.sublayers, in: node, matrix).primitives }
      } else {
        guard let inside = self.load(of: node.sublayers[...], in: node, matrix) else { return nil }
        load.primitives += inside.primitives
      }
    }
    return load
  }

  /// What of sublayers that the rounded rectangle or less clips may lie there; they let its alpha be.
  func clippedLoad(of sublayers: [RenderNode], in superlayer: RenderNode, _ matrix: CATransform3D) -> Load {
    var load = Load()
    for node in sublayers {
      let matrix = CATransform3DConcat(node.geometry.placedMatrix, matrix)
      if superlayer.geometry.sublayerMatrix == nil, node.staysInBounds, let box = box(of: node, matrix), isClear(box) {
        if !node.clipsToBounds { load.primitives += clippedLoad(of: node.sublayers, in: node, matrix).primitives }
      } else {
        load.primitives += node.primitives
      }
    }
    return load
  }

  /// Where a layer's bounds lie on the rectangle's plane; nil if that is in perspective.
  private func box(of node: RenderNode, _ matrix: CATransform3D) -> CGRect? {
    guard CATransform3DIsAffine(matrix) else { return nil }
    // A raster is seen between its pixels, also beyond its edges.
    let reach = node.rasterScale.map { 1 / $0 } ?? 0
    return node.geometry.bounds.insetBy(dx: -reach, dy: -reach).applying(CATransform3DGetAffineTransform(matrix))
  }

  /// Whether a rectangle lies inside; as the rounded one is convex, its corners tell.
  private func contains(_ box: CGRect) -> Bool {
    rect.contains(box) && contains(box, inset: 0)
  }

  /// Whether a rectangle lies inside and no pixel of it is covered in part.
  private func isClear(_ box: CGRect) -> Bool {
    box.minX >= rect.minX + sides.minX && box.minY >= rect.minY + sides.minY && box.maxX <= rect.maxX - sides.maxX
      && box.maxY <= rect.maxY - sides.maxY && contains(box, inset: pixel)
  }

  /// Whether the corners of a rectangle that lies in the square one lie so far inside the arcs.
  private func contains(_ box: CGRect, inset: Double) -> Bool {
    func isInside(_ x: Double, _ y: Double, _ radius: Double) -> Bool {
      // x and y are distances from the sides of a corner.
      let (a, b) = (radius - x, radius - y)
      let rest = max(0, radius - inset)
      return a <= 0 || b <= 0 || a * a + b * b <= rest * rest
    }
    let (left, top) = (box.minX - rect.minX, box.minY - rect.minY)
    let (right, bottom) = (rect.maxX - box.maxX, rect.maxY - box.maxY)
    return isInside(left, top, radii.minXMinY) && isInside(right, top, radii.maxXMinY)
      && isInside(left, bottom, radii.minXMaxY) && isInside(right, bottom, radii.maxXMaxY)
  }
}

extension RenderNode {
  /// How many things the layer itself draws.
  var ownPrimitives: Int {
    (background == nil ? 0 : 1) + (gradient == nil ? 0 : 1) + (contents == nil ? 0 : 1) + (border == nil ? 0 : 1)
      + (shape?.fill == nil ? 0 : 1) + (shape?.stroke == nil ? 0 : 1)
  }

  /// How many are drawn at most of the layer with all in it.
  var primitives: Int { sublayers.reduce(ownPrimitives + (shadow == nil ? 0 : 1)) { $0 + $1.primitives } }

  /// Whether what the layer itself draws stays in its bounds.
  fileprivate var staysInBounds: Bool {
    shadow == nil && filters.isEmpty && shape == nil && (contents?.staysInBounds != false || clipsToBounds)
  }

  /// Whether nothing in the layer takes alpha away from what lies beneath.
  var keepsAlpha: Bool { keepsAlphaItself && sublayers.allSatisfy(\.keepsAlpha) }

  /// The same without its sublayers.
  var keepsAlphaItself: Bool { blendMode == .normal && backgroundFilters.isEmpty }
}

extension Contents {
  /// Whether the image's rectangle never runs over the bounds.
  var staysInBounds: Bool { gravity == .resize || gravity == .resizeAspect }
}

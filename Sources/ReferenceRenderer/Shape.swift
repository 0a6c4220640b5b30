import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A region of a layer's plane in one colour: the fill or the stroke of a shape, or what casts a
/// shadow by its path (rendering rules §18, §15).
struct RegionPrimitive: Primitive {
  /// The share of each pixel that is covered.
  let coverage: NumberPlane
  let paint: PremultipliedColor

  /// - Parameters:
  ///   - outline: in points of the plane.
  ///   - box: pixels outside of it are not asked for.
  init(
    _ outline: PathOutline, rule: CGPathFillRule, color: StraightColor, on plane: PlaneMap, in box: PixelBox
  ) {
    let path = DevicePath(outline, on: plane, in: box)
    coverage = RegionCoverage.plane(of: path.edges, rule: rule, in: box)
    path.release()
    paint = color.premultiplied
  }

  /// The fill of a shape; nil when its colour is no number.
  init?(_ fill: Shape.Fill, on plane: PlaneMap, in box: PixelBox) {
    guard fill.color.isFinite else { return nil }
    self.init(fill.path.outline, rule: fill.rule, color: fill.color, on: plane, in: box)
  }

  /// The stroke of a shape; nil when its colour is no number.
  init?(_ stroke: Shape.Stroke, on plane: PlaneMap, in box: PixelBox) {
    guard stroke.color.isFinite else { return nil }
    let tolerance = DevicePath.tolerance / plane.largestScale(in: box)
    let (meter, lines) = (DrawingMeter.current, stroke.lineCount(tolerance: tolerance))
    let bytes = lines * Shape.Stroke.bytesPerLine
    defer { meter?.release(bytes: bytes) }
    if let meter, !meter.admits(bytes: bytes) || !meter.admits(steps: lines * Shape.Stroke.stepsPerLine) { return nil }
    let outline = stroke.outline(tolerance: tolerance)
    self.init(outline, rule: .winding, color: stroke.color, on: plane, in: box)
  }

  func box(within box: PixelBox) -> PixelBox { coverage.box.intersection(box) }
  /// Hidden parts are already clipped, within a pixel too.
  func isSeen(_ x: Double, _ y: Double) -> Bool { true }
  func coverage(_ x: Double, _ y: Double) -> Double { coverage.value(x, y) }
  func color(_ x: Double, _ y: Double) -> PremultipliedColor { paint }
}

extension LayerWalk {
  /// Draws the path of a shape layer: its fill, and over that its stroke.
  ///
  /// - Parameter place: inside the layer's own clip.
  func drawShape(of node: RenderNode, in place: Place, on surface: Surface) {
    guard let shape = node.shape else { return }
    let box = place.box.intersection(surface.box)
    if let region = shape.fill.flatMap({ RegionPrimitive($0, on: place.plane, in: box) }) {
      surface.paint(region, clips: place.clips, in: box, opacity: place.fade)
    }
    if let region = shape.stroke.flatMap({ RegionPrimitive($0, on: place.plane, in: box) }) {
      surface.paint(region, clips: place.clips, in: box, opacity: place.fade)
    }
  }
}

extension Shape.Stroke {
  /// The most lines of its outline.
  fileprivate func lineCount(tolerance: Double) -> Int {
    let size = OutlineSize(of: path.outline, tolerance: tolerance).stroked(
      width: width, isRound: join == .round || cap == .round, dashes: dashes, tolerance: tolerance)
    return Int(limited(size.lines, 0, 1e12))
  }

  /// The cost of a line while the outline is created, which cannot be interrupted.
  fileprivate static let (bytesPerLine, stepsPerLine) = (150, 200)

  /// The outline of the stroke, by the non-zero rule, in points of the layer.
  fileprivate func outline(tolerance: Double) -> PathOutline {
    let line =
      dashes.isEmpty ? path.outline : path.outline.dashed(phase: dashPhase, lengths: dashes.map { CGFloat($0) })
    return line.strokeOutline(width: width, cap: cap, join: join, miterLimit: miterLimit, tolerance: tolerance)
  }
}

extension PlaneMap {
  /// The greatest length of a point of the plane in device pixels, in the pixels of a box that are
  /// seen.
  ///
  /// It is greatest in a corner of what is seen of the box: where w is greatest, as a plane seen in
  /// perspective grows towards the camera.
  fileprivate func largestScale(in box: PixelBox) -> Double {
    let scales = box.polygon(clippedTo: horizons, margin: 0).map { corner -> Double in
      let p = point(corner.x, corner.y)
      // The length of a device pixel on the plane is least in the direction of the lesser singular
      // value.
      let square = p.dxByX * p.dxByX + p.dxByY * p.dxByY + p.dyByX * p.dyByX + p.dyByY * p.dyByY
      let determinant = p.dxByX * p.dyByY - p.dxByY * p.dyByX
      let larger = (square + (max(0, square * square - 4 * determinant * determinant)).squareRoot()) / 2
      return larger.squareRoot() / abs(determinant)
    }
    return scales.filter(\.isFinite).max() ?? 1
  }
}

import Foundation
import MultiplaneGraphics

/// The region of a path as polygons on the device, cut to a box and to where the plane is seen
/// (rendering rules §18).
///
/// Points are (x, y, w) with the device point at (x/w, y/w): lines stay lines and Bézier curves
/// stay Bézier curves under the map of a plane, and no point is divided by a w that is not
/// positive.
struct DevicePath {
  /// Straight edges in device pixels that bound the region; those along the rows are left out, as
  /// they bound no area.
  private(set) var edges: [PathEdge] = []
  /// The half planes that the region is cut to: a point p is inside where each n·p ≥ 0.
  private let cuts: [SIMD3<Double>]
  private let meter = DrawingMeter.current
  /// The number of created lines, including clipped ones.
  private var lineCount = 0

  /// The flattening tolerance, in device pixels. The area that a pixel loses is smaller.
  static let tolerance = 1.0 / 2048
  /// The memory of a line: its ends while it is clipped, its edge, and a second copy while edges
  /// are sorted.
  private static let bytesPerLine = 256
  /// How often a curve is halved at most.
  private static let mostHalvings = 18

  /// Subpaths that are open are closed with a line.
  init(_ path: PathOutline, on plane: PlaneMap, in box: PixelBox) {
    // A pixel more on each side, so that nothing of the box lies on a cut. Inside the first four w
    // cannot be negative.
    cuts =
      [
        SIMD3(1, 0, -Double(box.minX - 1)), SIMD3(-1, 0, Double(box.maxX + 1)), SIMD3(0, 1, -Double(box.minY - 1)),
        SIMD3(0, -1, Double(box.maxY + 1)),
      ] + plane.horizons.map { SIMD3($0.a, $0.b, $0.c) }
    let map = plane.toDevice
    func device(_ point: CGPoint) -> SIMD3<Double> {
      let (x, y) = (Double(point.x), Double(point.y))
      return SIMD3(
        x * map.m11 + y * map.m21 + map.m31, x * map.m12 + y * map.m22 + map.m32,
        x * map.m13 + y * map.m23 + map.m33)
    }
    var polygon: [SIMD3<Double>] = []
    for element in path.elements where admitsLine() {
      let pen = polygon.last ?? .zero
      switch element {
      case .move(let end):
        addEdges(of: polygon)
        polygon = [device(end)]
      case .line(let end): polygon.append(device(end))
      case .quadCurve(let end, let control):
        let (middle, end) = (device(control), device(end))
        let double = middle * 2
        let (control1, control2) = ((pen + double) / 3, (end + double) / 3)
        addChords(of: [pen, control1, control2, end], to: &polygon, halvings: DevicePath.mostHalvings)
      case .curve(let end, let control1, let control2):
        addChords(
          of: [pen, device(control1), device(control2), device(end)], to: &polygon, halvings: DevicePath.mostHalvings)
      case .close:
        addEdges(of: polygon)
        polygon = Array(polygon.prefix(1))
      }
    }
    addEdges(of: polygon)
  }

  /// Counts one more line before it is made; false when it is one too many.
  private mutating func admitsLine() -> Bool {
    guard let meter else { return true }
    lineCount += 1
    return meter.admits(steps: 200) && meter.admits(bytes: DevicePath.bytesPerLine)
  }

  /// Counts its memory no more: nothing is done with it any longer.
  func release() { meter?.release(bytes: lineCount * DevicePath.bytesPerLine) }

  /// Appends the ends of chords of a cubic, given by its four points. The first is in the polygon
  /// already.
  private mutating func addChords(of curve: [SIMD3<Double>], to polygon: inout [SIMD3<Double>], halvings: Int) {
    if halvings == 0 || !admitsLine() || isCutOff(curve) || isFlat(curve) {
      polygon.append(curve[3])
      return
    }
    // De Casteljau's construction of the middle.
    let (a, b, c) = ((curve[0] + curve[1]) / 2, (curve[1] + curve[2]) / 2, (curve[2] + curve[3]) / 2)
    let (ab, bc) = ((a + b) / 2, (b + c) / 2)
    let middle = (ab + bc) / 2
    addChords(of: [curve[0], a, ab, middle], to: &polygon, halvings: halvings - 1)
    addChords(of: [middle, bc, c, curve[3]], to: &polygon, halvings: halvings - 1)
  }

  /// Whether one cut takes away the curve and its chord alike: both lie in the hull of the points.
  private func isCutOff(_ curve: [SIMD3<Double>]) -> Bool {
    cuts.contains { cut in curve.allSatisfy { DevicePath.dot(cut, $0) < 0 } }
  }

  /// Whether the curve lies within the tolerance of its chord: it does where its inner points do.
  private func isFlat(_ curve: [SIMD3<Double>]) -> Bool {
    guard curve.allSatisfy({ $0.z > 0 }) else { return false }
    let points = curve.map { SIMD2($0.x / $0.z, $0.y / $0.z) }
    let chord = points[3] - points[0]
    let square = (chord * chord).sum()
    return [points[1], points[2]].allSatisfy { point in
      let along = square > 0 ? limited(((point - points[0]) * chord).sum() / square, 0, 1) : 0
      let off = point - points[0] - chord * along
      return (off * off).sum() <= DevicePath.tolerance * DevicePath.tolerance
    }
  }

  /// Cuts a closed polygon and adds its edges. The cut leaves the turns around each point inside as
  /// they are (Sutherland and Hodgman, Reentrant Polygon Clipping).
  private mutating func addEdges(of polygon: [SIMD3<Double>]) {
    var polygon = polygon
    for cut in cuts where polygon.count > 1 { polygon = DevicePath.cut(polygon, at: cut) }
    let points = polygon.filter { $0.z > 0 }.map { SIMD2($0.x / $0.z, $0.y / $0.z) }
    guard let last = points.last else { return }
    var previous = last
    for point in points {
      if let edge = PathEdge(from: previous, to: point) { edges.append(edge) }
      previous = point
    }
  }

  private static func cut(_ polygon: [SIMD3<Double>], at cut: SIMD3<Double>) -> [SIMD3<Double>] {
    let distances = polygon.map { dot(cut, $0) }
    guard distances.contains(where: { !($0 >= 0) }) else { return polygon }
    var result: [SIMD3<Double>] = []
    var last = polygon.count - 1
    for index in polygon.indices {
      if (distances[index] >= 0) != (distances[last] >= 0) {
        let t = distances[last] / (distances[last] - distances[index])
        result.append(polygon[last] + (polygon[index] - polygon[last]) * t)
      }
      if distances[index] >= 0 { result.append(polygon[index]) }
      last = index
    }
    return result
  }

  private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
}

/// A straight edge of a region, from its upper to its lower end, in device pixels.
struct PathEdge {
  let top, bottom: SIMD2<Double>
  /// 1 for an edge that the path runs down, −1 for one that it runs up.
  let winding: Int

  /// Nil for an edge along a row, and for one with an end that is no number.
  init?(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    guard start.y != end.y, start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else { return nil }
    (top, bottom) = start.y < end.y ? (start, end) : (end, start)
    winding = start.y < end.y ? 1 : -1
  }
}

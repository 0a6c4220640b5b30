import Foundation
import Testing

@testable import MultiplaneGraphics

/// The outline that a stroke draws: how often it turns around points, and how many lines it takes.
@Suite struct StrokeOutlineTests {
  private func outline(of path: PathOutline, _ style: StrokeStyle) -> PathOutline {
    var outline = PathOutline()
    path.stroke(style) { outline.append(polygon: $0) }
    return outline
  }

  /// A wave whose crests are bent more than the pen allows.
  private func wave(count: Int) -> PathOutline {
    var path = PathOutline()
    path.move(to: .zero)
    for index in 0..<count {
      let (x, y) = (Double(index) * 10, index.isMultiple(of: 2) ? 25.0 : -25)
      path.addCurve(
        to: CGPoint(x: x + 10, y: 0), control1: CGPoint(x: x + 3, y: y),
        control2: CGPoint(x: x + 7, y: y))
    }
    return path
  }

  /// Lines of an outline are for its shape: a fold adds none for each edge of the curve.
  @Test func foldsTakeFewLines() {
    let style = StrokeStyle(width: 12, cap: .round, join: .round, tolerance: 0.01)
    let thin = StrokeStyle(width: 0.5, cap: .round, join: .round, tolerance: 0.01)
    let path = wave(count: 6)
    let stroke = outline(of: path, style)
    #expect(stroke.elements.count < 3 * outline(of: path, thin).elements.count)
    let middle = path.flattened(tolerance: 0.01)
    var random = SeededNumbers(seed: 7)
    for _ in 0..<150 {
      let place = CGPoint(x: random.next(-10, 70), y: random.next(-40, 40))
      let distance = middle.distance(to: place)
      guard abs(distance - 6) > 0.05 else { continue }
      #expect(
        stroke.contains(place, using: .winding) == (distance < 6), "\(place) is \(distance) away")
    }
  }

  /// Caps and joins other than round ones, near folds.
  @Test(arguments: [CGLineCap.butt, .round, .square], [CGLineJoin.miter, .round, .bevel])
  func foldsNearEndsAndCorners(cap: CGLineCap, join: CGLineJoin) {
    var path = wave(count: 1)
    path.addLine(to: CGPoint(x: 14, y: 3))
    path.addCurve(
      to: CGPoint(x: 30, y: 0), control1: CGPoint(x: 12, y: 12), control2: CGPoint(x: 34, y: 10))
    let stroke = outline(of: path, StrokeStyle(width: 14, cap: cap, join: join, tolerance: 0.005))
    let middle = path.flattened(tolerance: 0.01)
    var random = SeededNumbers(seed: 3)
    for _ in 0..<200 {
      // Within a round pen's reach of the curve and away from ends and corners.
      let place = CGPoint(x: random.next(-10, 40), y: random.next(-15, 30))
      let ends = [CGPoint.zero, CGPoint(x: 10, y: 0), CGPoint(x: 14, y: 3), CGPoint(x: 30, y: 0)]
      guard ends.allSatisfy({ hypot($0.x - place.x, $0.y - place.y) > 7.05 }) else { continue }
      let distance = middle.distance(to: place)
      guard abs(distance - 7) > 0.05, distance < 7 || cap != .square, distance < 7 || join != .miter
      else { continue }
      #expect(
        stroke.contains(place, using: .winding) == (distance < 7), "\(place) is \(distance) away")
    }
  }

  /// All of the curve is within the pen's reach of its middle: there is no hole.
  @Test(arguments: [12.1, 16, 19, 23, 30])
  func aWidePenLeavesNoHoleInAnEllipse(width: Double) {
    var ellipse = PathOutline()
    ellipse.addEllipse(in: CGRect(x: -10, y: -6, width: 20, height: 12))
    let stroke = outline(of: ellipse, StrokeStyle(width: width, tolerance: 0.01))
    let middle = ellipse.flattened(tolerance: 0.01)
    for x in stride(from: -9, to: 10, by: 3.0) {
      for y in stride(from: -5, to: 6, by: 2.5) {
        let distance = middle.distance(to: CGPoint(x: x, y: y))
        guard abs(distance - width / 2) > 0.05 else { continue }
        #expect(
          stroke.contains(CGPoint(x: x, y: y), using: .winding) == (distance < width / 2),
          "\(x), \(y)")
      }
    }
  }

  /// A coil of loops that are smaller than the pen, around a hole that is larger.
  @Test func aCoilKeepsItsHole() {
    var coil = PathOutline()
    func place(_ t: Double) -> SIMD2<Double> {
      SIMD2(cos(t), sin(t)) * 40 + SIMD2(cos(40 * t), sin(40 * t)) * 5
    }
    func slope(_ t: Double) -> SIMD2<Double> {
      SIMD2(-sin(t), cos(t)) * 40 + SIMD2(-sin(40 * t), cos(40 * t)) * 200
    }
    coil.move(to: place(0).point)
    let count = 320
    for index in 0..<count {
      let (from, to) = (
        2 * .pi * Double(index) / Double(count), 2 * .pi * Double(index + 1) / Double(count)
      )
      let handle = (to - from) / 3
      let end = index == count - 1 ? place(0) : place(to)
      coil.addCurve(
        to: end.point, control1: (place(from) + slope(from) * handle).point,
        control2: (end - slope(to) * handle).point)
    }
    coil.closeSubpath()
    let stroke = outline(of: coil, StrokeStyle(width: 16, tolerance: 0.01))
    let middle = coil.flattened(tolerance: 0.02)
    var random = SeededNumbers(seed: 11)
    for _ in 0..<150 {
      let place = CGPoint(x: random.next(-55, 55), y: random.next(-55, 55))
      let distance = middle.distance(to: place)
      guard abs(distance - 8) > 0.1 else { continue }
      #expect(
        stroke.contains(place, using: .winding) == (distance < 8), "\(place) is \(distance) away")
    }
  }

  /// Lines about as long as a pixel have the area of their curve, and are fewer.
  @Test(arguments: [4.0, 10, 30, 200])
  func linesForPixelsAreFewAndHaveTheArea(radius: Double) {
    let ring = circle(radius: CGFloat(radius))
    let exact = outline(of: ring, StrokeStyle(width: 3, tolerance: 0.004))
    let stroke = outline(of: ring, StrokeStyle(width: 3, tolerance: 0.004, pixel: 1))
    let area = 2 * .pi * radius * 3
    // Of two sides, a thousandth of a pixel off on the average.
    #expect(abs(stroke.polygonArea - area) < 0.001 * 4 * .pi * radius)
    if radius <= 10 { #expect(stroke.elements.count * 4 < exact.elements.count * 3) }
    #expect(stroke.elements.count <= exact.elements.count)
  }

  @Test func dashesAreStrokedLikeTheirPath() {
    let path = wave(count: 3)
    let style = StrokeStyle(width: 3, cap: .square, tolerance: 0.002)
    var direct = PathOutline()
    PathMeasure(path).stroke(dashedBy: [7, 3, 0, 5], phase: 2, style) { direct.append(polygon: $0) }
    let expected = outline(of: path.dashed(phase: 2, lengths: [7, 3, 0, 5]), style)
    #expect(isClose(direct.windingArea(), expected.windingArea(), part: 0.0005))
    #expect(abs(direct.elements.count - expected.elements.count) < 10)
    // Without a pattern, the whole path.
    var whole = PathOutline()
    PathMeasure(path).stroke(dashedBy: [], phase: 0, style) { whole.append(polygon: $0) }
    #expect(whole == outline(of: path, style))
  }
}

extension PathOutline {
  /// The sum of the signed areas of its polygons.
  fileprivate var polygonArea: Double {
    var (area, start, pen) = (0.0, CGPoint.zero, CGPoint.zero)
    for element in elements {
      let end = element.end ?? start
      if case .move = element { start = end } else { area += (pen.x * end.y - pen.y * end.x) / 2 }
      pen = end
    }
    return abs(area)
  }
}

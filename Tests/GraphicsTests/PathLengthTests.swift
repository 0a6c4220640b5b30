import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct PathLengthTests {
  @Test func lengthsKnownByMathematics() {
    #expect(polyline([(0, 0), (3, 4), (3, 10)]).length == 11)
    #expect(isClose(polyline([(0, 0), (3, 0), (3, 4)], closed: true).length, 12, part: 1e-12))
    // Four cubics are longer than the circle by 0.0136 % on average: they bulge out between the
    // touching points.
    #expect(isClose(circle(radius: 10).length, 20 * .pi, part: 3e-4))
    // A parabola from (0, 0) over (1, 2) to (2, 0), of slope 2 at its ends: (2·√5 + asinh 2) / 2.
    var parabola = PathOutline()
    parabola.move(to: .zero)
    parabola.addQuadCurve(to: CGPoint(x: 2, y: 0), control: CGPoint(x: 1, y: 2))
    let arcLength: Double = (2 * 5.0.squareRoot() + asinh(2)) / 2
    #expect(isClose(parabola.length, arcLength, part: 1e-9))
    // Out and back along a line, with a corner of the speed in the middle.
    var back = PathOutline()
    back.move(to: .zero)
    back.addCurve(to: .zero, control1: CGPoint(x: 0, y: 40), control2: CGPoint(x: 0, y: 40))
    #expect(isClose(back.length, 60, part: 1e-6))
  }

  @Test(arguments: [0.001, 0.01, 0.1, 1])
  func flatteningKeepsWithinItsTolerance(tolerance: Double) {
    let flat = circle(radius: 100).flattened(tolerance: tolerance)
    let points = flat.elements.compactMap(\.end)
    #expect(flat.elements.allSatisfy { $0.type != .addCurveToPoint })
    // The cubics themselves stay within 0.0273 outside of the circle, chords within the tolerance
    // inside of those.
    for (from, to) in zip(points, points.dropFirst()) {
      let middle = hypot((from.x + to.x) / 2, (from.y + to.y) / 2)
      #expect(middle > 100 - tolerance && middle < 100.028)
    }
    // As coarse as it may be: at most twice the chords that a circle needs.
    let needed = 2 * Double.pi / (2 * acos(1 - tolerance / 100))
    #expect(Double(points.count) < 2 * needed + 8)
  }

  @Test func flatteningLeavesLinesAlone() {
    let path = polyline([(0, 0), (5, 0), (5, 5)], closed: true)
    #expect(path.flattened(tolerance: 0.1) == path)
    var absurd = PathOutline()
    absurd.move(to: .zero)
    absurd.addCurve(to: CGPoint(x: 1, y: 1), control1: CGPoint(x: CGFloat.infinity, y: 0), control2: .zero)
    absurd.addCurve(to: .zero, control1: CGPoint(x: 1e90, y: 0), control2: CGPoint(x: 0, y: 1e90))
    #expect(absurd.flattened(tolerance: 0).elements.count == 1 + 1 + 4096)
  }
}

@Suite struct PathTrimmingTests {
  @Test func trimsThroughAllSubpathsInOrder() {
    // Lengths 10 and 30: the second subpath is three quarters of the whole.
    var path = polyline([(0, 0), (10, 0)])
    path.append(polyline([(0, 5), (30, 5)]))
    #expect(path.trimmed(from: 0, to: 0.125) == polyline([(0, 0), (5, 0)]))
    #expect(path.trimmed(from: 0.25, to: 0.5) == polyline([(0, 5), (10, 5)]))
    var both = polyline([(5, 0), (10, 0)])
    both.append(polyline([(0, 5), (15, 5)]))
    #expect(path.trimmed(from: 0.125, to: 0.625) == both)
  }

  @Test func endsOfTheRange() {
    let square = polyline([(0, 0), (10, 0), (10, 10), (0, 10)], closed: true)
    #expect(square.trimmed(from: -1, to: 2) == square)
    #expect(square.trimmed(from: 0, to: 1) == square)
    #expect(square.trimmed(from: 0.5, to: 0.5).elements.isEmpty)
    #expect(square.trimmed(from: 0.6, to: 0.2).elements.isEmpty)
    #expect(square.trimmed(from: .nan, to: .nan).elements.isEmpty)
    #expect(square.trimmed(from: 0, to: 0.75) == polyline([(0, 0), (10, 0), (10, 10), (0, 10)]))
    #expect(square.trimmed(from: 0.875, to: 1) == polyline([(0, 5), (0, 0)]))
  }

  @Test func aWholeSubpathStaysClosed() {
    var path = polyline([(0, 0), (10, 0), (10, 10), (0, 10)], closed: true)
    let first = path
    path.append(polyline([(50, 0), (90, 0)]))
    #expect(path.trimmed(from: 0, to: 0.5) == first)
  }

  @Test func curvesAreCutByTheirParameter() throws {
    var quarter = PathOutline()
    quarter.addRelativeArc(center: .zero, radius: 10, startAngle: 0, delta: .pi / 2, transform: .identity)
    let part = quarter.trimmed(from: 1.0 / 3, to: 0.5)
    #expect(part.elements.count == 2)
    let start = try #require(part.elements.first?.end)
    let end = try #require(part.currentPoint)
    #expect(abs(atan2(start.y, start.x) - .pi / 6) < 0.01 && abs(atan2(end.y, end.x) - .pi / 4) < 1e-6)
    let whole = BezierSegment(
      curveFrom: PathVector(x: 0, y: 50), control1: PathVector(x: 0, y: 50), control2: PathVector(x: 100, y: 50),
      to: PathVector(x: 100, y: 50))
    var line = PathOutline()
    line.move(to: CGPoint(x: 0, y: 50))
    line.addCurve(to: CGPoint(x: 100, y: 50), control1: CGPoint(x: 0, y: 50), control2: CGPoint(x: 100, y: 50))
    for share in [0.25, 0.5, 0.9] {
      let found = try #require(line.trimmed(from: 0, to: share).currentPoint)
      #expect(abs(found.x - whole.point(at: share).x) < 1e-9 && found.y == 50)
    }
    #expect(abs((line.trimmed(from: 0, to: 0.25).currentPoint?.x ?? 0) - 15.625) < 1e-9)
    // By its length half of it would be 40.
    var uneven = PathOutline()
    uneven.move(to: .zero)
    uneven.addCurve(to: CGPoint(x: 80, y: 0), control1: .zero, control2: .zero)
    #expect(abs((uneven.trimmed(from: 0, to: 0.5).currentPoint?.x ?? 0) - 10) < 1e-9)
    #expect(abs((uneven.trimmed(from: 0.5, to: 1).elements.first?.end?.x ?? 0) - 10) < 1e-9)
  }

  @Test func lengthsShareThePathOutAmongItsSegments() throws {
    // A line of 40, a quadratic curve of 40 that is run through unevenly, and a line of 20.
    var path = polyline([(0, 0), (40, 0)])
    path.addQuadCurve(to: CGPoint(x: 80, y: 0), control: CGPoint(x: 40, y: 0))
    path.addLine(to: CGPoint(x: 100, y: 0))
    for (share, x) in [(0.2, 20.0), (0.4, 40), (0.6, 50), (0.8, 80), (0.9, 90)] {
      let end = try #require(path.trimmed(from: 0, to: share).currentPoint)
      #expect(abs(end.x - x) < 1e-6, "\(share)")
      let start = try #require(path.trimmed(from: share, to: 1).elements.first?.end)
      #expect(abs(start.x - x) < 1e-6, "\(share)")
    }
  }
}

@Suite struct PathDashingTests {
  @Test func dashesOfALine() {
    let line = polyline([(0, 0), (10, 0)])
    #expect(line.dashed(phase: 0, lengths: [3, 2]) == lines([(0, 3), (5, 8)]))
    #expect(line.dashed(phase: 1, lengths: [3, 2]) == lines([(0, 2), (4, 7), (9, 10)]))
    #expect(line.dashed(phase: 4, lengths: [3, 2]) == lines([(1, 4), (6, 9)]))
    #expect(line.dashed(phase: -1, lengths: [3, 2]) == lines([(1, 4), (6, 9)]))
    // An odd count: 4 on, 4 off.
    #expect(line.dashed(phase: 0, lengths: [4]) == lines([(0, 4), (8, 10)]))
    #expect(line.dashed(phase: 0, lengths: [1, 2, 3]) == lines([(0, 1), (3, 6), (7, 9)]))
  }

  @Test func patternsThatAreNone() {
    let line = polyline([(0, 0), (10, 0)])
    for lengths in [[], [0, 0], [-1, 3], [.nan], [.infinity, 1]] as [[CGFloat]] {
      #expect(line.dashed(phase: 0, lengths: lengths) == line)
    }
    #expect(line.dashed(phase: .nan, lengths: [1, 1]) == line)
    #expect(line.dashed(phase: 0, lengths: [1e-9, 1e-9]) == line, "too many to be seen")
  }

  @Test func everySubpathBeginsAnew() {
    var path = polyline([(0, 0), (4, 0)])
    path.append(polyline([(0, 0), (4, 0)]))
    #expect(path.dashed(phase: 0, lengths: [3, 2]) == lines([(0, 3), (0, 3)]))
  }

  @Test func dashesTurnCornersAndRunThroughTheStart() {
    let square = polyline([(0, 0), (10, 0), (10, 10), (0, 10)], closed: true)
    // Dashes at 0–12, 16–28 and 32–40 of 40, the last one running into the first.
    var expected = polyline([(0, 8), (0, 0), (10, 0), (10, 2)])
    expected.append(polyline([(10, 6), (10, 10), (2, 10)]))
    #expect(square.dashed(phase: 0, lengths: [12, 4]) == expected)
    #expect(square.dashed(phase: 0, lengths: [100, 4]) == square, "one dash covers it: it stays closed")
  }

  @Test func dotsKeepTheirDirection() {
    let slanted = polyline([(0, 0), (30, 40)])
    let dots = slanted.dashed(phase: 0, lengths: [0, 20])
    #expect(dots.elements.count == 6)
    let squares = dots.strokeOutline(width: 2, cap: .square, tolerance: 0.001)
    #expect(isClose(squares.windingArea(), 12))
    // Each is a square turned as the line is: half its diagonal, √2, along (3, 4)/5 turned by 45°.
    #expect(abs(squares.controlBounds.minX + 1.4) < 1e-4)
    #expect(isClose(dots.strokeOutline(width: 2, cap: .round, tolerance: 0.001).windingArea(), 3 * .pi))
  }

  @Test func dashesOfACircle() {
    let dashes = circle(radius: 10).dashed(phase: 0, lengths: [1, 1])
    #expect(isClose(dashes.length, 10 * .pi, part: 0.02))
    let halves = circle(radius: 10).dashed(phase: 0, lengths: [5 * .pi, 5 * .pi])
    #expect(isClose(halves.length, 10 * .pi, part: 1e-3))
    #expect(
      CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 4, height: 4)).copy(dashingWithPhase: 0, lengths: [1, 1]).isEmpty
        == false)
  }

  /// Lines on the x axis.
  private func lines(_ spans: [(Double, Double)]) -> PathOutline {
    var outline = PathOutline()
    for (from, to) in spans { outline.append(polyline([(from, 0), (to, 0)])) }
    return outline
  }
}

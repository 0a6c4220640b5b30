import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct PathBooleanTests {
  static func square(_ x: CGFloat, _ y: CGFloat, _ side: CGFloat) -> CGPath {
    CGPath(rect: CGRect(x: x, y: y, width: side, height: side))
  }

  static func circle(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat) -> CGPath {
    CGPath(ellipseIn: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
  }

  /// The area by Green's theorem, counterclockwise positive; curves cut fine.
  static func area(_ path: CGPath) -> Double {
    var area = 0.0
    var (start, pen) = (CGPoint.zero, CGPoint.zero)
    for element in path.outline.flattened(tolerance: 1e-7).elements {
      let end = element.end ?? start
      if case .move = element { start = end } else { area += Double(pen.x * end.y - end.x * pen.y) / 2 }
      pen = end
    }
    return area
  }

  static func count(_ path: CGPath, _ type: CGPathElementType) -> Int { path.elements.count { $0.type == type } }

  /// Squares of side 2 that share one of side 1.
  @Test(arguments: [CGPathFillRule.winding, .evenOdd])
  func twoSquares(rule: CGPathFillRule) {
    let (a, b) = (Self.square(0, 0, 2), Self.square(1, 1, 2))
    #expect(Self.area(a.union(b, using: rule)) == 7 && Self.area(a.intersection(b, using: rule)) == 1)
    #expect(Self.area(a.subtracting(b, using: rule)) == 3 && Self.area(a.symmetricDifference(b, using: rule)) == 6)
    var rect = CGRect.zero
    #expect(a.intersection(b, using: rule).isRect(&rect) && rect == CGRect(x: 1, y: 1, width: 1, height: 1))
    // The union has eight corners: seven lines and a close.
    #expect(Self.count(a.union(b), .addLineToPoint) == 7 && Self.count(a.union(b), .closeSubpath) == 1)
    #expect(a.intersects(b) && !a.intersects(Self.square(2, 0, 1)), "an edge in common is no area")
  }

  @Test func curvesStayCurves() {
    let (a, b) = (Self.circle(0, 0, 1), Self.circle(1, 0, 1))
    // Two circles of radius 1 at distance 1: the lens has 2π/3 − √3/2. A circle of cubics is larger
    // by up to 0.0009.
    let lens = 2 * Double.pi / 3 - 3.0.squareRoot() / 2
    #expect(abs(Self.area(a.intersection(b)) - lens) < 0.001)
    #expect(abs(Self.area(a.union(b)) - (2 * .pi - lens)) < 0.002)
    #expect(abs(Self.area(a.subtracting(b)) - (.pi - lens)) < 0.001)
    for path in [a.intersection(b), a.union(b)] {
      #expect(Self.count(path, .addLineToPoint) == 0 && Self.count(path, .addCurveToPoint) <= 8)
      #expect(Self.count(path, .moveToPoint) == 1)
    }
    // The lens ends at (½, ±√3/2), where cubics lie 0.0003 outside.
    let box = a.intersection(b).boundingBoxOfPath
    #expect(abs(box.maxY - 0.75.squareRoot()) < 5e-4 && abs(box.minX) < 1e-9 && abs(box.maxX - 1) < 1e-9)
  }

  @Test func untouchedPathsComeBack() {
    let circle = Self.circle(5, 5, 3)
    let same = circle.normalized()
    #expect(Self.count(same, .addCurveToPoint) == 4 && abs(Self.area(same) - Self.area(circle)) < 1e-9)
    #expect(
      Set(same.elements.compactMap(\.end).map { "\($0)" }) == Set(circle.elements.compactMap(\.end).map { "\($0)" }))
    let apart = circle.union(Self.circle(50, 5, 3))
    #expect(Self.count(apart, .moveToPoint) == 2 && circle.intersection(Self.circle(50, 5, 3)).isEmpty)
    #expect(CGPath(rect: .zero).union(circle).boundingBox == circle.boundingBox)
    #expect(CGMutablePath().normalized().isEmpty && CGMutablePath().intersection(circle).isEmpty)
  }

  @Test func holesRunTheOtherWay() {
    let ring = Self.square(0, 0, 10).subtracting(Self.square(2, 2, 6))
    #expect(Self.area(ring) == 64 && Self.count(ring, .moveToPoint) == 2)
    for rule in [CGPathFillRule.winding, .evenOdd] {
      #expect(ring.contains(CGPoint(x: 1, y: 5), using: rule) && !ring.contains(CGPoint(x: 5, y: 5), using: rule))
    }
    // Filled again, with the hole's hole.
    let target = ring.union(Self.square(4, 4, 2))
    let parts = target.componentsSeparated()
    #expect(parts.count == 2 && Set(parts.map { Self.area($0) }) == [64, 4])
    #expect(Self.area(ring.union(Self.square(2, 2, 6))) == 100)
    #expect(Self.count(ring.union(Self.square(2, 2, 6)), .addLineToPoint) == 3, "the seam is gone")
  }

  /// A star of five lines: its middle is wound around twice.
  @Test func starByBothRules() {
    let path = CGMutablePath()
    let points = (0..<5).map { index in
      let angle = Double(index) * 4 * .pi / 5 + .pi / 2
      return CGPoint(x: cos(angle), y: sin(angle))
    }
    path.addLines(between: points)
    path.closeSubpath()
    let (whole, points5) = (path.normalized(using: .winding), path.normalized(using: .evenOdd))
    // The pentagon inside has the radius cos 72° / cos 36°; five triangles of it, ½·r²·sin 72°
    // each.
    let radius = cos(0.4 * .pi) / cos(0.2 * .pi)
    let pentagon = 2.5 * radius * radius * sin(0.4 * .pi)
    #expect(abs(Self.area(whole) - Self.area(points5) - pentagon) < 1e-6)
    #expect(Self.count(whole, .addLineToPoint) == 9 && points5.componentsSeparated(using: .evenOdd).count == 5)
    #expect(!points5.contains(.zero) && whole.contains(.zero))
  }

  @Test func directionDoesNotMatter() {
    let clockwise = CGMutablePath()
    clockwise.addLines(between: [.zero, CGPoint(x: 0, y: 2), CGPoint(x: 2, y: 2), CGPoint(x: 2, y: 0)])
    // Open: filling closes it.
    #expect(Self.area(clockwise.normalized()) == 4)
    #expect(Self.area(clockwise.intersection(Self.square(1, 1, 5))) == 1)
  }

  @Test func edgesThatLieOnEachOther() {
    let (a, b) = (Self.square(0, 0, 2), Self.square(2, 0, 2))
    let both = a.union(b)
    #expect(Self.area(both) == 8 && Self.count(both, .moveToPoint) == 1)
    #expect(a.intersection(b).isEmpty && Self.area(a.subtracting(a)) == 0 && a.subtracting(a).isEmpty)
    #expect(Self.area(a.union(a)) == 4)
    let corner = a.union(Self.square(2, 2, 2))
    #expect(Self.area(corner) == 8 && corner.componentsSeparated().count == 2, "a point in common joins nothing")
  }

  /// A hundred random triangles: what two of them have alone, and in common, adds up.
  @Test(arguments: 0..<50)
  func areasAddUp(seed: Int) {
    var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    func next() -> CGFloat {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return CGFloat(state >> 40) / CGFloat(1 << 24) * 100
    }
    func shape() -> CGPath {
      let path = CGMutablePath()
      for _ in 0..<4 {
        path.move(to: CGPoint(x: next(), y: next()))
        path.addLine(to: CGPoint(x: next(), y: next()))
        path.addCurve(
          to: CGPoint(x: next(), y: next()), control1: CGPoint(x: next(), y: next()),
          control2: CGPoint(x: next(), y: next()))
        path.closeSubpath()
      }
      return path
    }
    let (a, b) = (shape(), shape())
    let (areaA, areaB) = (Self.area(a.normalized()), Self.area(b.normalized()))
    let (union, common) = (Self.area(a.union(b)), Self.area(a.intersection(b)))
    #expect(abs(areaA + areaB - union - common) < 0.1 && union > 0)
    #expect(abs(Self.area(a.subtracting(b)) - (areaA - common)) < 0.1)
    #expect(abs(Self.area(a.symmetricDifference(b)) - (union - common)) < 0.1)
    // Points are where the paths themselves say.
    let both = a.intersection(b)
    let wrong = (0..<200).count { _ in
      let point = CGPoint(x: next(), y: next())
      return both.contains(point) != (a.contains(point) && b.contains(point))
    }
    #expect(wrong <= 1, "but for one that may lie on a border")
  }

  @Test func linesInsideAndOutside() {
    let line = CGMutablePath()
    line.move(to: CGPoint(x: -1, y: 1))
    line.addLine(to: CGPoint(x: 5, y: 1))
    let inside = line.lineIntersection(Self.square(0, 0, 2))
    #expect(inside.boundingBox == CGRect(x: 0, y: 1, width: 2, height: 0))
    let outside = line.lineSubtracting(Self.square(0, 0, 2))
    #expect(Self.count(outside, .moveToPoint) == 2 && outside.boundingBox == line.boundingBox)
    #expect(line.lineIntersection(Self.square(0, 5, 2)).isEmpty)
    // Half of a circle is two of its four curves, cut at the square's side.
    let arc = Self.circle(0, 1, 1).lineIntersection(Self.square(0, -5, 20))
    #expect(abs(arc.boundingBoxOfPath.minX) < 1e-6 && abs(arc.boundingBoxOfPath.maxX - 1) < 1e-9)
  }

  @Test func numbersThatAreNone() {
    let odd = CGMutablePath()
    odd.addLines(between: [.zero, CGPoint(x: CGFloat.nan, y: 1), CGPoint(x: CGFloat.infinity, y: 0)])
    #expect(odd.normalized().isEmpty && Self.area(odd.union(Self.square(0, 0, 1))) == 1)
    let huge = CGPath(rect: CGRect(x: -1e90, y: -1e90, width: 2e90, height: 2e90))
    // Far below the grid of the other; nothing traps.
    #expect(huge.intersection(Self.square(0, 0, 1)).isEmpty)
    #expect(Self.count(huge.normalized(), .addLineToPoint) == 3)
  }

  @Test func flattenedIsWithinTheThreshold() {
    let flat = Self.circle(0, 0, 10).flattened(threshold: 0.1)
    #expect(Self.count(flat, .addCurveToPoint) == 0 && Self.count(flat, .addLineToPoint) < 60)
    #expect(abs(Self.area(flat) - 100 * .pi) < 2 * .pi * 10 * 0.1)
  }
}

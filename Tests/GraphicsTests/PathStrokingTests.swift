import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct PathStrokingTests {
  /// Area of the stroke of two lines of length 50 that meet, width 10, butt caps, by the angle
  /// between them.
  ///
  /// Two rectangles of 50 × 10; they share a kite of area r²·tan(t/2) at the inner side, t being
  /// the turn, and the join adds outside: bevel r²·sin(t)/2, miter r²·tan(t/2), round r²·t/2.
  static func cornerArea(turn: Double, join: CGLineJoin) -> Double {
    let inner = 1000 - 25 * tan(turn / 2)
    return switch join {
    case .miter: inner + 25 * tan(turn / 2)
    case .round: inner + 25 * turn / 2
    case .bevel: inner + 25 * sin(turn) / 2
    }
  }

  @Test(arguments: [CGLineJoin.miter, .round, .bevel], [0.2, -0.2, 1.0, -1.0, .pi / 2, -.pi / 2, 2.2, -2.2])
  func corner(join: CGLineJoin, turn: Double) {
    let path = polyline([(-50, 0), (0, 0), (50 * cos(turn), 50 * sin(turn))])
    let stroke = path.strokeOutline(width: 10, join: join, tolerance: 0.001)
    let area = stroke.windingArea()
    #expect(isClose(area, Self.cornerArea(turn: abs(turn), join: join)), "\(area)")
  }

  @Test(arguments: [(CGLineCap.butt, 1000.0), (.square, 1100), (.round, 1000 + 25 * Double.pi)])
  func caps(cap: CGLineCap, area: Double) {
    let slanted = polyline([(3, 4), (63, 84)])
    #expect(isClose(slanted.strokeOutline(width: 10, cap: cap, tolerance: 0.001).windingArea(), area))
  }

  @Test func miterLimitCutsToABevel() {
    // A right angle has a miter of √2 widths.
    let path = polyline([(0, 0), (10, 0), (10, 10)])
    let sharp = path.strokeOutline(width: 2, miterLimit: 1.415, tolerance: 0.01)
    #expect(sharp.controlBounds == CGRect(x: 0, y: -1, width: 11, height: 11))
    #expect(sharp.contains(CGPoint(x: 10.9, y: -0.9), using: .winding))
    let blunt = path.strokeOutline(width: 2, miterLimit: 1.414, tolerance: 0.01)
    #expect(!blunt.contains(CGPoint(x: 10.51, y: -0.51), using: .winding))
    #expect(blunt.contains(CGPoint(x: 10.49, y: -0.49), using: .winding))
  }

  @Test(arguments: [CGLineJoin.miter, .round, .bevel])
  func closedSquareHasFourJoins(join: CGLineJoin) {
    let square = polyline([(0, 0), (40, 0), (40, 40), (0, 40)], closed: true)
    let area = square.strokeOutline(width: 10, cap: .square, join: join, tolerance: 0.001).windingArea()
    let corner: [CGLineJoin: Double] = [.miter: 25, .round: 25 * .pi / 4, .bevel: 12.5]
    // The frame between 30 and 50 has four corners outside of which the join decides on 5 × 5 each.
    #expect(isClose(area, 50 * 50 - 30 * 30 - 4 * (25 - (corner[join] ?? 0))))
  }

  /// A ring as long as the pen leaves a hole, a disc when it does not: the inner side must not cut
  /// one.
  @Test(arguments: [2.0, 10, 19, 20, 25, 39, 41, 80])
  func circleOfAnyWidth(width: Double) {
    let stroke = circle(radius: 10).strokeOutline(width: width, tolerance: 0.001)
    let hole = max(10 - width / 2, 0)
    let outer = 10 + width / 2
    #expect(isClose(stroke.windingArea(), .pi * (outer * outer - hole * hole), part: 0.003))
  }

  @Test(arguments: [CGLineCap.butt, .round, .square])
  func dots(cap: CGLineCap) {
    let expected: [CGLineCap: Double] = [.butt: 0, .round: 25 * .pi, .square: 100]
    for path in [
      polyline([(7, 7), (7, 7)]), polyline([(7, 7)], closed: true), polyline([(7, 7), (7, 7)], closed: true),
    ] {
      let area = path.strokeOutline(width: 10, cap: cap, tolerance: 0.001).windingArea()
      #expect(isClose(area, expected[cap] ?? -1))
    }
    #expect(polyline([(7, 7)]).strokeOutline(width: 10, cap: cap, tolerance: 0.001).elements.isEmpty)
  }

  @Test func capsFollowTheCurveNotItsChords() {
    // Half a circle with a pen nearly as wide: its two ends lie on the x axis, exactly.
    var arc = PathOutline()
    arc.addRelativeArc(center: .zero, radius: 10, startAngle: 0, delta: .pi, transform: .identity)
    let stroke = arc.strokeOutline(width: 18, tolerance: 0.01)
    #expect(abs(stroke.controlBounds.minY) < 0.02)
    #expect(abs(stroke.controlBounds.maxX - 19) < 0.02)
    let halfRing: Double = .pi / 2 * (19 * 19 - 1)
    #expect(isClose(stroke.windingArea(), halfRing))
  }

  /// A quarter turn on the spot: on either side of the curve the pen sweeps a quarter of a disc,
  /// whatever the tolerance.
  @Test(arguments: [0.01, 0.001, 0.0001])
  func aCurveTighterThanThePenIsASweep(tolerance: CGFloat) {
    let path = CGMutablePath()
    path.addArc(center: .zero, radius: 0.001, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    let stroke = path.outline.strokeOutline(width: 10, tolerance: tolerance)
    #expect(abs(stroke.windingArea() - 12.5 * .pi) < 0.15)
    #expect(stroke.contains(CGPoint(x: 3, y: 3), using: .winding))
    #expect(stroke.contains(CGPoint(x: -3, y: -3), using: .winding))
    #expect(!stroke.contains(CGPoint(x: 3, y: -0.1), using: .winding))
    #expect(!stroke.contains(CGPoint(x: -0.1, y: 3), using: .winding))
  }

  @Test func aCuspIsRound() {
    // The curve runs to (0, 30) and back upon itself: x vanishes, and y = 90·t·(1 − t)·… is
    // greatest in the middle.
    var path = PathOutline()
    path.move(to: .zero)
    path.addCurve(to: .zero, control1: CGPoint(x: 0, y: 40), control2: CGPoint(x: 0, y: 40))
    let stroke = path.strokeOutline(width: 10, tolerance: 0.001)
    // y = 3·40·t·(1 − t) is 30 in the middle; half a disc of radius 5 stands on it.
    #expect(isClose(stroke.windingArea(), 300 + 12.5 * .pi))
    #expect(abs(stroke.controlBounds.maxY - 35) < 0.01)
  }

  /// Half a disc stands where the curve turns, wherever the chords fall and whichever way it is not
  /// quite folded.
  @Test(arguments: [1.0, 0.3, 0.05, 0.005, 0.0001])
  func aFoldIsRound(tolerance: CGFloat) {
    func curves(bentBy off: Double) -> [PathOutline] {
      var folds = [PathOutline(), PathOutline(), PathOutline(), PathOutline()]
      for index in folds.indices { folds[index].move(to: CGPoint(x: 5, y: 17)) }
      // x = 5 + 60·t·(1 − t): back at 20.
      folds[0].addQuadCurve(to: CGPoint(x: 5, y: 17), control: CGPoint(x: 35, y: 17 + off))
      // x = 5 + 120·t·(1 − t): back at 35.
      folds[1].addCurve(
        to: CGPoint(x: 5, y: 17), control1: CGPoint(x: 45, y: 17), control2: CGPoint(x: 45, y: 17 + off))
      // Not in the middle: x = 5 + 80·t − 70·t², back at t = 4/7.
      folds[2].addQuadCurve(to: CGPoint(x: 15, y: 17 + off), control: CGPoint(x: 45, y: 17))
      // Back and forth: x = 5 + 90·t − 180·t² + 100·t³, back at t = 0.355.
      folds[3].addCurve(
        to: CGPoint(x: 15, y: 17 + off), control1: CGPoint(x: 35, y: 17), control2: CGPoint(x: 5, y: 17))
      return folds
    }
    let ends = [20, 35, 5 + 1600 / 70.0, 18.7394]
    for off in [0, 1e-9, 1e-4, 1e-3] {
      for (index, (path, end)) in zip(curves(bentBy: off), ends).enumerated() {
        let stroke = path.strokeOutline(width: 8, tolerance: tolerance)
        for angle in [0, 0.7, -0.7, 1.3, -1.3] {
          func place(_ distance: Double) -> CGPoint {
            CGPoint(x: end + distance * cos(angle), y: 17 + distance * sin(angle))
          }
          let slack = 2 * Double(tolerance) + 0.02
          if slack < 3 {
            let isIn = stroke.contains(place(4 - slack), using: .winding)
            #expect(isIn, "\(index), \(off), at \(angle)")
          }
          let isBeyond = stroke.contains(place(4 + slack), using: .winding)
          #expect(!isBeyond, "\(index), \(off), beyond at \(angle)")
        }
      }
    }
  }

  /// A loop that is small beside the tolerance is a dot of the pen.
  @Test(arguments: [1.0, 0.1, 0.01])
  func aSmallLoopIsADisc(tolerance: CGFloat) {
    let path = CGMutablePath()
    path.addArc(center: .zero, radius: 0.001, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
    let area = path.outline.strokeOutline(width: 10, tolerance: tolerance).windingArea()
    #expect(abs(area - 25 * .pi) < 10 * .pi * tolerance + 0.3, "\(area)")
  }

  @Test func turningBackIsCoveredOnce() {
    let path = polyline([(0, 0), (50, 0), (20, 0)])
    #expect(isClose(path.strokeOutline(width: 10, join: .round, tolerance: 0.001).windingArea(), 500 + 12.5 * .pi))
    #expect(isClose(path.strokeOutline(width: 10, join: .miter, tolerance: 0.001).windingArea(), 500))
  }

  /// Steps much shorter than the pen is wide: the stroke of the zigzag is that of the straight band
  /// around it.
  @Test func tinySegments() {
    let points = (0...1000).map { (Double($0) * 0.05, $0.isMultiple(of: 2) ? 0 : 1e-7) }
    let stroke = polyline(points).strokeOutline(width: 10, join: .round, tolerance: 0.001)
    #expect(isClose(stroke.windingArea(lines: 100), 500))
    // Points said twice are no edges.
    let doubled = points.flatMap { [$0, $0] }
    #expect(
      isClose(polyline(doubled).strokeOutline(width: 10, join: .miter, tolerance: 0.001).windingArea(lines: 100), 500))
  }

  /// A round pen covers just the points that are no further from the path than its radius.
  @Test(arguments: 0..<60)
  func roundStrokeIsADistance(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    func point() -> CGPoint { CGPoint(x: random.next(0, 100), y: random.next(0, 100)) }
    var path = PathOutline()
    path.move(to: point())
    for _ in 0..<3 {
      if random.next(0, 1) < 0.4 {
        path.addLine(to: point())
      } else {
        path.addCurve(to: point(), control1: point(), control2: point())
      }
    }
    if seed.isMultiple(of: 3) { path.closeSubpath() }
    let radius = random.next(0.5, 40)
    let stroke = path.strokeOutline(width: 2 * radius, cap: .round, join: .round, tolerance: 0.01)
    let middle = path.flattened(tolerance: 0.001)
    for _ in 0..<40 {
      let place = CGPoint(x: random.next(-40, 140), y: random.next(-40, 140))
      let distance = middle.distance(to: place)
      guard abs(distance - radius) > 0.05 else { continue }
      #expect(stroke.contains(place, using: .winding) == (distance < radius), "\(place) is \(distance) away")
    }
  }

  /// With butt caps a pen covers just the points that lie square to a place of the curve, no
  /// further than its radius; also where the curve is bent more than the pen allows.
  @Test(arguments: 0..<40)
  func buttStrokeIsASweep(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    func point() -> CGPoint { CGPoint(x: random.next(0, 30), y: random.next(0, 30)) }
    let corners = [point(), point(), point(), point()]
    let radius = random.next(2, 30)
    func isSwept(_ place: CGPoint) -> Bool {
      var wasAhead: Bool?
      for step in 0...2000 {
        let (t, u) = (Double(step) / 2000, 1 - Double(step) / 2000)
        let weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
        let slopes = [-3 * u * u, 3 * u * u - 6 * u * t, 6 * u * t - 3 * t * t, 3 * t * t]
        func sum(_ factors: [Double], _ part: (CGPoint) -> CGFloat) -> Double {
          zip(factors, corners).reduce(0) { $0 + $1.0 * part($1.1) }
        }
        let (dx, dy) = (place.x - sum(weights) { $0.x }, place.y - sum(weights) { $0.y })
        let isAhead = dx * sum(slopes) { $0.x } + dy * sum(slopes) { $0.y } > 0
        if let wasAhead, wasAhead != isAhead, hypot(dx, dy) <= radius { return true }
        wasAhead = isAhead
      }
      return false
    }
    var path = PathOutline()
    path.move(to: corners[0])
    path.addCurve(to: corners[3], control1: corners[1], control2: corners[2])
    let stroke = path.strokeOutline(width: 2 * radius, tolerance: 0.002)
    for _ in 0..<40 {
      let place = CGPoint(x: random.next(-20, 50), y: random.next(-20, 50))
      let isIn = isSwept(place)
      let nearby = [(0.1, 0.0), (-0.1, 0), (0, 0.1), (0, -0.1)].map { CGPoint(x: place.x + $0, y: place.y + $1) }
      guard nearby.allSatisfy({ isSwept($0) == isIn }) else { continue }
      #expect(stroke.contains(place, using: .winding) == isIn, "\(place), radius \(radius)")
    }
  }

  /// A miter stands on the ends of both sides, also where the one before it is a curve's that turns
  /// back.
  @Test func aMiterAfterATightCurve() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 20, y: 10))
    path.addQuadCurve(to: CGPoint(x: 21, y: 12), control: CGPoint(x: 20, y: 12))
    path.addLine(to: CGPoint(x: 21, y: 25))
    func stroke(_ join: CGLineJoin) -> PathOutline {
      path.outline.strokeOutline(width: 20, join: join, tolerance: 0.001)
    }
    let (miter, bevel) = (stroke(.miter), stroke(.bevel))
    var random = SeededNumbers(seed: 5)
    for _ in 0..<400 {
      let place = CGPoint(x: random.next(5, 40), y: random.next(-5, 30))
      if bevel.contains(place, using: .winding) { #expect(miter.contains(place, using: .winding), "\(place)") }
    }
    #expect(miter.windingArea() >= bevel.windingArea())
  }

  @Test func overlappingSubpathsAreAUnion() {
    var cross = polyline([(-20, 0), (20, 0)])
    cross.append(polyline([(0, 20), (0, -20)]))
    #expect(isClose(cross.strokeOutline(width: 4, tolerance: 0.001).windingArea(), 2 * 160 - 16))
  }

  @Test func whatCannotBeStroked() {
    let line = polyline([(0, 0), (10, 0)])
    for width in [0, -1, CGFloat.nan, .infinity] {
      #expect(line.strokeOutline(width: width, tolerance: 0.1).elements.isEmpty)
    }
    let infinite = polyline([(0, 0), (.infinity, 0), (.nan, 3), (1e300, 1e300)])
    #expect(infinite.strokeOutline(width: 1, cap: .round, join: .round, tolerance: 0.1).elements.isEmpty)
    #expect(!line.strokeOutline(width: 1, cap: .round, tolerance: .nan).elements.isEmpty)
  }

  @Test func publicCopyMapsTheStroke() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 10, y: 0))
    let stroke = path.copy(
      strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10,
      transform: CGAffineTransform(scaleX: 3, y: 5))
    #expect(stroke.boundingBox == CGRect(x: 0, y: -5, width: 30, height: 10))
    #expect(!(stroke is CGMutablePath))
    // A path in small units is not coarser for it.
    let tiny = CGPath(ellipseIn: CGRect(x: -0.001, y: -0.001, width: 0.002, height: 0.002))
    let ring = tiny.copy(strokingWithWidth: 0.001, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
    #expect(isClose(ring.outline.windingArea(), .pi * (0.0015 * 0.0015 - 0.0005 * 0.0005)))
  }
}

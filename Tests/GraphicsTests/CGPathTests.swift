import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct CGPathTests {
  @Test func emptyPath() {
    let path = CGMutablePath()
    #expect(path.isEmpty)
    #expect(path.boundingBox.isNull)
    #expect(path.boundingBoxOfPath.isNull)
    #expect(path.currentPoint == .zero)
    #expect(!path.contains(.zero))
    path.addLine(to: CGPoint(x: 1, y: 1))
    path.closeSubpath()
    #expect(path.isEmpty, "a path that was not begun takes no lines")
  }

  @Test func closingReturnsToTheStart() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 5, y: 2))
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
    path.closeSubpath()
    #expect(path.elements.count == 3)
  }

  @Test func rectangleStartsAtLeastXAndY() {
    let path = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(
      path.elements == [
        .move(to: CGPoint(x: 1, y: 2)), .line(to: CGPoint(x: 4, y: 2)), .line(to: CGPoint(x: 4, y: 6)),
        .line(to: CGPoint(x: 1, y: 6)), .close,
      ])
    var found = CGRect.zero
    #expect(path.isRect(&found))
    #expect(found == CGRect(x: 1, y: 2, width: 3, height: 4))
    var turn = CGAffineTransform(rotationAngle: 0.1)
    #expect(CGPath(rect: found, transform: &turn).isRect(nil) == false)
  }

  @Test func ellipseStartsAtGreatestXTowardGreatestY() {
    let path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 4, height: 2))
    #expect(path.elements.count == 6)
    #expect(path.elements.first == .move(to: CGPoint(x: 4, y: 1)))
    #expect(path.elements[1].end == CGPoint(x: 2, y: 2))
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 4, height: 2))
  }

  @Test func roundedRectangleStartsInTheMiddleOfTheRightSide() {
    let path = CGPath(
      roundedRect: CGRect(x: 0, y: 0, width: 10, height: 20), cornerWidth: 2, cornerHeight: 3)
    #expect(path.elements.count == 10)
    #expect(path.elements.first == .move(to: CGPoint(x: 10, y: 10)))
    #expect(path.elements[1] == .line(to: CGPoint(x: 10, y: 17)))
    #expect(path.elements[2].end == CGPoint(x: 8, y: 20))
    #expect(path.elements[3] == .line(to: CGPoint(x: 2, y: 20)))
    #expect(path.elements[4].end == CGPoint(x: 0, y: 17))
    #expect(path.elements[6].end == CGPoint(x: 2, y: 0))
    #expect(path.elements[8].end == CGPoint(x: 10, y: 3))
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 10, height: 20))
    #expect(!path.contains(CGPoint(x: 0.2, y: 0.2)))
    #expect(path.contains(CGPoint(x: 0.1, y: 4)))
  }

  @Test func largeAndMissingCorners() {
    let rect = CGRect(x: 0, y: 0, width: 10, height: 20)
    let pill = CGPath(roundedRect: rect, cornerWidth: 100, cornerHeight: 100)
    #expect(pill.elements[2].end == CGPoint(x: 5, y: 20))
    #expect(CGPath(roundedRect: rect, cornerWidth: 0, cornerHeight: 5) == CGPath(rect: rect))
  }

  @Test func equalityIsByElements() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    let copy = try #require(path.copy())
    #expect(copy == path)
    #expect(!(copy is CGMutablePath))
    #expect(copy.copy() === copy, "an immutable path needs no copy")
    path.addLine(to: CGPoint(x: 3, y: 3))
    #expect(copy != path)
    let other = try #require(copy.mutableCopy())
    other.move(to: .zero)
    #expect(copy.elements.count == 5)
    var shift = CGAffineTransform(translationX: 5, y: 0)
    #expect(copy.copy(using: &shift) == CGPath(rect: CGRect(x: 5, y: 0, width: 1, height: 1)))
    #expect(copy.copy(using: nil) == copy)
  }

  @Test func tightBoxIsThatOfTheCurve() {
    let path = CGMutablePath()
    path.move(to: .zero)
    // The middle of a quadratic curve lies half way to its control point; of a cubic, at three
    // quarters.
    path.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 8))
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 8))
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 10, height: 4))
    path.addCurve(to: .zero, control1: CGPoint(x: 10, y: -8), control2: CGPoint(x: 0, y: -8))
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: -6, width: 10, height: 10))
  }

  @Test func walkingGivesEveryElement() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    path.addLine(to: CGPoint(x: 2, y: 2))
    path.addQuadCurve(to: CGPoint(x: 4, y: 4), control: CGPoint(x: 3, y: 3))
    path.addCurve(to: CGPoint(x: 7, y: 7), control1: CGPoint(x: 5, y: 5), control2: CGPoint(x: 6, y: 6))
    path.closeSubpath()
    let counts: [CGPathElementType: Int] = [
      .moveToPoint: 1, .addLineToPoint: 1, .addQuadCurveToPoint: 2, .addCurveToPoint: 3, .closeSubpath: 0,
    ]
    var types: [CGPathElementType] = []
    var points: [CGFloat] = []
    path.applyWithBlock { element in
      types.append(element.pointee.type)
      for index in 0..<(counts[element.pointee.type] ?? 0) { points.append(element.pointee.points[index].x) }
    }
    #expect(types == [.moveToPoint, .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint, .closeSubpath])
    #expect(points == [1, 2, 3, 4, 5, 6, 7])
    var visits = 0
    withUnsafeMutablePointer(to: &visits) { pointer in
      path.apply(info: pointer) { info, _ in info?.assumingMemoryBound(to: Int.self).pointee += 1 }
    }
    #expect(visits == 5)
  }
}

@Suite struct PathMoveTests {
  /// As Core Graphics shows it in a kit's tests: only the last of several moves counts.
  @Test func aMoveReplacesTheMoveBefore() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.move(to: CGPoint(x: 10, y: 10))
    path.addLine(to: CGPoint(x: 20, y: 20))
    #expect(path.elements == [.move(to: CGPoint(x: 10, y: 10)), .line(to: CGPoint(x: 20, y: 20))])
    #expect(path.boundingBox == CGRect(x: 10, y: 10, width: 10, height: 10))
    path.move(to: CGPoint(x: 1, y: 1))
    path.addPath(CGPath(rect: CGRect(x: 5, y: 6, width: 1, height: 1), transform: nil))
    #expect(path.elements.count == 7 && path.elements[2] == .move(to: CGPoint(x: 5, y: 6)))
  }
}

@Suite struct PathArcTests {
  /// An arc, and what it must come to; angles in quarter turns.
  struct Arc: Sendable {
    var start: CGFloat = 0
    var end: CGFloat
    var clockwise: Bool
    var swept: CGFloat
    var cubics: Int
  }

  static let arcs: [Arc] = [
    Arc(end: 1, clockwise: false, swept: 1, cubics: 1),
    Arc(end: 1, clockwise: true, swept: -3, cubics: 3),
    Arc(end: 4, clockwise: false, swept: 4, cubics: 4),
    Arc(end: 4, clockwise: true, swept: -4, cubics: 4),
    Arc(end: -1, clockwise: false, swept: 3, cubics: 3),
    Arc(end: -1, clockwise: true, swept: -1, cubics: 1),
    Arc(end: 18, clockwise: false, swept: 18, cubics: 18),
    Arc(end: 8, clockwise: false, swept: 8, cubics: 8),
    Arc(end: 8, clockwise: true, swept: -4, cubics: 4),
    Arc(end: -8, clockwise: true, swept: -8, cubics: 8),
    Arc(start: 0.7, end: 0.7, clockwise: false, swept: 0, cubics: 0),
    Arc(start: 0.5, end: 2, clockwise: false, swept: 1.5, cubics: 2),
  ]

  @Test(arguments: arcs)
  func sweepAndPieces(_ arc: Arc) {
    let quarter = CGFloat.pi / 2
    let (start, end) = (arc.start * quarter, arc.end * quarter)
    let swept = PathOutline.sweep(from: start, to: end, clockwise: arc.clockwise)
    #expect(abs(swept - arc.swept * quarter) < 1e-12)
    let path = CGMutablePath()
    path.addArc(center: .zero, radius: 10, startAngle: start, endAngle: end, clockwise: arc.clockwise)
    #expect(path.elements.count == 1 + arc.cubics)
    let angle = (arc.start + arc.swept) * quarter
    #expect(isNear(path.currentPoint, CGPoint(x: 10 * cos(angle), y: 10 * sin(angle)), within: 1e-10))
  }

  /// Apple's division of such an arc is not known (docs/source-compatibility.md).
  @Test func anArcIsDividedEvenly() {
    let path = CGMutablePath()
    path.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: 1.25 * .pi)
    #expect(path.elements.count == 4)
    let angle = CGFloat.pi * 75 / 180
    #expect(path.elements[1].end.map { isNear($0, CGPoint(x: cos(angle), y: sin(angle))) } == true)
  }

  @Test func arcStaysNearTheCircle() {
    let path = CGMutablePath()
    path.addRelativeArc(center: CGPoint(x: 3, y: 4), radius: 100, startAngle: 0.3, delta: 5)
    var (pen, worst) = (CGPoint.zero, CGFloat(0))
    for element in path.elements {
      if case .curve(let end, let c1, let c2) = element {
        for step in 0...20 {
          let t = CGFloat(step) / 20
          let x = CurveAxis(pen.x, c1.x, c2.x, end.x).value(at: t)
          let y = CurveAxis(pen.y, c1.y, c2.y, end.y).value(at: t)
          worst = max(worst, abs(hypot(x - 3, y - 4) - 100))
        }
      }
      pen = element.end ?? pen
    }
    #expect(worst > 0)
    #expect(worst < 0.028, "the bound of a 90° cubic, 0.027 % of the radius")
  }

  @Test func lineJoinsThePenToTheArc() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: -5, y: 0))
    path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: 1, clockwise: false)
    #expect(path.elements[1] == .line(to: CGPoint(x: 1, y: 0)))
  }

  @Test func tangentArcTouchesBothLines() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 2)
    #expect(path.elements.count == 3)
    #expect(isNear(path.elements[1].end ?? .zero, CGPoint(x: 8, y: 0)))
    #expect(isNear(path.currentPoint, CGPoint(x: 10, y: 2)))
    #expect(path.boundingBoxOfPath.maxX <= 10.001)
    path.addArc(tangent1End: CGPoint(x: 10, y: 5), tangent2End: CGPoint(x: 10, y: 10), radius: 2)
    #expect(path.elements.last == .line(to: CGPoint(x: 10, y: 5)), "on one line there is no arc")
  }

  @Test func transformMapsAddedPointsOnly() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    let double = CGAffineTransform(scaleX: 2, y: 2)
    path.addLine(to: CGPoint(x: 2, y: 2), transform: double)
    path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1), transform: double)
    #expect(path.elements.first == .move(to: CGPoint(x: 1, y: 1)))
    #expect(path.elements[1] == .line(to: CGPoint(x: 4, y: 4)))
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 4, height: 4))
    // The pen (0, 0) is the same in both spaces; the arc has radius 2 · 2.
    path.addArc(tangent1End: CGPoint(x: 5, y: 0), tangent2End: CGPoint(x: 5, y: 5), radius: 2, transform: double)
    #expect(isNear(path.currentPoint, CGPoint(x: 10, y: 4)))
  }

  @Test func absurdAnglesEnd() {
    let path = CGMutablePath()
    path.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: 1e300)
    #expect(path.elements.count <= 129)
    path.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: .infinity)
    path.addRelativeArc(center: .zero, radius: 1, startAngle: .nan, delta: .nan)
    #expect(path.elements.count <= 131)
  }

  @Test func anArcOfManyTurnsKeepsItsEnd() {
    let path = CGMutablePath()
    path.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: -66.5 * .pi)
    #expect(path.elements.count <= 129 && isNear(path.currentPoint, CGPoint(x: 0, y: -1)))
    let twice = CGMutablePath()
    twice.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: 4 * .pi, clockwise: false)
    #expect(twice.elements.count == 9)
  }
}

@Suite struct PathContainmentTests {
  /// A ring: two squares one in the other, both turning the same way.
  static let nested: CGPath = {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    path.addRect(CGRect(x: 3, y: 3, width: 4, height: 4))
    return CGPath(elements: path.elements)
  }()

  @Test func rulesDifferInTheMiddle() {
    let middle = CGPoint(x: 5, y: 5)
    #expect(Self.nested.contains(middle, using: .winding))
    #expect(!Self.nested.contains(middle, using: .evenOdd))
    #expect(Self.nested.contains(CGPoint(x: 1, y: 5), using: .evenOdd))
    #expect(!Self.nested.contains(CGPoint(x: 11, y: 5)))
    #expect(Self.nested.contains(middle, transform: CGAffineTransform(translationX: -4, y: 0)))
    #expect(!Self.nested.contains(middle, transform: CGAffineTransform(translationX: -6, y: 0)))
  }

  @Test func openSubpathsAreClosed() {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: 0, y: 10)])
    path.move(to: CGPoint(x: 100, y: 100))
    #expect(path.contains(CGPoint(x: 2, y: 2)))
    #expect(!path.contains(CGPoint(x: 6, y: 6)))
    // The ray runs through a vertex here.
    #expect(!path.contains(CGPoint(x: -1, y: 0)))
    #expect(!path.contains(CGPoint(x: -1, y: 10)))
  }

  @Test(arguments: [0.0, 0.5, 1, 2, 3, 4, 5, 6])
  func circleEndsAtItsRadius(_ angle: Double) {
    let circle = CGPath(ellipseIn: CGRect(x: -10, y: -10, width: 20, height: 20))
    #expect(circle.contains(CGPoint(x: 9.99 * cos(angle), y: 9.99 * sin(angle))))
    #expect(!circle.contains(CGPoint(x: 10.01 * cos(angle), y: 10.01 * sin(angle))))
  }

  @Test func quadraticCurveIsNotItsControlPolygon() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 8))
    #expect(path.contains(CGPoint(x: 5, y: 3.99)))
    #expect(!path.contains(CGPoint(x: 5, y: 4.01)))
  }
}

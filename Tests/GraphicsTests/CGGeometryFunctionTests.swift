import Foundation
import MultiplaneGraphics
import Testing

/// The functions of rectangles by their names in C.
@Suite struct CGGeometryFunctionTests {
  private let rect = CGRectMake(10, 20, 30, 40)

  @Test func sides() {
    #expect([CGRectGetMinX(rect), CGRectGetMidX(rect), CGRectGetMaxX(rect), CGRectGetWidth(rect)] == [10, 25, 40, 30])
    #expect(
      [CGRectGetMinY(rect), CGRectGetMidY(rect), CGRectGetMaxY(rect), CGRectGetHeight(rect)] == [20, 40, 60, 40])
  }

  @Test func combinations() {
    let other = CGRectMake(35, 20, 10, 10)
    #expect(CGRectUnion(rect, other) == CGRectMake(10, 20, 35, 40))
    #expect(CGRectIntersection(rect, other) == CGRectMake(35, 20, 5, 10) && CGRectIntersectsRect(rect, other))
    #expect(CGRectInset(rect, 1, 2) == CGRectMake(11, 22, 28, 36) && CGRectOffset(rect, 1, 2).origin.y == 22)
    #expect(CGRectStandardize(CGRectMake(5, 5, -2, -3)) == CGRectMake(3, 2, 2, 3))
    #expect(CGRectIntegral(CGRectMake(0.5, 0.5, 1, 1)) == CGRectMake(0, 0, 2, 2))
    #expect(CGRectContainsPoint(rect, CGPointMake(10, 20)) && !CGRectContainsPoint(rect, CGPointMake(40, 20)))
    #expect(CGRectContainsRect(rect, CGRectMake(11, 21, 1, 1)) && !CGRectContainsRect(rect, other))
  }

  @Test func constants() {
    #expect(CGRectIsNull(CGRectNull) && CGRectIsInfinite(CGRectInfinite) && CGRectIsEmpty(CGRectZero))
    #expect(CGRectEqualToRect(rect, rect) && CGPointEqualToPoint(CGPointZero, .zero))
    #expect(CGSizeEqualToSize(CGSizeZero, CGSizeMake(0, 0)) && !CGRectIsEmpty(rect))
  }

  @Test func descriptions() {
    #expect("\(rect)" == "(10.0, 20.0, 30.0, 40.0)" && CGPoint(x: 1, y: 2).debugDescription == "(1.0, 2.0)")
    #expect(CGSize(width: 3, height: 4).debugDescription == "(3.0, 4.0)")
    #expect(CGVector(dx: 1, dy: -1).debugDescription == "(1.0, -1.0)")
  }

  @Test func identifiers() {
    #expect(Set([CGFunction.typeID, CGPattern.typeID, CGShading.typeID, CGColor.typeID]).count == 4)
  }
}

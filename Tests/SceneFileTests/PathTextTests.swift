import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneSceneFile

@Suite struct PathTextTests {
  @Test(
    arguments: [
      ("", ""), (" \n\t", ""),
      ("M 1 2 L 3 4 5 6", "M 1 2 L 3 4 L 5 6"),
      ("m1,2l3-4 H0v.5.5z", "M 1 2 L 4 -2 L 0 -2 L 0 -1.5 L 0 -1 Z"),
      ("M0 0Q1 2 3 4c1 1 2 2 1e1 3", "M 0 0 Q 1 2 3 4 C 4 5 5 6 13 7"),
      ("M 1 , 2\nL 3,4,5,6", "M 1 2 L 3 4 L 5 6"), ("m1 2 3 4", "M 1 2 L 4 6"),
      ("M-.5+.5L1e-1-2E1 6.0 7.", "M -0.5 0.5 L 0.1 -20 L 6 7"),
      ("M1 1h2 3H0v2V5", "M 1 1 L 3 1 L 6 1 L 0 1 L 0 3 L 0 5"),
      // The pen is where the subpath began after a close.
      ("M1 1L2 2ZL3 3", "M 1 1 L 2 2 Z L 3 3"), ("m1 1l1 0zm1 1z", "M 1 1 L 2 1 Z M 2 2 Z"),
      // S and T mirror the control point of a curve of their kind, and begin straight after
      // anything else.
      ("M0 0S1 2 3 4", "M 0 0 C 0 0 1 2 3 4"),
      ("M0 0C1 1 2 3 4 4S6 6 8 8 9 9 8 9", "M 0 0 C 1 1 2 3 4 4 C 6 5 6 6 8 8 C 10 10 9 9 8 9"),
      ("M1 1c1 0 2 1 2 2s1 1 2 2", "M 1 1 C 2 1 3 2 3 3 C 3 4 4 4 5 5"),
      ("M0 0Q1 2 2 0T4 0 6 0", "M 0 0 Q 1 2 2 0 Q 3 -2 4 0 Q 5 2 6 0"),
      ("M0 0q1 2 2 0t2 1", "M 0 0 Q 1 2 2 0 Q 3 -2 4 1"),
      ("M0 0L2 2t1 0", "M 0 0 L 2 2 Q 2 2 3 2"),
      ("M0 0C1 1 2 2 3 0Q4 4 5 0S6 6 7 0", "M 0 0 C 1 1 2 2 3 0 Q 4 4 5 0 C 5 0 6 6 7 0"),
      // An arc without a radius is a line, one to where it is nothing.
      ("M0 0A0 5 0 0 1 3 4", "M 0 0 L 3 4"), ("M1 2A5 5 0 1 1 1 2", "M 1 2"),
    ])
  func pathData(text: String, expected: String) throws {
    #expect(PathText.text(try PathText.path(text)) == expected)
  }

  @Test(
    arguments: [
      ("L 1 2", 1, "the command M or m, found \"L\""), ("1 2", 1, "the command M or m, found \"1\""),
      ("M 1", 4, "a number, found the end"), ("M,0 0", 2, "a number, found \",\""),
      ("M 0 0 X", 7, "a command out of M L H V C S Q T A Z, found \"X\""),
      ("M 0 0 Z 1", 9, "a command out of M L H V C S Q T A Z, found \"1\""),
      ("M 0 0 L 1 .", 11, "a number, found \".\""), ("M 0 0 1e", 8, "a number, found \"e\""),
      ("M 0 0,", 7, "a number, found the end"), ("M 0 0 L 1 2 ,, 3 4", 14, "a number, found \",\""),
      ("M 0 0 C 1 1 2 2", 16, "a number, found the end"), ("M 0 0 L 1 é", 11, "a number, found \"é\""),
      ("M 0 0 A 1 1 0 2 0 2 2", 15, "0 or 1 for an arc's flag, found \"2\""),
      ("M 0 0 A 1 1 0 1", 16, "0 or 1 for an arc's flag, found the end"),
    ])
  func wrongPathData(text: String, character: Int, problem: String) {
    #expect(throws: PathTextError(character: character, problem: "expected " + problem)) {
      _ = try PathText.path(text)
    }
  }

  // MARK: Arcs

  /// From (1, 0) to (0, 1) there are four arcs of radius 1, two around (0, 0) and two around (1,
  /// 1).
  @Test(
    arguments: [
      (0, 1, CGPoint(x: 0, y: 0), 1.0), (1, 0, CGPoint(x: 0, y: 0), -1), (0, 0, CGPoint(x: 1, y: 1), -1),
      (1, 1, CGPoint(x: 1, y: 1), 1),
    ])
  func theFlagsChooseTheArc(isLarge: Int, sweeps: Int, center: CGPoint, side: Double) throws {
    let elements = try PathText.path("M 1 0 A 1 1 0 \(isLarge) \(sweeps) 0 1").elements
    #expect(elements.count == (isLarge == 1 ? 4 : 2))
    #expect(elements.last?.end == CGPoint(x: 0, y: 1))
    // The middle of the arc lies on the diagonal.
    let middle = try #require(Self.middle(of: elements, at: elements.count / 2))
    #expect(abs(middle.x - center.x - side * 0.5.squareRoot()) < 3e-4)
    #expect(abs(middle.y - center.y - side * 0.5.squareRoot()) < 3e-4)
  }

  /// The point at ½ of a cubic curve.
  private static func middle(of elements: [PathElement], at index: Int) -> CGPoint? {
    guard let start = elements[index - 1].end, case .curve(let end, let control1, let control2) = elements[index] else {
      return nil
    }
    return CGPoint(
      x: (start.x + 3 * control1.x + 3 * control2.x + end.x) / 8,
      y: (start.y + 3 * control1.y + 3 * control2.y + end.y) / 8)
  }

  @Test(
    arguments: [
      // Turned by 90°, the radius along x is 1 and that along y is 2.
      ("M 1 0 A 2 1 90 0 1 0 2", CGPoint(x: 0.5.squareRoot(), y: 2 * 0.5.squareRoot()), 1),
      ("M 1 0 A -2 -1 90 0 1 0 2", CGPoint(x: 0.5.squareRoot(), y: 2 * 0.5.squareRoot()), 1),
    ])
  func ellipses(text: String, point: CGPoint, index: Int) throws {
    let elements = try PathText.path(text).elements
    let middle = try #require(Self.middle(of: elements, at: index))
    #expect(abs(middle.x - point.x) < 6e-4 && abs(middle.y - point.y) < 6e-4)
  }

  /// Half circles: two quarters that meet above or below the middle. Radii that do not reach are
  /// scaled up.
  @Test(
    arguments: [
      ("M 0 0 A 1 1 0 0 1 2 0", CGPoint(x: 1, y: -1)), ("M 0 0 a 1 1 0 0 0 2 0", CGPoint(x: 1, y: 1)),
      ("M 1 1 a 1 1 0 0 1 4 0", CGPoint(x: 3, y: -1)), ("M 0 0 A 2 1 0 1 1 8 0", CGPoint(x: 4, y: -2)),
    ])
  func halves(text: String, point: CGPoint) throws {
    let elements = try PathText.path(text).elements
    try #require(elements.count == 3)
    let meeting = try #require(elements[1].end)
    #expect(abs(meeting.x - point.x) < 1e-9 && abs(meeting.y - point.y) < 1e-9)
  }

  @Test func flagsNeedNoSpaces() throws {
    #expect(try PathText.path("M0 0a1 1 0 012 0") == PathText.path("M 0 0 A 1 1 0 0 1 2 0"))
    #expect(try PathText.path("M0 0a1 1 0 1,0.5.5") == PathText.path("M 0 0 A 1 1 0 1 0 0.5 0.5"))
  }

  @Test func arcsBeyondAllMeasureAreLines() throws {
    #expect(PathText.text(try PathText.path("M 0 0 A 1e300 1e300 0 0 1 1 1")) == "M 0 0 L 1 1")
  }
}

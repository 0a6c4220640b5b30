import Foundation
import MultiplaneGraphics
import MultiplaneMotion
import Testing

@Suite struct PathKeyframesTests {
  static let corner: [PathElement] = [
    .move(to: .zero), .line(to: CGPoint(x: 10, y: 0)), .line(to: CGPoint(x: 10, y: 90)),
  ]
  static let arch: [PathElement] = [
    .move(to: .zero),
    .curve(to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 0, y: 100), control2: CGPoint(x: 100, y: 100)),
  ]

  private func check(_ keyframes: PathKeyframes, at progress: Double, x: Double, y: Double, within error: Double = 1e-9)
  {
    guard let point = keyframes.place(at: progress)?.point else {
      Issue.record("no place")
      return
    }
    #expect(hypot(point.x - x, point.y - y) <= error, "\(point)")
  }

  @Test func samplesOfACorner() {
    check(PathKeyframes(path: Self.corner), at: 0.25, x: 5, y: 0)
    check(PathKeyframes(path: Self.corner, mode: .paced), at: 0.25, x: 10, y: 15)
    check(PathKeyframes(path: Self.corner, keyTimes: [0, 0.8, 1]), at: 0.25, x: 3.125, y: 0)
    check(PathKeyframes(path: Self.corner, mode: .paced), at: 1, x: 10, y: 90)
  }

  @Test func samplesOfACurve() {
    check(PathKeyframes(path: Self.arch), at: 0.25, x: 15.625, y: 56.25)
    // A quarter of the length, which is 200, computed apart with 100,000 chords.
    check(PathKeyframes(path: Self.arch, mode: .paced), at: 0.25, x: 10.58925, y: 48.35240, within: 0.001)
    // What is reported of Core Animation, which measures curves more coarsely.
    check(PathKeyframes(path: Self.arch, mode: .paced), at: 0.25, x: 10.65, y: 48.46, within: 0.15)
    check(PathKeyframes(path: Self.arch, mode: .paced), at: 0.5, x: 50, y: 75, within: 1e-6)
  }

  /// A curve keeps few of the lengths that it is measured by; its places are those that all 128 of
  /// them give, bit for bit.
  @Test(arguments: [0, 0.001, 0.05, 0.125, 0.25, 0.3, 0.5, 0.77, 0.9, 0.999, 1])
  func aCurveIsMeasuredByAllOfItsChords(progress: Double) throws {
    func point(_ s: Double) -> CGPoint {
      let r = 1 - s
      let (b, c, d) = (3 * r * r * s, 3 * r * s * s, s * s * s)
      return CGPoint(x: c * 100 + d * 100, y: b * 100 + c * 100)
    }
    var lengths = [0.0]
    for step in 1...128 {
      let (from, to) = (point(Double(step - 1) / 128), point(Double(step) / 128))
      lengths.append(lengths[step - 1] + hypot(to.x - from.x, to.y - from.y))
    }
    let target = progress * lengths[128]
    var parameter = 0.0
    if target > 0, let step = lengths.firstIndex(where: { $0 >= target }) {
      parameter = (Double(step - 1) + (target - lengths[step - 1]) / (lengths[step] - lengths[step - 1])) / 128
    }
    let place = try #require(PathKeyframes(path: Self.arch, mode: .paced).place(at: progress))
    #expect(place.point == point(parameter))
  }

  @Test func aPathOfManyLinesIsRunThroughEvenly() {
    let path = [PathElement.move(to: .zero)] + (1...100_000).map { PathElement.line(to: CGPoint(x: Double($0), y: 0)) }
    check(PathKeyframes(path: path, mode: .paced), at: 0.25, x: 25_000, y: 0, within: 1e-6)
    check(PathKeyframes(path: path), at: 0.25, x: 25_000, y: 0, within: 1e-6)
  }

  @Test func aQuadraticCurveIsRunThroughByItsParameter() {
    let path: [PathElement] = [
      .move(to: .zero), .quadCurve(to: CGPoint(x: 8, y: 0), control: CGPoint(x: 4, y: 8)),
    ]
    check(PathKeyframes(path: path), at: 0.25, x: 2, y: 3)
  }

  @Test func movesJumpAndClosingLinesCount() {
    let path: [PathElement] = [
      .move(to: .zero), .line(to: CGPoint(x: 4, y: 0)), .line(to: CGPoint(x: 4, y: 3)), .close,
      .move(to: CGPoint(x: 100, y: 0)), .line(to: CGPoint(x: 100, y: 8)),
    ]
    check(PathKeyframes(path: path), at: 0.625, x: 2, y: 1.5)
    check(PathKeyframes(path: path), at: 0.75, x: 100, y: 0)
    check(PathKeyframes(path: path, mode: .paced), at: 0.8, x: 100, y: 4)
  }

  @Test func keyTimesForThePointsLeaveTheClosingLineOut() {
    let path = Self.corner + [.close]
    check(PathKeyframes(path: path, keyTimes: [0, 0.8, 1]), at: 0.4, x: 5, y: 0)
    check(PathKeyframes(path: path, keyTimes: [0, 0.8, 1]), at: 1, x: 10, y: 90)
  }

  @Test func keyTimesOfAClosedPathAreUsedAsTheyAre() {
    let path: [PathElement] = [.move(to: .zero), .line(to: CGPoint(x: 100, y: 0)), .close]
    for (progress, x) in [(0.1, 0.0), (0.4, 50), (0.8, 100)] {
      check(PathKeyframes(path: path, keyTimes: [0.2, 0.6]), at: progress, x: x, y: 0)
    }
  }

  @Test(arguments: [(0.0, 0.0, 0.0), (0.3, 0, 0), (0.4, 10, 0), (0.9, 10, 90), (1, 10, 90)])
  func discretePathsHoldTheirPoints(progress: Double, x: Double, y: Double) {
    check(PathKeyframes(path: Self.corner, mode: .discrete), at: progress, x: x, y: y)
  }

  @Test func tangents() throws {
    let corner = PathKeyframes(path: Self.corner)
    #expect(corner.place(at: 0.25)?.tangentAngle == 0)
    #expect(corner.place(at: 0.75)?.tangentAngle == .pi / 2)
    let cusp: [PathElement] = [
      .move(to: .zero), .curve(to: CGPoint(x: 9, y: 9), control1: .zero, control2: CGPoint(x: 9, y: 9)),
    ]
    for progress in [0.0, 0.5, 1] {
      let angle = try #require(PathKeyframes(path: cusp).place(at: progress)?.tangentAngle)
      #expect(abs(angle - .pi / 4) < 1e-9)
    }
  }

  @Test(arguments: [[], [PathElement.move(to: .zero)], [.move(to: .zero), .close]])
  func pathsWithoutASegmentHaveNoPlace(path: [PathElement]) {
    #expect(PathKeyframes(path: path).place(at: 0.5) == nil)
    #expect(PathKeyframes(path: path, mode: .paced).place(at: 0.5) == nil)
  }
}

@Suite struct PathInterpolationTests {
  static let low: [PathElement] = [
    .move(to: .zero), .quadCurve(to: CGPoint(x: 4, y: 0), control: CGPoint(x: 2, y: 2)), .close,
  ]
  static let high: [PathElement] = [
    .move(to: CGPoint(x: 0, y: 8)), .quadCurve(to: CGPoint(x: 4, y: 8), control: CGPoint(x: 2, y: 6)), .close,
  ]

  @Test func pointsMixOneByOne() {
    let quarter: [PathElement] = [
      .move(to: CGPoint(x: 0, y: 2)), .quadCurve(to: CGPoint(x: 4, y: 2), control: CGPoint(x: 2, y: 3)), .close,
    ]
    #expect(PathElement.interpolate(Self.low, Self.high, fraction: 0.25) == quarter)
  }

  /// Handles of cubic curves swing and change their length; end points move straight.
  @Test func handlesTurn() throws {
    func curve(_ c1: CGPoint, _ c2: CGPoint, to end: CGPoint = CGPoint(x: 100, y: 60)) -> [PathElement] {
      [.move(to: CGPoint(x: 20, y: 60)), .curve(to: end, control1: c1, control2: c2)]
    }
    func points(_ path: [PathElement]) throws -> [CGPoint] {
      guard case .curve(let end, let c1, let c2) = path[1] else { throw CancellationError() }
      return [c1, c2, end]
    }
    func expect(
      _ path: [PathElement], _ expected: [CGPoint], at location: SourceLocation = #_sourceLocation
    ) throws {
      for (a, b) in zip(try points(path), expected) {
        #expect(hypot(a.x - b.x, a.y - b.y) < 1e-9, "\(a) instead of \(b)", sourceLocation: location)
      }
    }
    let up = curve(CGPoint(x: 20, y: 20), CGPoint(x: 100, y: 20))
    let flat = curve(CGPoint(x: 60, y: 60), CGPoint(x: 60, y: 60))
    let half = 40 * 0.5.squareRoot()
    let middle = PathElement.interpolate(up, flat, fraction: 0.5)
    try expect(
      middle, [CGPoint(x: 20 + half, y: 60 - half), CGPoint(x: 100 - half, y: 60 - half), CGPoint(x: 100, y: 60)])
    // The apex, which a picture of iOS has at 38.8.
    #expect(abs(try points(middle)[0].y * 0.75 + 15 - 38.79) < 0.005)
    // About points that move, and with other lengths: 40 up, 80 to the right.
    let far = curve(CGPoint(x: 100, y: 60), CGPoint(x: 160, y: 60), to: CGPoint(x: 200, y: 60))
    let long = 60 * 0.5.squareRoot()
    try expect(
      PathElement.interpolate(up, far, fraction: 0.5),
      [
        CGPoint(x: 20 + long, y: 60 - long), CGPoint(x: 150 - half, y: 60 - half), CGPoint(x: 150, y: 60),
      ])
    // Half a turn, no turn and no length: straight.
    let down = curve(CGPoint(x: 20, y: 100), CGPoint(x: 100, y: 0))
    try expect(
      PathElement.interpolate(up, down, fraction: 0.25),
      [CGPoint(x: 20, y: 40), CGPoint(x: 100, y: 15), CGPoint(x: 100, y: 60)])
    let none = curve(CGPoint(x: 20, y: 60), CGPoint(x: 60, y: 60))
    #expect(try points(PathElement.interpolate(up, none, fraction: 0.5))[0] == CGPoint(x: 20, y: 40))
    #expect(PathElement.interpolate(up, up, fraction: 0.3) == up)
  }

  @Test func pathsDoNotOvershoot() {
    #expect(PathElement.interpolate(Self.low, Self.high, fraction: 1.2) == Self.high)
    #expect(PathElement.interpolate(Self.low, Self.high, fraction: -0.2) == Self.low)
  }

  /// From (10, 0) on, so that the pen counts: degree, the points of a line of that degree, and
  /// those of the other one.
  private static func step(_ degree: Int, y: Double) -> PathElement {
    let end = CGPoint(x: 100, y: y)
    switch degree {
    case 1: return .line(to: end)
    case 2: return .quadCurve(to: end, control: CGPoint(x: 55, y: y))
    default: return .curve(to: end, control1: CGPoint(x: 30, y: y), control2: CGPoint(x: 70, y: y))
    }
  }

  private func place(on element: PathElement, at t: Double, from pen: CGPoint) throws -> CGPoint {
    let keyframes = PathKeyframes(path: [.move(to: pen), element])
    return try #require(keyframes.place(at: t)).point
  }

  @Test(arguments: [(1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)])
  func linesAndCurvesMixInTheHigherDegree(first: Int, second: Int) throws {
    // Where a path is at any parameter is mixed as its ends are.
    let pens = (CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 8))
    let (from, to) = (Self.step(first, y: 0), Self.step(second, y: 40))
    let mixed = PathElement.interpolate(
      [.move(to: pens.0), from, .close, Self.step(first, y: 3)],
      [.move(to: pens.1), to, .close, Self.step(second, y: 7)],
      fraction: 0.25)
    #expect(mixed.count == 4 && mixed[0] == .move(to: CGPoint(x: 10, y: 2)) && mixed[2] == .close)
    for t in [0.1, 0.5, 0.8] {
      let (a, b) = (try place(on: from, at: t, from: pens.0), try place(on: to, at: t, from: pens.1))
      let found = try place(on: mixed[1], at: t, from: CGPoint(x: 10, y: 2))
      #expect(abs(found.x - (a.x * 0.75 + b.x * 0.25)) < 1e-12 && abs(found.y - (a.y * 0.75 + b.y * 0.25)) < 1e-12)
    }
    // After a close the pen is where the subpath began.
    let after = (
      try place(on: Self.step(first, y: 3), at: 0.5, from: pens.0),
      try place(on: Self.step(second, y: 7), at: 0.5, from: pens.1)
    )
    let found = try place(on: mixed[3], at: 0.5, from: CGPoint(x: 10, y: 2))
    #expect(abs(found.y - (after.0.y * 0.75 + after.1.y * 0.25)) < 1e-12)
  }

  @Test func aLineThatBecomesACurveIsBentOnTheWay() {
    let line: [PathElement] = [.move(to: .zero), .line(to: CGPoint(x: 100, y: 0))]
    let curve: [PathElement] = [
      .move(to: .zero),
      .curve(to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 30, y: 40), control2: CGPoint(x: 70, y: 40)),
    ]
    guard case .curve(_, let control1, let control2) = PathElement.interpolate(line, curve, fraction: 0.25)[1] else {
      Issue.record("no curve")
      return
    }
    #expect(abs(control1.x - 32.5) < 1e-12 && control1.y == 10 && abs(control2.x - 67.5) < 1e-12 && control2.y == 10)
  }

  @Test(arguments: [PathKeyframesTests.corner, PathKeyframesTests.arch])
  func unlikePathsChangeInTheMiddle(other: [PathElement]) {
    #expect(PathElement.interpolate(Self.low, other, fraction: 0.49) == Self.low)
    #expect(PathElement.interpolate(Self.low, other, fraction: 0.5) == other)
  }
}

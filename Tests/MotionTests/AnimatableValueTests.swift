import MultiplaneGraphics
import MultiplaneMotion
import Testing

@Suite struct AnimatableValueTests {
  static let red = StraightColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let faintBlue = StraightColor(red: 0, green: 0, blue: 1, alpha: 0.5)

  static let pairs: [(AnimatableValue, AnimatableValue, AnimatableValue)] = [
    (.number(2), .number(6), .number(3)),
    (.point(CGPoint(x: 0, y: 4)), .point(CGPoint(x: 8, y: 0)), .point(CGPoint(x: 2, y: 3))),
    (.size(CGSize(width: 0, height: 4)), .size(CGSize(width: 8, height: 0)), .size(CGSize(width: 2, height: 3))),
    (
      .rect(CGRect(x: 0, y: 4, width: 8, height: 12)), .rect(CGRect(x: 4, y: 0, width: 12, height: 8)),
      .rect(CGRect(x: 1, y: 3, width: 9, height: 11))
    ),
    (.color(red), .color(faintBlue), .color(StraightColor(red: 0.75, green: 0, blue: 0.25, alpha: 0.875))),
    (.numbers([0, 1]), .numbers([1, 3]), .numbers([0.25, 1.5])),
    (
      .colors([red, red]), .colors([red, faintBlue]),
      .colors([red, StraightColor(red: 0.75, green: 0, blue: 0.25, alpha: 0.875)])
    ),
    (.path(line(from: 0, to: 4)), .path(line(from: 8, to: 0)), .path(line(from: 2, to: 3))),
  ]

  /// A line between two points of the diagonal.
  static func line(from start: Double, to end: Double) -> CGPath {
    CGPath(elements: [.move(to: CGPoint(x: start, y: start)), .line(to: CGPoint(x: end, y: end))])
  }

  @Test(arguments: pairs)
  func mixesByComponents(from: AnimatableValue, to: AnimatableValue, quarter: AnimatableValue) {
    #expect(from.interpolated(to: to, fraction: 0.25) == quarter)
    #expect(from.interpolated(to: to, fraction: 0) == from)
    #expect(from.interpolated(to: to, fraction: 1) == to)
  }

  @Test(arguments: pairs)
  func addsSubtractsAndRepeats(a: AnimatableValue, b: AnimatableValue, _: AnimatableValue) {
    #expect(a.added(to: b)?.subtracting(b) == a)
    #expect(a.repeated(3) == a.added(to: a).flatMap { a.added(to: $0) })
    #expect(a.repeated(0) == a.zero)
  }

  @Test func extrapolates() {
    #expect(AnimatableValue.number(0).interpolated(to: .number(10), fraction: 1.5) == .number(15))
  }

  @Test(arguments: [
    (AnimatableValue.number(1), AnimatableValue.point(.zero)), (.numbers([1]), .numbers([1, 2])),
    (.colors([red]), .colors([])), (.transform(.identity), .number(1)), (.point(.zero), .size(.zero)),
  ])
  func valuesThatDoNotFitGiveNothing(a: AnimatableValue, b: AnimatableValue) {
    #expect(a.interpolated(to: b, fraction: 0.5) == nil)
    #expect(a.added(to: b) == nil)
    #expect(a.subtracting(b) == nil)
    #expect(a.distance(to: b) == nil)
  }

  @Test func pathsOfOtherElementsHaveNoSum() {
    let (line, point) = (Self.line(from: 0, to: 1), CGPath(elements: [.move(to: .zero)]))
    #expect(AnimatableValue.path(line).added(to: .path(point)) == nil)
    #expect(AnimatableValue.path(line).distance(to: .path(point)) == nil)
    // They change in the middle instead of being mixed.
    #expect(AnimatableValue.path(line).interpolated(to: .path(point), fraction: 0.4) == .path(line))
    #expect(AnimatableValue.path(line).interpolated(to: .path(point), fraction: 0.5) == .path(point))
  }

  @Test func pathsDoNotOvershoot() {
    let (a, b) = (AnimatableValue.path(Self.line(from: 0, to: 1)), AnimatableValue.path(Self.line(from: 2, to: 3)))
    #expect(a.interpolated(to: b, fraction: 1.5) == b)
    #expect(a.interpolated(to: b, fraction: -0.5) == a)
  }

  @Test func aMissingColourIsTheOtherWithAlphaZero() {
    let half = AnimatableValue.interpolate(nil, .color(Self.red), fraction: 0.5)
    #expect(half == .color(StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)))
    #expect(AnimatableValue.interpolate(.color(Self.red), nil, fraction: 0.5) == half)
    #expect(AnimatableValue.interpolate(nil, .number(1), fraction: 0.5) == nil)
    #expect(AnimatableValue.interpolate(nil, nil, fraction: 0.5) == nil)
  }

  @Test func distances() {
    #expect(AnimatableValue.point(.zero).distance(to: .point(CGPoint(x: 3, y: 4))) == 5)
    #expect(AnimatableValue.number(2).distance(to: .number(-1)) == 3)
    #expect(AnimatableValue.transform(.identity).distance(to: .transform(.identity)) == nil)
  }

  @Test func addedTransformsActFirst() {
    let scale = AnimatableValue.transform(CATransform3DMakeScale(2, 2, 1))
    let move = AnimatableValue.transform(CATransform3DMakeTranslation(10, 0, 0))
    // value · current: scaled first, then moved by the layer's own transform.
    guard case .transform(let sum)? = scale.added(to: move) else {
      Issue.record("no sum")
      return
    }
    #expect(sum.m41 == 10 && sum.m11 == 2)
    #expect(AnimatableValue.transform(sum).subtracting(scale) == move)
    let flat = AnimatableValue.transform(CATransform3DMakeScale(0, 1, 1))
    #expect(move.subtracting(flat) == nil)
  }

  @Test func repeatedTransformsArePowers() {
    let move = AnimatableValue.transform(CATransform3DMakeTranslation(10, 1, 0))
    #expect(move.repeated(5) == .transform(CATransform3DMakeTranslation(50, 5, 0)))
    #expect(move.repeated(0) == .transform(.identity))
  }

  @Test func laterCyclesStartWhereEarlierOnesEnded() {
    #expect(AnimatableValue.number(3).accumulated(cycle: 2, cycleEnd: .number(10)) == .number(23))
    #expect(AnimatableValue.number(3).accumulated(cycle: 0, cycleEnd: .number(10)) == .number(3))
  }
}

@Suite struct BasicEndpointsTests {
  struct Case: Sendable {
    var from, to, by: Double?
    var expected: [Double]?
  }

  @Test(arguments: [
    Case(from: 1, to: 5, by: nil, expected: [1, 5]), Case(from: 1, to: 5, by: 100, expected: [1, 5]),
    Case(from: 1, to: nil, by: 3, expected: [1, 4]), Case(from: nil, to: 5, by: 3, expected: [2, 5]),
    Case(from: 1, to: nil, by: nil, expected: [1, 20]), Case(from: nil, to: 5, by: nil, expected: [20, 5]),
    Case(from: nil, to: nil, by: 3, expected: [20, 23]), Case(from: nil, to: nil, by: nil, expected: nil),
  ])
  func allEightCombinations(example: Case) {
    func value(_ number: Double?) -> AnimatableValue? { number.map { .number($0) } }
    let ends = BasicEndpoints.resolve(
      from: value(example.from), to: value(example.to), by: value(example.by), current: .number(20))
    #expect(ends?.from == value(example.expected?.first))
    #expect(ends?.to == value(example.expected?.last))
  }

  @Test func transformsByUseProductAndInverse() {
    let by = AnimatableValue.transform(CATransform3DMakeScale(2, 2, 2))
    let to = AnimatableValue.transform(CATransform3DMakeScale(6, 6, 6))
    let ends = BasicEndpoints.resolve(from: nil, to: to, by: by, current: to)
    #expect(ends?.from == .transform(CATransform3DMakeScale(3, 3, 3)))
    let flat = AnimatableValue.transform(CATransform3DMakeScale(0, 1, 1))
    #expect(BasicEndpoints.resolve(from: nil, to: to, by: flat, current: to) == nil)
  }

  @Test func valueAtAFraction() {
    let ends = BasicEndpoints<AnimatableValue>(from: .number(10), to: .number(20))
    #expect(ends.value(at: 0.5) == .number(15))
    #expect(BasicEndpoints<AnimatableValue>(from: .number(1), to: .size(.zero)).value(at: 0.5) == nil)
  }
}

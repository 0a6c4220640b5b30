import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// Off-screen passes only where the picture needs one.
@Suite struct EffectPassTests {
  private static let red = StraightColor(red: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = StraightColor(red: 0, green: 0, blue: 1, alpha: 1)

  private func gradient(_ x: Double) -> RenderNode? {
    layer(x, 10, 20, 20, kind: .gradient) {
      $0.gradient.colors = [CGColor(Self.red), CGColor(Self.blue), CGColor(Self.red)]
    }
  }

  @Test func gradientsShareOneCallAndNeedNoPass() {
    let stream = flatten(gradient(0), gradient(30), gradient(60))
    #expect(stream.passes.map { $0.batches.map(\.count) } == [[3]])
    #expect(stream.stops.count == 9)
    #expect(stream.gradients.map(\.stops.z) == [0, 3, 6])
  }

  @Test("A rounded rectangle's shadow is one quad", arguments: [0.0, 8])
  func aShadowByFormula(cornerRadius: Double) {
    let stream = flatten(
      layer(20, 20, 30, 30, color: Self.red) {
        $0.cornerRadius = cornerRadius
        $0.shadow.opacity = 1
        $0.shadow.radius = 2
      })
    #expect(stream.passes.map { $0.batches.map(\.key.program.shape) } == [[.softRect, .fill]])
  }

  /// Of an outline that is no rounded rectangle.
  @Test func aShadowIsTheLayerTwoBlursAndOneQuad() throws {
    let stream = flatten(
      layer(20, 20, 30, 30, color: Self.red) {
        $0.compositing.cornerCurve = .continuous
        $0.cornerRadius = 4
        $0.shadow.opacity = 1
        $0.shadow.radius = 2
      })
    try #require(stream.passes.count == 4)
    #expect(stream.passes.dropLast().map(\.isAlphaOnly) == [true, true, true])
    // Offset (0, −3), and three deviations of 2 pixels around on each axis in turn.
    let boxes = stream.passes.dropLast().map(\.area)
    #expect(boxes[0] == DeviceBox(minX: 20, minY: 17, maxX: 50, maxY: 47))
    #expect(boxes[1] == DeviceBox(minX: 14, minY: 17, maxX: 56, maxY: 47))
    #expect(boxes[2] == DeviceBox(minX: 14, minY: 11, maxX: 56, maxY: 53))
  }

  /// A layer that shows nothing itself, with a shadow of 4 points, around a rounded rectangle.
  private func container(_ sublayers: RenderNode?..., configure: (inout LayerValues) -> Void = { _ in })
    -> CommandStream
  {
    flatten(
      layer(20, 20, 60, 60, sublayers: sublayers) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 4
        configure(&$0)
      })
  }

  private func card(_ sublayers: [RenderNode?] = [], _ transform: CATransform3D = CATransform3DIdentity) -> RenderNode?
  {
    layer(10, 10, 40, 40, color: Self.red, sublayers: sublayers) {
      $0.cornerRadius = 6
      $0.masksToBounds = true
      $0.geometry.transform = transform
    }
  }

  @Test func aShadowOfOneSublayerIsOneQuad() throws {
    let label = layer(4, 4, 30, 8, color: Self.blue)
    let stream = container(card([label], CATransform3DRotate(CATransform3DMakeScale(2, 2, 1), 0.5, 0, 0, 1)))
    #expect(stream.programs == ["softRect", "fill", "fill+clipped"])
    // On the sublayer's plane, half as wide; and the variance of a pixel, half a point wide there.
    let shadow = try #require(stream.fills.first)
    #expect(abs(shadow.borderWidth - Float((4 + 0.25 / 12).squareRoot())) < 1e-6)
    #expect(shadow.rect.z - shadow.rect.x == 40)
    // What lies on it inside changes nothing; a container in a container does not either.
    #expect(container(card(), layer(20, 20, 10, 10, color: Self.blue)).programs == ["softRect", "fill"])
    #expect(container(layer(0, 0, 60, 60, sublayers: [card()])).passCount == 1)
  }

  @Test func aShadowOfAnythingElseIsBlurred() {
    #expect(container(card(), layer(45, 45, 10, 10, color: Self.blue)).passCount == 4)
    #expect(container(card([], CATransform3DMakeScale(2, 1, 1))).passCount == 4)
    #expect(container(card([], CATransform3DMakeRotation(0.5, 1, 0, 0))).passCount == 4)
    #expect(container(card()) { $0.masksToBounds = true }.passCount == 4)
    #expect(container(card()) { $0.borderWidth = 1 }.passCount == 4)
    let translucent = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    #expect(container(layer(10, 10, 40, 40, color: translucent)).passCount == 1)
    #expect(container(layer(10, 10, 40, 40, color: translucent), layer(20, 20, 5, 5, color: Self.blue)).passCount == 4)
    let faded = layer(10, 10, 40, 40, color: Self.red) { $0.opacity = 0.5 }
    #expect(container(faded).passCount == 4)
  }

  @Test func aSharpShadowIsNotBlurred() {
    let stream = flatten(
      layer(20, 20, 30, 30, color: Self.red) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
      })
    #expect(stream.passes.count == 2)
  }

  @Test func whatCastsFromOutsideIsDrawn() {
    // The layer ends 4 points left of the canvas; its shadow reaches 6.
    let stream = flatten(
      layer(-34, 20, 30, 30, color: Self.red) {
        $0.compositing.cornerCurve = .continuous
        $0.cornerRadius = 4
        $0.shadow.opacity = 1
        $0.shadow.radius = 2
        $0.shadow.offset = .zero
      })
    #expect(stream.passes.last?.batches.map(\.key.program.shape) == [.shadow])
  }

  @Test func aTranslucentMaskIsTwoSurfaces() throws {
    let mask = layer(0, 0, 10, 10, color: StraightColor(red: 0, green: 0, blue: 1, alpha: 0.5))
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    values.geometry.position = CGPoint(x: 50, y: 50)
    values.backgroundColor = CGColor(Self.red)
    let masked = RenderNode(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: values, sublayers: [],
      mask: .some(mask))
    let stream = flatten(masked)
    #expect(stream.passes.count == 3)
    // Nothing of the layer is drawn outside of its mask.
    #expect(stream.passes[1].area == DeviceBox(minX: 30, minY: 30, maxX: 40, maxY: 40))
    #expect(stream.passes[2].batches.map(\.key.program.shape) == [.masked])
  }

  @Test func aMaskThatShowsNothingLeavesNothing() {
    #expect(
      RenderNode(
        identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: LayerValues(), sublayers: [],
        mask: .some(nil)) == nil)
  }
}

/// Planes in order of depth, cut where they cross.
@Suite struct PlaneOrderTests {
  private static let box = DeviceBox(minX: 0, minY: 0, maxX: 10, maxY: 10)

  private func sorted(
    _ pieces: [PlaneOrder.Piece], limits: PlaneOrder.Limits = PlaneOrder.Limits()
  ) -> [PlaneOrder.Piece] {
    var order = PlaneOrder()
    var pieces = pieces
    order.sort(&pieces, limits: limits)
    return pieces
  }

  private func piece(_ number: Int, _ depth: HalfPlane, box: DeviceBox = box) -> PlaneOrder.Piece {
    PlaneOrder.Piece(number: number, depth: depth, outline: Polygon(box))
  }

  @Test func parallelPlanesAreSorted() {
    let pieces = [3.0, 1, 2].enumerated().map { piece($0.offset, HalfPlane(a: 0, b: 0, c: $0.element)) }
    #expect(sorted(pieces).map(\.number) == [1, 2, 0])
  }

  @Test func crossingPlanesPartAlongTheirLine() {
    // Depth x − 5 against 0: the second is nearer for x > 5.
    let parts = sorted([
      piece(0, HalfPlane(a: 0, b: 0, c: 0)), piece(1, HalfPlane(a: 1, b: 0, c: -5)),
    ])
    #expect(parts.map(\.number) == [1, 0, 1])
    #expect(Array(parts[0].cuts) == [HalfPlane(a: -1, b: 0, c: 5)])
    #expect(Array(parts[2].cuts) == [HalfPlane(a: 1, b: 0, c: -5)])
  }

  @Test func planesThatCrossElsewhereStayWhole() {
    let left = DeviceBox(minX: 0, minY: 0, maxX: 4, maxY: 10)
    let parts = sorted([
      piece(0, HalfPlane(a: 0, b: 0, c: 0)), piece(1, HalfPlane(a: 1, b: 0, c: -5), box: left),
    ])
    #expect(parts.map(\.number) == [1, 0])
  }

  @Test("Planes through one axis are cut once each", arguments: [2, 12, 13, 24])
  func fan(planes: Int) {
    let pieces = (0..<planes).map { piece($0, HalfPlane(a: Double($0), b: 0, c: Double($0) * -5)) }
    #expect(sorted(pieces).count == 2 * planes - 1)
  }

  @Test("At each pixel every plane is drawn once, from back to front", arguments: [1, 2, 3, 4])
  func planesInAnyPosition(seed: UInt64) {
    let pieces = Self.crossing(24, seed: seed)
    let parts = sorted(pieces)
    // Each pair crosses, and 24 planes part a canvas into at most 301 regions, of which none is cut for all.
    #expect(parts.count > 24 && parts.count < 2000)
    for x in stride(from: 0.5, to: 10, by: 1) {
      for y in stride(from: 0.5, to: 10, by: 1) {
        let p = Vector2(x, y)
        let drawn = parts.filter { $0.cuts.allSatisfy { $0.value(at: p) > 0 } }.map(\.number)
        let expected = pieces.sorted { $0.depth.value(at: p) < $1.depth.value(at: p) }.map(\.number)
        #expect(drawn == expected, "at \(p)")
      }
    }
  }

  @Test func beyondTheLimitsNothingIsLost() {
    let pieces = Self.crossing(24, seed: 5)
    for (most, comparisons) in [(30, 1000), (1000, 30), (1000, 1)] {
      let limits = PlaneOrder.Limits(pieces: most, comparisons: comparisons)
      let parts = sorted(pieces, limits: limits)
      #expect(Set(parts.map(\.number)) == Set(0..<24))
      #expect(parts.count < 60)
    }
    let parallel = (0..<100).map { piece($0, HalfPlane(a: 0, b: 0, c: Double($0 * 37 % 100))) }
    let sorted = sorted(parallel, limits: PlaneOrder.Limits(pieces: 10))
    #expect(sorted.map(\.depth.c) == (0..<100).map(Double.init))
  }

  @Test func inOnePlaneTheLaterIsInFront() {
    let pieces = (0..<7).map { piece($0, HalfPlane(a: 1, b: 2, c: 3)) }
    #expect(sorted(pieces).map(\.number) == Array(0..<7))
  }

  private static func crossing(_ count: Int, seed: UInt64) -> [PlaneOrder.Piece] {
    var state = seed
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(UInt32.max >> 1) * 2 - 1
    }
    return (0..<count).map { number in
      let (a, b) = (next(), next())
      let c = -a * (5 + 3 * next()) - b * (5 + 3 * next())
      return PlaneOrder.Piece(number: number, depth: HalfPlane(a: a, b: b, c: c), outline: Polygon(box))
    }
  }
}

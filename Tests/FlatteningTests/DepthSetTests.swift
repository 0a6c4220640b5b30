import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

@Suite("Transform layers") struct DepthSetTests {
  private func turned(_ angle: Double) -> CATransform3D { CATransform3DMakeRotation(angle, 0, 1, 0) }

  /// A face of 40 × 40 points about (50, 50).
  private func face(
    _ color: StraightColor, _ transform: CATransform3D, sublayers: [RenderNode?] = [],
    configure: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    layer(0, 0, 40, 40, color: color, sublayers: sublayers) {
      $0.geometry.transform = transform
      configure(&$0)
    }
  }

  private func space(_ faces: [RenderNode?], configure: (inout LayerValues) -> Void = { _ in }) -> RenderNode? {
    layer(30, 30, 40, 40, kind: .transform, sublayers: faces, configure: configure)
  }

  /// The colours of a pass's boxes whose sides let a point through, back to front.
  private func colors(_ list: DisplayList, at x: Double, _ y: Double) -> [PremultipliedColor] {
    list.primitives.filter { primitive in
      guard primitive.kind == .box else { return false }
      var clip = primitive.clip
      while clip >= 0 {
        if case .side(let side) = list.clips[Int(clip)].region, side.value(x, y) < 0 { return false }
        clip = list.clips[Int(clip)].outer
      }
      return Double(primitive.box.minX) <= x && x < Double(primitive.box.maxX)
    }.map { list.boxes[Int($0.payload)].color }
  }

  @Test(arguments: [false, true]) func planesThatCrossAreCutAlongTheLine(reversed: Bool) {
    // A turn by +45° about y brings the left half to the front.
    let faces = [face(.red, turned(.pi / 4)), face(.green, turned(-.pi / 4))]
    let list = flatten(space(reversed ? faces.reversed() : faces))
    #expect(list.passes.count == 1)
    // One of both is whole, the other is in two parts.
    #expect(list.kinds(of: 0) == [.box, .box, .box])
    let (red, green) = (StraightColor.red.premultiplied, StraightColor.green.premultiplied)
    for x in [38.5, 48.5] { #expect(colors(list, at: x, 50) == [green, red]) }
    for x in [51.5, 61.5] { #expect(colors(list, at: x, 50) == [red, green]) }
    #expect(list.clips.count == 2 && list.clips.allSatisfy { $0.outer == -1 })
  }

  @Test(arguments: [false, true]) func planesThatDoNotCrossStayWhole(reversed: Bool) throws {
    // Four sides of a box whose edges do not meet.
    func side(_ color: StraightColor, _ angle: Double) -> RenderNode? {
      face(color, CATransform3DConcat(CATransform3DMakeTranslation(0, 0, 24), turned(angle)))
    }
    let faces = [side(.red, 0), side(.green, .pi / 2), side(.blue, .pi), side(.green, -.pi / 2)]
    let list = flatten(space(reversed ? faces.reversed() : faces) { $0.geometry.transform = turned(.pi / 6) })
    #expect(list.clips.isEmpty && list.boxes.count == 4)
    // The far side before the near one.
    let colors = list.boxes.map(\.color)
    let (far, near) = (StraightColor.blue.premultiplied, StraightColor.red.premultiplied)
    #expect(try #require(colors.firstIndex(of: far)) < #require(colors.firstIndex(of: near)))
  }

  @Test("In one plane the later layer is in front") func onePlane() {
    let list = flatten(
      space([
        face(.red, CATransform3DIdentity), face(.green, CATransform3DMakeTranslation(5, 0, 0)),
        face(.blue, CATransform3DMakeTranslation(0, 0, -1)),
      ]))
    #expect(list.boxes.map(\.color) == [.blue, .red, .green].map(\StraightColor.premultiplied))
  }

  @Test("Nested transform layers are one set; what cannot be seen has a number") func nested() {
    let inner = layer(
      0, 0, 40, 40, kind: .transform,
      sublayers: [face(.red, CATransform3DIdentity), face(.green, CATransform3DMakeScale(0, 1, 1))]
    ) {
      $0.geometry.zPosition = 10
    }
    // 10 + 1/1024 deep against 10.0005 + 3/1024.
    let list = flatten(space([inner, face(.blue, CATransform3DMakeTranslation(0, 0, 10.0005 - 1.0 / 1024))]))
    #expect(list.boxes.map(\.color) == [.red, .blue].map(\StraightColor.premultiplied))
  }

  @Test("The opacity of a transform layer is that of each layer in it") func opacity() {
    let list = flatten(
      space([face(.red, CATransform3DIdentity), face(.green, CATransform3DIdentity) { $0.opacity = 0.5 }]) {
        $0.opacity = 0.5
      })
    #expect(list.passes.count == 1 && list.primitives.map(\.opacity) == [0.5, 0.25])
    // Layers of more than one thing are groups of their own.
    let group = flatten(
      space([face(.red, CATransform3DIdentity, sublayers: [layer(0, 0, 10, 10, color: .blue)])]) { $0.opacity = 0.5 })
    #expect(group.kinds(of: 0) == [.surface] && group.primitives.last?.opacity == 0.5)
    #expect(group.primitives[1].opacity == 1)
  }

  @Test("Layers that are only moved share the plane around a transform layer that only moves them")
  func onePlaneForAll() {
    let list = flatten(space([layer(0, 0, 10, 10, color: .red), layer(5, 5, 10, 10, color: .green)]))
    #expect(
      list.planes.count == 1 && list.primitives.map(\.box) == [PixelBox(30, 30, 40, 40), PixelBox(35, 35, 45, 45)])
  }

  @Test("Parts keep the clips and the box of the layer") func clips() {
    let clipped = layer(
      40, 40, 40, 40,
      sublayers: [
        layer(-10, -10, 40, 40, kind: .transform, sublayers: [face(.red, turned(1)), face(.green, turned(-1))])
      ]
    ) {
      $0.masksToBounds = true
      $0.cornerRadius = 4
    }
    let list = flatten(clipped)
    #expect(list.primitives.count == 3)
    for primitive in list.primitives {
      #expect(PixelBox(40, 40, 80, 80).contains(primitive.box))
      var clip = primitive.clip
      var shapes = 0
      while clip >= 0 {
        if case .shape = list.clips[Int(clip)].region { shapes += 1 }
        clip = list.clips[Int(clip)].outer
      }
      #expect(shapes == 1)
    }
  }

  @Test("Numbers without sense stop nothing", arguments: [0, 1e-300, 1e300, -1e9, 1e30])
  func hostileNumbers(_ number: Double) {
    for place in 0..<4 {
      let faces = (0..<5).map { index in
        face(.red, turned(Double(index))) {
          switch place {
          case 0: $0.geometry.zPosition = index % 2 == 0 ? number : -number
          case 1: $0.geometry.transform.m34 = number
          case 2: $0.geometry.transform.m13 = number
          default: $0.geometry.position.x = number
          }
        }
      }
      let list = flatten(space(faces))
      #expect(list.primitives.allSatisfy { PixelBox(0, 0, 100, 100).contains($0.box) })
    }
  }
}

@Suite("Order of planes") struct PlaneOrderTests {
  private static let canvas = PixelBox(minX: 0, minY: 0, maxX: 100, maxY: 100)

  /// Planes through points near the middle of the canvas, each turned another way.
  private static func heap(_ count: Int, layers: Int = 1) -> [PlaneOrder.Piece] {
    (0..<count).map { index in
      let angle = Double(index) * 2.399963
      let depth = HalfPlane(
        a: cos(angle), b: sin(angle), c: -50 * (cos(angle) + sin(angle)) + Double(index % 7) - 3)
      return PlaneOrder.Piece(number: index, layerCount: layers, depth: depth, outline: Polygon(canvas))
    }
  }

  /// The numbers of the pieces that a pixel has, in order.
  private static func numbers(_ pieces: [PlaneOrder.Piece], at x: Double, _ y: Double) -> [Int] {
    pieces.filter { piece in piece.cutsThatCount.allSatisfy { $0.value(x, y) >= 0 } }
      .filter { $0.outline.range(of: HalfPlane(a: 1, b: 0, c: -x)).least <= 0 }
      .filter { $0.outline.range(of: HalfPlane(a: 1, b: 0, c: -x)).greatest >= 0 }
      .filter { $0.outline.range(of: HalfPlane(a: 0, b: 1, c: -y)).least <= 0 }
      .filter { $0.outline.range(of: HalfPlane(a: 0, b: 1, c: -y)).greatest >= 0 }
      .map(\.number)
  }

  @Test func everyPixelHasEachPlaneOnceInItsOrder() {
    let planes = Self.heap(24)
    var pieces = planes
    var order = PlaneOrder()
    order.sort(&pieces)
    // Parts in which no pixel's centre lies are left out.
    #expect(pieces.count > 60 && order.layersAgain >= pieces.count - 24)
    for y in stride(from: 0.5, to: 100, by: 19) {
      for x in stride(from: 0.5, to: 100, by: 19) {
        let expected = planes.sorted { $0.depth.value(x, y) < $1.depth.value(x, y) }.map(\.number)
        #expect(Self.numbers(pieces, at: x, y) == expected)
      }
    }
  }

  @Test("Cuts that take nothing away of a part are left out") func cutsThatCount() {
    var pieces = Self.heap(40)
    var order = PlaneOrder()
    order.sort(&pieces)
    let most = pieces.map { $0.cutsThatCount.count }.max() ?? 0
    #expect((pieces.map { $0.cuts.count }.max() ?? 0) > most && most <= 10)
  }

  @Test func nothingIsCutBeyondTheLimits() {
    func sorted(_ limits: PlaneOrder.Limits, layers: Int = 1) -> [PlaneOrder.Piece] {
      var pieces = Self.heap(80, layers: layers)
      var order = PlaneOrder()
      order.sort(&pieces, limits: limits)
      return pieces
    }
    let all = sorted(PlaneOrder.Limits()).count
    #expect(all > 500)
    for limits in [
      PlaneOrder.Limits(pieces: 200), PlaneOrder.Limits(comparisons: 240), PlaneOrder.Limits(layersAgain: 100),
    ] {
      let pieces = sorted(limits)
      #expect(pieces.count < 350 && Set(pieces.map(\.number)).count == 80)
    }
    #expect(sorted(PlaneOrder.Limits(layersAgain: 3_000), layers: 1_000).count < 250)
    #expect(sorted(PlaneOrder.Limits(pieces: 0)).count == 80)
  }

  @Test("Sortings of one frame share the limit of layers that are drawn again") func sharedLimit() {
    var order = PlaneOrder()
    var counts: [Int] = []
    for _ in 0..<3 {
      var pieces = Self.heap(20)
      order.sort(&pieces, limits: PlaneOrder.Limits(layersAgain: 30))
      counts.append(pieces.count)
    }
    #expect(counts[0] > 20 && counts[2] == 20)
  }

  @Test("Numbers without sense leave each piece once") func hostileNumbers() {
    for number in [Double.nan, .infinity, -.infinity, 1e308, -1e308] {
      var pieces = Self.heap(12)
      for index in stride(from: 0, to: 12, by: 3) { pieces[index].depth.c = number }
      for index in stride(from: 1, to: 12, by: 4) { pieces[index].depth.a = number }
      var order = PlaneOrder()
      order.sort(&pieces)
      #expect(Set(pieces.map(\.number)).count == 12)
    }
  }
}

import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// In which tiles many blurs and shadows show on one another, and how whole frames draw them.
@Suite struct SoftTilesTests {
  private static let canvas = CGSize(width: 200, height: 200)

  /// A layer of 20 × 20 points whose shadow is seen less than 6 points beyond it.
  private func cast(_ x: Double, _ y: Double, opacity: Float = 0.3, hides: Bool = false) -> RenderNode? {
    layer(x, y, 20, 20, color: hides ? .red : nil) {
      $0.shadow.opacity = opacity
      $0.shadow.radius = 2
      $0.shadow.offset = .zero
      $0.shadow.path = CGPath(rect: CGRect(x: 0, y: 0, width: 20, height: 20))
    }
  }

  private func scene(_ layers: [RenderNode?], configure: (inout LayerValues) -> Void = { _ in }) -> RenderTree {
    tree(layer(0, 0, 200, 200, identifier: 99, sublayers: layers, configure: configure), size: Self.canvas)
  }

  private func tiles(_ layers: [RenderNode?]) -> FineTiles? { SoftTiles.find(in: scene(layers)) }

  private func area(_ layers: [RenderNode?]) -> Double {
    tiles(layers)?.boxes.reduce(0) { $0 + $1.area } ?? 0
  }

  private func box(_ tiles: FineTiles?) -> DeviceBox {
    tiles?.boxes.reduce(into: DeviceBox.nothing) { $0.add($1) } ?? .nothing
  }

  /// Tiles are 4 pixels wide and high; less than half a byte of 0.3 is left 2.5 deviations, 5 pixels, from 40…60, which is in the
  /// tiles from 32 to 68.
  @Test func threeOnOneAnotherAreFine() {
    // Trees of less than four are not looked at.
    let stack = (0..<3).map { _ in cast(40, 40) } + [cast(160, 160)]
    #expect(box(tiles(stack)) == DeviceBox(32, 32, 68, 68))
    #expect(tiles(stack.dropLast(2) + [cast(160, 160)] + [cast(160, 160)]) == nil)
    #expect(tiles([cast(0, 0), cast(160, 0), cast(0, 160), cast(160, 160)]) == nil)
    // The corners, where the product of two tails is less.
    #expect(area(stack) < 36 * 36 && area(stack) >= 28 * 36)
  }

  @Test func faintOnesReachLessFarOrNowhere() {
    // Four together count: each down to an eighth of a byte.
    #expect(box(tiles((0..<4).map { _ in cast(40, 40, opacity: 0.02) })) == DeviceBox(32, 36, 68, 64))
    #expect(tiles((0..<4).map { _ in cast(40, 40, opacity: 0.0004) }) == nil)
  }

  @Test func whatIsOpaqueHidesThoseBeneath() {
    let stack = (0..<4).map { _ in cast(40, 40) }
    let cover = layer(20, 20, 100, 100, color: .green)
    #expect(tiles(stack + [cover]) == nil)
    #expect(tiles([cover] + stack) != nil)
    #expect(tiles(stack.dropLast() + [cover, cast(40, 40), cast(40, 40)]) == nil)
    // Half of them: what lies within the tiles up to 48.
    let half = layer(20, 20, 28, 100, color: .green)
    #expect(box(tiles(stack + [half])).minX == 48)
    let translucent = layer(20, 20, 100, 100, color: StraightColor(red: 0, green: 1, blue: 0, alpha: 0.9))
    #expect(tiles(stack + [translucent]) != nil)
    let fading = layer(20, 20, 100, 100, color: .green) { $0.opacity = 0.9 }
    #expect(tiles(stack + [fading]) != nil)
    let turned = layer(20, 20, 100, 100, color: .green) {
      $0.geometry.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    }
    #expect(tiles(stack + [turned]) != nil)
    // The layers' own backgrounds too: the shadows of three are left around the last.
    #expect(tiles((0..<4).map { _ in cast(40, 40, hides: true) }).map { $0.meets(DeviceBox(48, 48, 52, 52)) } == false)
  }

  @Test func blursCountAsWhole() throws {
    let blur = try #require(FilterDescription.named("CIGaussianBlur").map { FilterValue($0) })
    let blurred = layer(40, 40, 20, 20, color: .blue) {
      $0.opacity = 0.5
      $0.compositing.filters = [blur]
    }
    // 30 pixels beyond it.
    #expect(box(tiles([blurred, blurred, blurred, blurred])).contains(DeviceBox(12, 12, 88, 88)))
  }

  @Test func eachBoxIsFoundOnce() throws {
    let stacks = (0..<4).map { _ in cast(40, 40) } + (0..<4).map { _ in cast(120, 60) }
    let tiles = try #require(SoftTiles.find(in: scene(stacks)))
    for area in [DeviceBox(0, 0, 200, 200), DeviceBox(35, 41, 58.5, 130), DeviceBox(130, 0, 131, 200)] {
      var found: [Int] = []
      tiles.forEach(meeting: area) { found.append($0) }
      #expect(found.sorted() == tiles.boxes.indices.filter { !tiles.boxes[$0].intersection(area).isEmpty })
    }
    for (number, box) in tiles.boxes.enumerated() {
      #expect(tiles.boxes.dropFirst(number + 1).allSatisfy { $0.intersection(box).isEmpty })
    }
    #expect(!tiles.meets(DeviceBox(80, 0, 100, 200)))
  }

  // MARK: Drawing

  @Test func aQuadIsCut() {
    let box = DeviceBox(10, 20, 50, 40)
    func isNear(_ a: Float, _ b: Float) -> Bool { abs(a - b) < 1e-4 }
    var quad = PlainQuad(box, color: .one)
    quad.setCorners { corner, place in
      corner.texture.lowHalf = SIMD2(Float(place.x) * 2, Float(place.y) - 5)
      corner.edges = SIMD4(Float(place.x), Float(place.y), 3, 4)
      corner.color = SIMD4(repeating: Float(place.x) / 100)
    }
    let part = DeviceBox(20, 25, 30, 40)
    let cut = quad.cut(to: part, of: box)
    #expect(quad.box == box && cut.box == part)
    for corner in [cut.corners.0, cut.corners.1, cut.corners.2, cut.corners.3] {
      let place = corner.position.lowHalf
      #expect(isNear(corner.texture.x, place.x * 2) && isNear(corner.texture.y, place.y - 5))
      #expect(isNear(corner.edges.x, place.x) && corner.edges.w == 4 && isNear(corner.color.y, place.x / 100))
    }
  }

  private func passes(_ tree: RenderTree) -> [CommandStream.Pass] {
    Flattener.flatten(
      tree, width: 200, height: 200, reusing: CommandStream(), rasters: nil, fineTiles: SoftTiles.find(in: tree)
    ).passes
  }

  /// One surface for all boxes, as large as they are, and the frame shows each in its place.
  @Test func boxesLieSideBySide() throws {
    let tree = scene((0..<4).map { _ in cast(40, 40) } + (0..<4).map { _ in cast(120, 60) })
    let tiles = try #require(SoftTiles.find(in: tree))
    let passes = passes(tree)
    #expect(passes.count == 2)
    let (sheet, frame) = (passes[0], try #require(passes.last))
    #expect(sheet.isFine && !sheet.isFrame && frame.isFrame)
    #expect(sheet.parts.map(\.area) == tiles.boxes)
    #expect(frame.batches.last?.key.source == .surface(pass: 0))
    #expect(frame.batches.last?.key.program.blendsItself == true)
    // Of the formula's, each in the boxes that it touches.
    #expect(sheet.batches.allSatisfy { $0.key.part != nil })
  }

  /// Of what there is in two strengths the frame takes one, and where there are too many boxes the surface of all of it the other.
  @Test func aTreeOfVeryManyIsDrawnAlike() throws {
    let test = try TestRenderer()
    let layers = (0..<100).map { number in
      let (x, y) = (Double(20 + number * 7 % 120), Double(20 + number * 13 % 130))
      return cast(x, y, hides: number % 3 == 0)
    }
    let tree = scene(layers)
    let first = try test.draw(tree)
    for _ in 0..<2 { _ = try test.draw(tree) }
    let last = try test.draw(tree)
    #expect(last.cost.passes > 1 && last.cost.tookShortCuts)
    // The formula's shadows and kept ones.
    #expect(zip(first.bytes, last.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    test.renderer.isLive = true
    #expect(try test.draw(tree).cost.passes == 1)
    #expect(test.device.debugMessages.filter { $0.severity != .notification } == [])
  }
}

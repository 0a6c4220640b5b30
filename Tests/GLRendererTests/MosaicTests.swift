import Graphics
import RenderTree
import Testing

@testable import GL
@testable import GLRenderer

@Suite struct MosaicTests {
  private static let red = SIMD4<Float>(1, 0, 0, 1)
  private static let green = SIMD4<Float>(0, 1, 0, 1)
  private static let faintBlue = SIMD4<Float>(0, 0, 0.5, 0.5)

  private func area(of color: SIMD4<Float>, in mosaic: Mosaic) -> Double {
    mosaic.tiles.filter { $0.color == color }.reduce(0) { $0 + $1.box.area }
  }

  private func expectNoOverlaps(_ mosaic: Mosaic) {
    for (index, tile) in mosaic.tiles.enumerated() {
      for other in mosaic.tiles[..<index] { #expect(tile.box.intersection(other.box).isEmpty) }
    }
  }

  @Test func whatLiesOnTopIsWhatShows() throws {
    let mosaic = try #require(
      Mosaic(
        [.init(box: DeviceBox(0, 0, 10, 10), color: Self.red), .init(box: DeviceBox(5, 5, 15, 15), color: Self.green)],
        most: 9))
    #expect(area(of: Self.red, in: mosaic) == 75)
    #expect(area(of: Self.green, in: mosaic) == 100)
    // The red above, the red beside, and the green, whose rows are one tile.
    #expect(mosaic.tiles.count == 3)
    expectNoOverlaps(mosaic)
  }

  /// Nothing of the one before is left.
  @Test func aMosaicMayBeLaidAnew() throws {
    let first = [
      SolidBox(box: DeviceBox(0.5, 0, 90, 70), color: Self.green), .init(box: DeviceBox(3, 3, 9, 9), color: Self.red),
    ]
    let second = [SolidBox(box: DeviceBox(20, 20, 30.5, 40), color: Self.faintBlue)]
    var mosaic = Mosaic()
    for boxes in [first, second, first] {
      #expect(mosaic.lay(boxes) { _ in 100 })
      #expect(mosaic.tiles == (try #require(Mosaic(boxes, most: 100)).tiles))
    }
  }

  @Test func whatIsTranslucentIsMixed() throws {
    let mosaic = try #require(
      Mosaic(
        [
          .init(box: DeviceBox(0, 0, 10, 10), color: Self.red),
          .init(box: DeviceBox(2, 2, 6, 12), color: Self.faintBlue),
        ], most: 9))
    #expect(area(of: SIMD4(0.5, 0, 0.5, 1), in: mosaic) == 32)
    #expect(area(of: Self.faintBlue, in: mosaic) == 8)
    #expect(area(of: Self.red, in: mosaic) == 68)
    expectNoOverlaps(mosaic)
  }

  @Test func betweenBoxesThereIsNothing() throws {
    let boxes = [DeviceBox(0, 0, 4, 4), DeviceBox(8, 8, 12, 12)].map { SolidBox(box: $0, color: Self.red) }
    #expect(try #require(Mosaic(boxes, most: 2)).tiles.map(\.box) == boxes.map(\.box))
    #expect(Mosaic(boxes, most: 1) == nil)
  }

  @Test func tooManyEdgesAreNotLookedAt() {
    let boxes = (0..<40).map { SolidBox(box: DeviceBox(Double($0), Double($0), 100, 100), color: Self.green) }
    #expect(Mosaic(boxes, most: 100) != nil)
    let more = (0..<80).map { SolidBox(box: DeviceBox(Double($0), Double($0), 100, 100), color: Self.green) }
    #expect(Mosaic(more, most: 1000) == nil)
  }

  @Test func edgesBetweenPixelsAreTilesOfTheirOwn() throws {
    let mosaic = try #require(Mosaic([SolidBox(box: DeviceBox(0.25, 0.5, 10, 10), color: Self.red)], most: 9))
    #expect(area(of: Self.red, in: mosaic) == 81)
    #expect(area(of: Self.red * 0.75, in: mosaic) == 9)
    #expect(area(of: Self.red * 0.5, in: mosaic) == 9)
    #expect(area(of: Self.red * 0.375, in: mosaic) == 1)
    var parts = 0
    var other = Mosaic()
    let isLaid = other.lay([SolidBox(box: DeviceBox(0.25, 0.5, 10, 10), color: Self.red)]) {
      parts = $0
      return nil
    }
    #expect(parts == 4 && !isLaid)
    expectNoOverlaps(mosaic)
  }

  @Test func whatAClipLeavesOfABoxIsATile() throws {
    let solid = SolidBox(box: DeviceBox(0.25, 0, 10, 10), color: Self.red, clip: DeviceBox(4, 2, 8, 20))
    #expect(try #require(Mosaic([solid], most: 1)).tiles == [.init(box: DeviceBox(4, 2, 8, 10), color: Self.red)])
  }

  /// An edge that boxes in front hide, also several of them together, parts nothing.
  @Test func whatNobodySeesIsNoEdge() throws {
    let beneath = SolidBox(box: DeviceBox(3.25, 3.5, 8, 8.5), color: Self.red)
    let front = DeviceBox(0, 0, 20, 20)
    #expect(
      try #require(Mosaic([beneath, .init(box: front, color: Self.green)], most: 9)).tiles == [
        .init(box: front, color: Self.green)
      ])
    var mosaic = Mosaic()
    let halves = [DeviceBox(0, 0, 20, 6), DeviceBox(0, 6, 20, 20)].map { SolidBox(box: $0, color: Self.green) }
    let isLaid = mosaic.lay([beneath] + halves) { _ in 9 }
    #expect(isLaid && mosaic.x.edges == [0, 20] && mosaic.y.edges == [0, 6, 20])
    // What is translucent hides nothing.
    _ = mosaic.lay([beneath, .init(box: front, color: Self.faintBlue)]) { _ in 100 }
    #expect(mosaic.x.edges == [0, 3, 4, 8, 20] && mosaic.y.edges == [0, 3, 4, 8, 9, 20])
  }

  /// Each pixel has the colour that all boxes laid on it one after another make; also in more columns than a word has bits.
  @Test(arguments: 0..<24) func tilesHaveTheColoursOfTheirPixels(seed: Int) {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func next(_ most: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) * most
    }
    // Less than a part of a pixel is as if it were not there.
    func place(_ most: Double) -> Double { (next(most) * 16).rounded() / 16 }
    let isWide = seed % 3 == 2
    let boxes = (0..<(isWide ? 36 : 10)).map { _ in
      let (x, y) = (place(isWide ? 240 : 40), place(isWide ? 3 : 40))
      let alpha = Float(next(3) < 2 ? 1 : next(1))
      return SolidBox(
        box: DeviceBox(x, y, x + 1 + place(isWide ? 20 : 40), y + 1 + place(isWide ? 4 : 40)),
        color: SIMD4(Float(next(1)), Float(next(1)), Float(next(1)), 1) * alpha,
        clip: next(4) < 1 ? DeviceBox(7, 1, 200, 30) : .everything)
    }
    var mosaic = Mosaic()
    let isLaid = mosaic.lay(boxes) { _ in 4096 }
    #expect(isLaid && (!isWide || mosaic.x.count > 64))
    func coverage(_ start: Double, _ end: Double, _ pixel: Double) -> Double {
      max(0, min(end, pixel + 1) - max(start, pixel))
    }
    var shown: [SIMD2<Double>: SIMD4<Float>] = [:]
    for tile in mosaic.tiles {
      for y in stride(from: tile.box.minY, to: tile.box.maxY, by: 1) {
        for x in stride(from: tile.box.minX, to: tile.box.maxX, by: 1) {
          #expect(shown.updateValue(tile.color, forKey: SIMD2(x, y)) == nil)
        }
      }
    }
    for y in 0..<84 {
      for x in 0..<264 {
        let pixel = DeviceBox(Double(x), Double(y), Double(x + 1), Double(y + 1))
        var color = SIMD4<Float>.zero
        for solid in boxes where solid.clip.contains(pixel) {
          let box = solid.box
          let covered = coverage(box.minX, box.maxX, pixel.minX) * coverage(box.minY, box.maxY, pixel.minY)
          color = solid.color * Float(covered) + color * (1 - solid.color.w * Float(covered))
        }
        if shown[SIMD2(Double(x), Double(y))] ?? .zero != color { Issue.record("\(x), \(y)") }
      }
    }
  }

  /// Boxes wait for what else comes; then they are drawn beneath it, in their order.
  @Test func boxesAreWrittenWhenSomethingElseLiesOnThem() {
    let group = layer(
      0, 0, 100, 100,
      sublayers: [
        layer(10, 10, 30, 30, color: .red), layer(20, 20, 30, 30, color: .green),
        layer(25, 25, 30, 30, color: .blue) { $0.cornerRadius = 5 }, layer(30, 30, 30, 30, color: .red),
      ]
    ) { $0.opacity = 0.5 }
    let stream = Flattener.flatten(
      tree(group), width: 100, height: 100, reusing: CommandStream(), rasters: nil, traits: .llvmpipe)
    let drawn = stream.passes[0].batches.flatMap { stream.plain[$0.first..<$0.first + $0.count] }
    #expect(drawn.map(\.corners.0.position.x) == [10, 20, 25, 30])
    #expect(drawn.map(\.corners.0.color) == [Self.red, Self.green, SIMD4(0, 0, 1, 1), Self.red])
  }

  private func passes(_ sublayers: RenderNode?...) -> Int {
    let group = layer(0, 0, 100, 100, sublayers: sublayers) { $0.opacity = 0.5 }
    return Flattener.flatten(
      tree(group), width: 100, height: 100, reusing: CommandStream(), rasters: nil, traits: .llvmpipe
    ).passCount
  }

  @Test func onlyGroupsOfBoxesNeedNoSurface() {
    let square = layer(10.3, 10.6, 50, 50, color: .red)
    #expect(passes(square, layer(30, 30, 50.5, 50, color: .green)) == 1)
    #expect(passes(square, layer(30, 30, 50, 50, color: .green) { $0.cornerRadius = 5 }) == 2)
    let tilted = layer(30, 30, 50, 50, color: .green) {
      $0.geometry.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
    }
    #expect(passes(square, tilted) == 2)
  }
}

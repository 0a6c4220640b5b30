import Graphics
import RenderTree
import Testing

@testable import GL
@testable import GLRenderer

/// Textures that are made of opaque images so that llvmpipe shows them more quickly.
@Suite(.serialized) struct PreparedImagesTests {
  private func image(_ bytes: [UInt8], width: Int, height: Int) throws -> CGImage {
    try #require(CGImage(premultipliedRGBA8: bytes, width: width, height: height))
  }

  /// Numbers that follow no rule, opaque or each pixel with an alpha of its own.
  private func noise(_ side: Int, isOpaque: Bool = true) throws -> CGImage {
    var state: UInt32 = 7
    func next() -> UInt8 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    var bytes: [UInt8] = []
    for _ in 0..<side * side {
      let alpha = isOpaque ? 255 : next()
      for _ in 0..<3 { bytes.append(min(next(), alpha)) }
      bytes.append(alpha)
    }
    return try image(bytes, width: side, height: side)
  }

  @Test func aNumberIsRaisedWhereANeighbourIsAnother() throws {
    // Red differs from left to right in the upper row only; green is 255 beside something; blue is the same everywhere.
    let shown = try image(
      [10, 255, 50, 255, 20, 7, 50, 255, 20, 7, 50, 255, 10, 7, 50, 255, 20, 7, 50, 255, 20, 7, 50, 255],
      width: 3, height: 2)
    #expect(
      PreparedImages.pixels(of: shown, under: nil) == [
        11, 255, 50, 255, 21, 8, 50, 255, 20, 7, 50, 255, 11, 8, 50, 255, 21, 7, 50, 255, 20, 7, 50, 255,
      ])
  }

  @Test func aMaskGivesItsAlpha() throws {
    let shown = try image([1, 2, 3, 255, 4, 5, 6, 255], width: 2, height: 1)
    let mask = try image([9, 9, 9, 90, 0, 0, 0, 0], width: 2, height: 1)
    #expect(PreparedImages.pixels(of: shown, under: mask) == [1, 2, 3, 90, 4, 5, 6, 0])
    #expect(PreparedImages.pixels(of: mask, under: shown) == nil)
  }

  /// A renderer, and the image that it draws one frame after another into.
  private struct Series {
    let test: TestRenderer
    let surface: Surface

    init() throws {
      test = try TestRenderer()
      try test.device.context.makeCurrent()
      surface = try test.device.makeSurface(
        width: 100, height: 100, format: test.device.capabilities.traits.byteFormat, label: "test")
    }

    func draw(_ tree: RenderTree, mayTakeShortCuts: Bool = true) throws -> (bytes: [UInt8], cost: FrameStatistics) {
      try test.device.context.makeCurrent()
      let cost = try test.renderer.render(tree, into: surface.frame(), mayTakeShortCuts: mayTakeShortCuts)
      return (try test.device.readPixels(surface.frame()), cost)
    }
  }

  /// An image and its mask, which move together, are one texture from the second frame on, and no byte is another.
  @Test func maskedImagesStayTheSameToTheLastBit() throws {
    let series = try Series()
    let (shown, mask) = (try noise(40), try noise(40, isOpaque: false))
    func masked(x: Double) -> RenderTree {
      var values = LayerValues()
      values.geometry.bounds = CGRect(x: 0, y: 0, width: 44, height: 44)
      values.geometry.position = CGPoint(x: x, y: 41.6)
      values.contents = shown
      let covering = layer(0, 0, 44, 44) { $0.contents = mask }
      let node = RenderNode(
        identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: values, sublayers: [],
        mask: .some(covering))
      return tree(layer(0, 0, 100, 100, sublayers: [node]))
    }
    for x in [40.3, 41.9] {
      let alone = try Series().draw(masked(x: x)).bytes
      let before = series.test.device.statistics.texturesMade
      for _ in 1...3 { #expect(try series.draw(masked(x: x)).bytes == alone) }
      if x == 41.9 { #expect(series.test.device.statistics.texturesMade == before) }
    }
    series.test.expectNoComplaints()
  }

  /// Images between pixels are mixed in bytes from the second frame on, and are then off by no more than before, on average by
  /// nothing; without short cuts they are what they were.
  @Test(arguments: [(30.3, 41.7), (33.15, 40.5), (35.9, 38.2)])
  func imagesBetweenPixelsAreMixedInBytes(x: Double, y: Double) throws {
    let series = try Series()
    guard series.test.device.capabilities.traits.cutsMixedBytes else { return }
    let shown = try noise(60)
    let drawn = tree(layer(0, 0, 100, 100, sublayers: [layer(x - 20, y - 20, 60, 60) { $0.contents = shown }]))
    let exact = try series.draw(drawn).bytes
    let quick = try series.draw(drawn)
    #expect(quick.cost.tookShortCuts)
    let far = zip(quick.bytes, exact).map { Int($0) - Int($1) }
    #expect(try #require(far.map(abs).max()) <= 2)
    #expect(far.contains { $0 != 0 })
    #expect(abs(Double(far.reduce(0, +)) / Double(60 * 60 * 3)) < 0.4)
    #expect(try series.draw(drawn, mayTakeShortCuts: false).bytes == exact)
    series.test.expectNoComplaints()
  }

  /// A flat colour has nothing to cut off.
  @Test func flatColoursStay() throws {
    let series = try Series()
    let bytes = [[UInt8]](repeating: [90, 128, 201, 255], count: 40 * 40).flatMap { $0 }
    let shown = try image(bytes, width: 40, height: 40)
    let drawn = tree(layer(0, 0, 100, 100, sublayers: [layer(10.3, 20.7, 40, 40) { $0.contents = shown }]))
    let first = try series.draw(drawn).bytes
    for _ in 1...2 { #expect(try series.draw(drawn).bytes == first) }
    series.test.expectNoComplaints()
  }

  /// Colours of the same corners that lie on one another are one quad, as they look on one another.
  @Test func coloursOnOneAnotherAreMixedBeforehand() {
    func box(_ color: StraightColor, opacity: Float = 1) -> RenderNode? {
      layer(10, 20, 60, 40, color: color) { $0.opacity = opacity }
    }
    let nodes = [box(.red, opacity: 0.5), box(.green, opacity: 0.25), box(.blue, opacity: 0.5)]
    let drawn = tree(layer(0, 0, 100, 100, sublayers: nodes))
    func stream(_ takesShortCuts: Bool) -> CommandStream {
      Flattener.flatten(
        drawn, width: 100, height: 100, reusing: CommandStream(), rasters: nil, traits: .llvmpipe,
        takesShortCuts: takesShortCuts)
    }
    #expect(stream(false).quadCount == 3)
    let mixed = stream(true)
    #expect(mixed.quadCount == 1)
    #expect(mixed.hasMixedColors)
    #expect(mixed.plain[0].corners.3.color == SIMD4(0.1875, 0.125, 0.5, 0.8125))
  }
}

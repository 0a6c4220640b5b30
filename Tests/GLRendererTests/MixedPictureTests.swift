import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GL
@testable import GLRenderer

/// Images under masks that the processor mixes.
@Suite(.serialized) struct MixedPictureTests {
  /// Numbers that follow no rule.
  private struct Noise {
    var state: UInt32 = 7

    mutating func next() -> UInt8 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }

    /// Opaque, or each pixel with the alpha that a function of its place gives.
    mutating func image(_ side: Int, alpha: (Int, Int) -> UInt8 = { _, _ in 255 }) throws -> CGImage {
      var bytes: [UInt8] = []
      for y in 0..<side {
        for x in 0..<side {
          let alpha = alpha(x, y)
          for _ in 0..<3 { bytes.append(min(next(), alpha)) }
          bytes.append(alpha)
        }
      }
      return try #require(CGImage(premultipliedRGBA8: bytes, width: side, height: side))
    }
  }

  /// A layer of an image, and its mask.
  private func masked(_ image: CGImage, x: Double, y: Double, side: Double, by mask: RenderNode?) -> RenderTree {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    values.geometry.position = CGPoint(x: x + side / 2, y: y + side / 2)
    values.contents = image
    let node = RenderNode(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: values, sublayers: [],
      mask: .some(mask))
    return tree(layer(0, 0, 100, 100, color: .red, sublayers: [node]))
  }

  /// A stream of the second frame in which a tree is drawn.
  private func secondStream(_ tree: RenderTree) -> CommandStream {
    let images = KeptOfImages<MixingPixels>(budget: TextureBudget(limit: 1 << 24))
    func stream() -> CommandStream {
      Flattener.flatten(
        tree, width: 100, height: 100, reusing: CommandStream(), rasters: nil, mixingImages: images, traits: .llvmpipe)
    }
    #expect(stream().mixed.isEmpty)
    images.endFrame()
    return stream()
  }

  /// Colours times alpha between four pixels are what real numbers give, to a twentieth of a 255th, and rounding.
  @Test(arguments: [Vector2(0, 0), Vector2(0.3, 0.7), Vector2(0.999, 0.001), Vector2(0.5, 0.5)])
  func aRowIsMixed(share: Vector2) {
    var noise = Noise()
    var pixels = (0..<20).map { _ in
      UInt32(noise.next()) | UInt32(noise.next()) << 8 | UInt32(noise.next()) << 16 | UInt32(noise.next()) << 24
    }
    pixels.replaceSubrange(4..<8, with: repeatElement(.max, count: 4))
    pixels.replaceSubrange(14..<18, with: repeatElement(.max, count: 4))
    var row = MixedRow(width: 9, share: share)
    row.take(pixels, count: 9)
    row.take(Array(pixels[10...]) + [0], count: 9)
    row.mix(9)
    func number(_ index: Int, _ component: Int) -> Double { Double(pixels[index] >> (8 * UInt32(component)) & 255) }
    func mixed(_ column: Int, _ component: Int) -> Double {
      func across(_ index: Int) -> Double {
        number(index, component) * (1 - share.x) + number(index + 1, component) * share.x
      }
      return across(column) * (1 - share.y) + across(column + 10) * share.y
    }
    for factor: Float in [1, 0.37, 0] {
      var bytes = [UInt32](repeating: 0, count: 10)
      row.write(9, times: MixedRow.factor(factor), to: &bytes)
      for column in 0..<9 {
        #expect(bytes[column] == row.pixel(column, times: MixedRow.factor(factor)))
        let alpha = mixed(column, 3) * Double(factor)
        for component in 0..<4 {
          let expected = component == 3 ? alpha : mixed(column, component) * alpha / 255
          let actual = Double(bytes[column] >> (8 * UInt32(component)) & 255)
          #expect(abs(actual - expected) <= 0.55, "\(column), \(component)")
        }
      }
    }
  }

  @Test func pixelsHaveTheMasksAlphaAndABorder() throws {
    let image = try #require(CGImage(premultipliedRGBA8: [1, 2, 3, 255, 4, 5, 6, 255], width: 2, height: 1))
    let mask = try #require(CGImage(premultipliedRGBA8: [0, 0, 0, 0, 9, 9, 9, 90], width: 2, height: 1))
    let (first, last): (UInt32, UInt32) = (0x0001_0203, 0x5A04_0506)
    let pixels = try #require(MixingPixels(image, under: mask))
    #expect(pixels.pixels == Array(repeatElement([first, first, last, last], count: 3).joined()) + [0])
    #expect(pixels.shown == [2..<4, 2..<4, 2..<4])
    #expect(MixingPixels(image, under: nil)?.shown == [])
    #expect(MixingPixels(mask, under: image) == nil)
  }

  /// Rows of a mask that show nothing are not drawn, nor what is left and right of all that shows in a band.
  @Test func whatTheMaskHidesIsNotDrawn() throws {
    var noise = Noise()
    let image = try noise.image(40)
    let mask = try noise.image(40) { x, y in y >= 20 && x >= 10 && x < 30 ? 200 : 0 }
    let stream = secondStream(masked(image, x: 10, y: 20.5, side: 40, by: layer(0, 0, 40, 40) { $0.contents = mask }))
    #expect(stream.mixed.count == 1)
    #expect(stream.mixedPixels == 40 * 41)
    // Half a row is mixed of one above that shows nothing.
    let box = DeviceBox(minX: 19, minY: 36, maxX: 40, maxY: 61)
    #expect(stream.plain.map(\.box) == [box])
  }

  @Test("What is larger, mirrored or let through is not mixed")
  func others() throws {
    var noise = Noise()
    let (image, clear) = (try noise.image(40), try noise.image(40) { x, _ in UInt8(x) })
    func mask(_ side: Double) -> RenderNode? { layer(0, 0, side, side) { $0.contents = clear } }
    #expect(secondStream(masked(image, x: 10.3, y: 20.6, side: 40, by: mask(40))).mixed.count == 1)
    #expect(secondStream(masked(image, x: 10.3, y: 20.6, side: 41, by: mask(41))).mixed.isEmpty)
    #expect(secondStream(masked(image, x: 10.3, y: 20.6, side: 40, by: mask(41))).mixed.isEmpty)
    #expect(secondStream(masked(clear, x: 10.3, y: 20.6, side: 40, by: mask(40))).mixed.isEmpty)
  }

  /// From the second frame on they are mixed by the processor, and rounded once where the device rounds more often; without short cuts
  /// they are what they were.
  @Test(arguments: [(30.3, 41.7), (33.15, 40.5), (-11.9, 78.2)])
  func mixedAsTheDeviceDoes(x: Double, y: Double) throws {
    let test = try TestRenderer()
    test.renderer.isLive = true
    try test.device.context.makeCurrent()
    guard test.device.capabilities.traits.stretchesRows else { return }
    let surface = try test.device.makeSurface(width: 100, height: 100, format: .bgra8, label: "test")
    func draw(_ tree: RenderTree, mayTakeShortCuts: Bool = true) throws -> (bytes: [UInt8], cost: FrameStatistics) {
      let cost = try test.renderer.render(tree, into: surface.frame(), mayTakeShortCuts: mayTakeShortCuts)
      return (try test.device.readPixels(surface.frame()), cost)
    }
    var noise = Noise()
    let image = try noise.image(40)
    let mask = try noise.image(40) { x, y in UInt8((x * y) % 256) }
    let drawn = masked(image, x: x, y: y, side: 40, by: layer(0, 0, 40, 40) { $0.contents = mask })
    let exact = try draw(drawn).bytes
    let quick = try draw(drawn)
    #expect(quick.cost.tookShortCuts)
    let isAlike = quick.bytes == exact
    #expect(!isAlike)
    let far = zip(quick.bytes, exact).map { Int($0) - Int($1) }
    #expect(try #require(far.map(abs).max()) <= 2)
    #expect(abs(Double(far.reduce(0, +)) / Double(40 * 40 * 3)) < 0.2)
    let isExact = try draw(drawn, mayTakeShortCuts: false).bytes == exact
    #expect(isExact)
    test.expectNoComplaints()
  }
}

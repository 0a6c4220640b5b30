import Graphics
import RenderTree
import Testing

@testable import GL
@testable import GLRenderer

/// Images that are transparent near their edges, on a device with short cuts.
@Suite struct ImageMarginTests {
  private func stream(_ node: RenderNode?) -> CommandStream {
    Flattener.flatten(
      tree(layer(0, 0, 100, 100, sublayers: [node])), width: 100, height: 100, reusing: CommandStream(), rasters: nil,
      traits: .llvmpipe)
  }

  /// 20 × 20 pixels, of which these columns and rows show.
  private func image(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) throws -> CGImage {
    var pixels = [UInt8](repeating: 0, count: 1600)
    for row in rows {
      for column in columns { pixels[(row * 20 + column) * 4 + 3] = 255 }
    }
    return try #require(CGImage(premultipliedRGBA8: pixels, width: 20, height: 20))
  }

  /// A square of a side, in the middle of the canvas.
  private func shown(_ image: CGImage, side: Double, angle: Double, opacity: Float = 1) -> RenderNode? {
    layer(50 - side / 2, 50 - side / 2, side, side) {
      $0.contents = image
      $0.opacity = opacity
      $0.geometry.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    }
  }

  @Test func onlyWhatShowsIsDrawn() throws {
    let stream = stream(shown(try image(2...10, 4...17), side: 40, angle: 0.3))
    #expect(stream.programs == ["plain+textured+smooth"])
    // From the middle of the pixel before to that of the pixel after, each two device pixels long: 20 × 30.
    #expect(abs(stream.passes[0].batches[0].area - 20 * 30) < 1e-6)
    let quad = try #require(stream.plain.first)
    let places = [quad.corners.0, quad.corners.1, quad.corners.2, quad.corners.3].map(\.texture.lowHalf)
    for (place, expected) in zip(places, [(1.5, 3.5), (11.5, 3.5), (1.5, 18.5), (11.5, 18.5)]) {
      #expect(abs(place.x - Float(expected.0)) < 1e-4 && abs(place.y - Float(expected.1)) < 1e-4)
    }
  }

  @Test(
    "Half a pixel of the device has to be free, and half of one of the image shows around the others",
    arguments: [(20.0, 1, false), (19.9, 1, true), (10.1, 1, true), (10, 2, false), (6.5, 2, true), (0.5, 1, true)])
  func edgesThatMayShow(side: Double, margin: Int, isEdged: Bool) throws {
    let stream = stream(shown(try image(margin...19 - margin, margin...19 - margin), side: side, angle: 0.3))
    #expect(stream.programs.map { $0.contains("edged") } == [isEdged])
  }

  @Test(
    arguments: [(0...19, 5...10), (5...10, 0...19), (5...10, 0...4), (12...19, 3...4)] as [(ClosedRange, ClosedRange)])
  func whatShowsAtOneEdgeNeedsAll(columns: ClosedRange<Int>, rows: ClosedRange<Int>) throws {
    for angle in [0, 0.3] {
      #expect(stream(shown(try image(columns, rows), side: 40.5, angle: angle)).programs.joined().contains("edged"))
    }
  }

  @Test func alongTheAxes() throws {
    let stream = stream(shown(try image(2...10, 4...17), side: 50, angle: 0))
    #expect(stream.programs == ["plain+textured+smooth+raised"])
    // 25 + 2.5 · (1.5 … 11.5) = 28.75 … 53.75, and 25 + 2.5 · (3.5 … 18.5) = 33.75 … 71.25: pixels whose middles lie within.
    let (a, b) = try #require(stream.plain.first).vectors
    #expect(a == SIMD4(29, 34, 54, 34) && b == SIMD4(29, 71, 54, 71))
  }

  @Test func fadedAndCut() throws {
    let faded = stream(shown(try image(2...10, 4...17), side: 40, angle: 0.3, opacity: 0.5))
    #expect(faded.programs == ["plain+textured+colored+smooth"])
    #expect(faded.plain.first?.corners.0.color == SIMD4(repeating: 0.5))
    // Beyond the canvas there is nothing.
    let cut = stream(shown(try image(1...18, 1...18), side: 140, angle: .pi / 4))
    #expect(cut.programs == ["plain+textured+smooth"])
    #expect(cut.passes[0].batches[0].area <= 10_000)
    for quad in cut.plain {
      #expect(all(quad.vectors.0 .>= -1e-3) && all(quad.vectors.1 .<= 100.001))
    }
  }

  @Test func whatShowsNowhereNeedsNothing() throws {
    let outside = stream(layer(-30, 0, 40, 40) { $0.contents = try? self.image(2...10, 4...17) })
    #expect(outside.quadCount == 0)
  }
}

import Graphics
import RenderTree
import Testing

@testable import GL
@testable import GLRenderer

/// What lies beneath opaque boxes of a whole frame is left out, and ends at their sides.
@Suite struct HiddenQuadsTests {
  /// Layers on a canvas on which none of them is large. A small one elsewhere follows the first, as of colours the record right before
  /// a box may become one with it, and stays.
  private func stream(_ first: RenderNode?, _ others: RenderNode?..., takesShortCuts: Bool = true) -> CommandStream {
    stream([first, layer(10, 10, 5, 5, color: .blue)] + others, takesShortCuts: takesShortCuts)
  }

  private func stream(_ layers: [RenderNode?], takesShortCuts: Bool = true) -> CommandStream {
    Flattener.flatten(
      tree(layer(0, 0, 1000, 1000, sublayers: layers), size: CGSize(width: 1000, height: 1000)), width: 1000,
      height: 1000, reusing: CommandStream(), rasters: nil, traits: .llvmpipe, takesShortCuts: takesShortCuts)
  }

  private let cover = layer(200, 200, 100, 100, color: .green)

  /// What is drawn, but for the small layer: least x and y, greatest x and y.
  private func boxes(_ stream: CommandStream) -> [[Float]] {
    stream.passes.flatMap(\.batches).filter { $0.key.program.records == .plain }.flatMap { batch in
      stream.plain[batch.first..<batch.first + batch.count].map {
        [$0.vectors.0.x, $0.vectors.0.y, $0.vectors.1.z, $0.vectors.1.w]
      }
    }.filter { $0 != [10, 10, 15, 15] }
  }

  @Test func whatIsHiddenWhollyIsLeftOut() {
    let stream = stream(layer(210, 220, 60, 60, color: .red), cover)
    #expect(boxes(stream) == [[200, 200, 300, 300]])
    #expect(stream.pixelsShaded == 10_000 + 25)
    #expect(!stream.hasCutQuads)
  }

  @Test(
    "What a side of is hidden ends there",
    arguments: [
      ([150.0, 210, 100, 60], [Float(150), 210, 200, 270]), ([250, 210, 100, 60], [300, 210, 350, 270]),
      ([210, 150, 60, 100], [210, 150, 270, 200]), ([210, 250, 60, 100], [210, 300, 270, 350]),
    ])
  func sides(frame: [Double], left: [Float]) {
    let stream = stream(layer(frame[0], frame[1], frame[2], frame[3], color: .red), cover)
    #expect(boxes(stream) == [left, [200, 200, 300, 300]])
    #expect(stream.pixelsShaded == 3_000 + 10_000 + 25)
    #expect(stream.hasCutQuads)
  }

  @Test(
    "What would be no rectangle, or lies elsewhere, stays whole",
    arguments: [[150.0, 150, 100, 100], [150, 150, 300, 300], [400, 400, 60, 60], [190, 240, 120, 20]])
  func whole(frame: [Double]) {
    let stream = stream(layer(frame[0], frame[1], frame[2], frame[3], color: .red), cover)
    #expect(
      boxes(stream).first == [Float(frame[0]), Float(frame[1]), Float(frame[0] + frame[2]), Float(frame[1] + frame[3])])
    #expect(boxes(stream).count == 2 && !stream.hasCutQuads)
  }

  @Test func whatLiesInFrontIsDrawn() {
    #expect(stream(cover, layer(210, 220, 60, 60, color: .red)).quadCount == 3)
  }

  @Test(
    "What hides nothing",
    arguments: [
      StraightColor(red: 0, green: 1, blue: 0, alpha: 0.99), StraightColor(red: 0, green: 1, blue: 0, alpha: 0),
    ])
  func translucent(color: StraightColor) {
    let stream = stream(layer(210, 220, 60, 60, color: .red), layer(200, 200, 100, 100, color: color))
    #expect(boxes(stream).contains([210, 220, 270, 280]))
  }

  @Test func partsOfFramesAreDrawnWhole() {
    let stream = stream(layer(150, 210, 100, 60, color: .red), cover, takesShortCuts: false)
    #expect(boxes(stream) == [[150, 210, 250, 270], [200, 200, 300, 300]])
  }

  /// The corners of a rounded box show what lies beneath them.
  @Test func roundCornersHideNothing() {
    let round = layer(200, 200, 100, 100, color: .green) { $0.cornerRadius = 30 }
    // Beneath the corner; and within the arcs, 10 points inwards.
    #expect(boxes(stream(layer(202, 202, 40, 41, color: .red), round)).contains([202, 202, 242, 243]))
    #expect(!boxes(stream(layer(211, 211, 40, 41, color: .red), round)).contains([211, 211, 251, 252]))
  }

  /// The colour that lies on another one with the same corners becomes one record with it, which nothing hides.
  @Test func whatAnOpaqueColorTookStays() throws {
    let stream = stream([layer(200, 200, 100, 100, color: .red), cover, layer(210, 210, 10, 10, color: .blue)])
    #expect(stream.quadCount == 2)
    #expect(boxes(stream).first == [200, 200, 300, 300])
    #expect(try #require(stream.plain.first).corners.0.color == SIMD4(0, 1, 0, 1))
  }

  /// What reads its backdrop sees what is hidden later on.
  @Test func backdropsSeeWhatIsHiddenLater() throws {
    let blur = FilterValue(try #require(FilterDescription.named("CIGaussianBlur")))
    let glass = layer(205, 205, 90, 90) { $0.compositing.backgroundFilters = [blur] }
    let stream = stream(layer(210, 220, 60, 60, color: .red), glass, cover)
    #expect(boxes(stream).contains([210, 220, 270, 280]))
  }

  @Test func imagesAreCutWhereTheyLie() throws {
    let shown = try image(100, 60)
    let stream = stream(layer(150, 210, 100, 60) { $0.contents = shown }, cover)
    let quad = try #require(stream.plain.first)
    #expect(boxes(stream).first == [150, 210, 200, 270])
    // To within the little by which steps are widened.
    #expect(abs(quad.corners.1.texture.x - 50) < 0.001 && abs(quad.corners.2.texture.y - 60) < 0.001)
  }
}

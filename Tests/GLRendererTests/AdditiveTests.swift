import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// Layers of the blend mode `plusL` by the device's own blending (docs/rendering.md, section 20).
@Suite(.serialized) struct AdditiveTests {
  private static func particle(
    _ x: Double, _ image: CGImage, configure: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    layer(x, 0, 4, 4) {
      $0.contents = image
      $0.compositing.blendMode = .plusL
      configure(&$0)
    }
  }

  private static func additiveBatches(_ stream: CommandStream) -> Int {
    stream.passes.flatMap(\.batches).count { $0.key.isAdditive }
  }

  /// A thousand particles over each other: no copy of the backdrop, one call for them and one for their sum.
  @Test func manyAreOneCall() throws {
    let spark = try image(4, 4, gray: 10)
    let particles = (0..<1000).map { Self.particle(Double($0 % 50), spark) }
    let tree = tree(layer(0, 0, 100, 100, color: .blue, sublayers: particles))
    let stream = Flattener.flatten(tree, width: 100, height: 100)
    #expect(stream.passCount == 2 && stream.batchCount == 3 && Self.additiveBatches(stream) == 2)
    let test = try TestRenderer()
    let picture = try test.draw(tree)
    // Twenty at each place, four places wide: 10 · 20 · 4 are more than 255 away from the ends; at the left end 20 of them.
    let pixel = { (x: Int) in Array(picture.bytes[4 * x..<4 * x + 4]) }
    #expect(pixel(0) == [200, 200, 255, 255] && pixel(20) == [255, 255, 255, 255] && pixel(60) == [0, 0, 255, 255])
    test.expectNoComplaints()
  }

  /// Two hundred particles of a third of a byte each: in bytes, each would be lost.
  @Test func aSumIsRoundedOnce() throws {
    let spark = try image(4, 4, gray: 1)
    let particles = (0..<200).map { _ in Self.particle(0, spark) { $0.opacity = 1 / 3 } }
    let tree = tree(
      layer(0, 0, 4, 4, color: .red, sublayers: particles), size: CGSize(width: 4, height: 4))
    let bytes = try TestRenderer().draw(tree).bytes
    #expect(bytes[0] == 255 && abs(Int(bytes[1]) - 67) <= 1, "\(bytes[0..<4])")
  }

  /// A few are added to the frame itself, also beside many; what lies between them parts a row.
  @Test func shortRowsAreNotSummed() throws {
    let spark = try image(4, 4)
    let few = (0..<15).map { Self.particle(Double($0), spark) }
    #expect(flatten(layer(0, 0, 50, 50, sublayers: few)).passCount == 1)
    let between = layer(0, 0, 4, 4, color: .red)
    #expect(flatten(layer(0, 0, 50, 50, sublayers: few + [between] + few)).passCount == 1)
    #expect(flatten(layer(0, 0, 50, 50, sublayers: [between] + few + few + [between])).passCount == 2)
  }

  /// What comes after lies over, and what was before beneath.
  @Test func orderIsKept() throws {
    let gray = try image(4, 4, gray: 100)
    let tree = tree(
      layer(
        0, 0, 4, 4, color: .red,
        sublayers: [Self.particle(0, gray), layer(0, 0, 2, 4, color: .green), Self.particle(0, gray)]),
      size: CGSize(width: 4, height: 4))
    let bytes = try TestRenderer().draw(tree).bytes
    #expect(Array(bytes[0..<4]) == [100, 255, 100, 255] && Array(bytes[8..<12]) == [255, 200, 200, 255])
  }

  @Test func onATransparentFrameAlphaAddsToo() throws {
    let half = try #require(CGImage(premultipliedRGBA8: [60, 0, 0, 100], width: 1, height: 1))
    let nodes = (0..<2).map { _ in
      layer(0, 0, 1, 1) {
        $0.contents = half
        $0.compositing.blendMode = .plusL
      }
    }
    let tree = tree(layer(0, 0, 1, 1, sublayers: nodes), size: CGSize(width: 1, height: 1))
    #expect(try TestRenderer().draw(tree).bytes == [120, 0, 0, 200])
  }

  /// Clips with edges, groups and masks need the backdrop itself.
  @Test func whatIsLeftToTheShader() throws {
    let spark = try image(4, 4)
    let clipped = layer(0, 0, 50, 50, sublayers: [Self.particle(0, spark)]) {
      $0.masksToBounds = true
      $0.cornerRadius = 10
    }
    #expect(Self.additiveBatches(flatten(clipped)) == 0)
    let faded = layer(0, 0, 50, 50, color: .red, sublayers: [Self.particle(0, spark)]) { $0.opacity = 0.5 }
    #expect(Self.additiveBatches(flatten(faded)) == 0)
    let withBorder = Self.particle(0, spark) { $0.borderWidth = 1 }
    #expect(Self.additiveBatches(flatten(withBorder)) == 0)
    #expect(Self.additiveBatches(flatten(Self.particle(0, spark) { $0.opacity = 0.5 })) == 1)
  }

  /// A group that adds nothing but images, as the particles of an emitter are.
  private static func sum(_ particles: [RenderNode?]) -> RenderNode? {
    layer(0, 0, 60, 60, sublayers: particles) { $0.compositing.blendMode = .plusL }
  }

  /// In a rounded clip a thousand particles cost one sum and one copy of what lies beneath them, not a thousand copies.
  @Test func aSumInAClipReadsTheBackdropOnce() throws {
    let spark = try image(4, 4, gray: 10)
    let particles = (0..<1000).map { Self.particle(Double($0 % 50), spark) }
    let clipped = layer(0, 0, 50, 50, color: .blue, sublayers: [Self.sum(particles)]) {
      $0.masksToBounds = true
      $0.cornerRadius = 10
    }
    let stream = flatten(clipped)
    // The frame up to there, its copy, the sum, the frame.
    #expect(stream.passCount == 4 && Self.additiveBatches(stream) == 1)
    #expect(flatten(layer(0, 0, 50, 50, color: .blue, sublayers: [Self.sum(particles)])).passCount == 2)
    let few = Self.sum(Array(particles.prefix(3)))
    #expect(flatten(layer(0, 0, 50, 50, color: .blue, sublayers: [few])).passCount == 1)
  }

  /// At the edge of a clip the sum is cut to 1 and covered once: a row of particles that saturates does not sharpen the edge.
  @Test func aClipsEdgeCountsOnce() throws {
    let bright = try image(4, 4, gray: 200)
    let tree = tree(
      layer(
        0, 0, 4, 4,
        sublayers: [
          layer(0, 0, 2.25, 4, sublayers: [Self.sum((0..<20).map { _ in Self.particle(0, bright) })]) {
            $0.masksToBounds = true
          }
        ]), size: CGSize(width: 4, height: 4), background: .red)
    let bytes = try TestRenderer().draw(tree).bytes
    #expect(Array(bytes[4..<8]) == [255, 255, 255, 255] && Array(bytes[12..<16]) == [255, 0, 0, 255])
    // A quarter of white, three of red.
    #expect(bytes[8] == 255 && abs(Int(bytes[9]) - 64) <= 1 && abs(Int(bytes[10]) - 64) <= 1, "\(bytes[8..<12])")
  }

  /// A fading group that nothing lies beneath is cut to 1 before it fades.
  @Test(arguments: [1, 20])
  func aSumInAGroupIsCutBeforeItFades(count: Int) throws {
    let bright = try image(4, 4, gray: 200)
    let sum = Self.sum((0..<2 * count).map { _ in Self.particle(0, bright) })
    let tree = tree(
      layer(0, 0, 4, 4, sublayers: [sum]) { $0.opacity = 0.5 }, size: CGSize(width: 4, height: 4),
      background: StraightColor(red: 0, green: 0, blue: 0))
    let bytes = try TestRenderer().draw(tree).bytes
    #expect(abs(Int(bytes[0]) - 128) <= 1 && bytes[3] == 255, "\(bytes[0..<4])")
  }
}

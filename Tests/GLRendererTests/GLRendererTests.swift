import GL
import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// Frames on a device. The pictures themselves are held against the reference by ParityTests.
@Suite(.serialized) struct GLRendererTests {
  private static let seeds: [UInt64] = [1, 2, 3, 5, 8, 13, 21, 34]

  private func random(_ seed: UInt64) -> RenderTree { RandomTree.make(seed: seed).evaluate(at: 0) }

  @Test func statistics() throws {
    let picture = try image(8, 8)
    let faded = layer(10, 10, 20, 20, color: .red) {
      $0.borderWidth = 1
      $0.opacity = 0.5
    }
    let pictures = [layer(50, 50, 8, 8) { $0.contents = picture }, layer(60, 50, 8, 8) { $0.contents = picture }]
    let tree = tree(layer(0, 0, 100, 100, color: .green, sublayers: [faded] + pictures))
    let test = try TestRenderer()
    let first = try test.draw(tree).cost
    #expect(first.layers == 4 && first.passes == 2)
    let second = try test.draw(tree).cost
    if test.device.capabilities.traits.drawsPlainQuads {
      // Background and border of the group; the group's surface, both pictures. The root is what the frame is cleared to.
      #expect(first.quads == 5 && first.batches == 4 && first.drawCalls == 4)
      // The corners of the quads; once the image, and six indices of 32 bits for each of 1,024 quads.
      #expect(second.bytesUploaded == 5 * 256)
      #expect(first.bytesUploaded == 5 * 256 + 8 * 8 * 4 + 1024 * 6 * 4)
      // Two quads of 20², 400 and two of 8² pixels.
      #expect(first.pixelsShaded == 800 + 528)
    } else {
      // Background and border of the group; the root, the group's surface, both pictures.
      #expect(first.quads == 6 && first.batches == 5 && first.drawCalls == 5)
      #expect(second.bytesUploaded == 3 * 128 + 3 * 176)
      #expect(first.bytesUploaded == 3 * 128 + 3 * 176 + 8 * 8 * 4)
      // Two quads of 21.03², the canvas, 400 and two of 9.03² pixels.
      #expect(first.pixelsShaded == 885 + 10_564)
    }
    #expect(second.flatten > .zero && second.upload > .zero && second.draw > .zero)
    test.expectNoComplaints()
  }

  @Test func theSameTreeTwiceIsTheSameBytes() throws {
    let test = try TestRenderer()
    for seed in Self.seeds {
      let tree = random(seed)
      #expect(try test.draw(tree).bytes == test.draw(tree).bytes, "seed \(seed)")
    }
    test.expectNoComplaints()
  }

  @Test func treesInAnyOrderAreTheSameBytes() throws {
    let (one, other) = (try TestRenderer(), try TestRenderer())
    let forwards = try Self.seeds.map { try one.draw(random($0)).bytes }
    let backwards = try Self.seeds.reversed().map { try other.draw(random($0)).bytes }
    for (index, seed) in Self.seeds.enumerated() {
      #expect(forwards[index] == backwards[Self.seeds.count - 1 - index], "seed \(seed)")
    }
  }

  @Test("Bottom row first is the same picture mirrored in memory", arguments: seeds)
  func rowOrder(seed: UInt64) throws {
    let test = try TestRenderer()
    let tree = random(seed)
    let upright = try test.draw(tree).bytes
    let mirrored = try test.draw(tree, rowOrder: .bottomRowFirst).bytes
    let rowBytes = tree.pixelWidth * 4
    let rows = stride(from: 0, to: mirrored.count, by: rowBytes).map { Array(mirrored[$0..<$0 + rowBytes]) }
    #expect(rows.reversed().flatMap { $0 } == upright)
    test.expectNoComplaints()
  }

  @Test func anEmptyTreeIsItsBackground() throws {
    let test = try TestRenderer()
    let size = CGSize(width: 2, height: 1)
    #expect(try test.draw(tree(nil, size: size, background: .blue)).bytes == [0, 0, 255, 255, 0, 0, 255, 255])
    // Nothing of the frame before is left.
    #expect(try test.draw(tree(nil, size: size)).bytes == [UInt8](repeating: 0, count: 8))
    test.expectNoComplaints()
  }

  @Test func aCanvasWithoutSizeIsOnePixel() throws {
    let test = try TestRenderer()
    let drawn = try test.draw(tree(layer(-5, -5, 10, 10, color: .red), size: .zero))
    #expect(drawn.bytes == [255, 0, 0, 255])
    #expect(try test.draw(tree(layer(0, 0, 0, 0, color: .red), size: .zero)).bytes == [0, 0, 0, 0])
    test.expectNoComplaints()
  }

  // MARK: Limits and failures

  @Test func aFrameThatFailsLeavesTheRendererUsable() throws {
    let test = try TestRenderer()
    let good = random(3)
    let expected = try test.draw(good).bytes
    let limit = test.device.capabilities.maxTextureSize
    let tooLarge = try image(limit + 1, 1)
    let bad = tree(layer(0, 0, 50, 50) { $0.contents = tooLarge })
    #expect {
      try test.draw(bad)
    } throws: { error in
      guard case RenderError.device(.size(_, let width, _, _)) = error else { return false }
      return width == limit + 1 && "\(error)".contains("\(limit)")
    }
    #expect(try test.draw(good).bytes == expected)
    test.expectNoComplaints()
  }

  @Test func anImageAsLongAsTheLimitHasMipsToo() throws {
    let test = try TestRenderer()
    let limit = test.device.capabilities.maxTextureSize
    for size in [(4, limit), (limit, 4)] {
      let long = try image(size.0, size.1, gray: 200)
      let tree = tree(
        layer(0, 0, 100, 100) {
          $0.contents = long
          $0.minificationFilter = .trilinear
        })
      let bytes = try test.draw(tree).bytes
      #expect(bytes.prefix(4) == [200, 200, 200, 255] && bytes.suffix(4) == [200, 200, 200, 255])
    }
    test.expectNoComplaints()
  }
}

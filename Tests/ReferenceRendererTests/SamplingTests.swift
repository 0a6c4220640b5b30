import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@testable import MultiplaneReferenceRenderer

@Suite("Sampling")
struct SamplingTests {
  private func row(_ image: CGImage?, width: Double, _ configure: (inout LayerValues) -> Void = { _ in }) -> [Double] {
    let root = layer(0, 0, width, 1) {
      $0.contents = image
      configure(&$0)
    }
    let drawn = picture(width, 1, root)
    return (0..<drawn.width).map { drawn.red($0, 0) }
  }

  @Test("nearest at twice the size repeats every pixel exactly")
  func nearestTwice() {
    let drawn = row(grayImage(3, 1, [10, 200, 90]), width: 6) { $0.magnificationFilter = .nearest }
    #expect(drawn == [10, 10, 200, 200, 90, 90].map { $0 / 255 })
  }

  @Test("nearest at half the size takes the later pixel of a tie")
  func nearestHalf() {
    let drawn = row(grayImage(4, 1, [10, 20, 30, 40]), width: 2) { $0.minificationFilter = .nearest }
    #expect(drawn == [20, 40].map { $0 / 255 })
  }

  @Test("linear mixes the two nearest centres and extends the edges")
  func linearMidpoints() {
    // Device centres 0.5 … 3.5 lie at u = 0.25, 0.75, 1.25, 1.75; pixel centres at 0.5 and 1.5.
    #expect(isClose(row(grayImage(2, 1, [0, 255]), width: 4), [0, 0.25, 0.75, 1]))
  }

  @Test("linear mixes premultiplied values")
  func linearPremultiplied() {
    let image = CGImage(premultipliedRGBA8: [255, 0, 0, 255, 0, 0, 0, 0], width: 2, height: 1)
    let drawn = picture(4, 1, layer(0, 0, 4, 1) { $0.contents = image })
    #expect(isClose(drawn.color(1, 0), [0.75, 0, 0, 0.75]))
  }

  @Test("an image at its own size is itself", arguments: CALayerContentsFilter.all)
  func identity(filter: CALayerContentsFilter) {
    let pixels = (0..<16).map { UInt8($0 * 16) }
    let drawn = row(grayImage(16, 1, pixels), width: 16) {
      $0.magnificationFilter = filter
      $0.minificationFilter = filter
    }
    #expect(isClose(drawn, pixels.map { Double($0) / 255 }))
  }

  @Test("each axis has its own filter")
  func mixedFilters() {
    // u is magnified by 2 (linear), v is minified by 2 (nearest: the second row).
    let root = layer(0, 0, 4, 1) {
      $0.contents = grayImage(2, 2, [90, 90, 0, 200])
      $0.magnificationFilter = .linear
      $0.minificationFilter = .nearest
    }
    #expect(picture(4, 1, root).redBytes(row: 0) == [0, 50, 150, 200])
  }

  /// Black and white pixels in turn.
  private func checker(_ side: Int) -> CGImage? {
    grayImage(side, side, (0..<side * side).map { ($0 % side + $0 / side) % 2 == 0 ? 0 : 255 })
  }

  private func shrunk(_ image: CGImage?, side: Double, bias: Float = 0) -> ReferencePicture {
    picture(
      side, side,
      layer(0, 0, side, side) {
        $0.contents = image
        $0.minificationFilter = .trilinear
        $0.minificationFilterBias = bias
      })
  }

  @Test("a checker that is minified is mid grey", arguments: [8.0, 16, 10.5])
  func minifiedChecker(side: Double) {
    let drawn = shrunk(checker(32), side: side)
    #expect(isClose(drawn.color(3, 3), [0.5, 0.5, 0.5, 1]))
  }

  @Test("λ is the binary logarithm of the scale plus the bias")
  func levelOfDetail() {
    // Columns 0 0 255 255 …: whole in level 1, grey in level 2.
    let image = grayImage(32, 32, (0..<1024).map { ($0 % 4) < 2 ? 0 : 255 })
    // 4:1 without bias is level 2; a bias of −1 is level 1, whose pixels 0 and 1 are mixed evenly
    // at u = 2;
    #expect(isClose([shrunk(image, side: 8).red(3, 3)], [0.5]))
    // 2:1 is level 1: pixel 3 of the picture lies at u = 7, the centre of pixel 3 of level 1, which
    // is white.
    #expect(isClose([shrunk(image, side: 16).red(3, 3)], [1]))
    // Half a level more is half way to level 2, where u = 7 lies between two greys.
    #expect(isClose([shrunk(image, side: 16, bias: 0.5).red(3, 3)], [0.75]))
    // No further than the last level, and no lower than the first.
    #expect(isClose([shrunk(image, side: 16, bias: 100).red(3, 3)], [0.5]))
    #expect(isClose([shrunk(image, side: 16, bias: -100).red(3, 3)], [1]))
  }

  @Test("levels of odd sizes are rounded down, and their pixels weigh what they cover by area")
  func oddLevels() throws {
    let source = SourceImage(try #require(grayImage(5, 1, [0, 51, 102, 153, 204])))
    #expect(source.levelCount == 3)
    #expect((0..<3).map { source.width(ofLevel: $0) } == [5, 2, 1])
    func pixels(_ level: Int) -> [Double] {
      (0..<source.width(ofLevel: level)).map {
        source.color(
          SampledPair(first: $0, second: $0, fraction: 0), SampledPair(first: 0, second: 0, fraction: 0), level: level
        ).red
      }
    }
    // Two and a half pixels each: (0 + 51 + 102/2) / 2.5 and (102/2 + 153 + 204) / 2.5, of 255.
    #expect(isClose(pixels(1), [0.16, 0.64]))
    #expect(isClose(pixels(2), [0.4]))
  }

  @Test("a range narrower than a pixel is sampled in its middle")
  func narrowRange() {
    let range = SampledRange(from: 2.25, to: 2.75, size: 8)
    #expect(range.inside(0, pixel: 1) == 2.5)
    #expect(SampledRange(from: 1, to: 3, size: 8).inside(0, pixel: 1) == 1.5)
    #expect(SampledRange(from: 1, to: 3, size: 8).inside(9, pixel: 1) == 2.5)
    #expect(SampledRange(from: 0, to: 8, size: 8).inside(0, pixel: 4) == 2)
  }
}

import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Reference renderer")
struct ReferenceRendererTests {
  /// Groups, clips, images, arcs and perspective at once.
  private func rich() -> RenderNode? {
    var transform = CATransform3DIdentity
    transform.m34 = -1.0 / 90
    let image = grayImage(8, 8, (0..<64).map { UInt8($0 * 4) })
    let turned = layer(5, 5, 30, 30, color: .blue) {
      $0.contents = image
      $0.minificationFilter = .trilinear
      $0.geometry.transform = CATransform3DRotate(transform, 0.9, 1, 0.4, 0)
      $0.opacity = 0.7
      $0.cornerRadius = 9
      $0.masksToBounds = true
    }
    return layer(2, 3, 40, 40, color: .green, sublayers: [turned]) {
      $0.cornerRadius = 12
      $0.masksToBounds = true
      $0.borderWidth = 2.5
    }
  }

  @Test("the same tree gives the same bytes twice")
  func repeatable() {
    #expect(picture(48, 48, rich()).bytes() == picture(48, 48, rich()).bytes())
    #expect(picture(48, 48, rich()).area > 1000)
  }

  @Test("the canvas is cleared to its background, over which colours are blended")
  func background() {
    let half = StraightColor(red: 0, green: 0, blue: 0, alpha: 0.5)
    let drawn = picture(4, 4, background: .white, layer(0, 0, 2, 4, color: half))
    #expect(isClose(drawn.color(0, 0), [0.5, 0.5, 0.5, 1]))
    #expect(drawn.color(3, 0) == [1, 1, 1, 1])
    #expect(picture(4, 4, nil).area == 0)
  }

  @Test("bytes are rounded to the nearest and cut to what a byte holds")
  func bytes() {
    let drawn = ReferencePicture(width: 1, height: 2, pixels: [0, 0.4999 / 255, 0.5 / 255, 1, 1.2, -0.1, .nan, 0.5])
    #expect(drawn.bytes() == [0, 0, 1, 255, 255, 0, 0, 128])
  }

  @Test("a canvas has at least one pixel and no absurd number of them")
  func canvasSizes() {
    #expect(picture(0, -5, rich()).bytes().count == 4)
    #expect(picture(0.2, 3.6, rich()).height == 4)
    #expect(picture(.nan, .nan, scale: .nan, rich()).bytes().count == 4)
    #expect(picture(1, 1e300, rich()).height == ReferenceRenderer.largestSide)
  }

  @Test("sublayers are drawn from low to high")
  func order() {
    let low = layer(0, 0, 4, 4, color: .red) { $0.geometry.zPosition = 1 }
    let drawn = picture(4, 4, layer(0, 0, 4, 4, color: .blue, sublayers: [low, layer(0, 0, 4, 4, color: .green)]))
    #expect(drawn.color(1, 1) == [1, 0, 0, 1])
  }

  @Test("a tree of 512 levels, each a group and a clip, ends")
  func deep() {
    var node = layer(0, 0, 8, 8, color: .red)
    for _ in 0..<511 {
      node = layer(0, 0, 8, 8, sublayers: [node]) {
        $0.opacity = 0.999
        $0.masksToBounds = true
      }
    }
    #expect(abs(picture(8, 8, node).alpha(4, 4) - pow(Double(Float(0.999)), 511)) < 1e-9)
  }
}

import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Rasterisation")
struct RasterTests {
  @Test("a raster of the device's pixels changes nothing", arguments: [false, true])
  func same(isFlipped: Bool) {
    func drawn(rasterizes: Bool) -> ReferencePicture {
      let sublayer = layer(3.5, 2, 6, 4, color: .green) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 2
        $0.shadow.offset = CGSize(width: 2, height: 3)
        $0.opacity = 0.5
      }
      return picture(
        40, 40, background: .white,
        layer(8, 9, 20, 20, color: .red, sublayers: [sublayer]) {
          $0.cornerRadius = 7
          $0.opacity = 0.75
          $0.geometry.isGeometryFlipped = isFlipped
          $0.compositing.shouldRasterize = rasterizes
        })
    }
    let isSame = isClose(drawn(rasterizes: true).pixels, drawn(rasterizes: false).pixels)
    #expect(isSame)
  }

  @Test("a coarse raster is mixed linearly between its pixels, without an edge of its own")
  func linear() {
    let drawn = picture(
      16, 16,
      layer(4, 4, 8, 8, color: .red) {
        $0.compositing.shouldRasterize = true
        $0.compositing.rasterizationScale = 0.5
      })
    // Of two points per pixel; those outside are transparent.
    #expect(isClose((2...6).map { drawn.alpha($0, 8) }, [0, 0.25, 0.75, 1, 1]))
    #expect(isClose([drawn.alpha(3, 3), drawn.alpha(12, 12)], [0.0625, 0.0625]))
  }

  @Test("by nearest each device pixel takes one of the raster")
  func nearest() {
    let drawn = picture(
      16, 16,
      layer(4, 4, 8, 8) {
        $0.contents = grayImage(2, 1, [0, 255])
        $0.magnificationFilter = .nearest
        $0.minificationFilter = .nearest
        $0.compositing.shouldRasterize = true
        $0.compositing.rasterizationScale = 0.375
      })
    // 3 pixels of 8/3 points: the second shows the image's middle.
    #expect((4..<12).map { drawn.red($0, 8) } == [0, 0, 0, 1, 1, 1, 1, 1])
    #expect(drawn.paintedBox == [4, 4, 12, 12])
  }

  @Test("the raster is drawn before the layer is turned, opacity and blend mode come after")
  func after() {
    let sublayers = [layer(0, 0, 8, 8, color: .red), layer(4, 4, 8, 8, color: .green)]
    let drawn = picture(
      24, 24, background: .white,
      layer(6, 6, 12, 12, sublayers: sublayers) {
        $0.opacity = 0.5
        $0.compositing.blendMode = .multiply
        $0.compositing.shouldRasterize = true
        $0.geometry.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      })
    // Turned clockwise, the red corner lies at the right.
    #expect(isClose(drawn.color(16, 7), [1, 0.5, 0.5, 1], within: 1e-6))
    #expect(isClose(drawn.color(12, 12), [0.5, 1, 0.5, 1], within: 1e-6))
    #expect(isClose(drawn.color(7, 7), [1, 1, 1, 1], within: 1e-6))
  }

  @Test("planes inside a raster are seen from the front")
  func backFaces() {
    let sublayer = layer(0, 0, 4, 4, color: .green) { $0.isDoubleSided = false }
    func drawn(rasterizes: Bool) -> ReferencePicture {
      picture(
        8, 8,
        layer(2, 2, 4, 4, color: .red, sublayers: [sublayer]) {
          $0.geometry.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
          $0.compositing.shouldRasterize = rasterizes
        })
    }
    #expect(isClose(drawn(rasterizes: false).color(4, 4), [1, 0, 0, 1]))
    #expect(isClose(drawn(rasterizes: true).color(4, 4), [0, 1, 0, 1]))
  }

  @Test("it reaches 2048 pixels each way from the middle's")
  func reach() {
    let drawn = picture(
      80, 3,
      layer(-3000, 0, 6000, 3, color: .red) {
        $0.compositing.shouldRasterize = true
        $0.geometry.transform = CATransform3DMakeScale(1.0 / 100, 1, 1)
        $0.geometry.position.x = 40
        $0.magnificationFilter = .nearest
      })
    // Points 952 … 5049 of the layer, a hundred to a pixel, about 40.
    #expect(drawn.paintedBox[0] == 20 && drawn.paintedBox[2] == 60)
  }

  @Test("scales of any size end", arguments: [1e-300, 1e-9, 50, 1e300])
  func degenerate(scale: Double) {
    let root = layer(0, 0, 6, 6, color: .red) {
      $0.compositing.shouldRasterize = true
      $0.compositing.rasterizationScale = scale
      $0.shadow.opacity = 1
    }
    #expect(picture(6, 6, root).pixels.allSatisfy { $0 >= 0 && $0 <= 1 + 1e-9 })
  }

  @Test("in perspective the raster is looked up point by point")
  func perspective() {
    func drawn(rasterizes: Bool) -> ReferencePicture {
      picture(
        100, 100,
        layer(20, 20, 60, 60, color: .red, sublayers: [layer(0, 0, 30, 60, color: .green)]) {
          $0.geometry.transform.m34 = -1 / 100
          $0.geometry.transform = CATransform3DRotate($0.geometry.transform, 0.6, 0, 1, 0)
          $0.compositing.shouldRasterize = rasterizes
          $0.compositing.rasterizationScale = 4
        })
    }
    let (plain, raster) = (drawn(rasterizes: false), drawn(rasterizes: true))
    #expect(abs(plain.area - raster.area) < 0.01 * plain.area)
    #expect(isClose(plain.color(30, 50), raster.color(30, 50)) && isClose(plain.color(65, 50), raster.color(65, 50)))
  }
}

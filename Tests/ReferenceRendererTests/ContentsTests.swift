import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Contents")
struct ContentsTests {
  /// Two rows of two pixels: 10, 20 above 30, 40.
  private let quarters = grayImage(2, 2, [10, 20, 30, 40])

  /// A 4 × 4 layer that shows `quarters` in four even squares.
  private func quartered(_ configure: (inout LayerValues) -> Void) -> RenderNode? {
    layer(0, 0, 4, 4) {
      $0.contents = quarters
      $0.magnificationFilter = .nearest
      configure(&$0)
    }
  }

  private func corners(_ drawn: ReferencePicture) -> [Int] {
    let (top, bottom) = (drawn.redBytes(row: 0), drawn.redBytes(row: 3))
    return [top[0], top[3], bottom[0], bottom[3]]
  }

  @Test(
    "gravities place a 20 × 10 image in 80 × 60; top is the greatest y",
    arguments: [
      (CALayerContentsGravity.center, [30, 25, 50, 35]), (.top, [30, 50, 50, 60]), (.bottom, [30, 0, 50, 10]),
      (.left, [0, 25, 20, 35]), (.right, [60, 25, 80, 35]), (.topLeft, [0, 50, 20, 60]),
      (.topRight, [60, 50, 80, 60]), (.bottomLeft, [0, 0, 20, 10]), (.bottomRight, [60, 0, 80, 10]),
      (.resize, [0, 0, 80, 60]), (.resizeAspect, [0, 10, 80, 50]), (.resizeAspectFill, [-20, 0, 100, 60]),
    ])
  func gravity(gravity: CALayerContentsGravity, box: [Int]) {
    let root = layer(30, 10, 80, 60) {
      $0.contents = grayImage(20, 10, [UInt8](repeating: 255, count: 200))
      $0.contentsGravity = gravity
    }
    let drawn = picture(150, 80, root)
    #expect(drawn.paintedBox == [box[0] + 30, box[1] + 10, box[2] + 30, box[3] + 10])
    #expect(drawn.area == Double((box[2] - box[0]) * (box[3] - box[1])))
  }

  @Test("contentsMultiplyColor multiplies straight components, and nil changes nothing")
  func multiplyColor() {
    func color(_ tint: CGColor?) -> [Double] {
      picture(
        4, 4,
        layer(0, 0, 4, 4) {
          $0.contents = grayImage(1, 1, [204])
          $0.contentsMultiplyColor = tint
        }
      ).color(1, 1)
    }
    // Straight: 0.8 · (1, 0.5, 0.25), of alpha 0.5.
    #expect(isClose(color(CGColor(srgbRed: 1, green: 0.5, blue: 0.25, alpha: 0.5)), [0.4, 0.2, 0.1, 0.5]))
    #expect(isClose(color(nil), [0.8, 0.8, 0.8, 1]))
  }

  @Test("contentsScale divides the logical size")
  func contentsScale() {
    let root = layer(0, 0, 40, 40) {
      $0.contents = grayImage(20, 10, [UInt8](repeating: 255, count: 200))
      $0.contentsGravity = .bottomLeft
      $0.contentsScale = 2
    }
    #expect(picture(40, 40, root).paintedBox == [0, 0, 10, 5])
  }

  @Test("an image is upright, also where an ancestor or the layer itself is geometryFlipped")
  func upright() {
    #expect(corners(picture(4, 4, quartered { _ in })) == [10, 20, 30, 40])
    #expect(corners(picture(4, 4, quartered { $0.geometry.isGeometryFlipped = true })) == [10, 20, 30, 40])
    for child in [false, true] {
      let flipped = layer(0, 0, 4, 4, sublayers: [quartered { $0.geometry.isGeometryFlipped = child }]) {
        $0.geometry.isGeometryFlipped = true
      }
      #expect(corners(picture(4, 4, flipped)) == [10, 20, 30, 40])
    }
  }

  @Test("a transform that mirrors turns the image over")
  func mirrored() {
    let root = quartered { $0.geometry.transform = CATransform3DMakeScale(1, -1, 1) }
    #expect(corners(picture(4, 4, root)) == [30, 40, 10, 20])
  }

  @Test("contentsRect selects along the layer's own directions")
  func contentsRect() {
    let least = CGRect(x: 0, y: 0, width: 1, height: 0.5)
    #expect(corners(picture(4, 4, quartered { $0.contentsRect = least })) == [10, 20, 10, 20])
    let flipped = quartered {
      $0.contentsRect = least
      $0.geometry.isGeometryFlipped = true
    }
    // The least y of a flipped layer is at the bottom of the canvas, where the image's last row
    // lies.
    #expect(corners(picture(4, 4, flipped)) == [30, 40, 30, 40])
    let right = quartered { $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1) }
    #expect(corners(picture(4, 4, right)) == [20, 20, 40, 40])
  }

  @Test("beyond the image its edge pixels go on")
  func contentsRectBeyond() {
    let root = quartered { $0.contentsRect = CGRect(x: -1, y: 0, width: 2, height: 1) }
    let drawn = picture(4, 4, root)
    #expect(drawn.redBytes(row: 0) == [10, 10, 10, 20])
    let outside = quartered { $0.contentsRect = CGRect(x: 5, y: -7, width: 1, height: 1) }
    #expect(corners(picture(4, 4, outside)) == [20, 20, 20, 20])
  }

  @Test("linear filtering never reads beyond contentsRect")
  func noBleeding() {
    let root = layer(0, 0, 8, 1) {
      $0.contents = grayImage(4, 1, [255, 100, 100, 255])
      $0.contentsRect = CGRect(x: 0.25, y: 0, width: 0.5, height: 1)
    }
    #expect(picture(8, 1, root).redBytes(row: 0) == [Int](repeating: 100, count: 8))
  }
}

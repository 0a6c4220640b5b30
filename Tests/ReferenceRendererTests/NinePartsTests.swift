import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@Suite("Nine parts")
struct NinePartsTests {
  /// Six columns 0, 50 … 250, stretched over a layer of one row.
  private func columns(
    width: Double, center: CGRect, gravity: CALayerContentsGravity = .resize
  ) -> [Int] {
    let root = layer(0, 0, width, 1) {
      $0.contents = grayImage(6, 1, [0, 50, 100, 150, 200, 250])
      $0.contentsCenter = center
      $0.contentsGravity = gravity
      $0.magnificationFilter = .nearest
      $0.minificationFilter = .nearest
    }
    return picture(width, 1, root).redBytes(row: 0)
  }

  @Test("the outer columns keep their size and the middle stretches")
  func stretches() {
    let center = CGRect(x: 1.0 / 3, y: 0, width: 1.0 / 3, height: 1)
    let expected = [0, 50] + [Int](repeating: 100, count: 4) + [Int](repeating: 150, count: 4) + [200, 250]
    #expect(columns(width: 12, center: center) == expected)
  }

  @Test("a target that is too narrow shrinks the outer columns in proportion")
  func shrinks() {
    // left 2 and right 1 of a target of 1.5 points become 1 and 0.5: at 0.5 pixels lies u = 1, at
    // 1.25 u = 5.5.
    let center = CGRect(x: 1.0 / 3, y: 0, width: 0.5, height: 1)
    let root = layer(0, 0, 1.5, 1) {
      $0.contents = grayImage(6, 1, [0, 50, 100, 150, 200, 250])
      $0.contentsCenter = center
      $0.magnificationFilter = .nearest
      $0.minificationFilter = .nearest
    }
    let drawn = picture(1.5, 1, scale: 2, root).redBytes(row: 0)
    // Device pixels at 0.25, 0.75 and 1.25 points.
    #expect(drawn == [0, 50, 250])
  }

  @Test("where nothing is left for the middle, neither side shows a pixel of it", arguments: [4, 2, 1] as [Double])
  func nothingOfTheMiddle(width: Double) {
    let root = layer(0, 0, width, 1) {
      $0.contents = grayImage(6, 1, [50, 50, 250, 250, 50, 50])
      $0.contentsCenter = CGRect(x: 0.33333333, y: 0, width: 0.33333333, height: 1)
    }
    #expect(Set(picture(width, 1, scale: 5, root).redBytes(row: 0)) == [50])
  }

  @Test("a middle without width stretches the pixel about its place")
  func emptyCenter() {
    // The place is u = 1.5, the middle of the second column: left is 1 and right 4 points.
    let drawn = columns(width: 20, center: CGRect(x: 0.25, y: 0, width: 0, height: 1))
    #expect(drawn == [0] + [Int](repeating: 50, count: 15) + [100, 150, 200, 250])
  }

  @Test("a seam is sampled across: the stretched middle begins between both pixels' colours")
  func seamsAreContinuous() {
    let root = layer(0, 0, 13, 1) {
      $0.contents = grayImage(4, 1, [0, 0, 200, 200])
      $0.contentsCenter = CGRect(x: 0.5, y: 0, width: 0.25, height: 1)
    }
    // 2, 10 and 1 points. The corner is pixel on pixel; a place x of the middle shows u = 2 + (x −
    // 2) / 10.
    let expected = [0, 0, 110, 130, 150, 170, 190] + [Int](repeating: 200, count: 6)
    #expect(picture(13, 1, root).redBytes(row: 0) == expected)
  }

  @Test("a stretching part whose sides lie on the middles of pixels begins in one colour")
  func sidesAtMiddlesOfPixels() {
    let root = layer(0, 0, 13, 1) {
      $0.contents = grayImage(4, 1, [0, 100, 100, 200])
      $0.contentsCenter = CGRect(x: 1.5 / 4, y: 0, width: 1.0 / 4, height: 1)
    }
    #expect(picture(13, 1, root).redBytes(row: 0) == [0] + [Int](repeating: 100, count: 11) + [200])
  }

  @Test("a turned seam has no stair steps")
  func turnedSeams() {
    let root = layer(5, 10, 100, 60) {
      $0.contents = grayImage(4, 1, [0, 0, 200, 200])
      $0.contentsCenter = CGRect(x: 0.5, y: 0, width: 0.25, height: 1)
      $0.contentsScale = 1.0 / 8
      $0.geometry.transform = CATransform3DMakeRotation(0.35, 0, 0, 1)
    }
    let drawn = picture(110, 80, root)
    // An eighth of a pixel of the image to one of the picture: from one to its neighbour 200 / 8 at
    // most.
    var largest = 0.0
    for y in 32..<48 {
      for x in 20..<90 {
        largest = max(largest, abs(drawn.red(x + 1, y) - drawn.red(x, y)), abs(drawn.red(x, y + 1) - drawn.red(x, y)))
      }
    }
    #expect(largest > 20.0 / 255 && largest < 25.5 / 255)
  }

  @Test("what contentsRect leaves out never shows")
  func partsOfAPart() {
    let root = layer(0, 0, 13, 1) {
      $0.contents = grayImage(4, 1, [250, 50, 50, 250])
      $0.contentsRect = CGRect(x: 0.25, y: 0, width: 0.5, height: 1)
      $0.contentsCenter = CGRect(x: 0.4, y: 0, width: 0.6, height: 1)
    }
    #expect(Set(picture(13, 1, root).redBytes(row: 0)) == [50])
  }

  @Test("a middle that reaches an end leaves two parts")
  func twoParts() {
    let drawn = columns(width: 12, center: CGRect(x: 0, y: 0, width: 0.5, height: 1))
    #expect(drawn == [0, 0, 0, 50, 50, 50, 100, 100, 100, 150, 200, 250])
  }

  @Test("other gravities do not stretch")
  func otherGravity() {
    let center = CGRect(x: 1.0 / 3, y: 0, width: 1.0 / 3, height: 1)
    #expect(columns(width: 10, center: center, gravity: .left) == [0, 50, 100, 150, 200, 250, 0, 0, 0, 0])
  }

  @Test("contentsCenter follows the layer's y", arguments: [false, true])
  func flipped(isFlipped: Bool) {
    let root = layer(0, 0, 1, 6) {
      $0.contents = grayImage(1, 4, [40, 80, 120, 160])
      $0.contentsCenter = CGRect(x: 0, y: 0.25, width: 1, height: 0.75)
      $0.magnificationFilter = .nearest
      $0.geometry.isGeometryFlipped = isFlipped
    }
    let drawn = picture(1, 6, root)
    // The row of pixels at the layer's least y keeps its size of 1; the other three stretch over 5.
    let column = (0..<6).map { Int((drawn.red(0, $0) * 255).rounded()) }
    #expect(column == (isFlipped ? [40, 40, 80, 120, 120, 160] : [40, 80, 80, 120, 160, 160]))
  }
}

import Graphics
import RenderTree
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
    // left 2 and right 1 of a target of 1.5 points become 1 and 0.5: at 0.5 pixels lies u = 1, at 1.25 u = 5.5.
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

  @Test("a middle without width stretches the pixels at its place")
  func emptyCenter() {
    // The place is u = 1.5, the middle of the second column; left is 1.5 and right 4.5 points.
    let drawn = columns(width: 20, center: CGRect(x: 0.25, y: 0, width: 0, height: 1))
    #expect(drawn[0] == 0)
    #expect(Set(drawn[2...14]) == [50])
    #expect(Array(drawn[16...]) == [100, 150, 200, 250])
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

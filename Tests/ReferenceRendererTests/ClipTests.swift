import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@Suite("Clipping")
struct ClipTests {
  @Test("coverages of nested clips and of what is clipped multiply")
  func nested() {
    let leaf = layer(0, 0.75, 20, 20, color: .red)
    let inner = layer(-5, 2.25, 20, 20, sublayers: [leaf]) { $0.masksToBounds = true }
    let outer = layer(2.5, 0, 12, 12, sublayers: [inner]) { $0.masksToBounds = true }
    let drawn = picture(20, 20, outer)
    // Canvas x: outer 2.5, inner −2.5, leaf −2.5. Canvas y: inner 2.25, leaf 3.
    #expect(drawn.alpha(2, 2) == 0)
    #expect(isClose([drawn.alpha(2, 3)], [0.5]))
    #expect(drawn.alpha(3, 3) == 1 && drawn.alpha(1, 3) == 0 && drawn.alpha(14, 3) == 0.5 && drawn.alpha(15, 3) == 0)
  }

  @Test("three equal edges through a pixel leave the product")
  func equalEdges() {
    let leaf = layer(0, 0, 8, 8, color: .red)
    let inner = layer(0, 0, 8, 8, sublayers: [leaf]) { $0.masksToBounds = true }
    let outer = layer(2.5, 2, 8, 8, sublayers: [inner]) { $0.masksToBounds = true }
    let drawn = picture(12, 12, outer)
    #expect(isClose([drawn.alpha(2, 4), drawn.alpha(10, 4), drawn.alpha(5, 4)], [0.125, 0.125, 1]))
  }

  @Test("a layer's own background, border and filling contents are not clipped twice")
  func ownOutline() {
    let background = picture(12, 12, layer(2.5, 2, 8, 8, color: .red) { $0.masksToBounds = true })
    #expect(isClose([background.alpha(2, 4)], [0.5]))
    let border = layer(2.5, 2, 8, 8) {
      $0.masksToBounds = true
      $0.borderWidth = 2
    }
    #expect(isClose([picture(12, 12, border).alpha(2, 4)], [0.5]))
    let contents = layer(2.5, 2, 8, 8) {
      $0.masksToBounds = true
      $0.contents = grayImage(1, 1, [255])
    }
    #expect(isClose(picture(12, 12, contents).color(2, 4), [0.5, 0.5, 0.5, 0.5]))
  }

  @Test("an edge of contents inside the bounds remains an edge")
  func innerContentsEdge() {
    let root = layer(0, 0, 10, 10) {
      $0.masksToBounds = true
      $0.contents = grayImage(5, 5, [UInt8](repeating: 255, count: 25))
      $0.contentsGravity = .center
    }
    let drawn = picture(10, 10, root)
    #expect(isClose([drawn.alpha(2, 5), drawn.alpha(3, 5), drawn.alpha(7, 2)], [0.5, 1, 0.25]))
  }

  @Test("rounded corners clip sublayers only with masksToBounds", arguments: [true, false])
  func roundedClip(masks: Bool) {
    let root = layer(2, 2, 16, 16, sublayers: [layer(0, 0, 16, 16, color: .red)]) {
      $0.cornerRadius = 8
      $0.masksToBounds = masks
    }
    let expected = masks ? Double.pi * 64 : 256
    #expect(abs(picture(20, 20, root).area - expected) < 0.005 * expected)
  }

  @Test("empty bounds clip everything away")
  func emptyBounds() {
    let sublayer = layer(-4, -4, 8, 8, color: .red)
    let open = layer(5, 5, 0, 0, sublayers: [sublayer])
    let closed = layer(5, 5, 0, 0, sublayers: [sublayer]) { $0.masksToBounds = true }
    #expect(picture(12, 12, open).area == 64)
    #expect(picture(12, 12, closed).area == 0)
  }
}

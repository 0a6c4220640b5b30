import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Masks")
struct MaskTests {
  private static let half = StraightColor(red: 0, green: 1, blue: 0, alpha: 0.5)

  @Test("the mask's alpha multiplies once what overlapping sublayers show")
  func group() {
    let root = layer(
      0, 0, 12, 12, sublayers: [layer(0, 0, 8, 8, color: .red), layer(4, 4, 8, 8, color: .blue)],
      mask: layer(0, 0, 12, 12, color: MaskTests.half))
    let drawn = picture(12, 12, root)
    #expect(isClose(drawn.color(2, 2), [0.5, 0, 0, 0.5]))
    #expect(isClose(drawn.color(6, 6), [0, 0, 0.5, 0.5]))
  }

  @Test("the mask is placed as a sublayer is")
  func place() {
    let mask = layer(2, 3, 4, 4, color: .green) { $0.geometry.transform = CATransform3DMakeScale(2, 1, 1) }
    let drawn = picture(
      40, 40,
      layer(5, 5, 20, 20, color: .red, mask: mask) { $0.geometry.bounds.origin = CGPoint(x: -1, y: 0) })
    #expect(drawn.paintedBox == [6, 8, 14, 12])
    #expect(drawn.color(10, 10) == [1, 0, 0, 1])
    let turned = picture(
      40, 40,
      layer(5, 5, 20, 20, color: .red, mask: layer(2, 3, 4, 4, color: .green)) {
        $0.geometry.sublayerTransform = CATransform3DMakeScale(-1, 1, 1)
      })
    #expect(turned.paintedBox == [19, 8, 23, 12])
  }

  @Test("all of the mask's subtree counts, with its opacity")
  func subtree() {
    let mask = layer(0, 0, 4, 4, sublayers: [layer(2, 2, 8, 8, color: .red), layer(6, 2, 8, 8, color: .red)]) {
      $0.opacity = 0.25
    }
    let drawn = picture(20, 20, layer(0, 0, 20, 20, color: .blue, mask: mask))
    #expect(isClose(drawn.color(7, 4), [0, 0, 0.25, 0.25]))
    #expect(drawn.paintedBox == [2, 2, 14, 10])
  }

  @Test("masks may have masks")
  func nested() {
    let inner = layer(2, 2, 4, 4, color: MaskTests.half)
    let mask = layer(2, 2, 10, 10, color: MaskTests.half, mask: inner)
    let drawn = picture(20, 20, layer(0, 0, 20, 20, color: .red, mask: mask))
    #expect(isClose(drawn.color(5, 5), [0.25, 0, 0, 0.25]))
    #expect(drawn.paintedBox == [4, 4, 8, 8])
  }

  @Test("mask and clips multiply, and the layer's own clip is not the mask's")
  func clip() {
    let mask = layer(-0.5, 0, 8, 8, color: .green)
    let root = layer(4.5, 4, 8, 8, sublayers: [layer(-4, 0, 16, 8, color: .red)], mask: mask) {
      $0.masksToBounds = true
    }
    let drawn = picture(20, 20, root)
    // The clip covers half of column 4 and the mask all of it; of column 12 the clip covers half
    // and the mask nothing.
    #expect(isClose([4, 5, 11, 12].map { drawn.alpha($0, 8) }, [0.5, 1, 1, 0]))
    let outer = layer(6.5, 0, 10, 20, sublayers: [root?.moved(-6.5)]) { $0.masksToBounds = true }
    let clipped = picture(20, 20, outer)
    #expect(isClose([5, 6, 7].map { clipped.alpha($0, 8) }, [0, 0.5, 1]))
    let both = layer(4.5, 4, 8, 8, sublayers: [layer(-4, 0, 16, 8, color: .red)], mask: layer(0, 0, 8, 8, color: .red))
    {
      $0.masksToBounds = true
    }
    #expect(isClose([picture(20, 20, both).alpha(4, 8)], [0.25]))
  }

  @Test("a mask that shows nothing leaves nothing, with it the shadow")
  func nothing() {
    let hidden = layer(0, 0, 4, 4, color: .red) { $0.isHidden = true }
    #expect(picture(8, 8, layer(0, 0, 8, 8, color: .red, mask: .some(hidden))).area == 0)
    let edgeOn = layer(0, 0, 4, 4, color: .red) { $0.geometry.transform = CATransform3DMakeScale(0, 1, 1) }
    let root = layer(0, 0, 8, 8, color: .red, mask: edgeOn) { $0.shadow.opacity = 1 }
    #expect(picture(8, 8, root).area == 0)
  }

  @Test("the mask shapes the shadow's source and cuts the shadow too")
  func shadow() {
    let mask = layer(0, 0, 10, 4, color: .red, sublayers: [layer(0, 4, 5, 8, color: .red)])
    let root = layer(0, 0, 10, 4, color: .red, mask: mask) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 0
      $0.shadow.offset = CGSize(width: 0, height: 6)
    }
    let drawn = picture(20, 20, root)
    #expect(drawn.color(2, 8) == [0, 0, 0, 1] && drawn.alpha(7, 8) == 0)
    // Without the part that lets the shadow through, nothing but the layer is left.
    let plain = layer(0, 0, 10, 4, color: .red, mask: layer(0, 0, 3, 4, color: .red)) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 2
    }
    #expect(picture(20, 20, plain).paintedBox == [0, 0, 3, 4])
  }

  @Test("opacity and mask multiply, over what lies beneath")
  func opacity() {
    let root = layer(0, 0, 4, 4, color: .red, mask: layer(0, 0, 4, 4, color: MaskTests.half)) { $0.opacity = 0.5 }
    #expect(isClose(picture(4, 4, background: .blue, root).color(1, 1), [0.25, 0, 0.75, 1]))
  }

  @Test("a mask of one opaque region cuts each primitive by itself, any other the layer as a group")
  func clips() throws {
    func color(_ mask: RenderNode?, opacity: Float = 1) -> [Double] {
      picture(
        12, 12,
        layer(0, 0, 12, 12, color: .red, sublayers: [layer(0, 0, 12, 12, color: .blue)], mask: mask) {
          $0.opacity = opacity
        }
      ).color(4, 6)
    }
    let rectangle = layer(0, 0, 4.5, 12, color: .green)
    let shape = layer(0, 0, 12, 12, kind: .shape) {
      $0.shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 4.5, height: 12))
    }
    // Of the column that it covers by half: half blue over half red.
    #expect(isClose(color(rectangle), [0.25, 0, 0.5, 0.75]))
    #expect(isClose(color(shape), [0.25, 0, 0.5, 0.75]))
    // A layer that fades is a group, which is cut once; so is one under a mask that is more than
    // one region.
    #expect(isClose(color(shape, opacity: 0.5), [0, 0, 0.25, 0.25]))
    #expect(isClose(color(layer(0, 0, 12, 12, sublayers: [rectangle])), [0, 0, 0.5, 0.5]))
  }

  @Test("a blend mode reaches as far as the mask does, and by as much", arguments: [1, 0.5])
  func blending(alpha: Double) {
    let mask = layer(0, 0, 2, 4, color: StraightColor(red: 0, green: 0, blue: 0, alpha: alpha))
    let clearing = layer(2, 0, 4, 4, mask: mask) { $0.compositing.blendMode = .clear }
    let drawn = picture(8, 4, layer(0, 0, 8, 4, color: .red, sublayers: [clearing]))
    #expect(isClose([1, 2, 3, 4].map { drawn.alpha($0, 1) }, [1, 1 - alpha, 1 - alpha, 1]))
  }

  @Test("a transform layer ignores its mask")
  func space() {
    let root = layer(
      0, 0, 8, 8, kind: .transform, sublayers: [layer(0, 0, 8, 8, color: .red)], mask: layer(0, 0, 2, 2, color: .red))
    #expect(picture(8, 8, root).area == 64)
  }
}

extension RenderNode {
  /// The node inside a layer that draws nothing, moved along x.
  fileprivate func moved(_ x: Double) -> RenderNode? {
    layer(x, 0, 20, 20, sublayers: [self])
  }
}

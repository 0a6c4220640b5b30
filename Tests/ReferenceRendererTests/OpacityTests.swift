import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@Suite("Opacity")
struct OpacityTests {
  /// Red below, green above, which share (4…8, 4…8).
  private func overlapping() -> [RenderNode?] {
    [layer(0, 0, 8, 8, color: .red), layer(4, 4, 8, 8, color: .green)]
  }

  @Test("a group's sublayers do not show through each other")
  func group() {
    let drawn = picture(12, 12, layer(0, 0, 12, 12, sublayers: overlapping()) { $0.opacity = 0.5 })
    #expect(isClose(drawn.color(2, 2), [0.5, 0, 0, 0.5]))
    #expect(isClose(drawn.color(6, 6), [0, 0.5, 0, 0.5]))
    #expect(isClose(drawn.color(10, 10), [0, 0.5, 0, 0.5]))
  }

  @Test("a transform layer multiplies the opacity of each sublayer instead")
  func transformLayer() {
    let drawn = picture(12, 12, layer(0, 0, 12, 12, kind: .transform, sublayers: overlapping()) { $0.opacity = 0.5 })
    #expect(isClose(drawn.color(6, 6), [0.25, 0.5, 0, 0.75]))
  }

  @Test("nested groups multiply")
  func nested() {
    let inner = layer(0, 0, 8, 8, color: .red, sublayers: [layer(0, 0, 4, 8, color: .blue)]) { $0.opacity = 0.5 }
    let outer = layer(0, 0, 12, 12, color: .green, sublayers: [inner]) { $0.opacity = 0.25 }
    let drawn = picture(12, 12, background: .white, outer)
    // Inside: red 0.5 over green; all of it 0.25 over white.
    #expect(isClose(drawn.color(6, 2), [0.125 + 0.75, 0.125 + 0.75, 0.75, 1]))
    #expect(isClose(drawn.color(2, 2), [0.75, 0.125 + 0.75, 0.125 + 0.75, 1]))
    #expect(isClose(drawn.color(10, 10), [0.75, 1, 0.75, 1]))
  }

  @Test("a clip outside the group applies once to what it shows")
  func outerClip() {
    let group = layer(-2, -2, 20, 20, color: .red, sublayers: [layer(0, 0, 20, 20, color: .green)]) { $0.opacity = 0.5 }
    let clip = layer(2.5, 2, 6, 6, sublayers: [group]) { $0.masksToBounds = true }
    let drawn = picture(12, 12, clip)
    #expect(isClose(drawn.color(2, 4), [0, 0.25, 0, 0.25]))
    #expect(isClose(drawn.color(4, 4), [0, 0.5, 0, 0.5]))
  }

  @Test("a group leaves nothing behind for the next one")
  func surfacesAreClean() {
    let first = layer(0, 0, 6, 12, color: .red) { $0.opacity = 0.5 }
    let second = layer(6, 0, 6, 12, color: .green) { $0.opacity = 0.5 }
    let drawn = picture(12, 12, layer(0, 0, 12, 12, sublayers: [first, second]))
    #expect(isClose(drawn.color(2, 2), [0.5, 0, 0, 0.5]))
    #expect(isClose(drawn.color(8, 2), [0, 0.5, 0, 0.5]))
  }

  @Test("values beyond 0…1 are clamped", arguments: [(Float(2), 1.0), (-1, 0), (.nan, 0)])
  func clamped(opacity: Float, alpha: Double) {
    #expect(picture(4, 4, layer(0, 0, 4, 4, color: .red) { $0.opacity = opacity }).alpha(1, 1) == alpha)
  }

  @Test("without group opacity each primitive fades for itself")
  func primitives() {
    let root = layer(0, 0, 12, 12, color: .blue, sublayers: overlapping()) {
      $0.opacity = 0.5
      $0.compositing.allowsGroupOpacity = false
    }
    let drawn = picture(12, 12, root)
    #expect(isClose(drawn.color(11, 0), [0, 0, 0.5, 0.5]))
    #expect(isClose(drawn.color(2, 2), [0.5, 0, 0.25, 0.75]))
    #expect(isClose(drawn.color(6, 6), [0.25, 0.5, 0.125, 0.875]))
  }

  @Test("without group opacity a group inside fades as one, with the product", arguments: [true, false])
  func groupInside(isGroup: Bool) {
    let inner = layer(0, 0, 12, 12, sublayers: overlapping()) {
      $0.opacity = 0.5
      $0.compositing.allowsGroupOpacity = isGroup
    }
    let root = layer(0, 0, 12, 12, sublayers: [inner]) {
      $0.opacity = 0.5
      $0.compositing.allowsGroupOpacity = false
    }
    let expected = isGroup ? [0, 0.25, 0, 0.25] : [0.1875, 0.25, 0, 0.4375]
    #expect(isClose(picture(12, 12, root).color(6, 6), expected))
  }

  @Test("without group opacity the shadow fades too, and its source does not")
  func shadow() {
    let drawn = picture(
      20, 10,
      layer(0, 0, 10, 10, color: .red) {
        $0.opacity = 0.5
        $0.compositing.allowsGroupOpacity = false
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
        $0.shadow.offset = CGSize(width: 5, height: 0)
      })
    #expect(isClose(drawn.color(12, 5), [0, 0, 0, 0.5]))
    #expect(isClose(drawn.color(7, 5), [0.5, 0, 0, 0.75]))
  }

  @Test("a mask makes a group all the same")
  func masked() {
    let root = layer(0, 0, 12, 12, sublayers: overlapping(), mask: layer(0, 0, 12, 12, color: .red)) {
      $0.opacity = 0.5
      $0.compositing.allowsGroupOpacity = false
    }
    #expect(isClose(picture(12, 12, root).color(6, 6), [0, 0.5, 0, 0.5]))
  }

  @Test("a transform layer in a fading layer hands both on, its own as the sublayers' opacity")
  func transformLayerInside() {
    let space = layer(0, 0, 12, 12, kind: .transform, sublayers: [layer(0, 0, 12, 12, color: .red)]) {
      $0.opacity = 0.5
    }
    let root = layer(0, 0, 12, 12, sublayers: [space]) {
      $0.opacity = 0.5
      $0.compositing.allowsGroupOpacity = false
    }
    #expect(isClose(picture(12, 12, root).color(6, 6), [0.25, 0, 0, 0.25]))
  }
}

import Graphics
import RenderTree
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
}

import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Blend modes")
struct BlendModeTests {
  private static let source = StraightColor(red: 0.8, green: 0.2, blue: 0.5)
  private static let backdrop = StraightColor(red: 0.4, green: 0.6, blue: 0.25)

  /// What a layer of one colour makes of a canvas of another.
  private func blended(_ mode: BlendMode, _ source: StraightColor, _ backdrop: StraightColor) -> [Double] {
    let drawn = picture(
      3, 3, background: backdrop, layer(0, 0, 3, 3, color: source) { $0.compositing.blendMode = mode })
    return drawn.color(1, 1)
  }

  /// By hand from the formulas of W3C, Compositing and Blending.
  private static let colors: [(BlendMode, [Double])] = [
    (.normal, [0.8, 0.2, 0.5]), (.multiply, [0.32, 0.12, 0.125]), (.screen, [0.88, 0.68, 0.625]),
    (.overlay, [0.64, 0.36, 0.25]), (.darken, [0.4, 0.2, 0.25]), (.lighten, [0.8, 0.6, 0.5]),
    (.colorDodge, [1, 0.75, 0.5]), (.colorBurn, [0.25, 0, 0]), (.softLight, [0.539473319, 0.456, 0.25]),
    (.hardLight, [0.76, 0.24, 0.25]), (.difference, [0.4, 0.4, 0.25]), (.exclusion, [0.56, 0.56, 0.5]),
    (.hue, [0.72725, 0.37725, 0.55225]), (.saturation, [0.3275, 0.670357143, 0.070357143]),
    (.color, [0.8885, 0.2885, 0.5885]), (.luminosity, [0.3115, 0.5115, 0.1615]),
  ]

  @Test("opaque colours mix as the formulas say", arguments: colors.indices)
  func opaque(index: Int) {
    let (mode, expected) = BlendModeTests.colors[index]
    let actual = blended(mode, BlendModeTests.source, BlendModeTests.backdrop)
    #expect(isClose(actual, expected + [1], within: 1e-8), "\(mode): \(actual)")
  }

  @Test(
    "modes of colour show each of the two where the other is nothing", arguments: BlendMode.allCases.filter(\.isOfColor)
  )
  func transparent(mode: BlendMode) {
    var half = BlendModeTests.source
    half.alpha = 0.5
    #expect(isClose(blended(mode, half, .clear), [0.4, 0.1, 0.25, 0.5]))
    let beside = picture(4, 3, background: half, layer(0, 0, 2, 3, color: .red) { $0.compositing.blendMode = mode })
    #expect(isClose(beside.color(3, 1), [0.4, 0.1, 0.25, 0.5]))
  }

  /// Of alphas ¼ over ⅘: S = (0.2, 0.05, 0.125, 0.25), D = (0.32, 0.48, 0.2, 0.8).
  private static let translucent: [(BlendMode, [Double])] = [
    (.clear, [0, 0, 0, 0]), (.copy, [0.2, 0.05, 0.125, 0.25]), (.sourceIn, [0.16, 0.04, 0.1, 0.2]),
    (.sourceOut, [0.04, 0.01, 0.025, 0.05]), (.sourceAtop, [0.4, 0.4, 0.25, 0.8]),
    (.destOver, [0.36, 0.49, 0.225, 0.85]), (.destIn, [0.08, 0.12, 0.05, 0.2]), (.destOut, [0.24, 0.36, 0.15, 0.6]),
    (.destAtop, [0.12, 0.13, 0.075, 0.25]), (.xor, [0.28, 0.37, 0.175, 0.65]), (.plusL, [0.52, 0.53, 0.325, 1]),
    (.plusD, [0.47, 0.48, 0.275, 1]), (.multiply, [0.344, 0.394, 0.2, 0.85]),
  ]

  @Test("Porter and Duff's modes weigh by both alphas", arguments: translucent.indices)
  func porterDuff(index: Int) {
    let (mode, expected) = BlendModeTests.translucent[index]
    var (source, backdrop) = (BlendModeTests.source, BlendModeTests.backdrop)
    (source.alpha, backdrop.alpha) = (0.25, 0.8)
    #expect(isClose(blended(mode, source, backdrop), expected), "\(mode)")
  }

  @Test("a luminosity that no such colour has pulls it towards grey")
  func clippedColor() {
    let grey = StraightColor(red: 0.9, green: 0.9, blue: 0.9)
    // (1, 0, 0) moved to luminosity 0.9 is (1.6, 0.6, 0.6); about 0.9 it shrinks by 0.1 / 0.7.
    #expect(isClose(blended(.color, .red, grey), [1, 0.9 - 0.3 / 7, 0.9 - 0.3 / 7, 1]))
    let dark = StraightColor(red: 0.1, green: 0.1, blue: 0.1)
    // (0, 0, 1) moved by 0.1 − 0.11 is (−0.01, −0.01, 0.99); about 0.1 it shrinks by 0.1 / 0.11.
    #expect(isClose(blended(.color, .blue, dark), [0, 0, 0.1 + 0.89 * 0.1 / 0.11, 1]))
  }

  @Test("a clip's edge mixes with the backdrop", arguments: [(BlendMode.multiply, 0.5), (.copy, 0.5), (.clear, 0.5)])
  func clipped(mode: BlendMode, share: Double) {
    let clip = layer(1.5, 0, 4, 4, sublayers: [layer(-2, -2, 20, 20, color: .red) { $0.compositing.blendMode = mode }])
    {
      $0.masksToBounds = true
    }
    let drawn = picture(8, 4, background: .white, clip)
    let inside: [Double] = mode == .clear ? [0, 0, 0, 0] : [1, 0, 0, 1]
    #expect(isClose(drawn.color(3, 2), inside))
    #expect(isClose(drawn.color(1, 2), zip(inside, [1, 1, 1, 1]).map { ($0 + $1) * share }))
    #expect(drawn.color(7, 2) == [1, 1, 1, 1])
  }

  @Test(
    "some modes change the backdrop where the layer is nothing, as far as clips reach",
    arguments: BlendMode.allCases.filter(\.reachesBeyondSource), [false, true])
  func beyond(mode: BlendMode, clips: Bool) {
    let source = layer(0, 0, 2, 4, color: .red) { $0.compositing.blendMode = mode }
    let drawn = picture(8, 4, background: .white, layer(0, 0, 4, 4, sublayers: [source]) { $0.masksToBounds = clips })
    #expect(drawn.color(3, 2) == [0, 0, 0, 0])
    #expect(drawn.color(6, 2) == (clips ? [1, 1, 1, 1] : [0, 0, 0, 0]))
  }

  @Test("opacity is part of the source, and the layer's sublayers and shadow are too")
  func opacity() {
    let faded = picture(
      3, 3, background: .white,
      layer(0, 0, 3, 3, color: .red) {
        $0.opacity = 0.5
        $0.compositing.blendMode = .multiply
      })
    #expect(isClose(faded.color(1, 1), [1, 0.5, 0.5, 1]))
    let grey = StraightColor(red: 0.5, green: 0.5, blue: 0.5)
    let whole = picture(
      8, 3, background: .green,
      layer(0, 0, 2, 3, color: grey, sublayers: [layer(0, 0, 1, 3, color: .white)]) {
        $0.compositing.blendMode = .multiply
        $0.shadow.opacity = 1
        $0.shadow.color = CGColor(grey)
        $0.shadow.radius = 0
        $0.shadow.offset = CGSize(width: 3, height: 0)
      })
    // White over grey, grey, the shadow.
    #expect([0, 1, 4].map { whole.color($0, 1)[1] } == [1, 0.5, 0.5])
  }

  @Test("the backdrop is what its group has drawn so far", arguments: [false, true])
  func isolation(isGroup: Bool) {
    let source = layer(0, 0, 4, 4, color: .red) { $0.compositing.blendMode = .multiply }
    let group = layer(0, 0, 4, 4, sublayers: [layer(0, 0, 2, 4, color: .green), source]) {
      $0.opacity = isGroup ? 0.5 : 1
    }
    let drawn = picture(4, 4, background: .white, group)
    // Red times green is black; beside it red meets white, or nothing.
    #expect(isClose(drawn.color(1, 1), isGroup ? [0.5, 0.5, 0.5, 1] : [0, 0, 0, 1]))
    #expect(isClose(drawn.color(3, 1), isGroup ? [1, 0.5, 0.5, 1] : [1, 0, 0, 1]))
    let alone = picture(
      4, 4, background: .blue, layer(0, 0, 4, 4, sublayers: [source]) { $0.opacity = isGroup ? 0.5 : 1 })
    #expect(isClose(alone.color(1, 1), isGroup ? [0.5, 0, 0.5, 1] : [0, 0, 0, 1]))
  }

  @Test("a mask's own mode is ignored")
  func mask() {
    let mask = layer(0, 0, 2, 4, color: .red) { $0.compositing.blendMode = .destOut }
    #expect(picture(4, 4, layer(0, 0, 4, 4, color: .red, mask: mask)).area == 8)
  }

  @Test("in a set of planes the mode meets what lies behind at each pixel")
  func depthSet() {
    let front = layer(0, 0, 4, 4, color: .red) {
      $0.compositing.blendMode = .multiply
      $0.geometry.zPosition = 5
    }
    let space = layer(0, 0, 4, 4, kind: .transform, sublayers: [front, layer(0, 0, 2, 4, color: .green)])
    let drawn = picture(4, 4, background: .white, layer(0, 0, 4, 4, sublayers: [space]))
    #expect(drawn.color(1, 1) == [0, 0, 0, 1] && drawn.color(3, 1) == [1, 0, 0, 1])
  }
}

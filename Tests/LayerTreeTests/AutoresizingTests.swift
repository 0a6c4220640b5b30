import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

@Suite("§16 autoresizing") struct AutoresizingTests {
  private let superlayer = CALayer()
  private let layer = CALayer()

  init() {
    superlayer.bounds = rect(0, 0, 100, 100)
    layer.frame = rect(10, 20, 50, 40)
    superlayer.addSublayer(layer)
  }

  @Test func rawValues() {
    let masks: [CAAutoresizingMask] = [
      .layerMinXMargin, .layerWidthSizable, .layerMaxXMargin, .layerMinYMargin, .layerHeightSizable, .layerMaxYMargin,
    ]
    #expect(masks.map(\.rawValue) == [1, 2, 4, 8, 16, 32])
    layer.autoresizingMask = CAAutoresizingMask(rawValue: 0xF05)
    #expect(layer.autoresizingMask.rawValue == 0xF05)
    #expect(CALayer().autoresizingMask == [])
  }

  private static let rules: [(mask: CAAutoresizingMask, expected: CGRect)] = [
    ([], rect(10, 20, 50, 40)),
    ([.layerMinXMargin, .layerWidthSizable], rect(76, 20, 84, 40)),
    ([.layerWidthSizable, .layerMaxXMargin], rect(10, 20, 84, 40)),
    (
      [
        .layerMinXMargin, .layerWidthSizable, .layerMaxXMargin, .layerMinYMargin, .layerHeightSizable, .layerMaxYMargin,
      ], rect(43, 86, 84, 108)
    ),
    ([.layerMinXMargin], rect(110, 20, 50, 40)), ([.layerMaxXMargin], rect(10, 20, 50, 40)),
    ([.layerWidthSizable, .layerHeightSizable], rect(10, 20, 150, 240)),
    ([.layerMinXMargin, .layerMaxXMargin], rect(60, 20, 50, 40)), ([.layerMinYMargin], rect(10, 220, 50, 40)),
    ([.layerHeightSizable, .layerMaxYMargin], rect(10, 20, 50, 107)),
  ]

  /// The superlayer grows from 100 × 100 to 200 × 300.
  @Test(arguments: rules)
  func growing(mask: CAAutoresizingMask, expected: CGRect) {
    layer.autoresizingMask = mask
    superlayer.bounds = rect(0, 0, 200, 300)
    #expect(layer.frame == expected)
  }

  @Test func whatGaveWayEndsUpOnWholePoints() {
    layer.frame = rect(10.5, 20.5, 50, 40)
    layer.autoresizingMask = .layerMinXMargin
    superlayer.bounds.size.width = 110
    // From 20.5 to 70.5 along x; y did not give way.
    #expect(layer.frame == rect(20, 20.5, 51, 40))
  }

  @Test func aSizeBelowNothingIsStandardised() {
    layer.autoresizingMask = .layerWidthSizable
    superlayer.bounds.size.width = 20
    // From 10 to 60 − 80.
    #expect(layer.frame == rect(-20, 20, 30, 40))
  }

  @Test func goesDownTheTree() {
    let inner = CALayer()
    inner.frame = rect(5, 5, 40, 30)
    inner.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    layer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    layer.addSublayer(inner)
    superlayer.setValue(150, forKeyPath: "bounds.size.width")
    #expect(layer.frame == rect(10, 20, 100, 40))
    #expect(inner.frame == rect(5, 5, 90, 30))
  }

  @Test func onlyAChangeOfSizeCounts() {
    layer.autoresizingMask = [.layerMinXMargin, .layerWidthSizable]
    superlayer.bounds.origin = CGPoint(x: 40, y: 40)
    superlayer.position = CGPoint(x: 40, y: 40)
    superlayer.bounds.size = CGSize(width: 100, height: 100)
    #expect(layer.frame == rect(10, 20, 50, 40))
  }

  @Test func aMaskOrALayerThatComesLaterChangesNothing() {
    superlayer.bounds.size.width = 200
    layer.autoresizingMask = [.layerMinXMargin]
    let late = CALayer()
    late.autoresizingMask = [.layerMinXMargin]
    superlayer.addSublayer(late)
    #expect(layer.frame == rect(10, 20, 50, 40) && late.frame.origin == .zero)
  }

  @Test func bySubclass() {
    final class Listener: CALayer {
      var sizes: [CGSize] = []
      override func resize(withOldSuperlayerSize size: CGSize) { sizes.append(size) }
    }
    let listener = Listener()
    superlayer.addSublayer(listener)
    superlayer.bounds.size.width = 200
    superlayer.bounds.size.width = 200
    #expect(listener.sizes == [CGSize(width: 100, height: 100)])
  }
}

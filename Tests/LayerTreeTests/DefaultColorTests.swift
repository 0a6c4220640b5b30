import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

/// Default colours: RGB with alpha, so that `components` has four numbers.
@Suite struct DefaultColorTests {
  private static let black: [CGFloat] = [0, 0, 0, 1]
  private static let white: [CGFloat] = [1, 1, 1, 1]

  @Test func ofFreshLayersAndCells() {
    let layer = CALayer()
    #expect(layer.borderColor?.components == Self.black && layer.shadowColor?.components == Self.black)
    #expect(CAShapeLayer().fillColor?.components == Self.black)
    #expect(CATextLayer().foregroundColor?.components == Self.white)
    #expect(CAReplicatorLayer().instanceColor?.components == Self.white)
    #expect(CAEmitterCell().color?.components == Self.white)
    #expect(layer.borderColor?.colorSpace?.model == .rgb)
  }

  @Test(
    arguments: [
      (CALayer.self, "borderColor", black), (CALayer.self, "shadowColor", black),
      (CAShapeLayer.self, "fillColor", black),
      (CATextLayer.self, "foregroundColor", white), (CAReplicatorLayer.self, "instanceColor", white),
    ] as [(CALayer.Type, String, [CGFloat])])
  func byKey(type: CALayer.Type, key: String, components: [CGFloat]) {
    #expect((type.defaultValue(forKey: key) as? CGColor)?.components == components)
  }

  @Test func ofACellByKey() {
    #expect((CAEmitterCell.defaultValue(forKey: "color") as? CGColor)?.components == Self.white)
  }
}

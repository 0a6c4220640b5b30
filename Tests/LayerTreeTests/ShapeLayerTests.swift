import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite struct ShapeLayerTests {
  private static let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 3))

  /// CAShapeLayer.h's.
  @Test func defaults() {
    let layer = CAShapeLayer()
    #expect(layer.path == nil && layer.strokeColor == nil && layer.lineDashPattern == nil)
    #expect(layer.fillColor == .opaqueBlack)
    #expect(layer.fillRule == .nonZero && layer.lineCap == .butt && layer.lineJoin == .miter)
    #expect(layer.strokeStart == 0 && layer.strokeEnd == 1)
    #expect(layer.lineWidth == 1 && layer.miterLimit == 10 && layer.lineDashPhase == 0)
    #expect(CAShapeLayer.defaultValue(forKey: "strokeEnd") as? Double == 1)
    #expect(CAShapeLayer.defaultValue(forKey: "fillRule") as? String == "non-zero")
    for key in ["path", "strokeColor", "lineDashPattern", "strokeStart", "lineDashPhase"] {
      #expect(CAShapeLayer.defaultValue(forKey: key) == nil)
    }
    #expect(CALayer.defaultValue(forKey: "strokeEnd") == nil)
  }

  @Test func propertiesReachTheCommittedTree() {
    let layer = CAShapeLayer()
    layer.path = Self.rect
    layer.fillColor = nil
    layer.fillRule = .evenOdd
    layer.strokeColor = .white
    (layer.strokeStart, layer.strokeEnd) = (-0.5, 1.5)
    (layer.lineWidth, layer.miterLimit) = (2, 4)
    (layer.lineCap, layer.lineJoin) = (.round, .bevel)
    layer.lineDashPhase = 3
    layer.lineDashPattern = [5, 2.5]
    let committed = layer.commit(at: 0)
    #expect(committed.kind == .shape)
    var expected = ShapeValues()
    expected.path = Self.rect
    expected.fillColor = nil
    expected.fillRule = .evenOdd
    expected.strokeColor = .white
    // Kept as they are, clamped when drawn.
    (expected.strokeStart, expected.strokeEnd) = (-0.5, 1.5)
    (expected.lineWidth, expected.miterLimit) = (2, 4)
    (expected.lineCap, expected.lineJoin) = (.round, .bevel)
    expected.dashPhase = 3
    expected.dashPattern = [5, 2.5]
    #expect(committed.values.shape == expected)
  }

  @Test func pathsAreCopied() {
    let layer = CAShapeLayer()
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 4, height: 3))
    layer.path = path
    layer.shadowPath = path
    let other = CAShapeLayer()
    other.setValue(path, forKey: "path")
    path.addLine(to: CGPoint(x: 9, y: 9))
    #expect(layer.path == Self.rect && layer.shadowPath == Self.rect && other.path == Self.rect)
    #expect(!(layer.path is CGMutablePath))
  }

  @Test func anEqualPathIsNoChange() {
    let layer = CAShapeLayer()
    layer.path = Self.rect
    let committed = layer.commit(at: 0)
    layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 3))
    #expect(layer.commit(at: 0) === committed)
    layer.path = nil
    #expect(layer.commit(at: 0) !== committed)
  }

  @Test func animationsTakePaths() throws {
    let layer = CAShapeLayer()
    let animation = CABasicAnimation(keyPath: "path")
    animation.fromValue = Self.rect
    animation.toValue = CGPath(rect: CGRect(x: 0, y: 0, width: 8, height: 5))
    animation.duration = 1
    layer.add(animation, forKey: nil)
    #expect(layer.commit(at: 0).values(at: 0.5).shape.path == CGPath(rect: CGRect(x: 0, y: 0, width: 6, height: 4)))
    // A value of another kind has no effect.
    animation.toValue = 5
    layer.add(animation, forKey: nil)
    #expect(layer.commit(at: 0).animations.count == 1)
  }
}

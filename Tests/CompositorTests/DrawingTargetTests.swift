import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@testable import MultiplaneCompositor

/// Images of a program's, into which trees are drawn one after another.
@Suite struct DrawingTargetTests {
  private func layer(
    _ frame: CGRect, white: Double, alpha: Double, _ number: UInt64, sublayers: [RenderNode] = []
  ) -> RenderNode? {
    var values = LayerValues()
    values.geometry.bounds = CGRect(origin: .zero, size: frame.size)
    values.geometry.position = CGPoint(x: frame.midX, y: frame.midY)
    values.backgroundColor = CGColor(srgbRed: white, green: white, blue: white, alpha: alpha)
    return RenderNode(
      identifier: LayerIdentifier(rawValue: number), name: nil, kind: .layer, values: values, sublayers: sublayers)
  }

  /// Low-alpha overdraw looks the same in a frame of which a part is drawn, beside it, and in a
  /// whole one.
  @Test func stacksStayAsTheyAre() throws {
    let compositor = try OffscreenCompositor(device: .software)
    let target = try DrawingTarget(on: compositor, width: 100, height: 100)
    let stack = (1...100).compactMap { layer(CGRect(x: 0, y: 0, width: 40, height: 40), white: 1, alpha: 0.01, $0) }
    for number in 0..<8 {
      let mark = layer(CGRect(x: 10 * number, y: 60, width: 8, height: 8), white: 1, alpha: 1, 101)
      let root = layer(
        CGRect(x: 0, y: 0, width: 100, height: 100), white: 0, alpha: 1, 102,
        sublayers: stack + [mark].compactMap(\.self))
      let tree = RenderTree(size: CGSize(width: 100, height: 100), scale: 1, background: nil, root: root, time: 0)
      try target.draw(tree, onlyChanges: number != 6)
      let shown = Int(try target.readPixels()[(20 * 100 + 20) * 4])
      // 1 − 0.99¹⁰⁰ of white.
      #expect(abs(shown - 162) <= 1, "frame \(number)")
    }
  }
}

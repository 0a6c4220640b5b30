import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

@Suite("§15 CAScrollLayer") struct ScrollLayerTests {
  private let layer = CAScrollLayer()

  init() { layer.frame = rect(0, 0, 100, 100) }

  @Test func defaults() {
    #expect(CAScrollLayer().scrollMode == .both)
    #expect(CAScrollLayer().masksToBounds && CAScrollLayer(layer: "none").masksToBounds)
    #expect(CAScrollLayer.defaultValue(forKey: "masksToBounds") as? Bool == true)
    #expect(CAScrollLayer.defaultValue(forKey: "scrollMode") as? String == "both")
    #expect(CALayer.defaultValue(forKey: "scrollMode") == nil)
    layer.masksToBounds = false
    layer.scrollMode = .vertically
    let copy = CAScrollLayer(layer: layer)
    #expect(!copy.masksToBounds && copy.scrollMode == .vertically)
  }

  @Test(
    "modes mask axes; an unknown one scrolls nothing",
    arguments: [
      (.both, CGPoint(x: 500, y: -20)), (.horizontally, CGPoint(x: 500, y: 0)), (.vertically, CGPoint(x: 0, y: -20)),
      (.none, .zero), (CAScrollLayerScrollMode(rawValue: "sideways"), .zero),
    ] as [(CAScrollLayerScrollMode, CGPoint)])
  func modes(mode: CAScrollLayerScrollMode, origin: CGPoint) {
    layer.scrollMode = mode
    layer.scroll(to: CGPoint(x: 500, y: -20))
    #expect(layer.bounds.origin == origin)
    #expect(layer.frame == rect(0, 0, 100, 100))
  }

  @Test(
    "a rectangle is shown by the least move, one that is too large from its origin on",
    arguments: [
      (rect(10, 10, 20, 20), CGPoint.zero), (rect(150, 0, 20, 20), CGPoint(x: 70, y: 0)),
      (rect(-30, -40, 20, 20), CGPoint(x: -30, y: -40)), (rect(90, 95, 20, 20), CGPoint(x: 10, y: 15)),
      (rect(50, 0, 200, 20), CGPoint(x: 50, y: 0)), (rect(-10, 0, 200, 20), CGPoint(x: -10, y: 0)),
    ])
  func rectangles(target: CGRect, origin: CGPoint) {
    layer.scroll(to: target)
    #expect(layer.bounds.origin == origin)
  }

  @Test func whatIsNotFiniteMovesNothing() {
    layer.scroll(to: CGPoint(x: CGFloat.nan, y: 5))
    layer.scroll(to: CGRect.null)
    layer.scroll(to: CGRect.infinite)
    #expect(layer.bounds == rect(0, 0, 100, 100))
  }
}

@Suite("§3 scrolling by way of the nearest scroll layer") struct LayerScrollingTests {
  private let scroll = CAScrollLayer()
  private let content = CALayer()

  init() {
    scroll.frame = rect(0, 0, 100, 100)
    content.frame = rect(20, 30, 400, 400)
    scroll.addSublayer(content)
  }

  @Test func visibleRect() {
    #expect(content.visibleRect == rect(0, 0, 80, 70))
    scroll.bounds.origin = CGPoint(x: 50, y: 30)
    #expect(content.visibleRect == rect(30, 0, 100, 100))
    #expect(scroll.visibleRect == rect(50, 30, 100, 100))
    scroll.bounds.origin = CGPoint(x: 1000, y: 0)
    #expect(content.visibleRect == .zero)
  }

  @Test func withoutAScrollLayer() {
    content.removeFromSuperlayer()
    #expect(content.visibleRect == rect(0, 0, 400, 400))
    content.scroll(CGPoint(x: 5, y: 5))
    content.scrollRectToVisible(rect(300, 300, 10, 10))
    #expect(content.bounds.origin == .zero && scroll.bounds.origin == .zero)
  }

  @Test func scrolling() {
    content.scroll(CGPoint(x: 10, y: 20))
    #expect(scroll.bounds.origin == CGPoint(x: 30, y: 50))
    content.scrollRectToVisible(rect(100, 100, 30, 30))
    #expect(scroll.bounds.origin == CGPoint(x: 50, y: 60))
    scroll.scrollRectToVisible(rect(0, 0, 10, 10))
    #expect(scroll.bounds.origin == .zero)
  }
}

import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

@Suite("A display list as text") struct DescriptionTests {
  @Test func passesAreIndentedBelowEachOther() throws {
    var blur = FilterValue(try #require(FilterDescription.named("CIGaussianBlur")))
    blur.inputs["inputRadius"] = .number(2)
    let mask = layer(0, 0, 10, 20, color: .red, sublayers: [layer(5, 0, 10, 20, color: .red)])
    let faint = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let card = layer(20, 20, 30, 30, color: faint, sublayers: [layer(20, 20, 20, 20, color: .green)]) {
      $0.opacity = 0.5
      $0.cornerRadius = 4
      $0.masksToBounds = true
      $0.shadow.path = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 30), transform: nil)
      $0.shadow.color = CGColor(.blue)
      $0.shadow.opacity = 0.5
      $0.shadow.radius = 0
      $0.shadow.offset = .zero
    }
    let glass = layer(60, 60, 20, 20, mask: .some(mask)) { $0.compositing.backgroundFilters = [blur] }
    let multiplied = layer(0, 0, 8, 8, color: .green) {
      $0.compositing.blendMode = .multiply
      $0.compositing.filters = [blur]
    }
    #expect(
      flatten(card, glass, multiplied).description == """
        pass 0, 0,0 100×100
          pass 1, 20,20 30×30
            pass 2, 20,20 30×30, alpha only
              path 20,20 30×30, fill rgba(1 1 1 1), plane 0
            surface 20,20 30×30, of pass 2, shadow rgba(0 0 0.5 0.5), clips 0
            box 20,20 30×30, rgba(0.5 0 0 0.5) rounded, plane 0
            box 40,40 10×10, rgba(0 1 0 1), plane 0, clips 1
          surface 20,20 30×30, of pass 1, opacity 0.5
          pass 3, 60,60 15×20
            box 60,60 10×20, rgba(1 0 0 1), plane 0
            box 65,60 10×20, rgba(1 0 0 1), plane 0
          backdrop 60,60 15×20, reads 54,54 27×32, masked by 3, gaussian σ 2 × 2, plane 0
          pass 4, 0,0 8×8, shows 0,0 14×14, whole, gaussian σ 2 × 2
            box 0,0 8×8, rgba(0 1 0 1), plane 0
          surface 0,0 14×14, of pass 4, multiplyBlendMode
        """)
  }

  @Test func anEmptyListAndAnEmptyPicture() {
    #expect(DisplayList().description == "empty")
    #expect(flatten(layer(10, 10, 20, 20)).description == "pass 0, 0,0 100×100")
  }
}

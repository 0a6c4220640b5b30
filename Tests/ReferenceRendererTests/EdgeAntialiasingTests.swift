import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Edges that are not anti-aliased")
struct EdgeAntialiasingTests {
  private func hard(
    _ x: Double, _ width: Double, mask: CAEdgeAntialiasingMask = [], configure: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    layer(x, 0, width, 4, color: .red) {
      $0.compositing.edgeAntialiasingMask = mask
      configure(&$0)
    }
  }

  @Test(
    "a pixel is covered or not, by its centre",
    arguments: [
      (2.25, 4.5, [2, 7]), (2.5, 4.0, [2, 6]), (2.75, 4, [3, 7]), (2.49, 4.02, [2, 7]), (2.3, 0.1, [12, 0]),
    ])
  func centers(x: Double, width: Double, columns: [Int]) {
    let drawn = picture(12, 4, hard(x, width))
    #expect([drawn.paintedBox[0], drawn.paintedBox[2]] == columns)
    #expect(drawn.pixels.allSatisfy { $0 == 0 || $0 == 1 })
  }

  @Test("of two layers that meet, each pixel belongs to one", arguments: [3.5, 3.2, 3.9, 4])
  func meeting(edge: Double) {
    let half = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    func part(_ x: Double, _ width: Double) -> RenderNode? {
      hard(x, width) { $0.backgroundColor = CGColor(half) }
    }
    let drawn = picture(8, 4, layer(0, 0, 8, 4, sublayers: [part(0, edge), part(edge, 8 - edge)]))
    #expect(drawn.pixels.enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 0.5 })
  }

  @Test("the mask names edges by the layer's own coordinates, and one switch turns all off")
  func mask() {
    func alphas(_ mask: CAEdgeAntialiasingMask, allows: Bool = true) -> [Double] {
      let root = layer(2.25, 2.25, 4.5, 4.5, color: .red) {
        $0.compositing.edgeAntialiasingMask = mask
        $0.compositing.allowsEdgeAntialiasing = allows
      }
      let drawn = picture(10, 10, root)
      return [drawn.alpha(2, 4), drawn.alpha(6, 4), drawn.alpha(4, 2), drawn.alpha(4, 6)]
    }
    #expect(isClose(alphas(.all), [0.75, 0.75, 0.75, 0.75]))
    #expect(isClose(alphas(.layerLeftEdge), [0.75, 1, 1, 1]))
    #expect(isClose(alphas(.layerBottomEdge), [1, 1, 0.75, 1]))
    #expect(isClose(alphas([.layerRightEdge, .layerTopEdge]), [1, 0.75, 1, 0.75]))
    #expect(alphas(.all, allows: false) == [1, 1, 1, 1])
  }

  @Test("clips, contents and the outside of a border have them too, the inside of a border not")
  func others() {
    let clip = layer(2.25, 0, 4.5, 4, sublayers: [layer(-5, 0, 20, 4, color: .red)]) {
      $0.masksToBounds = true
      $0.compositing.edgeAntialiasingMask = []
    }
    #expect(picture(10, 4, clip).area == 20)
    let image = layer(2.25, 0, 4.5, 4) {
      $0.contents = grayImage(1, 1, [255])
      $0.compositing.edgeAntialiasingMask = []
    }
    #expect(picture(10, 4, image).area == 20)
    let border = layer(2.25, 0, 6.5, 8) {
      $0.borderWidth = 2
      $0.borderColor = CGColor(.red)
      $0.compositing.edgeAntialiasingMask = []
    }
    let drawn = picture(12, 8, border)
    #expect(isClose([2, 3, 4, 5, 6, 7, 8].map { drawn.alpha($0, 4) }, [1, 1, 0.25, 0, 0.25, 1, 1]))
  }

  @Test("arcs stay smooth")
  func arcs() {
    let drawn = picture(
      12, 12,
      hard(0, 12) {
        $0.geometry.bounds.size.height = 12
        $0.geometry.position.y = 6
        $0.cornerRadius = 6
      })
    #expect(drawn.pixels.contains { $0 > 0.1 && $0 < 0.9 })
  }
}

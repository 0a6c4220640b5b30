import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// What costs nothing because nobody can see it.
@Suite struct CullingTests {
  private func stream(_ layers: RenderNode?...) -> CommandStream {
    let tree = tree(layer(0, 0, 100, 100, sublayers: layers))
    return Flattener.flatten(tree, width: 100, height: 100)
  }

  /// A layer of 40 × 40 points that holds ten others.
  private func card(_ x: Double, _ y: Double, configure: (inout LayerValues) -> Void = { _ in }) -> RenderNode? {
    let inner = (0..<10).map { layer(Double($0) * 4, 0, 3, 40, color: .blue) }
    return layer(x, y, 40, 40, color: .red, sublayers: inner, configure: configure)
  }

  @Test func aSubtreeOffTheCanvasIsNotWalked() {
    #expect(stream(card(10, 10), card(200, 10)).layerCount == 12)
    #expect(stream(card(10, 10), card(200, 10)).quadCount == 11)
  }

  @Test func aShadowThatReachesTheCanvasIsDrawn() {
    let far = card(110, 10) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 2
      $0.shadow.offset = CGSize(width: -20, height: 0)
    }
    #expect(stream(far).quadCount > 0)
  }

  @Test func aSubtreeOutsideOfAClipIsNotWalked() {
    let clip = layer(0, 0, 50, 50, sublayers: [card(5, 5), card(60, 0)]) { $0.masksToBounds = true }
    #expect(stream(clip).layerCount == 13)
  }

  @Test func whatAnOpaqueLayerHidesIsNotDrawn() {
    #expect(stream(card(10, 10), layer(5, 5, 60, 60, color: .green)).quadCount == 1)
    // In front of it, or beyond its edge, it is drawn.
    #expect(stream(layer(5, 5, 60, 60, color: .green), card(10, 10)).quadCount == 12)
    #expect(stream(card(30, 30), layer(5, 5, 60, 60, color: .green)).quadCount == 12)
  }

  @Test func hiddenLayersOfOtherSuperlayersAreNotDrawn() {
    let behind = layer(0, 0, 100, 100, sublayers: [card(10, 10), card(55, 55)])
    #expect(stream(behind, layer(5, 5, 50, 50, color: .green)).quadCount == 12)
  }

  struct Sight: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let configure: @Sendable (inout LayerValues) -> Void
  }

  static let sights: [Sight] = [
    Sight(testDescription: "translucent colour") {
      $0.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.99)
    },
    Sight(testDescription: "opacity") { $0.opacity = 0.99 },
    Sight(testDescription: "blend mode") { $0.compositing.blendMode = .multiply },
    Sight(testDescription: "round corners") { $0.cornerRadius = 30 },
    Sight(testDescription: "turned") { $0.geometry.transform = CATransform3DMakeRotation(0.1, 0, 0, 1) },
  ]

  @Test(arguments: sights) func throughOtherLayersOneSees(sight: Sight) {
    let front = layer(8, 8, 44, 44, color: .green, configure: sight.configure)
    #expect(stream(card(10, 10), front).quadCount >= 12)
  }

  @Test func aBackdropShowsWhatIsHiddenElsewhere() throws {
    let blur = FilterValue(try #require(FilterDescription.named("CIGaussianBlur")))
    let glass = layer(0, 0, 100, 100) { $0.compositing.backgroundFilters = [blur] }
    #expect(stream(card(10, 10), glass, layer(5, 5, 60, 60, color: .green)).layerCount == 14)
  }
}

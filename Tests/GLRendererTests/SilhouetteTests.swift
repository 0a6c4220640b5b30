import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// Which shadows are a formula: those of one rounded rectangle, and of more only where nobody sees what they cover together in
/// the pixels that it covers in part.
@Suite struct SilhouetteTests {
  private static let card = StraightColor(red: 1, green: 1, blue: 1)

  /// Whether the shadow of a card of 50 × 40 points is a formula, which needs no pass.
  private func isFormula(
    at x: Double = 20.5, radius: Double = 2, opacity: Float = 1, _ sublayers: RenderNode?...,
    configure: (inout LayerValues) -> Void = { _ in }
  ) -> Bool {
    let stream = flatten(
      layer(x, 20, 50, 40, color: Self.card, sublayers: sublayers) {
        $0.shadow.opacity = opacity
        $0.shadow.radius = radius
        configure(&$0)
      })
    return stream.fillsAreSoft && stream.passes.count == 1
  }

  /// Lets a layer clip itself and its shadow, of which something shows, as the background fades by itself.
  private func clip(_ values: inout LayerValues) {
    values.masksToBounds = true
    values.opacity = 0.99
    values.compositing.allowsGroupOpacity = false
  }

  private let stripe = layer(0, 10, 50, 12, color: .blue)

  @Test func edgesOnPixelsMayBeShared() {
    #expect(isFormula(at: 20, stripe))
    #expect(isFormula(at: 20) { $0.borderWidth = 1 })
    #expect(isFormula(at: 20, layer(0, 0, 50, 40, sublayers: [stripe]) { $0.masksToBounds = true }))
    // But of round corners some pixels are always covered in part.
    #expect(isFormula(at: 20, stripe) { $0.cornerRadius = 8 })
    #expect(
      !isFormula(at: 20, layer(0, 0, 50, 12, sublayers: [stripe]) { $0.masksToBounds = true }) {
        $0.cornerRadius = 8
        clip(&$0)
      })
  }

  @Test func edgesBetweenPixelsMayNot() {
    #expect(isFormula())
    #expect(!isFormula(stripe))
    #expect(isFormula(layer(1, 10, 48, 12, color: .blue)))
    #expect(!isFormula(layer(0.9, 10, 48, 12, color: .blue)))
    #expect(!isFormula { $0.borderWidth = 1 })
    #expect(!isFormula(layer(10, 5, 30, 30, sublayers: [layer(-10, 0, 20, 10, color: .blue)])))
    // What is clipped is there only if it reaches the edges.
    #expect(isFormula(layer(10, 5, 30, 20, color: .blue)) { clip(&$0) })
    #expect(!isFormula(layer(10, 5, 50, 20, color: .blue)) { clip(&$0) })
    #expect(
      isFormula(layer(10, 5, 30, 30, sublayers: [layer(-10, 0, 20, 10, color: .blue)]) { $0.masksToBounds = true }))
  }

  @Test func aClippedShadowUnderAnOpaqueBackgroundIsNotDrawn() {
    func shapes(_ color: StraightColor, configure: (inout LayerValues) -> Void = { _ in }) -> [ProgramKind.Shape] {
      flatten(
        layer(20.5, 20, 50, 40, color: color) {
          $0.masksToBounds = true
          $0.shadow.opacity = 1
          configure(&$0)
        }
      ).passes.flatMap { $0.batches.map(\.key.program.shape) }
    }
    #expect(shapes(Self.card) == [.fill])
    #expect(shapes(Self.card) { $0.masksToBounds = false } == [.softRect, .fill])
    #expect(shapes(StraightColor(red: 1, green: 0, blue: 0, alpha: 0.9)) == [.softRect, .fill])
    #expect(shapes(Self.card) { clip(&$0) } == [.softRect, .fill])
  }

  @Test func turnedEdgesAreBetweenPixels() {
    func turn(_ values: inout LayerValues) { values.geometry.transform = CATransform3DMakeRotation(0.3, 0, 0, 1) }
    #expect(isFormula(at: 20) { turn(&$0) })
    #expect(!isFormula(at: 20, stripe) { turn(&$0) })
    #expect(isFormula(at: 20, layer(2, 10, 40, 12, color: .blue)) { turn(&$0) })
  }

  /// Beneath a wide border the background ends where the border covers whole pixels.
  @Test func aBorderThatCoversItsBackgroundIsTheOnlyEdge() {
    #expect(isFormula { $0.borderWidth = 4 })
    #expect(
      isFormula {
        $0.borderWidth = 2
        $0.cornerRadius = 8
      })
    // A translucent one covers nothing.
    #expect(
      !isFormula {
        $0.borderWidth = 4
        $0.borderColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5)
      })
  }

  /// A quarter of a pixel moves a black shadow by 255 · 0.4 / 4 of its deviation: up to one 255th is not seen.
  @Test(arguments: [(25.0, Float(1), false), (26, 1, true), (12, 0.5, false), (13, 0.5, true)])
  func whatNobodySeesIsNotMended(radius: Double, opacity: Float, isFormula expected: Bool) {
    #expect(isFormula(radius: radius, opacity: opacity, stripe) == expected)
  }

  @Test(arguments: [(0, 0.0), (1, 0.25), (2, 0.3849), (3, 0.4725), (10, 0.7152)])
  func looseness(primitives: Int, pixels: Double) {
    #expect(abs(SilhouetteRim.Load(primitives: primitives).looseness - pixels) < 1e-4)
  }
}

extension CommandStream {
  fileprivate var fillsAreSoft: Bool { programs.contains { $0.hasPrefix("softRect") } }
}

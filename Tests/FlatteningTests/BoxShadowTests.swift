import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

/// Which casters are the shadow of a rounded rectangle, and the numbers that its shadow is made of.
@Suite struct BoxShadowTests {
  private func caster(
    radius: Double = 3, sublayers: [RenderNode?] = [], color: StraightColor = .red,
    configure: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    layer(20, 30, 40, 20, color: color, sublayers: sublayers) {
      $0.shadow.opacity = 0.5
      $0.shadow.radius = radius
      $0.shadow.offset = CGSize(width: 2, height: 5)
      configure(&$0)
    }
  }

  private func isBox(_ node: RenderNode?, scale: Double = 1) -> Bool {
    let list = flatten(node, scale: scale)
    return list.shadows.count == 1 && list.passes.count == 1
  }

  @Test func aBackgroundCastsOne() throws {
    let list = flatten(caster { $0.cornerRadius = 6 }, scale: 2)
    #expect(list.passes.count == 1 && list.kinds(of: 0) == [.shadow, .box])
    let shadow = try #require(list.shadows.first)
    #expect((shadow.minX, shadow.minY, shadow.maxX, shadow.maxY) == (44, 70, 124, 110))
    #expect(shadow.radii == SIMD4(12, 12, 12, 12) && shadow.kernel.across == 36 && shadow.color.alpha == 0.5)
    let primitive = try #require(list.primitives.first { $0.kind == .shadow })
    #expect(primitive.box == PixelBox(minX: 26, minY: 52, maxX: 142, maxY: 128))
  }

  @Test func aTranslucentBackgroundCastsLess() {
    var half = StraightColor.red
    half.alpha = 0.5
    #expect(flatten(caster(color: half)).shadows.first?.color.alpha == 0.25)
    // What lies over it shows.
    #expect(!isBox(caster(sublayers: [layer(10, 5, 10, 10, color: .blue)], color: half)))
  }

  @Test func whatLiesInsideAnOpaqueOneChangesNothing() {
    #expect(isBox(caster(sublayers: [layer(10, 5, 10, 10, color: .blue)])))
    #expect(!isBox(caster(sublayers: [layer(35, 5, 10, 10, color: .blue)])))
    // Beneath the arc of a corner it would.
    #expect(!isBox(caster(sublayers: [layer(1, 1, 10, 10, color: .blue)]) { $0.cornerRadius = 10 }))
  }

  @Test func othersAreDrawnAndBlurred() {
    #expect(!isBox(caster(radius: 1)))
    #expect(!isBox(caster { $0.geometry.transform = CATransform3DMakeRotation(0.1, 0, 0, 1) }))
    #expect(!isBox(caster { $0.geometry.transform = CATransform3DMakeScale(1, 2, 1) }))
    #expect(
      !isBox(
        caster {
          $0.cornerRadius = 8
          $0.compositing.cornerCurve = .continuous
        }))
  }

  @Test func shadowsOfOneKindShareTheirTables() {
    let list = flatten(caster { $0.cornerRadius = 6 }, caster { $0.cornerRadius = 6 })
    #expect(list.shadows.count == 2 && Set(list.shadows.flatMap(\.tables)).count == 1)
  }

  @Test func edgesGoFromNothingToAll() {
    let edge = GaussianStep.edge(variance: 9, reach: 9)
    #expect(edge.count == 20 && edge.first == 0 && edge.last == 1)
    #expect(zip(edge, edge.dropFirst()).allSatisfy { $0 <= $1 })
    // Half of what is covered up to a pixel's middle, and half of that pixel's own weight.
    #expect(abs(edge[9] + edge[10] - 1) < 1e-6)
  }

  @Test func aCornerKeepsItsArea() {
    let kernel = GaussianStep(across: 9, down: 16, slope: 0)
    let corner = kernel.corner(radius: 20)
    let area = corner.reduce(0.0) { $0 + Double($1) }
    #expect(corner.count == (20 + 2 * 9 + 2) * (20 + 2 * 12 + 2))
    // What a quarter of a circle leaves of its square.
    #expect(abs(area - 400 * (1 - Double.pi / 4)) < 0.5)
  }
}

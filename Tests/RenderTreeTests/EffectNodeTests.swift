import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

/// What a layer's shadow, gradient and mask are resolved to.
@Suite struct EffectNodeTests {
  private static let bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let half = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)

  // MARK: Shadow

  private func shadow(_ change: (inout LayerValues) -> Void) -> Shadow? {
    node { values in
      values.shadow.opacity = 1
      change(&values)
    }?.shadow
  }

  @Test func shadowDefaults() throws {
    #expect(node()?.shadow == nil)
    let shadow = try #require(shadow { _ in })
    #expect(shadow.color == StraightColor(red: 0, green: 0, blue: 0, alpha: 1))
    #expect(shadow.offset == CGSize(width: 0, height: -3))
    #expect(shadow.radius == 3)
  }

  @Test func shadowIsClamped() {
    #expect(shadow { $0.shadow.opacity = 7 }?.color.alpha == 1)
    #expect(shadow { $0.shadow.opacity = -1 } == nil)
    #expect(shadow { $0.shadow.opacity = .nan } == nil)
    #expect(shadow { $0.shadow.radius = -5 }?.radius == 0)
    #expect(shadow { $0.shadow.radius = .infinity } == nil)
    #expect(shadow { $0.shadow.offset.width = .nan } == nil)
    #expect(shadow { $0.shadow.color = nil } == nil)
    #expect(shadow { $0.shadow.color = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0) } == nil)
  }

  @Test func shadowColourHasTheOpacityIn() {
    let shadow = shadow {
      $0.shadow.color = Self.half
      $0.shadow.opacity = 0.5
    }
    #expect(shadow?.color == StraightColor(red: 0, green: 0, blue: 1, alpha: 0.25))
  }

  /// Zero-sized bounds may have sublayers, which cast one.
  @Test func emptyBoundsKeepTheShadow() {
    #expect(shadow { $0.geometry.bounds = .zero } != nil)
  }

  // MARK: Gradient

  private func gradient(_ kind: LayerKind = .gradient, _ change: (inout GradientValues) -> Void) -> Gradient? {
    node(kind: kind) { values in
      values.geometry.bounds = Self.bounds
      values.gradient.colors = [Self.red, Self.half, Self.red]
      change(&values.gradient)
    }?.gradient
  }

  @Test func gradientDefaults() throws {
    let gradient = try #require(gradient { _ in })
    #expect(gradient.type == .axial)
    #expect(gradient.start == CGPoint(x: 0.5, y: 0) && gradient.end == CGPoint(x: 0.5, y: 1))
    #expect(gradient.stops.map(\.location) == [0, 0.5, 1])
    #expect(gradient.stops.map(\.color) == [Self.red, Self.half, Self.red].map(\.straight))
    #expect(self.gradient(.layer) { _ in } == nil)
  }

  @Test(
    arguments: [
      ([0.2, 0.4, 0.6], [0.2, 0.4, 0.6]), ([0.5, 0.2, 0.7], [0.5, 0.5, 0.7]), ([-1, 0.5, 2], [0, 0.5, 1]),
      ([2, 0, 1], [1, 1, 1]), ([0, 1], nil), ([0, 0.5, .nan], nil), ([], nil), ([0, 0.5, .infinity], nil),
    ] as [([Double], [Double]?)])
  func locations(given: [Double], expected: [Double]?) {
    #expect(gradient { $0.locations = given }?.stops.map(\.location) == expected)
  }

  @Test func gradientsThatDrawNothing() {
    #expect(gradient { $0.colors = nil } == nil)
    #expect(gradient { $0.colors = [Self.red] } == nil)
    #expect(gradient { $0.startPoint.x = .nan } == nil)
    #expect(gradient { $0.endPoint.y = .infinity } == nil)
    #expect(gradient { $0.endPoint = $0.startPoint } != nil)
    // Radial with no width, which is the default.
    #expect(gradient { $0.type = .radial } == nil)
    #expect(
      gradient {
        $0.type = .radial
        $0.endPoint = CGPoint(x: 1, y: 1)
      } != nil)
  }

  @Test func unknownTypeIsAxial() {
    #expect(gradient { $0.type = CAGradientLayerType(rawValue: "spiral") }?.type == .axial)
  }

  // MARK: Mask

  @Test func aMaskIsKept() throws {
    let mask = try #require(node("mask"))
    let masked = try #require(node(mask: mask))
    #expect(masked.mask === mask)
    #expect(masked.count == 2)
    #expect(node()?.mask == nil)
  }

  @Test func aMaskThatShowsNothingLeavesNothing() {
    #expect(node(mask: .some(nil)) == nil)
    #expect(node(mask: nil) != nil)
  }

  /// A transform layer has no mask and no shadow, and a replicator that keeps depth has none either
  /// (§13, §17).
  @Test func spacesHaveNoMaskAndNoShadow() throws {
    let mask = try #require(node("mask"))
    let spaces = [
      node(kind: .transform, mask: mask) { $0.shadow.opacity = 1 },
      node(kind: .replicator, mask: mask) {
        $0.shadow.opacity = 1
        $0.replicator.preservesDepth = true
      },
    ]
    for space in spaces {
      let space = try #require(space)
      #expect(space.isSpace && space.mask == nil && space.shadow == nil)
    }
    #expect(node(kind: .transform, mask: .some(nil)) != nil)
    let flat = try #require(node(kind: .replicator, mask: mask) { $0.shadow.opacity = 1 })
    #expect(!flat.isSpace && flat.mask === mask && flat.shadow != nil)
    // The key is the replicator's alone.
    #expect(node { $0.replicator.preservesDepth = true }?.isSpace == false)
  }
}

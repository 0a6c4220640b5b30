import MultiplaneGraphics
import Testing

@testable import MultiplaneRenderTree

/// Around what a subtree draws, in the layer's own coordinates.
@Suite struct ExtentTests {
  private func layer(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, sublayers: [RenderNode] = [], mask: RenderNode?? = nil,
    kind: LayerKind = .layer, configure: (inout LayerValues) -> Void = { _ in }
  ) throws -> RenderNode {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    values.geometry.position = CGPoint(x: x + width / 2, y: y + height / 2)
    values.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    configure(&values)
    return try #require(
      RenderNode(
        identifier: LayerIdentifier(rawValue: 1), name: nil, kind: kind, values: values, sublayers: sublayers,
        mask: mask))
  }

  private func numbers(_ extent: Extent) -> [Double] {
    let box = extent.upright
    return [box.minX, box.minY, box.maxX, box.maxY]
  }

  @Test func aLayerAloneIsItsBounds() throws {
    let extent = try layer(5, 6, 20, 10).extent
    #expect(numbers(extent) == [0, 0, 20, 10] && extent.upright == extent.turned && extent.pixels == 0)
    #expect(try layer(0, 0, 0, 10).extent.isEmpty)
  }

  @Test func sublayersCountWhereTheyStand() throws {
    let inner = try layer(15, -5, 10, 10)
    #expect(try numbers(layer(0, 0, 20, 10, sublayers: [inner]).extent) == [0, -5, 25, 10])
    #expect(try numbers(layer(0, 0, 20, 10, sublayers: [inner]) { $0.masksToBounds = true }.extent) == [0, 0, 20, 10])
    // About the middle of its superlayer, (10, 5).
    let enlarged = try layer(0, 0, 20, 10, sublayers: [inner]) {
      $0.geometry.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    }
    #expect(numbers(enlarged.extent) == [0, -15, 40, 10])
  }

  /// Antialiased edges of a layer and a mask beside it may share pixels.
  @Test func aMaskCutsAndOneBesideTheLayerLeavesItsEdge() throws {
    #expect(try numbers(layer(0, 0, 20, 10, mask: layer(5, -5, 10, 10)).extent) == [5, 0, 15, 5])
    #expect(try numbers(layer(0, 0, 20, 10, mask: layer(20.5, 2, 10, 4)).extent) == [20.25, 2, 20.25, 6])
    #expect(try layer(0, 0, 20, 10, mask: layer(5, 5, 0, 10)).extent.isEmpty)
  }

  @Test func aTurnedSublayerCountsAsItsBox() throws {
    let turned = try layer(-10, -1, 20, 2) { $0.geometry.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1) }
    let extent = turned.extent(through: nil)
    for (number, expected) in zip(numbers(extent), [-1.0, -10, 1, 10]) { #expect(abs(number - expected) < 1e-12) }
  }

  @Test func manySublayersAreLookedUpByTheirBoxes() throws {
    var sublayers = try (0..<100).map { try layer(Double($0) * 10, 0, 8, 8) }
    let old = try layer(0, 0, 1, 1, sublayers: sublayers)
    let boxes = try #require(old.sublayerBoxes)
    var found: [Int] = []
    boxes.forEach(meeting: [Extent.Box(minX: 25, minY: 2, maxX: 41, maxY: 3)]) { found.append($0) }
    #expect(found == [2, 3, 4])
    // One moves below the others; what is known of them is taken over.
    sublayers[3] = try layer(30, 50, 8, 8)
    let new = try layer(0, 0, 1, 1, sublayers: sublayers)
    new.takeSublayerBoxes(of: old, changes: [3])
    found = []
    new.sublayerBoxes?.forEach(meeting: [Extent.Box(minX: 25, minY: 2, maxX: 41, maxY: 60)]) { found.append($0) }
    #expect(found == [2, 3, 4])
    #expect(abs(new.extent.upright.maxY - 58) < 1e-4 && new.extent.upright.maxY >= 58)
    #expect(try layer(0, 0, 1, 1, sublayers: Array(sublayers.prefix(31))).sublayerBoxes == nil)
  }

  /// What is turned or blurred has a box too, beyond which it reaches some pixels; only what no box
  /// holds is everywhere.
  @Test func turnedAndBlurredSublayersAreLookedUpToo() throws {
    var sublayers = try (0..<40).map { try layer(Double($0) * 100, 0, 8, 8) }
    sublayers[5] = try layer(500, 0, 8, 8) { $0.geometry.transform = CATransform3DMakeRotation(0.5, 0, 0, 1) }
    sublayers[6] = try layer(600, 0, 8, 8) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 2
    }
    sublayers[7] = try layer(700, 0, 8, 8) { $0.geometry.transform.m14 = 1 }
    let boxes = try #require(layer(0, 0, 1, 1, sublayers: sublayers).sublayerBoxes)
    #expect(boxes.isBlurred && boxes.pixels >= 2 && boxes.pixels < 16)
    var found: [Int] = []
    boxes.forEach(meeting: [Extent.Box(minX: 2000, minY: 2, maxX: 2100, maxY: 3)]) { found.append($0) }
    #expect(found == [7, 20, 21])
    found = []
    boxes.forEach(meeting: [Extent.Box(minX: 490, minY: 2, maxX: 610, maxY: 3)]) { found.append($0) }
    #expect(found == [5, 6, 7])
  }

  @Test func shadowsAndBlursReachThreeDeviationsAndTheirPixels() throws {
    let shadowed = try layer(0, 0, 20, 10) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 8
      $0.shadow.offset = CGSize(width: 30, height: 0)
    }.extent
    #expect(numbers(shadowed) == [0, -30, 80, 40] && shadowed.spread == .upright && shadowed.pixels == 2)
    #expect(shadowed.turned.maxX > 77)
    // A blur on a plane that is skewed has no box.
    #expect(shadowed.box(after: PlaneTurn(x: [1, 0], y: [1, 1])) == nil)
    #expect(shadowed.box(after: PlaneTurn(x: [0, 2], y: [-3, 0])) == shadowed.upright)
    #expect(shadowed.box(after: PlaneTurn(x: [1, 1], y: [-1, 1])) == shadowed.turned)
  }

  @Test func aMaskCutsAndFiltersMayComeAfterIt() throws {
    let mask = try layer(5, 5, 4, 100)
    #expect(try numbers(layer(0, 0, 20, 10, mask: .some(mask)).extent) == [5, 5, 9, 10])
  }

  @Test func whatCrossesTheCameraPlaneHasNoBox() throws {
    let near = try layer(0, 0, 200, 200) {
      $0.geometry.transform.m34 = -1 / 50
      $0.geometry.transform = CATransform3DRotate($0.geometry.transform, 1.2, 0, 1, 0)
    }
    #expect(near.extent(through: nil).isUnbounded)
    #expect(try layer(0, 0, 50, 50, sublayers: [near]).extent.isUnbounded)
    #expect(try !layer(0, 0, 50, 50, sublayers: [near]) { $0.masksToBounds = true }.extent.isUnbounded)
  }

  @Test func planesInATransformLayerCountOnThePlaneAroundIt() throws {
    let space = try layer(100, 0, 0, 0, sublayers: [layer(10, 20, 5, 5)], kind: .transform)
    #expect(numbers(space.extent(through: nil)) == [110, 20, 115, 25])
  }
}

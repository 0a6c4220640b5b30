import GL
import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// Which pixels differ between two trees, by hand. That nothing else differs is what PartialFrameTests draw.
@Suite struct DamageTests {
  /// The damage from some layers to others, side by side in a root of 100 × 100 that shows nothing.
  private func damage(
    _ old: [RenderNode?], _ new: [RenderNode?], root: (inout LayerValues) -> Void = { _ in }
  ) -> String {
    let trees = [old, new].map { tree(layer(0, 0, 100, 100, identifier: 99, sublayers: $0, configure: root)) }
    return Damage(from: trees[0], to: trees[1]).region.description
  }

  private func square(_ x: Double, _ y: Double, id: UInt64 = 1, color: StraightColor = .red) -> RenderNode? {
    layer(x, y, 20, 20, color: color, identifier: id)
  }

  /// A layer of 100 × 50 points under a mask.
  private func masked(by mask: RenderNode?, color: StraightColor? = nil, sublayers: [RenderNode?] = []) -> RenderNode? {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
    values.geometry.position = CGPoint(x: 50, y: 25)
    values.backgroundColor = color.map { CGColor($0) }
    return RenderNode(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: values,
      sublayers: sublayers.compactMap { $0 }, mask: mask)
  }

  private func blur(_ radius: Double) throws -> FilterValue {
    var filter = FilterValue(try #require(FilterDescription.all.first { $0.name == "CIGaussianBlur" }))
    filter.inputs["inputRadius"] = .number(radius)
    return filter
  }

  @Test func nodesOfEqualValuesAreTheSame() {
    #expect(damage([square(10, 10)], [square(10, 10)]) == "")
  }

  @Test func whatMovesLeavesItsOldAndItsNewPlace() {
    #expect(damage([square(10, 10)], [square(70, 60)]) == "20x20 at 10,10; 20x20 at 70,60")
    // Pixels 10 to 30 are covered at 10.3.
    #expect(damage([square(10.3, 10)], [square(10.3, 11)]) == "22x22 at 10,10")
  }

  @Test func aColourChangesTheBoundsOnly() {
    func card(_ color: StraightColor, inner: RenderNode?) -> RenderNode? {
      layer(20, 20, 30, 30, color: color, identifier: 1, sublayers: [inner])
    }
    #expect(
      damage([card(.red, inner: square(60, 60, id: 2))], [card(.blue, inner: square(60, 60, id: 2))])
        == "30x30 at 20,20")
  }

  @Test func whatComesGoesOrChangesPlacesIsDrawnAgain() {
    let (a, b, c) = (square(0, 0, id: 1), square(30, 30, id: 2), square(70, 70, id: 3))
    #expect(damage([a, c], [a, b, c]) == "20x20 at 30,30")
    #expect(damage([a, b, c], [a, c]) == "20x20 at 30,30")
    #expect(damage([a, b, c], [b, a, c]) == "20x20 at 0,0")
    #expect(damage([a, b, c], [b, c]) == "20x20 at 0,0")
    #expect(damage([a], [square(0, 0, id: 7)]) == "20x20 at 0,0")
  }

  @Test func instancesOfOneLayerAreComparedInTheirOrder() {
    let still = [square(0, 0), square(30, 30)]
    #expect(damage(still + [square(70, 70)], still + [square(70, 50)]) == "20x40 at 70,50")
    #expect(damage(still + [square(70, 70)], still) == "20x20 at 70,70")
  }

  @Test func clipsCutIt() {
    func clip(_ x: Double) -> RenderNode? {
      layer(20, 20, 40, 40, identifier: 1, sublayers: [square(x, 10, id: 2)]) { $0.masksToBounds = true }
    }
    #expect(damage([clip(30)], [clip(50)]) == "10x20 at 50,30")
  }

  @Test func opacityChangesAllThatTheLayerHolds() {
    func card(_ opacity: Float) -> RenderNode? {
      layer(20, 20, 10, 10, color: .red, identifier: 1, sublayers: [square(30, 30, id: 2)]) { $0.opacity = opacity }
    }
    #expect(damage([card(1)], [card(0.5)]) == "50x50 at 20,20")
  }

  @Test func aGroupThatFadesChangesAsAWhole() {
    func group(_ color: StraightColor) -> RenderNode? {
      layer(0, 0, 60, 60, color: .green, identifier: 1, sublayers: [square(10, 10, id: 2, color: color)]) {
        $0.opacity = 0.5
      }
    }
    #expect(damage([group(.red)], [group(.blue)]) == "60x60 at 0,0")
  }

  @Test func aShadowIsPartOfWhatMoves() {
    // At 40, 45 and 6.75 larger all round; then the two pixels that its blur rounds away, and edges, to even pixels.
    let shadowed = layer(40, 40, 20, 20, color: .red, identifier: 1) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 2
      $0.shadow.offset = CGSize(width: 0, height: 5)
    }
    #expect(damage([shadowed], []) == "40x38 at 30,36")
  }

  @Test func whatStaysInsideAnOpaqueCardLeavesItsShadow() {
    func card(_ x: Double) -> RenderNode? {
      layer(20, 20, 60, 60, color: .green, identifier: 1, sublayers: [square(x, 20, id: 2)]) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 3
      }
    }
    #expect(damage([card(10)], [card(12)]) == "22x20 at 30,40")
    // Beyond the card's edge it casts a shadow of its own, which no formula gives.
    #expect(Damage(from: tree(card(10)), to: tree(card(50))).region.contains(DeviceBox(10, 10, 90, 90)))
  }

  @Test func aBlurChangesAsAWhole() throws {
    let blur = try blur(2)
    func blurred(_ color: StraightColor) -> RenderNode? {
      layer(40, 40, 20, 20, color: .green, identifier: 1, sublayers: [layer(0, 0, 2, 2, color: color, identifier: 2)]) {
        $0.compositing.filters = [blur]
      }
    }
    // 6.75 more on each side, and two pixels.
    #expect(damage([blurred(.red)], [blurred(.blue)]) == "40x40 at 30,30")
  }

  @Test func aBackdropNeedsAllThatItReads() throws {
    let blur = try blur(2)
    let glass = layer(40, 40, 20, 20, identifier: 5) {
      $0.compositing.backgroundFilters = [blur]
    }
    // A kernel of ⌊3 · 2⌋ pixels to either side.
    #expect(damage([square(30, 30), glass], [square(30, 31), glass]) == "36x36 at 30,30")
    #expect(damage([square(0, 0), glass], [square(0, 1), glass]) == "20x22 at 0,0")
  }

  @Test func aMaskThatMovesUncoversAndCovers() {
    func card(_ x: Double) -> RenderNode? {
      masked(by: layer(x, 0, 10, 10, color: .blue, identifier: 2), color: .red)
    }
    #expect(damage([card(20)], [card(60)]) == "10x10 at 20,0; 10x10 at 60,0")
  }

  @Test func aLayerUnderAMaskChangesWhereItIs() {
    func layers(_ color: StraightColor) -> RenderNode? {
      let half = StraightColor(red: 0, green: 0, blue: 0, alpha: 0.5)
      return masked(
        by: layer(0, 0, 100, 40, color: half, identifier: 2), sublayers: [square(10, 10, id: 3, color: color)])
    }
    #expect(damage([layers(.red)], [layers(.blue)]) == "20x20 at 10,10")
  }

  @Test func inPerspectiveItIsBounded() {
    func turned(_ x: Double) -> RenderNode? {
      layer(x, 10, 20, 20, color: .red, identifier: 1) {
        $0.geometry.transform.m34 = -1 / 200
        $0.geometry.transform = CATransform3DRotate($0.geometry.transform, 0.6, 0, 1, 0)
      }
    }
    let region = Damage(from: tree(turned(10)), to: tree(turned(60))).region
    #expect(region.rectangles.count == 2 && region.pixelCount < 2 * 34 * 34)
  }

  @Test func planesThatPartEachOtherAreOne() {
    func planes(_ x: Double, _ color: StraightColor, angle: Double = 0.5) -> RenderNode? {
      let turned = layer(40, 40, 50, 20, color: color, identifier: 3) {
        $0.geometry.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
      }
      let first = layer(x, 40, 50, 20, color: .green, identifier: 2)
      return layer(0, 0, 100, 100, kind: .transform, identifier: 1, sublayers: [first, turned])
    }
    // The turned one is 50 cos 0.5 = 43.9 wide, from 43.1 to 86.9, and passes the other where that ends at 65 too.
    #expect(damage([planes(40, .red)], [planes(40, .red)]) == "")
    #expect(damage([planes(20, .red)], [planes(18, .red)]) == "70x20 at 18,40")
    // What a plane shows is its own affair: from 43 to 87.
    #expect(damage([planes(20, .red)], [planes(20, .blue)]) == "46x20 at 42,40")
  }

  @Test func planesThatDoNotAreDrawnByThemselves() {
    func planes(_ x: Double, more: RenderNode? = nil) -> RenderNode? {
      layer(
        0, 0, 100, 100, kind: .transform, identifier: 1,
        sublayers: [square(x, 10, id: 2), square(60, 60, id: 3), more])
    }
    #expect(damage([planes(10)], [planes(12)]) == "22x20 at 10,10")
    // One more gives others another number, which decides at equal depth.
    #expect(damage([planes(10)], [planes(10, more: square(70, 10, id: 4))]).contains("20x20 at 60,60"))
  }

  @Test func anotherCanvasIsDrawnAsAWhole() {
    let small = tree(square(0, 0))
    var other = small
    other.background = .blue
    #expect(Damage(from: small, to: other).region.isWhole)
    other = small
    other.scale = 1.001
    #expect(Damage(from: small, to: other).region.isWhole)
    #expect(Damage(from: tree(nil), to: small).region.description == "20x20 at 0,0")
    #expect(Damage(from: small, to: tree(nil)).region.description == "20x20 at 0,0")
  }

  @Test func causesAreLayersAndWhatHappenedToThem() {
    let (a, b) = (square(0, 0, id: 1), square(40, 0, id: 2))
    let trees = [[a, b], [b, square(60, 60, id: 3)]].map { tree(layer(0, 0, 100, 100, sublayers: $0)) }
    let causes = Damage(from: trees[0], to: trees[1], listsCauses: true).causes
    #expect(causes.map(\.layer.rawValue) == [3, 1] || causes.map(\.layer.rawValue) == [1, 3])
    #expect(Set(causes.map(\.reason)) == [.added, .removed])
    #expect(causes.first { $0.reason == .added }?.pixels == PixelRect(x: 60, y: 60, width: 20, height: 20))
  }

  /// Ten thousand layers in rows of so many, of which one moves.
  @Test(arguments: [100, 10_000]) func oneOfManyIsAllThatIsLookedAt(perRow: Int) throws {
    let size = CGSize(width: 1000, height: 1000)
    func row(_ number: Int, moved: Int? = nil) -> RenderNode? {
      let squares = (0..<perRow).map { index in
        let place = number * perRow + index
        let x = Double(place % 100 * 10) + (moved == index ? 3 : 0)
        return layer(x, Double(place / 100 * 10), 8, 8, color: .red, identifier: UInt64(place))
      }
      return layer(0, 0, 1000, 1000, identifier: UInt64(20_000 + number), sublayers: squares)
    }
    var rows = (0..<10_000 / perRow).map { row($0) }
    let old = tree(layer(0, 0, 1000, 1000, identifier: 30_000, sublayers: rows), size: size)
    rows[rows.count / 2] = row(rows.count / 2, moved: perRow / 2)
    let new = tree(layer(0, 0, 1000, 1000, identifier: 30_000, sublayers: rows), size: size)
    let region = Damage(from: old, to: new).region
    #expect(region.pixelCount > 0 && region.pixelCount <= 12 * 10)
    let stream = Flattener.flatten(
      new, width: 1000, height: 1000, reusing: CommandStream(), rasters: nil, wanted: region)
    #expect(stream.quadCount == 2 && stream.layerCount == 4)
  }
}

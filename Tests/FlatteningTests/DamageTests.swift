import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

/// Which pixels differ between two trees, by hand. That nothing else differs is what partial frames
/// show.
@Suite("Damage") struct DamageTests {
  /// The damage from some layers to others, side by side in a root of 100 × 100 that shows nothing.
  private func damage(
    _ old: [RenderNode?], _ new: [RenderNode?], root: (inout LayerValues) -> Void = { _ in }
  ) -> [PixelBox] {
    let trees = [old, new].map { tree(layer(0, 0, 100, 100, id: 99, sublayers: $0, configure: root)) }
    return Damage.between(trees[0], trees[1]).sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }
  }

  private func square(_ x: Double, _ y: Double, id: UInt64 = 1, color: StraightColor = .red) -> RenderNode? {
    layer(x, y, 20, 20, id: id, color: color)
  }

  private func blur(_ radius: Double) throws -> FilterValue {
    var filter = FilterValue(try #require(FilterDescription.named("CIGaussianBlur")))
    filter.inputs["inputRadius"] = .number(radius)
    return filter
  }

  @Test func nodesOfEqualValuesAreTheSame() {
    #expect(damage([square(10, 10)], [square(10, 10)]) == [])
  }

  @Test func whatMovesLeavesItsOldAndItsNewPlace() {
    #expect(damage([square(10, 10)], [square(70, 60)]) == [PixelBox(10, 10, 30, 30), PixelBox(70, 60, 90, 80)])
    // Pixels 10 to 30 are covered at 10.3.
    #expect(damage([square(10.3, 10)], [square(10.3, 11)]) == [PixelBox(10, 10, 31, 31)])
  }

  @Test func aColourChangesTheBoundsOnly() {
    func card(_ color: StraightColor) -> RenderNode? {
      layer(20, 20, 30, 30, id: 1, color: color, sublayers: [square(60, 60, id: 2)])
    }
    #expect(damage([card(.red)], [card(.blue)]) == [PixelBox(20, 20, 50, 50)])
  }

  @Test func whatComesGoesOrChangesPlacesIsDrawnAgain() {
    let (a, b, c) = (square(0, 0, id: 1), square(30, 30, id: 2), square(70, 70, id: 3))
    #expect(damage([a, c], [a, b, c]) == [PixelBox(30, 30, 50, 50)])
    #expect(damage([a, b, c], [a, c]) == [PixelBox(30, 30, 50, 50)])
    #expect(damage([a, b, c], [b, a, c]) == [PixelBox(0, 0, 20, 20)])
    #expect(damage([a, b, c], [b, c]) == [PixelBox(0, 0, 20, 20)])
    #expect(damage([a], [square(0, 0, id: 7)]) == [PixelBox(0, 0, 20, 20)])
  }

  @Test func instancesOfOneLayerAreComparedInTheirOrder() {
    let still = [square(0, 0), square(30, 30)]
    #expect(damage(still + [square(70, 70)], still + [square(70, 50)]) == [PixelBox(70, 50, 90, 90)])
    #expect(damage(still + [square(70, 70)], still) == [PixelBox(70, 70, 90, 90)])
  }

  @Test func clipsCutIt() {
    func clip(_ x: Double) -> RenderNode? {
      layer(20, 20, 40, 40, id: 1, sublayers: [square(x, 10, id: 2)]) { $0.masksToBounds = true }
    }
    #expect(damage([clip(30)], [clip(50)]) == [PixelBox(50, 30, 60, 50)])
  }

  @Test func opacityChangesAllThatTheLayerHolds() {
    func card(_ opacity: Float) -> RenderNode? {
      layer(20, 20, 10, 10, id: 1, color: .red, sublayers: [square(30, 30, id: 2)]) { $0.opacity = opacity }
    }
    #expect(damage([card(1)], [card(0.5)]) == [PixelBox(20, 20, 70, 70)])
  }

  @Test("A group changes where what is in it does") func groups() {
    func group(_ color: StraightColor) -> RenderNode? {
      layer(0, 0, 60, 60, id: 1, color: .green, sublayers: [square(10, 10, id: 2, color: color)]) { $0.opacity = 0.5 }
    }
    #expect(damage([group(.red)], [group(.blue)]) == [PixelBox(10, 10, 30, 30)])
    // Of one thing it is none: what is left is rounded otherwise.
    let alone = layer(0, 0, 60, 60, id: 1, color: .green) { $0.opacity = 0.5 }
    #expect(damage([group(.red)], [alone]) == [PixelBox(0, 0, 60, 60)])
  }

  @Test func aShadowIsPartOfWhatMoves() {
    let shadowed = layer(40, 40, 20, 20, id: 1, color: .red) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 2
      $0.shadow.offset = CGSize(width: 0, height: 5)
    }
    // 7.5 larger all round and moved; and two pixels, and the edges'.
    #expect(damage([shadowed], []) == [PixelBox(29, 34, 71, 76)])
  }

  @Test func whatChangesInsideCastsItsPartOfTheShadow() {
    func card(_ x: Double) -> RenderNode? {
      layer(0, 20, 90, 60, id: 1, color: .green, sublayers: [layer(x, 20, 4, 4, id: 2, color: .red)]) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 2
        $0.shadow.offset = CGSize(width: 20, height: 0)
      }
    }
    let boxes = damage([card(10)], [card(11)])
    let (changed, shadow) = (PixelBox(10, 40, 15, 44), PixelBox(24, 34, 41, 50))
    #expect(boxes.contains { $0.contains(changed) } && boxes.contains { $0.contains(shadow) })
    #expect(boxes.reduce(0) { $0 + $1.pixelCount } < 60 * 40)
  }

  @Test func aBlurReachesAround() throws {
    let blur = try blur(2)
    func blurred(_ color: StraightColor) -> RenderNode? {
      layer(10, 10, 80, 80, id: 1, color: .green, sublayers: [layer(40, 40, 2, 2, id: 2, color: color)]) {
        $0.compositing.filters = [blur]
      }
    }
    let boxes = damage([blurred(.red)], [blurred(.blue)])
    // A kernel of ⌊3 · 2⌋ pixels to either side of 50 to 52.
    #expect(boxes.count == 1 && boxes[0].contains(PixelBox(44, 44, 58, 58)))
    #expect(PixelBox(36, 36, 66, 66).contains(boxes[0]))
  }

  @Test func aBackdropShowsWhatChangesBeneathIt() throws {
    let blur = try blur(2)
    let glass = layer(40, 40, 20, 20, id: 5) { $0.compositing.backgroundFilters = [blur] }
    let boxes = damage([square(20, 30)], [square(20, 31)])
    #expect(boxes == [PixelBox(20, 30, 40, 51)])
    // Up to 40, and ⌊3 · 2⌋ pixels farther.
    let more = damage([square(20, 30), glass], [square(20, 31), glass])
    #expect(more.contains { $0.contains(PixelBox(20, 30, 40, 51)) })
    #expect(more.contains { $0.contains(PixelBox(40, 40, 46, 57)) } && more.allSatisfy { $0.maxX <= 53 })
    #expect(damage([square(0, 0), glass], [square(0, 1), glass]) == [PixelBox(0, 0, 20, 21)])
  }

  @Test func aMaskThatMovesUncoversAndCovers() {
    func card(_ x: Double) -> RenderNode? {
      layer(0, 0, 100, 50, id: 1, color: .red, mask: .some(layer(x, 0, 10, 10, id: 2, color: .blue)))
    }
    #expect(damage([card(20)], [card(60)]) == [PixelBox(20, 0, 30, 10), PixelBox(60, 0, 70, 10)])
  }

  @Test func inPerspectiveItIsBounded() {
    func turned(_ x: Double) -> RenderNode? {
      layer(x, 10, 20, 20, id: 1, color: .red) {
        $0.geometry.transform.m34 = -1 / 200
        $0.geometry.transform = CATransform3DRotate($0.geometry.transform, 0.6, 0, 1, 0)
      }
    }
    let boxes = damage([turned(10)], [turned(60)])
    #expect(boxes.count == 2 && boxes.reduce(0) { $0 + $1.pixelCount } < 2 * 34 * 34)
  }

  @Test func planesThatStandStillChangeByThemselves() {
    func planes(_ x: Double, _ color: StraightColor) -> RenderNode? {
      let turned = layer(40, 40, 50, 20, id: 3, color: color) {
        $0.geometry.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
      }
      return layer(
        0, 0, 100, 100, id: 1, kind: .transform, sublayers: [layer(x, 40, 50, 20, id: 2, color: .green), turned])
    }
    #expect(damage([planes(40, .red)], [planes(40, .red)]) == [])
    // The turned one is 50 cos 0.5 = 43.9 wide, from 43.1 to 86.9.
    #expect(damage([planes(20, .red)], [planes(18, .red)]) == [PixelBox(18, 40, 87, 60)])
    // What a plane shows is its own affair.
    #expect(damage([planes(20, .red)], [planes(20, .blue)]) == [PixelBox(43, 40, 87, 60)])
  }

  @Test func anotherCanvasIsDrawnAsAWhole() {
    let small = tree(square(0, 0))
    let whole = [PixelBox(0, 0, 100, 100)]
    var other = small
    other.background = .blue
    #expect(Damage.between(small, other) == whole)
    other = small
    other.scale = 1.001
    #expect(Damage.between(small, other) == whole)
    #expect(Damage.between(tree(nil), small) == [PixelBox(0, 0, 20, 20)])
    #expect(Damage.between(small, tree(nil)) == [PixelBox(0, 0, 20, 20)])
  }

  @Test func causesAreLayersAndWhatHappenedToThem() {
    let (a, b) = (square(0, 0, id: 1), square(40, 0, id: 2))
    let trees = [[a, b], [b, square(60, 60, id: 3)]].map { tree(layer(0, 0, 100, 100, sublayers: $0)) }
    let causes = Damage(from: trees[0], to: trees[1], listsCauses: true).causes
    #expect(Set(causes.map(\.layer.rawValue)) == [1, 3] && causes.count == 2)
    #expect(Set(causes.map(\.reason)) == [.added, .removed])
    #expect(causes.first { $0.reason == .added }?.pixels == PixelBox(60, 60, 80, 80))
  }

  /// Ten thousand layers in rows, of which one moves.
  @Test(arguments: [100, 10_000]) func oneOfManyIsAllThatIsLookedAt(perRow: Int) {
    let size = CGSize(width: 1000, height: 1000)
    func row(_ number: Int, moved: Int? = nil) -> RenderNode? {
      let squares = (0..<perRow).map { index in
        let place = number * perRow + index
        let x = Double(place % 100 * 10) + (moved == index ? 3 : 0)
        return layer(x, Double(place / 100 * 10), 8, 8, id: UInt64(place), color: .red)
      }
      return layer(0, 0, 1000, 1000, id: UInt64(20_000 + number), sublayers: squares)
    }
    var rows = (0..<10_000 / perRow).map { row($0) }
    let old = tree(layer(0, 0, 1000, 1000, id: 30_000, sublayers: rows), size: size)
    rows[rows.count / 2] = row(rows.count / 2, moved: perRow / 2)
    let new = tree(layer(0, 0, 1000, 1000, id: 30_000, sublayers: rows), size: size)
    let damage = Damage.between(old, new)
    #expect(damage.count == 1 && damage[0].pixelCount > 0 && damage[0].pixelCount <= 12 * 10)
    #expect(Flattener.flatten(new, within: damage).primitives.count == 2)
  }
}

@Suite("Pixel regions") struct PixelRegionTests {
  private func region(_ boxes: PixelBox..., width: Int32 = 400, height: Int32 = 300) -> PixelRegion {
    var region = PixelRegion(canvas: PixelBox(0, 0, width, height))
    for box in boxes { region.add(box) }
    return region
  }

  @Test func boxesEndAtTheCanvas() {
    #expect(region().isEmpty && !region().isWhole)
    #expect(region(PixelBox(-10, 290, 7, 310), width: 301, height: 299).boxes == [PixelBox(0, 290, 7, 299)])
    #expect(region(PixelBox(500, 0, 510, 10)).isEmpty)
  }

  @Test func boxesThatOverlapBecomeOne() {
    #expect(region(PixelBox(0, 0, 40, 40), PixelBox(20, 20, 60, 60)).boxes == [PixelBox(0, 0, 60, 60)])
    // The third joins both of the others.
    let joined = region(PixelBox(0, 0, 50, 50), PixelBox(100, 0, 150, 50), PixelBox(40, 20, 110, 30))
    #expect(joined.boxes == [PixelBox(0, 0, 150, 50)])
  }

  @Test func thereAreNeverManyAndTheyNeverOverlap() {
    var region = PixelRegion(canvas: PixelBox(0, 0, 1000, 1000))
    for index in 0..<100 as Range<Int32> {
      let (x, y) = (index * 389 % 970, index * 617 % 970)
      let box = PixelBox(x, y, x + 20, y + 12)
      region.add(box)
      #expect(region.contains(box))
      let boxes = region.boxes
      #expect(boxes.count <= PixelRegion.mostBoxes)
      for (index, box) in boxes.enumerated() {
        #expect(boxes.dropFirst(index + 1).allSatisfy { $0.intersection(box).isEmpty })
      }
    }
  }

  @Test func nearlyAllIsAll() {
    #expect(region(PixelBox(0, 0, 400, 264)).isWhole)
    #expect(!region(PixelBox(0, 0, 400, 260)).isWhole)
    #expect(PixelRegion.whole(PixelBox(0, 0, 7, 5)).boxes == [PixelBox(0, 0, 7, 5)])
  }
}

private func tree(_ root: RenderNode?, size: CGSize = CGSize(width: 100, height: 100)) -> RenderTree {
  RenderTree(size: size, scale: 1, background: nil, root: root, time: 0)
}

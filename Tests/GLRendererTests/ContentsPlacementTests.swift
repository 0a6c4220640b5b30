import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// docs/rendering.md, section 9, with an image of 40 × 20 pixels.
@Suite struct ContentsPlacementTests {
  private static let bounds = CGRect(x: 0, y: 0, width: 100, height: 100)

  private func place(
    in bounds: CGRect = bounds, isFlipped: Bool = false, _ configure: (inout LayerValues) -> Void = { _ in }
  ) throws -> ContentsPlacement {
    var values = LayerValues()
    values.geometry.bounds = bounds
    values.contents = try image(40, 20)
    configure(&values)
    return ContentsPlacement(try #require(Contents(values)), bounds: bounds, isFlipped: isFlipped)
  }

  @Test(
    "Gravities",
    arguments: [
      (CALayerContentsGravity.resize, CGRect(x: 0, y: 0, width: 100, height: 100)),
      (.resizeAspect, CGRect(x: 0, y: 25, width: 100, height: 50)),
      (.resizeAspectFill, CGRect(x: -50, y: 0, width: 200, height: 100)),
      (.center, CGRect(x: 30, y: 40, width: 40, height: 20)), (.top, CGRect(x: 30, y: 80, width: 40, height: 20)),
      (.bottom, CGRect(x: 30, y: 0, width: 40, height: 20)), (.left, CGRect(x: 0, y: 40, width: 40, height: 20)),
      (.right, CGRect(x: 60, y: 40, width: 40, height: 20)), (.topLeft, CGRect(x: 0, y: 80, width: 40, height: 20)),
      (.topRight, CGRect(x: 60, y: 80, width: 40, height: 20)),
      (.bottomLeft, CGRect(x: 0, y: 0, width: 40, height: 20)),
      (.bottomRight, CGRect(x: 60, y: 0, width: 40, height: 20)),
    ])
  func gravity(gravity: CALayerContentsGravity, target: CGRect) throws {
    let placement = try place { $0.contentsGravity = gravity }
    #expect(placement.target == target)
    let part = try #require(placement.parts.first)
    #expect(placement.parts.count == 1 && part.rect == target && part.seams.isEmpty)
    #expect(part.sampled == [0, 0, 40, 20])
    // The target's edges are the image's.
    #expect(target.minX * part.mapping.scale.x + part.mapping.offset.x == 0)
    #expect(target.maxY * part.mapping.scale.y + part.mapping.offset.y == 20)
  }

  @Test func anOriginOfTheBoundsMovesTheTarget() throws {
    let placement = try place(in: CGRect(x: -7, y: 30, width: 100, height: 100)) { $0.contentsGravity = .topRight }
    #expect(placement.target == CGRect(x: 53, y: 110, width: 40, height: 20))
  }

  @Test func theScaleOfContentsIsPixelsPerPoint() throws {
    let placement = try place {
      $0.contentsGravity = .center
      $0.contentsScale = 2
    }
    #expect(placement.target == CGRect(x: 40, y: 45, width: 20, height: 10))
    #expect(placement.parts.first?.mapping.scale == Vector2(2, 2))
  }

  @Test func flippedImagesHaveTheirFirstRowAtTheGreatestY() throws {
    let upright = try #require(try place().parts.first).mapping
    #expect(upright.scale == Vector2(0.4, 0.2) && upright.offset == Vector2(0, 0))
    let flipped = try #require(try place(isFlipped: true).parts.first).mapping
    #expect(flipped.scale == Vector2(0.4, -0.2) && flipped.offset == Vector2(0, 20))
  }

  @Test("contentsRect follows the layer's y", arguments: [false, true])
  func partOfTheImage(isFlipped: Bool) throws {
    let placement = try place(isFlipped: isFlipped) {
      $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
    }
    let part = try #require(placement.parts.first)
    #expect(part.sampled == (isFlipped ? [10, 0, 30, 10] : [10, 10, 30, 20]))
    #expect(part.mapping.scale == Vector2(0.2, isFlipped ? -0.1 : 0.1))
    #expect(part.mapping.offset == Vector2(10, 10))
  }

  @Test func aRectBeyondTheImageSamplesWhatThereIs() throws {
    let placement = try place { $0.contentsRect = CGRect(x: -0.5, y: 0, width: 1, height: 2) }
    let part = try #require(placement.parts.first)
    #expect(part.sampled == [0, 0, 20, 20])
    #expect(part.mapping.scale == Vector2(0.4, 0.4) && part.mapping.offset == Vector2(-20, 0))
  }

  @Test func aRectBesideTheImageSamplesItsEdge() throws {
    let placement = try place { $0.contentsRect = CGRect(x: 2, y: 0, width: 1, height: 1) }
    #expect(placement.parts.first?.sampled == [40, 0, 40, 20])
  }

  // MARK: Nine parts

  @Test func nineParts() throws {
    let parts = try place { $0.contentsCenter = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25) }.parts
    // Columns 10 | 80 | 10 points, rows 10 | 85 | 5.
    #expect(
      parts.map(\.rect) == [
        CGRect(x: 0, y: 0, width: 10, height: 10), CGRect(x: 10, y: 0, width: 80, height: 10),
        CGRect(x: 90, y: 0, width: 10, height: 10), CGRect(x: 0, y: 10, width: 10, height: 85),
        CGRect(x: 10, y: 10, width: 80, height: 85), CGRect(x: 90, y: 10, width: 10, height: 85),
        CGRect(x: 0, y: 95, width: 10, height: 5), CGRect(x: 10, y: 95, width: 80, height: 5),
        CGRect(x: 90, y: 95, width: 10, height: 5),
      ])
    #expect(parts.allSatisfy { $0.sampled == [0, 0, 40, 20] })
    #expect(parts[4].mapping.scale == Vector2(0.25, 5.0 / 85))
    #expect(parts[0].mapping.scale == Vector2(1, 1) && parts[0].mapping.offset == Vector2(0, 0))
    #expect(parts[8].mapping.scale == Vector2(1, 1) && parts[8].mapping.offset == Vector2(-60, -80))
    #expect(parts[0].seams == [.maxX, .maxY] && parts[8].seams == [.minX, .minY])
    #expect(parts[4].seams == [.minX, .maxX, .minY, .maxY])
  }

  @Test func partsOfAFlippedLayer() throws {
    let parts = try place(isFlipped: true) {
      $0.contentsCenter = CGRect(x: 0, y: 0.5, width: 1, height: 0.25)
    }.parts
    // The layer's low half is the image's lower half.
    #expect(parts.allSatisfy { $0.sampled == [0, 0, 40, 20] })
    #expect(parts.map(\.mapping.scale.y) == [-1, -5.0 / 85, -1])
    #expect(parts.map { ($0.rect.minY * $0.mapping.scale.y + $0.mapping.offset.y).rounded() } == [20, 10, 5])
  }

  @Test("Both parts at a seam show one place of the image there", arguments: [false, true])
  func seamsAreContinuous(isFlipped: Bool) throws {
    let parts = try place(isFlipped: isFlipped) {
      $0.contentsRect = CGRect(x: 0.1, y: 0, width: 0.7, height: 1)
      $0.contentsCenter = CGRect(x: 0.3, y: 0.5, width: 0, height: 0.25)
    }.parts
    #expect(parts.count == 9)
    for (first, second) in [(0, 1), (1, 2), (3, 4), (7, 8), (0, 3), (3, 6), (2, 5), (5, 8)] {
      let (a, b) = (parts[first], parts[second])
      let seam = Vector2(b.rect.minX, b.rect.minY)
      let difference = seam * a.mapping.scale + a.mapping.offset - seam * b.mapping.scale - b.mapping.offset
      // Parts beside each other meet across, parts one below the other down.
      #expect(abs(second - first == 1 ? difference.x : difference.y) < 1e-9)
    }
  }

  @Test func whatDoesNotFitShrinksInProportion() throws {
    let parts = try place(in: CGRect(x: 0, y: 0, width: 10, height: 6)) {
      $0.contentsCenter = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
    }.parts
    // 10 + 10 points into 10, 10 + 5 into 6. Nothing joins at their seams: none shows a pixel of the middle.
    #expect(
      parts.map(\.rect) == [
        CGRect(x: 0, y: 0, width: 5, height: 4), CGRect(x: 5, y: 0, width: 5, height: 4),
        CGRect(x: 0, y: 4, width: 5, height: 2), CGRect(x: 5, y: 4, width: 5, height: 2),
      ])
    #expect(parts.map { ($0.rect.minX * $0.mapping.scale.x + $0.mapping.offset.x).rounded() } == [0, 30, 0, 30])
    #expect(parts.map(\.sampled) == [[0, 0, 10, 10], [30, 0, 40, 10], [0, 15, 10, 20], [30, 15, 40, 20]])
  }

  @Test("No rounding leaves a sliver of an empty middle", arguments: [0.1, 1.0 / 3, 7.3, 19.7])
  func noSlivers(width: Double) throws {
    let parts = try place(in: CGRect(x: 0.1, y: 0, width: width, height: 100)) {
      $0.contentsCenter = CGRect(x: 0.3, y: 0, width: 0.2, height: 1)
    }.parts
    #expect(parts.count == 2)
    #expect(parts[0].rect.maxX == parts[1].rect.minX)
  }

  @Test func aMiddleOfNoWidthIsOnePixel() throws {
    let parts = try place { $0.contentsCenter = CGRect(x: 0.51, y: 0, width: 0, height: 1) }.parts
    // Half a pixel to either side of 20.4.
    #expect(parts.map { ($0.rect.width * 1e6).rounded() } == [19.9e6, 61e6, 19.1e6])
    #expect(abs(parts[1].mapping.scale.x * 61 - 1) < 1e-9)
  }

  @Test func partsOfAPartOfTheImage() throws {
    let parts = try place {
      $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
      $0.contentsCenter = CGRect(x: 0.25, y: 0, width: 0.5, height: 1)
    }.parts
    #expect(parts.map(\.rect.width) == [5, 90, 5])
    #expect(parts.allSatisfy { $0.sampled == [20, 0, 40, 20] })
    #expect(parts.map { $0.rect.minX * $0.mapping.scale.x + $0.mapping.offset.x } == [20, 25, 35])
  }

  @Test func cellsReachToTheSeamsAndEndlesslyElsewhere() throws {
    let parts = try place { $0.contentsCenter = CGRect(x: 0.25, y: 0, width: 0.5, height: 1) }.parts
    let cells = parts.map { $0.cell(from: Vector2(50, 50)) }
    let seams: [Float] = [-40 - 1 / 1024, 40 - 1 / 1024]
    #expect(cells.map(\.x) == [-1e30] + seams && cells.map(\.z) == seams + [1e30])
    #expect(cells.allSatisfy { $0.y == -1e30 && $0.w == 1e30 })
  }
}

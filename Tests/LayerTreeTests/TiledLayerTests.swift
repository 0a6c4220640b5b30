import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Synchronization
import Testing

/// Fills what it is asked for with red, and remembers the rectangles.
private final class Tiles: CATiledLayer {
  let drawn = Mutex<[CGRect]>([])

  override func draw(in ctx: CGContext) {
    let rect = ctx.boundingBoxOfClipPath
    drawn.withLock { $0.append(rect) }
    ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    ctx.fill(CGRect(x: rect.minX, y: rect.minY, width: rect.width / 2, height: rect.height))
  }

  /// In order of place, and forgets them.
  func takeDrawn() -> [CGRect] {
    let rects = drawn.withLock { rects in
      defer { rects = [] }
      return rects
    }
    return rects.sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }
  }
}

@Suite("§15 CATiledLayer draws tiles") struct TileDrawingTests {
  private let root = CALayer()
  private let layer = Tiles()

  init() {
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    layer.frame = CGRect(x: 0, y: 0, width: 1_000_000, height: 20)
    layer.tileSize = CGSize(width: 20, height: 20)
    root.addSublayer(layer)
  }

  private var tiles: [TileValues] { layer.values.tiled.tiles }

  /// Two are seen, and one more on the side on which there is one.
  @Test func whatIsSeenIsDrawn() throws {
    let committed = root.commit(at: 0)
    #expect(layer.takeDrawn().map(\.minX) == [0, 20, 40])
    #expect(tiles.map(\.frame) == [0, 20, 40].map { CGRect(x: $0, y: 0, width: 20, height: 20) })
    #expect(tiles.allSatisfy { $0.image.image.width == 20 && $0.image.image.height == 20 && $0.fadeBegin == nil })
    let nodes = try #require(committed.evaluateAt0?.sublayers.first?.sublayers)
    #expect(nodes.count == 3 && nodes[1].contents?.image === tiles[1].image.image && nodes[1].opacity == 1)
    #expect(nodes[1].geometry.position == CGPoint(x: 30, y: 10))
    // The left half is red, the right clear.
    let pixels = tiles[1].image.image.premultipliedRGBA8()
    #expect(pixels[9 * 4] == 255 && pixels[10 * 4 + 3] == 0)
  }

  @Test func nothingIsDrawnTwice() {
    _ = root.commit(at: 0)
    _ = layer.takeDrawn()
    layer.opacity = 0.5
    _ = root.commit(at: 1)
    #expect(layer.takeDrawn().isEmpty)
  }

  /// A layer around moves; what is new is drawn and fades in over a quarter of a second.
  @Test func scrollingDrawsWhatIsNew() throws {
    _ = root.commit(at: 0)
    _ = layer.takeDrawn()
    root.bounds.origin.x = 30
    let committed = root.commit(at: 2)
    #expect(layer.takeDrawn().map(\.minX) == [60, 80])
    #expect(tiles.map(\.fadeBegin) == [nil, nil, nil, 2, 2])
    #expect(committed.isAnimated)
    let tree = CommittedTree(size: root.bounds.size, scale: 1, background: nil, root: committed)
    func opacities(_ time: Double) -> [Double] {
      tree.evaluate(at: time).root?.sublayers.first?.sublayers.map(\.opacity) ?? []
    }
    #expect(opacities(2.125) == [1, 1, 1, 0.5, 0.5])
    #expect(opacities(2.25) == [1, 1, 1, 1, 1])
    #expect(opacities(2) == [1, 1, 1])
    // Once they are there nothing changes with time.
    layer.name = "seen"
    _ = root.commit(at: 3)
    #expect(tiles.count == 5 && tiles.allSatisfy { $0.fadeBegin == nil })
  }

  /// A million points: what is kept stays within the budget, and only what is seen is drawn.
  @Test func memoryIsBounded() {
    layer.tileSize = CGSize(width: 512, height: 512)
    layer.bounds.size.height = 4096
    root.bounds.size = CGSize(width: 1000, height: 1000)
    var drawn: [Int] = []
    var bytes: [Int] = []
    for step in 0..<12 {
      root.bounds.origin.x = CGFloat(step) * 80_000
      _ = root.commit(at: Double(step))
      drawn.append(layer.takeDrawn().count)
      bytes.append(layer.keptTileBytes)
    }
    // Three columns and rows are seen, and one more on each side.
    #expect((drawn.max() ?? 0) <= 25 && (drawn.min() ?? 0) >= 12)
    // All would be more than 200 MB.
    #expect((bytes.max() ?? 0) <= 64 << 20)
  }

  /// Without waiting: the commit has no tiles, a later one those that have arrived, and they fade
  /// in from there.
  @Test func tilesArriveAfterTheCommit() throws {
    layer.drawsAsynchronously = true
    _ = root.commit(at: 0)
    #expect(tiles.isEmpty && layer.requestedTileCount == 3)
    waitForTiles(3)
    layer.name = "changed"
    _ = root.commit(at: 1)
    #expect(tiles.count == 3 && tiles.allSatisfy { $0.fadeBegin == 1 } && layer.requestedTileCount == 0)
    #expect(layer.takeDrawn().map(\.minX) == [0, 20, 40])
    layer.name = "once more"
    _ = root.commit(at: 2)
    #expect(layer.takeDrawn().isEmpty && tiles.allSatisfy { $0.fadeBegin == nil })
  }

  /// A program that ticks by `flush` need not change anything itself.
  @Test func arrivalsAreCommittedByTheNextTicks() {
    layer.drawsAsynchronously = true
    CATransaction.flush()
    #expect(layer.requestedTileCount == 3)
    waitForTiles(3)
    for _ in 0..<2 { CATransaction.flush() }
    #expect(tiles.count == 3)
  }

  /// What was asked for before a change of the picture is of no use when it comes.
  @Test func tilesThatComeTooLateAreDropped() {
    layer.drawsAsynchronously = true
    _ = root.commit(at: 0)
    waitForTiles(3)
    layer.setNeedsDisplay()
    _ = root.commit(at: 1)
    #expect(tiles.isEmpty && layer.requestedTileCount == 3)
    waitForTiles(3)
    layer.name = "changed"
    _ = root.commit(at: 2)
    #expect(tiles.count == 3)
  }

  /// Waits until a number of tiles have arrived.
  private func waitForTiles(_ count: Int) {
    for _ in 0..<4000 where layer.arrivedTileCount < count { usleep(5000) }
  }

  @Test func partsAreInvalidated() {
    _ = root.commit(at: 0)
    _ = layer.takeDrawn()
    layer.setNeedsDisplay(CGRect(x: 25, y: 5, width: 1, height: 1))
    _ = root.commit(at: 1)
    #expect(layer.takeDrawn() == [CGRect(x: 20, y: 0, width: 20, height: 20)])
    // It was there before, so it does not fade in.
    #expect(tiles.allSatisfy { $0.fadeBegin == nil })
    layer.setNeedsDisplay()
    _ = root.commit(at: 2)
    #expect(layer.takeDrawn().count == 3)
  }

  /// A tile's size is in pixels: at two pixels per point it covers half as many points.
  @Test func theScaleOfTheContents() {
    layer.contentsScale = 2
    _ = root.commit(at: 0)
    #expect(layer.takeDrawn().first == CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(tiles.first?.image.image.width == 20)
  }

  /// Levels from 4 down to 1/2: the first that has a pixel for each of the device.
  @Test(arguments: [(0.2, 0.5), (0.5, 0.5), (0.6, 1), (1, 1), (1.5, 2), (3, 4), (100, 4)])
  func levels(scale: Double, detail: Double) throws {
    layer.levelsOfDetail = 4
    layer.levelsOfDetailBias = 2
    layer.transform = CATransform3DMakeScale(scale, scale, 1)
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.position = .zero
    layer.anchorPoint = .zero
    _ = root.commit(at: 0)
    let tile = try #require(tiles.first)
    #expect(Double(tile.image.image.width) / tile.frame.width == detail)
  }

  @Test func theRootsScaleCounts() throws {
    layer.levelsOfDetailBias = 1
    layer.levelsOfDetail = 2
    root.contentsScale = 2
    _ = root.commit(at: 0)
    #expect(tiles.first?.frame.width == 10)
  }

  /// The last tile ends at the bounds, the first begins there.
  @Test func tilesAreCutToTheBounds() {
    layer.bounds = CGRect(x: 5, y: 0, width: 30, height: 8)
    layer.anchorPoint = .zero
    layer.position = .zero
    _ = root.commit(at: 0)
    #expect(
      tiles.map(\.frame) == [CGRect(x: 5, y: 0, width: 15, height: 8), CGRect(x: 20, y: 0, width: 15, height: 8)])
  }

  /// Clipping layers and hidden ones.
  @Test func whatIsNotSeenIsNotDrawn() {
    layer.isHidden = true
    _ = root.commit(at: 0)
    #expect(layer.takeDrawn().isEmpty)
    layer.isHidden = false
    layer.removeFromSuperlayer()
    let clip = CALayer()
    clip.frame = CGRect(x: 0, y: 0, width: 5, height: 20)
    clip.masksToBounds = true
    clip.addSublayer(layer)
    root.addSublayer(clip)
    _ = root.commit(at: 1)
    #expect(layer.takeDrawn().map(\.minX) == [0, 20])
    clip.position.x = -100
    _ = root.commit(at: 2)
    #expect(tiles.isEmpty)
  }

  /// At one level of detail, but seen whole from afar: coarser tiles rather than fifty thousand.
  @Test func fromAfar() {
    layer.transform = CATransform3DMakeScale(1e-4, 1e-4, 1)
    layer.anchorPoint = .zero
    layer.position = .zero
    _ = root.commit(at: 0)
    #expect(tiles.count <= 1024 && tiles.count > 100)
  }

  @Test func nobodyDraws() {
    let plain = CATiledLayer()
    plain.frame = root.bounds
    root.addSublayer(plain)
    _ = root.commit(at: 0)
    #expect(plain.values.tiled.tiles.isEmpty)
  }

  @Test func flippedTiles() throws {
    layer.isGeometryFlipped = true
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.anchorPoint = .zero
    layer.position = .zero
    _ = root.commit(at: 0)
    #expect(tiles.count == 1)
    #expect(layer.takeDrawn() == [CGRect(x: 0, y: 0, width: 20, height: 20)])
  }
}

extension CommittedLayer {
  fileprivate var evaluateAt0: RenderNode? {
    CommittedTree(size: CGSize(width: 1, height: 1), scale: 1, background: nil, root: self).evaluate(at: 0).root
  }
}

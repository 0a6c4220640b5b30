import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@Suite struct DamageHistoryTests {
  /// A square of 20 points at a place, on a canvas of 200 × 100.
  private func tree(_ x: Double, width: Double = 200, time: Double = 0) -> RenderTree {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    values.geometry.position = CGPoint(x: x + 10, y: 10)
    values.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let root = RenderNode(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: values, sublayers: [])
    return RenderTree(
      size: CGSize(width: width, height: 100), scale: 1, background: .none, root: root, time: time)
  }

  @Test func theFirstFrameIsAll() {
    var history = DamageHistory()
    #expect(history.damage(of: tree(0)) == nil)
    #expect(history.damage(of: tree(0))?.isEmpty == true)
    history.forget()
    #expect(history.damage(of: tree(0)) == nil)
  }

  @Test func anImageOfSomeFramesAgoNeedsAllThatChangedSince() {
    var history = DamageHistory()
    _ = history.damage(of: tree(0))
    #expect(history.damage(of: tree(40))?.description == "20x20 at 0,0; 20x20 at 40,0")
    #expect(history.damage(of: tree(80), bufferAge: 2)?.description == "20x20 at 0,0; 20x20 at 40,0; 20x20 at 80,0")
    #expect(history.damage(of: tree(120), bufferAge: 1)?.description == "20x20 at 80,0; 20x20 at 120,0")
    // Nothing has changed, but this image is one frame older than the last.
    #expect(history.damage(of: tree(120), bufferAge: 2)?.description == "20x20 at 80,0; 20x20 at 120,0")
    // A frame of no change was none: the ages go on as if it had not been.
    #expect(history.damage(of: tree(160), bufferAge: 1)?.description == "20x20 at 120,0; 20x20 at 160,0")
  }

  @Test func imagesThatNobodyKnowsAreDrawnWhole() {
    var history = DamageHistory()
    _ = history.damage(of: tree(0))
    #expect(history.damage(of: tree(40), bufferAge: 0) == nil)
    // Older than the history.
    #expect(history.damage(of: tree(80), bufferAge: 3) == nil)
    #expect(history.damage(of: tree(80, width: 210))?.isWhole == true)
    #expect(history.damage(of: tree(40, width: 210), bufferAge: 2)?.isWhole == true)
    #expect(history.damage(of: tree(80, width: 210), bufferAge: 4) == nil)
  }

  @Test func aCompositorDrawsOnlyWhatChanged() throws {
    let compositor = try OffscreenCompositor(device: .software)
    #expect(try compositor.draw(tree(0)).pixelsDamaged == 20_000)
    let still = try compositor.draw(tree(0))
    #expect(still.pixelsDamaged == 0 && still.passes == 0 && still.drawCalls == 0)
    #expect(try compositor.draw(tree(80)).pixelsDamaged == 800)
    #expect(try compositor.draw(tree(40)).pixelsDamaged == 800)
    let moved = try compositor.readPixels()
    compositor.redrawsEverything = true
    #expect(try compositor.draw(tree(40)).pixelsDamaged == 20_000)
    #expect(try compositor.readPixels() == moved)
    // What was drawn whole is what the next damage counts from.
    compositor.redrawsEverything = false
    #expect(try compositor.draw(tree(40)).pixelsDamaged == 20_000)
    #expect(try compositor.draw(tree(40)).pixelsDamaged == 0)
  }

  @Test func aRingGivesStillFramesToo() throws {
    let ring = FrameRing(try OffscreenCompositor(device: .software), depth: 2)
    var pictures: [[UInt8]] = []
    for x in [0.0, 0, 40, 40, 0] { if let picture = try ring.draw(tree(x)) { pictures.append(picture.pixels) } }
    while let picture = try ring.next() { pictures.append(picture.pixels) }
    try #require(pictures.count == 5)
    #expect(pictures[0] == pictures[1] && pictures[2] == pictures[3] && pictures[0] == pictures[4])
    #expect(pictures[0] != pictures[2])
  }
}

import MultiplaneGL
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@testable import MultiplaneCompositor

/// Which tiles a canvas has, and that large ones are drawn.
@Suite struct CanvasTilesTests {
  @Test func aCanvasThatFitsIsOneTile() {
    let tiles = CanvasTiles(width: 100, height: 50, side: 128, limit: 128).tiles
    #expect(tiles == [CanvasTiles.Tile(shown: PixelRect(x: 0, y: 0, width: 100, height: 50))])
  }

  @Test(arguments: [(300, 200, 128), (40000, 100, 4096), (1, 70000, 4096), (500, 500, 32768)])
  func tilesShowEachPixelOnce(width: Int, height: Int, side: Int) {
    let tiles = CanvasTiles(width: width, height: height, side: side, limit: 256).tiles
    #expect(tiles.reduce(0) { $0 + $1.shown.width * $1.shown.height } == width * height)
    for (index, tile) in tiles.enumerated() {
      #expect(tile.shown.width <= min(side, 256) && tile.shown.height <= min(side, 256))
      for other in tiles[..<index] {
        let common = tile.shown.intersection(other.shown)
        #expect(common.width == 0 || common.height == 0)
      }
    }
  }

  /// A canvas of one row of squares, each of its own colour.
  private func tree(width: Int) -> RenderTree {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: width, height: 4)
    for number in 0..<width / 100 {
      let layer = CALayer()
      layer.frame = CGRect(x: number * 100, y: 0, width: 100, height: 4)
      layer.backgroundColor = CGColor(
        red: Double(number % 256) / 255, green: Double(number / 256) / 255, blue: 0, alpha: 1)
      root.addSublayer(layer)
    }
    return CommittedTree(
      size: CGSize(width: width, height: 4), scale: 1, background: nil, root: root.commit(at: 0)
    ).evaluate(at: 0)
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference]) func aCanvasWiderThanAnyFrameIsDrawn(renderer: RendererChoice)
    throws
  {
    let width = 40000
    let compositor = try OffscreenCompositor(RendererOptions(renderer, device: renderer == .gl ? .software : nil))
    let picture = try compositor.picture(of: tree(width: width))
    #expect(picture.width == width && picture.pixels.count == width * 4 * 4)
    for x in stride(from: 0, to: width, by: 50) {
      let number = x / 100
      let pixel = Array(picture.pixels[(width * 2 + x) * 4..<(width * 2 + x) * 4 + 4])
      #expect(pixel == [UInt8(number % 256), UInt8(number / 256), 0, 255], "at \(x)")
    }
  }

  @Test func aRingHandsOutLargeCanvasesInOrder() throws {
    let compositor = try OffscreenCompositor(device: .software)
    compositor.tiling.limit = 128
    let ring = FrameRing(compositor, depth: 2)
    var widths: [Int] = []
    for width in [300, 100, 500] {
      if let oldest = try ring.draw(tree(width: width)) { widths.append(oldest.pixels.count / 16) }
    }
    while let oldest = try ring.next() { widths.append(oldest.pixels.count / 16) }
    #expect(widths == [300, 100, 500])
  }

  /// Band by band it is the same picture as tile by tile, in memory of no more than a band.
  @Test(arguments: [64, 100, 128], [RendererChoice.gl, .cpu])
  func bandsAreThePicture(side: Int, renderer: RendererChoice) throws {
    let compositor = try OffscreenCompositor(RendererOptions(renderer, device: renderer == .gl ? .software : nil))
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 300, height: 200)
    root.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
    for number in 0..<30 {
      let layer = CALayer()
      layer.frame = CGRect(x: number * 9, y: number * 6, width: 40, height: 30)
      layer.cornerRadius = 8
      layer.backgroundColor = CGColor(red: Double(number) / 30, green: 0.5, blue: 0, alpha: 1)
      root.addSublayer(layer)
    }
    let tree = CommittedTree(
      size: CGSize(width: 300, height: 200), scale: 1, background: nil, root: root.commit(at: 0)
    ).evaluate(at: 0)
    #expect(try compositor.bands(of: tree).map { _ in true } == nil)
    compositor.tiling.side = side
    compositor.tiling.isForced = true
    let whole = try compositor.picture(of: tree).pixels
    compositor.tiling.isForced = false
    compositor.tiling.mostWholePixels = 300 * 200 - 1
    var bands = try #require(try compositor.bands(of: tree))
    var (pixels, band): ([UInt8], [UInt8]) = ([], [])
    while try bands.next(&band) {
      #expect(band.count <= side * 300 * 4)
      pixels += band
    }
    // Not in the macro, which would print them.
    let isEqual = pixels == whole
    #expect(isEqual)
  }

  /// A part would take the reference as long as all of it.
  @Test func theReferenceDrawsLargeCanvasesWhole() throws {
    let compositor = try OffscreenCompositor(RendererOptions(.reference))
    let tree = RenderTree(
      size: CGSize(width: 300, height: 2), scale: 1, background: StraightColor(red: 1, green: 0, blue: 0), root: nil,
      time: 0)
    let whole = try compositor.picture(of: tree).pixels
    compositor.tiling.side = 64
    compositor.tiling.isForced = true
    compositor.tiling.mostWholePixels = 1
    #expect(try compositor.bands(of: tree).map { _ in true } == nil)
    #expect(try compositor.picture(of: tree).pixels == whole)
  }

  @Test(arguments: [RendererChoice.gl, .cpu, .reference]) func absurdCanvasesAreOneLine(renderer: RendererChoice) throws
  {
    let compositor = try OffscreenCompositor(RendererOptions(renderer, device: renderer == .gl ? .software : nil))
    let size = CGSize(width: 1e6, height: 1e6)
    let tree = RenderTree(size: size, scale: 1, background: nil, root: nil, time: 0)
    let error = #expect(throws: CompositorError.self) { try compositor.draw(tree) }
    #expect(error?.description.contains("1000000 x 1000000 px") == true)
    #expect(error?.description.contains("\n") == false)
  }
}

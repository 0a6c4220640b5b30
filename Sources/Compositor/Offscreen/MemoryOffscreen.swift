import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// Pictures of a renderer without a device: the image is an array of this program's.
final class MemoryOffscreen: OffscreenBackEnd {
  let memoryRenderer: any Renderer<PixelTarget>
  var renderer: any Renderer { memoryRenderer }
  let largestSide = PixelTarget.largestSide
  let isOnProcessor = true
  /// RGBA8, rows tight; as it is handed out, so that one picture is in memory once.
  private var image: [UInt8] = []
  private var size = (width: 0, height: 0)

  init(_ renderer: any Renderer<PixelTarget>) {
    memoryRenderer = renderer
  }

  var name: String { renderer.name }

  func restore() -> Bool { false }

  func makeImage(width: Int, height: Int, scale: Double) throws(CompositorError) -> Bool {
    guard size != (width, height) else { return false }
    let mostPixels = CanvasTiling().mostPixels
    guard max(width, height) <= largestSide, width <= mostPixels / max(1, height) else {
      throw .canvas(width: width, height: height, mostPixels: mostPixels)
    }
    dropImage()
    image = [UInt8](repeating: 0, count: width * height * 4)
    size = (width, height)
    return true
  }

  func dropImage() {
    image = []
    size = (0, 0)
  }

  func render(
    _ tree: RenderTree, part: PixelRect?, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics {
    let area = PixelRect(x: part?.x ?? 0, y: part?.y ?? 0, width: size.width, height: size.height)
    return try draw(tree, to: &image, area: area, firstRow: area.y, order)
  }

  func transcript(of tree: RenderTree, precision: RenderPrecision) throws(CompositorError) -> [TranscriptLine] {
    let (renderer, size) = (memoryRenderer, size)
    let result = image.withUnsafeMutableBytes { bytes -> Result<[TranscriptLine], RenderFailure> in
      let target = PixelTarget(memory: bytes, width: size.width, height: size.height, bytesPerRow: size.width * 4)
      return Result { () throws(RenderFailure) in
        try renderer.transcript(of: tree, into: target, precision: precision)
      }
    }
    do throws(RenderFailure) {
      return try result.get()
    } catch {
      throw .render(device: name, error: error)
    }
  }

  func finish() {}

  func readPixels() -> [UInt8] { image }

  func startReading() -> FrameReading { .done(image) }

  func finishReading(_ reading: FrameReading) -> [UInt8] {
    guard case .done(let pixels) = reading else { return [] }
    return pixels
  }

  func tiles(
    of tree: RenderTree, side: Int, rows: Int?, limit: Int, _ tiling: CanvasTiling
  ) throws(CompositorError) -> CanvasTiles {
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    // A band may be as wide as the canvas.
    guard width <= limit else { throw .canvas(width: width, height: height, mostPixels: tiling.mostPixels) }
    return CanvasTiles(width: width, height: height, side: width, rows: rows ?? side, limit: max(limit, height))
  }

  func draw(
    _ tile: CanvasTiles.Tile, of tree: RenderTree, to pixels: inout [UInt8], firstRow: Int
  ) throws(CompositorError) -> FrameStatistics {
    let shown = tile.shown
    return try draw(
      tree, to: &pixels, area: PixelRect(x: 0, y: shown.y, width: tree.pixelWidth, height: shown.height),
      firstRow: firstRow, RenderOrder())
  }

  /// Draws whole rows of a canvas to their place in an array.
  ///
  /// - Parameter firstRow: of the canvas, that the array begins with.
  private func draw(
    _ tree: RenderTree, to pixels: inout [UInt8], area: PixelRect, firstRow: Int, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics {
    let renderer = memoryRenderer
    let result = pixels.withUnsafeMutableBytes { bytes -> Result<FrameStatistics, RenderFailure> in
      let rows = UnsafeMutableRawBufferPointer(rebasing: bytes[((area.y - firstRow) * area.width * 4)...])
      let target = PixelTarget(
        memory: rows, width: area.width, height: area.height, bytesPerRow: area.width * 4, x: area.x, y: area.y)
      return Result { () throws(RenderFailure) in try renderer.render(tree, into: target, order) }
    }
    do throws(RenderFailure) {
      return try result.get()
    } catch {
      throw .render(device: name, error: error)
    }
  }
}

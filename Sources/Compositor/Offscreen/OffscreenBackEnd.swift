import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// The back end of an `OffscreenCompositor`: a renderer and one reused image.
///
/// Everything happens on the caller's thread.
protocol OffscreenBackEnd: AnyObject {
  var renderer: any Renderer { get }
  /// Its name in messages, such as `egl:0`.
  var name: String { get }
  /// Pixels of the longest side of an image.
  var largestSide: Int { get }
  /// Whether pictures are drawn by this program's own threads, in its own memory.
  var isOnProcessor: Bool { get }

  /// Recreates what was lost.
  ///
  /// - Returns: whether anything was: then there is no image any more.
  func restore() throws(CompositorError) -> Bool

  /// Replaces the image by one of the given size, unless it has that size.
  ///
  /// - Returns: whether the image is another one.
  func makeImage(width: Int, height: Int, scale: Double) throws(CompositorError) -> Bool

  /// Lets go of the image.
  func dropImage()

  /// Draws a tree, or a part of its canvas, into the image, and need not wait.
  func render(_ tree: RenderTree, part: PixelRect?, _ order: RenderOrder) throws(CompositorError) -> FrameStatistics

  /// The steps of drawing a tree into the image, one per line.
  func transcript(of tree: RenderTree, precision: RenderPrecision) throws(CompositorError) -> [TranscriptLine]

  /// Waits until the image is drawn.
  func finish() throws(CompositorError)

  /// Waits until the image is drawn, and reads it: RGBA8 premultiplied, rows tight, the top row
  /// first; nothing before the first.
  func readPixels() throws(CompositorError) -> [UInt8]

  /// Begins to read the image, and need not wait.
  func startReading() throws(CompositorError) -> FrameReading

  /// Waits for what `startReading` began, and gives the pixels.
  func finishReading(_ reading: FrameReading) throws(CompositorError) -> [UInt8]

  /// The tiles that a canvas is drawn in where it is not drawn as a whole.
  ///
  /// - Parameters:
  ///   - side: pixels of a tile's side.
  ///   - rows: of a tile, if not as many.
  ///   - limit: of an image's side, in pixels.
  func tiles(
    of tree: RenderTree, side: Int, rows: Int?, limit: Int, _ tiling: CanvasTiling
  ) throws(CompositorError) -> CanvasTiles

  /// Draws a tile of a canvas to its place among the pixels of whole rows.
  ///
  /// - Parameters:
  ///   - pixels: of whole rows of the canvas, RGBA8.
  ///   - firstRow: the first of these.
  func draw(
    _ tile: CanvasTiles.Tile, of tree: RenderTree, to pixels: inout [UInt8], firstRow: Int
  ) throws(CompositorError) -> FrameStatistics
}

/// Pixels on their way out of a back end.
enum FrameReading {
  case buffer(PixelBuffer)
  case done([UInt8])
}

import MultiplaneFlattening
import MultiplaneGL

/// The target of a pass's primitives, and its progress.
final class PassTarget {
  /// Device pixels that are drawn: one box, or those of a damaged frame.
  let boxes: [PixelBox]
  /// Whether it is the canvas: colours are cut to 0…1.
  let isCanvas: Bool
  let background: SIMD4<Float>
  /// Nil until the first primitive is drawn, for a surface of its own.
  fileprivate(set) var frame: Frame?
  fileprivate(set) var region: PictureRegion?
  /// From device pixels to those of the frame.
  fileprivate(set) var offset: (x: Int32, y: Int32)
  let format: PixelFormat
  /// Whether what is there stays beneath what is drawn.
  let keepsPixels: Bool
  /// Whether nothing else is in the frame.
  let ownsFrame: Bool
  /// Whether it is a part of a page.
  private let sharesPage: Bool
  /// Whether the first pass on it has begun.
  var hasBegun = false

  /// A surface of its own, made when the first primitive is drawn.
  init(surfaceOf box: PixelBox, format: PixelFormat, isCanvas: Bool = false, background: SIMD4<Float> = .zero) {
    boxes = [box]
    self.format = format
    self.isCanvas = isCanvas
    self.background = background
    offset = (0, 0)
    (keepsPixels, ownsFrame, sharesPage) = (false, true, false)
  }

  /// A frame of the caller's.
  init(_ frame: Frame, boxes: [PixelBox], offset: (x: Int32, y: Int32), background: SIMD4<Float>) {
    self.frame = frame
    self.boxes = boxes
    self.offset = offset
    self.background = background
    isCanvas = true
    format = .rgba8
    keepsPixels = frame.keepsPixels
    (ownsFrame, sharesPage) = (false, false)
  }

  /// A place on a page that others share.
  init(_ region: PictureRegion, format: PixelFormat) {
    boxes = [region.box]
    self.region = region
    self.format = format
    frame = region.page.surface.frame()
    offset = region.offset
    (isCanvas, keepsPixels, ownsFrame, sharesPage) = (false, false, false, true)
    background = .zero
    hasBegun = true
  }

  func make(on pool: SurfacePool) throws(RenderError) -> Frame {
    if let frame { return frame }
    let box = boxes[0]
    let page = try pool.page(width: box.width, height: box.height, format: format)
    let made = PictureRegion(page: page, x: 0, y: 0, box: box)
    region = made
    offset = made.offset
    let frame = page.surface.frame()
    self.frame = frame
    return frame
  }

  /// Whether the device cuts what is stored to 0…1.
  var clamps: Bool { format != .rgba16Float && format != .rgba32Float }

  /// The pixels of the frame that a pass on it may touch.
  var area: PixelRect {
    // On a page there are others beside it, drawn in the same pass.
    if sharesPage, let frame { return PixelRect(x: 0, y: 0, width: frame.width, height: frame.height) }
    return rect(boxes.reduce(PixelBox.empty) { $0.union($1) })
  }

  /// A box of device pixels as a rectangle of the frame.
  func rect(_ box: PixelBox) -> PixelRect {
    PixelRect(
      x: Int(box.minX + offset.x), y: Int(box.minY + offset.y), width: box.width, height: box.height)
  }
}

import MultiplaneCCairo
import MultiplaneGraphics

/// A callback that releases the memory of a bitmap context, with its `info` and the memory.
public typealias CGBitmapContextReleaseDataCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

/// A context: draws paths, images, gradients and text into a bitmap, or onto the pages of a PDF
/// document (`init(consumer:mediaBox:_:)`).
///
/// In user space the origin is in the lower left corner, x points right, y points up, and a unit is
/// a pixel, until the CTM changes. A call with a singular matrix or with numbers that are not
/// finite draws nothing. Not thread-safe.
public final class CGContext {
  /// The maximum width and height, in pixels, from `ImageLimits`.
  package static let maximumSide = ImageLimits.standard.maximumSide
  /// The maximum number of pixels.
  package static let maximumPixels = ImageLimits.standard.maximumPixels
  /// The maximum size of an allocated bitmap, in bytes: the most pixels at 8 bytes each.
  package static let maximumBytes = 8 * ImageLimits.standard.maximumPixels
  /// The maximum nesting of `saveGState` and transparency layers; deeper ones are counted and have
  /// no effect.
  package static let maximumDepth = 512

  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// Bits per component.
  public let bitsPerComponent: Int
  /// Bits per pixel, including padding.
  public let bitsPerPixel: Int
  /// Bytes per row, including padding.
  public let bytesPerRow: Int
  /// The colour space of the bitmap; nil for an alpha-only one.
  public let colorSpace: CGColorSpace?
  /// The pixel layout.
  public let bitmapInfo: CGBitmapInfo

  var allowsAntialiasing = true
  let storage: BitmapStorage
  /// The document whose pages are drawn; nil for a bitmap.
  let document: PDFPages?
  var state: GraphicsState
  /// Saved states, the last one on top, and layers in between.
  var stack: [StackEntry] = []
  /// The number of open `saveGState` calls or layers that were refused at `maximumDepth`.
  var refusedDepth = 0
  /// The path at hand, in base space.
  var currentPath = CGMutablePath()
  /// The drawing target in place of the bitmap, while a pattern draws its cell.
  var cellSurface: DrawingSurface?
  /// Whether colours cannot be set, as in the cell of an uncoloured pattern.
  var locksColors = false
  /// The text matrix: where text begins next, and its rotation.
  var textTransform = CGAffineTransform.identity

  /// Creates a context that draws into `data`, which must outlive it; or into its own memory if
  /// `data` is nil.
  ///
  /// `bytesPerRow` 0 chooses the smallest one. `bitmapInfo` is a `CGImageAlphaInfo` with a byte
  /// order. Layouts: RGB with 8 bits per component and premultiplied alpha or an unused byte, first
  /// or last, in any 32-bit byte order; 8-bit grey without alpha; alpha only; and 16-bit float
  /// RGBA, premultiplied, which is drawn at that precision.
  ///
  /// Nil for other layouts, sizes that are not positive or above 16384 pixels per side or 2²⁶
  /// pixels in all, and rows that are too short; checked before memory is allocated.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, layout: CGBitmapInfo(rawValue: bitmapInfo))
  }

  /// Creates a context with a callback that is called with `releaseInfo` and `data` when the
  /// context no longer uses the memory.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32, releaseCallback: CGBitmapContextReleaseDataCallback?,
    releaseInfo: UnsafeMutableRawPointer?
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, layout: CGBitmapInfo(rawValue: bitmapInfo),
      release: releaseCallback.map { callback in { callback(releaseInfo, $0) } })
  }

  /// Creates a context with the layout as one value: `CGBitmapInfo(alpha: .premultipliedLast)`.
  ///
  /// `space` may be nil for alpha only. Else as the initialiser with `UInt32`.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: CGBitmapInfo
  ) {
    guard let space = space ?? (bitmapInfo.alpha == .alphaOnly ? CGColorSpaceCreateDeviceGray() : nil) else {
      return nil
    }
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, layout: bitmapInfo)
  }

  /// Creates a context with the layout as one value, and a callback that is called with
  /// `releaseInfo` and `data` when the context no longer uses the memory.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: CGBitmapInfo, releaseCallback: CGBitmapContextReleaseDataCallback?,
    releaseInfo: UnsafeMutableRawPointer?
  ) {
    guard let space = space ?? (bitmapInfo.alpha == .alphaOnly ? CGColorSpaceCreateDeviceGray() : nil) else {
      return nil
    }
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, layout: bitmapInfo, release: releaseCallback.map { callback in { callback(releaseInfo, $0) } })
  }

  private init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, layout bitmapInfo: CGBitmapInfo, release: ((UnsafeMutableRawPointer?) -> Void)? = nil
  ) {
    guard width > 0, height > 0, bytesPerRow >= 0, width <= Self.maximumSide, height <= Self.maximumSide,
      width * height <= Self.maximumPixels,
      space.supportsOutput,
      let layout = BitmapLayout(bitsPerComponent: bitsPerComponent, bitmapInfo: bitmapInfo, model: space.model),
      let storage = BitmapStorage(
        layout: layout, width: width, height: height, bytesPerRow: bytesPerRow, data: data,
        release: release)
    else { return nil }
    self.width = width
    self.height = height
    self.bitsPerComponent = bitsPerComponent
    self.bitsPerPixel = 8 * layout.bytesPerPixel
    self.bytesPerRow = storage.bytesPerRow
    self.colorSpace = bitmapInfo.alphaInfo == .alphaOnly ? nil : space
    self.bitmapInfo = bitmapInfo
    self.storage = storage
    document = nil
    self.state = GraphicsState(clipBounds: CGRect(x: 0, y: 0, width: width, height: height))
  }

  /// A context that draws the pages of a document. It has no pixels: its sizes are 0.
  init?(pages: PDFPages) {
    let info = CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little)
    guard let layout = BitmapLayout(bitsPerComponent: 8, bitmapInfo: info, model: .rgb),
      let storage = BitmapStorage(pages: pages.surface, layout: layout)
    else { return nil }
    (width, height, bitsPerComponent, bitsPerPixel, bytesPerRow) = (0, 0, 0, 0, 0)
    colorSpace = CGColorSpaceCreateDeviceRGB()
    bitmapInfo = info
    self.storage = storage
    document = pages
    state = GraphicsState(clipBounds: pages.box)
  }

  deinit { closePDF() }

  /// The position of alpha in a pixel.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }

  /// The bitmap, top row first. The program may read and write it between calls.
  /// Nil for a PDF document.
  public var data: UnsafeMutableRawPointer? { document == nil ? storage.share() : nil }

  /// Whether nothing was drawn yet, and `data` was not read.
  package var isUntouched: Bool { storage.isUntouched }

  /// Creates an image of the current bitmap, without open transparency layers; nil for a PDF
  /// document.
  public func makeImage() -> CGImage? {
    guard document == nil, let provider = CGDataProvider(data: storage.copy()) else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: colorSpace ?? CGColorSpaceCreateDeviceGray(), bitmapInfo: bitmapInfo,
      provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }

  /// Does nothing: drawing takes effect at once.
  public func flush() {}

  /// Does nothing: drawing takes effect at once.
  public func synchronize() {}

  /// Does nothing: attributes take effect at once.
  public func synchronizeAttributes() {}

  /// Accepted for compatibility, without effect: bitmaps have no headroom. False for a headroom
  /// below 1, except 0.
  @discardableResult
  public func setEDRTargetHeadroom(_ headroom: Float) -> Bool { headroom == 0 || headroom >= 1 }
}

extension CGContext {
  /// From base space (y up) to the bitmap's pixels (y down).
  var baseToPixels: CGAffineTransform {
    if let document { return document.baseToPixels }
    return CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
  }

  /// The pixels per unit of base space: 1 for bitmaps, the resolution of images for pages.
  package var pixelScale: CGFloat { document?.pixelScale ?? 1 }

  /// The bitmap, or the page, in base space.
  package var baseBounds: CGRect { document?.box ?? CGRect(x: 0, y: 0, width: width, height: height) }

  /// From user space to the bitmap's pixels.
  var userToPixels: CGAffineTransform { state.ctm.concatenating(baseToPixels) }

  /// The space in which colours are computed: the bitmap's own.
  var drawingSpace: CGColorSpace { colorSpace ?? CGColorSpaceCreateDeviceGray() }
}

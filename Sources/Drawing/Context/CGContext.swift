import MultiplaneCCairo
import MultiplaneGraphics

/// What is called with the `info` and the memory of a bitmap context when it is given up.
public typealias CGBitmapContextReleaseDataCallback =
  @Sendable (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

/// Draws paths, images and gradients into a bitmap.
///
/// User space has its origin in the lower left corner, x to the right and y up, one unit a pixel until the CTM says
/// otherwise. A call that cannot be carried out (a singular matrix, numbers that are not finite) draws nothing. Not for
/// several threads at once.
public final class CGContext {
  /// The largest width and height, in pixels: those of `ImageLimits`.
  package static let maximumSide = ImageLimits.standard.maximumSide
  /// The most pixels.
  package static let maximumPixels = ImageLimits.standard.maximumPixels
  /// The most bytes that a context allocates for its bitmap: those of the most pixels, at 8 bytes each.
  package static let maximumBytes = 8 * ImageLimits.standard.maximumPixels
  /// The most `saveGState` and transparency layers within each other; more are counted and have no effect.
  package static let maximumDepth = 512

  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bits of one component.
  public let bitsPerComponent: Int
  /// Bits from one pixel to the next.
  public let bitsPerPixel: Int
  /// Bytes from one row to the next.
  public let bytesPerRow: Int
  /// The space in which components are stored; nil for a bitmap of alpha only.
  public let colorSpace: CGColorSpace?
  /// The layout of a pixel.
  public let bitmapInfo: CGBitmapInfo

  var allowsAntialiasing = true
  let storage: BitmapStorage
  var state: GraphicsState
  /// Saved states, the last one on top, and layers in between.
  var stack: [StackEntry] = []
  /// How many `saveGState` or layers were refused at `maximumDepth` and wait for their end.
  var refusedDepth = 0
  /// The path at hand, in base space.
  var currentPath = CGMutablePath()
  /// What is drawn into instead of the bitmap, while a pattern draws its cell.
  var cellSurface: DrawingSurface?
  /// Whether colours cannot be set, as in the cell of an uncoloured pattern.
  var locksColors = false
  /// Where text begins next, and how it is turned; for whoever draws text.
  var textTransform = CGAffineTransform.identity

  /// Makes a context that draws into `data`, which must outlive it, or into memory of its own for nil.
  ///
  /// `bytesPerRow` 0 stands for as many as needed. `bitmapInfo` is a `CGImageAlphaInfo` with a byte order. Layouts: 8 bits
  /// a component in RGB with premultiplied alpha or a skipped byte, first or last, any byte order of 32 bits; 8-bit grey
  /// without alpha; alpha only; 16-bit float RGBA, premultiplied, in which all is computed and kept as fine as that.
  ///
  /// Nil for another layout, a size that is not positive or above 16384 pixels a side or 2²⁶ in all, or rows that do not
  /// fit; nothing is allocated before that is checked.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, layout: CGBitmapInfo(rawValue: bitmapInfo))
  }

  /// Makes a context as without the last two; `releaseCallback` is called with `releaseInfo` and `data` when nothing
  /// will be drawn into it any more.
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
    self.state = GraphicsState(clipBounds: CGRect(x: 0, y: 0, width: width, height: height))
  }

  /// Where alpha is in a pixel.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }

  /// The bitmap, top row first, with all that was drawn; it may be read and written between calls.
  public var data: UnsafeMutableRawPointer? { storage.share() }

  /// Whether nothing was drawn yet, and nobody has asked for `data`.
  package var isUntouched: Bool { storage.isUntouched }

  /// A picture of the bitmap as it is now, transparency layers that have not ended left out.
  public func makeImage() -> CGImage? {
    guard let provider = CGDataProvider(data: storage.copy()) else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: colorSpace ?? CGColorSpaceCreateDeviceGray(), bitmapInfo: bitmapInfo,
      provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }

  /// Nothing to do: what is drawn is there at once.
  public func flush() {}

  /// Nothing to do: what is drawn is there at once.
  public func synchronize() {}
}

extension CGContext {
  /// All pixels of the bitmap.
  var bitmapArea: PixelArea { PixelArea(x: 0, y: 0, width: width, height: height) }

  /// From base space (y up) to the bitmap's pixels (y down).
  var baseToPixels: CGAffineTransform {
    CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
  }

  /// From user space to the bitmap's pixels.
  var userToPixels: CGAffineTransform { state.ctm.concatenating(baseToPixels) }

  /// The space in which colours are computed: the bitmap's own.
  var drawingSpace: CGColorSpace { colorSpace ?? CGColorSpaceCreateDeviceGray() }
}

import Foundation

/// A bitmap image, top row first. Immutable. Images are compared by identity (`===`).
public final class CGImage: Sendable {
  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// Bits per component: 8 or 16.
  public let bitsPerComponent: Int
  /// Bits per pixel, including padding.
  public let bitsPerPixel: Int
  /// Bytes per row, including padding.
  public let bytesPerRow: Int
  /// The colour space; nil for an alpha-only image.
  public let colorSpace: CGColorSpace?
  /// The pixel layout.
  public let bitmapInfo: CGBitmapInfo
  /// The bytes. A cropped image shares those of the original; those of an imported image are read
  /// now.
  public var dataProvider: CGDataProvider? { provider ?? CGDataProvider(data: bytes) }
  /// Per colour component, the values of the least and the greatest sample; nil for 0 and 1. Valid
  /// as long as the image.
  public var decode: UnsafePointer<CGFloat>? { decodeNumbers.map { UnsafePointer($0.start) } }
  /// The same as an array.
  var decodeRange: [CGFloat]? { decodeNumbers.map { Array($0.numbers) } }
  private let decodeNumbers: DecodeNumbers?
  /// Whether the image should be interpolated when scaled. Stored, without effect.
  public let shouldInterpolate: Bool
  /// The rendering intent. Stored, without effect.
  public let renderingIntent: CGColorRenderingIntent

  /// The brightest component relative to white, if the image says so; 0 if it is unknown. Stored,
  /// without effect.
  public let contentHeadroom: Float
  /// Whether brighter components are tone-mapped when the image is drawn: always, for PQ and HLG.
  public var shouldToneMap: Bool { colorSpace.map(CGColorSpaceUsesITUR_2100TF) ?? false }
  /// Whether the image has its own metadata for tone mapping: never.
  public var containsImageSpecificToneMappingMetadata: Bool { false }
  /// The packing of components into a pixel.
  public var pixelFormatInfo: CGImagePixelFormatInfo { bitmapInfo.pixelFormat }

  /// The uniform type identifier of the file that the image was decoded from; nil for other images,
  /// and for cropped ones.
  public var utType: CFString? { fileType as CFString? }
  private let fileType: String?

  /// The part outside the bounds of its layer; nil for none.
  package let overhang: ImageOverhang?

  /// Whether the image is an image mask, from `init(maskWidth:…)`.
  public let isMask: Bool

  private let provider: CGDataProvider?
  /// The imported image with the generation of its pixels; nil for other images.
  package let imported: (image: ImportedImage, generation: Int)?
  /// The offset of the first pixel in `bytes`.
  let firstByte: Int
  /// The places of the components in a pixel.
  let layout: PixelLayout
  /// An object for weak references to the image's lifetime. Weak references to the image itself
  /// would slow down its reference counting, and images are passed around for each layer that shows
  /// them.
  package let presence = Presence()

  /// The numbers of `decode`, in memory with the lifetime of the image.
  private final class DecodeNumbers: @unchecked Sendable {
    let start: UnsafeMutablePointer<CGFloat>
    private let count: Int

    init(_ numbers: [CGFloat]) {
      count = numbers.count
      start = .allocate(capacity: count)
      start.initialize(from: numbers, count: count)
    }

    deinit { start.deallocate() }

    var numbers: UnsafeBufferPointer<CGFloat> { UnsafeBufferPointer(start: start, count: count) }
  }

  /// An object with the lifetime of an image.
  package final class Presence: Sendable {
    fileprivate init() {}
  }

  /// Creates an image from the provider's bytes, without a copy.
  ///
  /// Layouts: 8-bit grey, indices of a colour table, grey with alpha, RGB, RGB with alpha or an
  /// unused byte, alpha only, and 16-bit float RGBA. Nil for other layouts, sizes that are not
  /// positive, rows longer than `bytesPerRow`, too few bytes, or a `decode` with fewer than two
  /// numbers per colour component. The last row needs no padding.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: [CGFloat]?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, firstByte: 0,
      decode: decode, shouldInterpolate: shouldInterpolate, intent: intent, isMask: false)
  }

  /// Creates an image with a headroom: how many times as bright as white its brightest component
  /// is. Nil if it is below 1, except 0 for unknown; else as without one.
  public convenience init?(
    headroom: Float, width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard headroom == 0 || headroom >= 1 else { return nil }
    let numbers = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * space.numberOfComponents)) }
    self.init(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, firstByte: 0,
      decode: numbers, shouldInterpolate: shouldInterpolate, intent: intent, isMask: false, headroom: headroom)
  }

  /// Creates an image, with a pointer to `decode`: two numbers per colour component.
  @_disfavoredOverload  // Arrays and nil are for the other, which knows how many there are.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let numbers = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * space.numberOfComponents)) }
    self.init(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, decode: numbers,
      shouldInterpolate: shouldInterpolate, intent: intent)
  }

  init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, firstByte: Int, decode: [CGFloat]?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent, isMask: Bool, fileType: String? = nil, headroom: Float = 0,
    overhang: ImageOverhang? = nil
  ) {
    guard width > 0, height > 0, bytesPerRow > 0,
      let layout = PixelLayout(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bitmapInfo: bitmapInfo, model: space.model),
      let rowSize = product(width, layout.bytesPerPixel), rowSize <= bytesPerRow,
      let otherRows = product(height - 1, bytesPerRow),
      // None of the three is negative, so the differences cannot overflow.
      rowSize <= provider.bytes.count - firstByte - otherRows,
      // A tight RGBA copy, the form that renderers ask for, must be countable too.
      let pixels = product(width, height), product(pixels, 4) != nil,
      decode.map({ $0.count >= 2 * layout.colorOffsets.count }) ?? true
    else { return nil }
    self.width = width
    self.height = height
    self.bitsPerComponent = bitsPerComponent
    self.bitsPerPixel = bitsPerPixel
    self.bytesPerRow = bytesPerRow
    self.colorSpace = bitmapInfo.alphaInfo == .alphaOnly ? nil : space
    self.bitmapInfo = bitmapInfo
    self.provider = provider
    imported = nil
    decodeNumbers = decode.map(DecodeNumbers.init)
    self.shouldInterpolate = shouldInterpolate
    self.renderingIntent = intent
    self.isMask = isMask
    self.fileType = fileType
    contentHeadroom = headroom
    self.overhang = overhang
    self.firstByte = firstByte
    self.layout = layout
  }

  /// An image of imported pixels, whose sides are above 0.
  init(imported image: ImportedImage, generation: Int) {
    (width, height) = (image.width, image.height)
    (bitsPerComponent, bitsPerPixel, bytesPerRow) = (8, 32, image.width * 4)
    colorSpace = .srgbSpace
    layout = .premultipliedRGBA8
    bitmapInfo = CGBitmapInfo(alpha: .premultipliedLast, byteOrder: .order32Big)
    provider = nil
    decodeNumbers = nil
    shouldInterpolate = true
    renderingIntent = .defaultIntent
    isMask = false
    fileType = nil
    contentHeadroom = 1
    overhang = nil
    firstByte = 0
    imported = (image, generation)
  }

  /// The bytes; what cannot be read is transparent.
  var bytes: Data {
    if let provider { return provider.bytes }
    return (try? imported?.image.readPixels()).map { Data($0) } ?? Data(count: bytesPerRow * height)
  }

  /// The position of alpha in a pixel.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }

  /// The byte order of a pixel.
  public var byteOrderInfo: CGImageByteOrderInfo { bitmapInfo.byteOrder }

  /// Whether all pixels are opaque by their layout.
  package var isOpaque: Bool { layout.alphaOffset == nil }
}

extension CGImage {
  /// Returns the part inside `rect`, expanded to whole pixels, with the origin at the image's top
  /// left corner. It shares the bytes. Nil if they do not intersect.
  public func cropping(to rect: CGRect) -> CGImage? {
    guard let columns = pixels(from: rect.minX, to: rect.maxX, limit: width),
      let rows = pixels(from: rect.minY, to: rect.maxY, limit: height)
    else { return nil }
    return derived(columns: columns, rows: rows, space: colorSpace)
  }

  /// Returns the same samples with another colour space; nil if the number of components differs,
  /// and for alpha-only images.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard let own = colorSpace, own.numberOfComponents == space.numberOfComponents else { return nil }
    return derived(columns: 0..<width, rows: 0..<height, space: space)
  }

  /// Returns a copy with another identity.
  public func copy() -> CGImage? {
    derived(columns: 0..<width, rows: 0..<height, space: colorSpace)
  }

  /// The whole pixels touched between two coordinates; nil for none. Compared before they are made
  /// integers, because a huge or infinite number does not fit one.
  private func pixels(from low: CGFloat, to high: CGFloat, limit: Int) -> Range<Int>? {
    let (first, last) = (max(low.rounded(.down), 0), min(high.rounded(.up), CGFloat(limit)))
    return first < last ? Int(first)..<Int(last) : nil
  }

  private func derived(columns: Range<Int>, rows: Range<Int>, space: CGColorSpace?) -> CGImage? {
    guard let dataProvider else { return nil }
    return CGImage(
      width: columns.count, height: rows.count, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space ?? .deviceGraySpace, bitmapInfo: bitmapInfo, provider: dataProvider,
      firstByte: firstByte + rows.lowerBound * bytesPerRow + columns.lowerBound * layout.bytesPerPixel,
      decode: decodeRange, shouldInterpolate: shouldInterpolate, intent: renderingIntent, isMask: isMask,
      headroom: contentHeadroom)
  }
}

/// The product of two counts, or nil if it is too large for an integer.
private func product(_ a: Int, _ b: Int) -> Int? {
  let (result, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? nil : result
}

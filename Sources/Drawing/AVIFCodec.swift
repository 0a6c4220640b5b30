import Foundation
import MultiplaneCAVIF
import MultiplaneGraphics

/// AVIF through libavif, one thread at a time.
enum AVIFCodec {
  /// What a pixel takes while it is decoded: of the result four bytes, of the planes up to eight, and as much again of the decoder's own.
  private static let bytesPerPixel = 20

  /// Decodes the still image of a file, turned upright; what the file says of its colours is applied, but for curves of high dynamic range.
  static func decode(_ bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) -> StraightPixels {
    guard let library = AVIFLibrary.shared else {
      throw .unsupported(name: name, found: "an AVIF, and no libavif to read it", remedy: "install it (\(package))")
    }
    // The library keeps the address until the decoder is destroyed.
    let kept = Data(bytes) as NSData
    return try withExtendedLifetime(kept) { () throws(ImageError) in
      let header = try Decoding(kept, mostPixels: nil, library, name: name)
      let (width, height) = header.size
      try limits.check(width: width, height: height, name: name)
      try limits.check(
        memory: bytesPerPixel, width: width, height: height, fileBytes: 2 * bytes.count, name: name)
      // What the header does not tell cannot be larger then.
      let decoding = try Decoding(kept, mostPixels: width * height, library, name: name)
      try decoding.check(library.nextImage(decoding.decoder))
      guard decoding.size == header.size else {
        throw .damaged(name: name, found: "an AVIF whose header says another size than its image has")
      }
      var decoded = try pixels(of: decoding)
      decoded.convert(from: colors(of: decoding.image.pointee))
      return orientation(of: decoding.image.pointee).apply(to: decoded)
    }
  }

  /// A decoder whose header is read.
  private final class Decoding {
    let decoder: AVIFLibrary.Decoder
    /// Owned by the decoder.
    let image: AVIFLibrary.Image
    let library: AVIFLibrary
    private let name: String

    var size: (Int, Int) { (Int(image.pointee.width), Int(image.pointee.height)) }

    init(_ bytes: NSData, mostPixels: Int?, _ library: AVIFLibrary, name: String) throws(ImageError) {
      guard let decoder = library.createDecoder() else {
        throw .unsupported(name: name, found: "no memory for the AVIF library", remedy: "free some memory")
      }
      decoder.pointee.maxThreads = 1
      decoder.pointee.ignoreExif = 1
      decoder.pointee.ignoreXMP = 1
      if let mostPixels { decoder.pointee.imageSizeLimit = UInt32(clamping: mostPixels) }
      // Of an animation the picture that stands for it.
      var result = library.setSource(decoder, AVIF_DECODER_SOURCE_PRIMARY_ITEM)
      if result == AVIF_RESULT_OK {
        result = library.setMemory(decoder, bytes.bytes.assumingMemoryBound(to: UInt8.self), bytes.length)
      }
      if result == AVIF_RESULT_OK { result = library.parse(decoder) }
      guard result == AVIF_RESULT_OK, let image = decoder.pointee.image else {
        library.destroyDecoder(decoder)
        throw Self.damaged(library, result, name)
      }
      (self.decoder, self.image, self.library, self.name) = (decoder, image, library, name)
    }

    deinit { library.destroyDecoder(decoder) }

    func check(_ result: avifResult) throws(ImageError) {
      if result != AVIF_RESULT_OK { throw Self.damaged(library, result, name) }
    }

    private static func damaged(_ library: AVIFLibrary, _ result: avifResult, _ name: String) -> ImageError {
      .damaged(name: name, found: "a damaged or cut-short AVIF (libavif: \(library.text(of: result)))")
    }
  }

  private static func pixels(of decoding: Decoding) throws(ImageError) -> StraightPixels {
    let (width, height) = decoding.size
    var rgb = avifRGBImage()
    decoding.library.setDefaults(&rgb, decoding.image)
    rgb.depth = 8
    rgb.format = AVIF_RGB_FORMAT_RGBA
    rgb.rowBytes = UInt32(width * 4)
    var bytes = Data(count: width * height * 4)
    let result = bytes.withUnsafeMutableBytes { bytes in
      rgb.pixels = bytes.bindMemory(to: UInt8.self).baseAddress
      return decoding.library.planesToPixels(decoding.image, &rgb)
    }
    try decoding.check(result)
    return StraightPixels(width: width, height: height, bytes: bytes)
  }

  /// What a profile, else code points say.
  private static func colors(of image: avifImage) -> ImageColors? {
    let isGray = image.yuvFormat == AVIF_PIXEL_FORMAT_YUV400
    let profile = [UInt8](UnsafeBufferPointer(start: image.icc.data, count: image.icc.data == nil ? 0 : image.icc.size))
    return ImageProfile.colors(icc: profile, model: isGray ? .monochrome : .rgb)
      ?? ImageProfile.colors(
        primaries: UInt8(truncatingIfNeeded: image.colorPrimaries),
        transfer: UInt8(truncatingIfNeeded: image.transferCharacteristics))
  }

  /// Quarters to the left, then a mirror, as one of the ways in which a camera may be held. (ISO/IEC 23008-12, 6.5.10 and 6.5.12.)
  private static func orientation(of image: avifImage) -> JPEGOrientation {
    let flags = image.transformFlags
    let quarters = flags & AVIF_TRANSFORM_IROT.rawValue != 0 ? Int(image.irot.angle & 3) : 0
    guard flags & AVIF_TRANSFORM_IMIR.rawValue != 0 else {
      return [.upright, .turnedLeft, .turnedHalf, .turnedRight][quarters]
    }
    // Mode 1 exchanges left and right.
    return image.imir.mode == 1
      ? [.mirrored, .mirroredTurnedRight, .mirroredUpsideDown, .mirroredTurnedLeft][quarters]
      : [.mirroredUpsideDown, .mirroredTurnedLeft, .mirrored, .mirroredTurnedRight][quarters]
  }

  /// Encodes with colours at full resolution, and alpha whole.
  ///
  /// - Parameter quantizer: of colours, 63 (least) to 0; nil for every byte.
  static func encode(_ pixels: StraightPixels, quantizer: Int?, name: String) throws(ImageError) -> [UInt8] {
    guard let library = AVIFLibrary.shared else {
      throw .unencodable(name: name, expected: "libavif to write an AVIF with", found: "none; install it (\(package))")
    }
    guard pixels.width <= 16384, pixels.height <= 16384 else {
      throw .unencodable(
        name: name, expected: "at most 16384 px a side for AVIF",
        found: "\(pixels.width) x \(pixels.height) px; write PNG instead")
    }
    guard let encoder = library.createEncoder(),
      let image = library.createImage(UInt32(pixels.width), UInt32(pixels.height), 8, AVIF_PIXEL_FORMAT_YUV444)
    else { throw .unencodable(name: name, expected: "memory for libavif", found: "none") }
    defer {
      library.destroyImage(image)
      library.destroyEncoder(encoder)
    }
    image.pointee.yuvRange = AVIF_RANGE_FULL
    image.pointee.colorPrimaries = UInt16(AVIF_COLOR_PRIMARIES_BT709)
    image.pointee.transferCharacteristics = UInt16(AVIF_TRANSFER_CHARACTERISTICS_SRGB)
    let matrix = quantizer == nil ? AVIF_MATRIX_COEFFICIENTS_IDENTITY : AVIF_MATRIX_COEFFICIENTS_BT601
    image.pointee.matrixCoefficients = UInt16(matrix)
    (encoder.pointee.minQuantizer, encoder.pointee.maxQuantizer) = (Int32(quantizer ?? 0), Int32(quantizer ?? 0))
    (encoder.pointee.minQuantizerAlpha, encoder.pointee.maxQuantizerAlpha) = (0, 0)
    encoder.pointee.maxThreads = 1
    encoder.pointee.speed = speed
    func check(_ result: avifResult) throws(ImageError) {
      guard result != AVIF_RESULT_OK else { return }
      throw .unencodable(
        name: name, expected: "pixels that fit an AVIF", found: "\"\(library.text(of: result))\" from libavif")
    }
    var rgb = avifRGBImage()
    library.setDefaults(&rgb, image)
    rgb.depth = 8
    rgb.format = AVIF_RGB_FORMAT_RGBA
    rgb.ignoreAlpha = pixels.isOpaque ? 1 : 0
    rgb.rowBytes = UInt32(pixels.width * 4)
    var bytes = pixels.bytes
    let converted = bytes.withUnsafeMutableBytes { bytes in
      rgb.pixels = bytes.bindMemory(to: UInt8.self).baseAddress
      return library.pixelsToPlanes(image, &rgb)
    }
    try check(converted)
    var file = avifRWData()
    defer { library.freeBytes(&file) }
    try check(library.write(encoder, image, &file))
    return [UInt8](UnsafeBufferPointer(start: file.data, count: file.size))
  }

  /// Of 0, the slowest, to 10.
  private static let speed: Int32 = 8
  private static let package = "Debian: apt-get install \(CAVIF_LIBRARY == "libavif.so.15" ? "libavif15" : "libavif16")"
}

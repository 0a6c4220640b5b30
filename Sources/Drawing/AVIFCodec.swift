import Foundation
import MultiplaneCAVIF
import MultiplaneCDynamicLibraries
import MultiplaneGraphics

/// AVIF through libavif, which decodes in a copy of the process.
///
/// The library is not linked: it brings several codecs of AV1 with it, twenty megabytes, and most
/// programs never see an AVIF. Its functions open it when the first AVIF is read or written.
enum AVIFCodec {
  /// Whether the library is installed, in the version whose header this was built with.
  static let isAvailable = cdl_missing_avif() == nil

  /// What a result means, in the library's words.
  static func text(of result: avifResult) -> String {
    avifResultToString(result).map { String(cString: $0) } ?? "no reason given"
  }

  /// What a pixel takes while it is decoded: of the result twice four bytes, and of the planes and
  /// the decoder's own up to twelve.
  private static let bytesPerPixel = 20

  /// Decodes the still image of a file, turned upright; what the file says of its colours is
  /// applied, and high dynamic range is tone-mapped.
  static func decode(_ bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) -> StraightPixels {
    guard isAvailable else {
      throw .unsupported(name: name, found: "an AVIF, and no libavif to read it", remedy: "install it (\(package))")
    }
    let header = try AVIFAnswer(bytes, name: name, size: nil)
    let (width, height) = (header.width, header.height)
    try limits.check(width: width, height: height, name: name)
    try limits.check(memory: bytesPerPixel, width: width, height: height, fileBytes: bytes.count, name: name)
    let answer = try AVIFAnswer(bytes, name: name, size: (width, height))
    var decoded = answer.pixels
    decoded.convert(from: answer.colors)
    return answer.orientation.apply(to: decoded)
  }

  /// Encodes with colours at full resolution, and alpha whole.
  ///
  /// - Parameter quantizer: of colours, 63 (least) to 0; nil for every byte.
  static func encode(_ pixels: StraightPixels, quantizer: Int?, name: String) throws(ImageError) -> [UInt8] {
    guard isAvailable else {
      throw .unencodable(name: name, expected: "libavif to write an AVIF with", found: "none; install it (\(package))")
    }
    guard pixels.width <= 16384, pixels.height <= 16384 else {
      throw .unencodable(
        name: name, expected: "at most 16384 px per side for AVIF",
        found: "\(pixels.width) x \(pixels.height) px; write PNG instead")
    }
    guard let encoder = avifEncoderCreate(),
      let image = avifImageCreate(UInt32(pixels.width), UInt32(pixels.height), 8, AVIF_PIXEL_FORMAT_YUV444)
    else { throw .unencodable(name: name, expected: "memory for libavif", found: "none") }
    defer {
      avifImageDestroy(image)
      avifEncoderDestroy(encoder)
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
        name: name, expected: "pixels that fit an AVIF", found: "\"\(text(of: result))\" from libavif")
    }
    var rgb = avifRGBImage()
    avifRGBImageSetDefaults(&rgb, image)
    rgb.depth = 8
    rgb.format = AVIF_RGB_FORMAT_RGBA
    rgb.ignoreAlpha = pixels.isOpaque ? 1 : 0
    rgb.rowBytes = UInt32(pixels.width * 4)
    var bytes = pixels.bytes
    let converted = bytes.withUnsafeMutableBytes { bytes in
      rgb.pixels = bytes.bindMemory(to: UInt8.self).baseAddress
      return avifImageRGBToYUV(image, &rgb)
    }
    try check(converted)
    var file = avifRWData()
    defer { avifRWDataFree(&file) }
    try check(avifEncoderWrite(encoder, image, &file))
    return [UInt8](UnsafeBufferPointer(start: file.data, count: file.size))
  }

  /// Of 0, the slowest, to 10.
  private static let speed: Int32 = 8
  private static let package = "Debian: apt-get install \(CAVIF_LIBRARY == "libavif.so.15" ? "libavif15" : "libavif16")"
}

import Foundation
import MultiplaneCDynamicLibraries
import MultiplaneCTIFF
import MultiplaneGraphics

/// TIFF files of Image I/O through libtiff, which decodes in a forked process (`TIFFAnswer`).
///
/// The library is not linked: it brings several codecs with it, and scenes and the command do not
/// read TIFF. Its functions open it when the first TIFF is read or written.
enum TIFFCodec {
  /// Whether the library is installed, in a version that has all that is called.
  static let isAvailable = cdl_missing_tiff() == nil

  private static let package = "Debian: apt-get install libtiff6"

  /// Whether a file begins as a TIFF or a BigTIFF does, of either byte order.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]].contains {
      bytes.starts(with: $0)
    }
  }

  /// Decodes the first image, turned upright; the colours of an ICC profile become sRGB.
  static func decode(_ bytes: [UInt8], name: String, limits: ImageLimits = .standard) throws(ImageError) -> CGImage {
    guard isAvailable else {
      throw .unsupported(name: name, found: "a TIFF, and no libtiff to read it", remedy: "install it (\(package))")
    }
    try limits.check(fileBytes: bytes.count, name: name)
    let header = try TIFFAnswer(bytes, name: name, header: nil).header
    let (width, height) = (Int(header.width), Int(header.height))
    try limits.check(width: width, height: height, name: name)
    // libtiff's strips or tiles, then the pixels three times: the answer's, and twice while they
    // are turned.
    try limits.check(
      memory: max(Int(header.bytes_per_pixel) + 4, 12), width: width, height: height, fileBytes: bytes.count,
      name: name)
    let answer = try TIFFAnswer(bytes, name: name, header: header)
    var pixels = answer.pixels
    pixels.convert(from: ImageProfile.colors(icc: answer.profile, model: header.is_gray ? .monochrome : .rgb))
    pixels = (ImageOrientation(rawValue: Int(header.orientation)) ?? .upright).apply(to: pixels)
    let (uprightWidth, uprightHeight) = (pixels.width, pixels.height)
    guard
      let image = CGImage(
        premultipliedRGBA8: (consume pixels).premultiplied(), width: uprightWidth, height: uprightHeight,
        fileType: ImageIOFormat.tiff.typeIdentifier)
    else { throw .tooLarge(name: name, found: "\(width) x \(height) px", limit: "what an image can hold") }
    return image
  }

  /// The resolution that a file states; nil for none, and without the library.
  static func density(of bytes: [UInt8]) -> ImageDensity? {
    guard isAvailable, let header = try? TIFFAnswer(bytes, name: "image source", header: nil).header else { return nil }
    return ImageDensity(x: header.x_resolution, y: header.y_resolution)
  }

  /// Encodes premultiplied RGBA8 by LZW, without alpha if all of it is opaque.
  ///
  /// - Parameter density: nil for 72 pixels per inch.
  static func encode(
    premultipliedRGBA8 pixels: [UInt8], width: Int, height: Int, density: ImageDensity?, name: String
  ) throws(ImageError) -> [UInt8] {
    guard isAvailable else {
      throw .unencodable(name: name, expected: "libtiff to write a TIFF with", found: "none; install it (\(package))")
    }
    let resolution = density ?? .standard
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    let result = ctiff_encode(
      pixels, UInt32(width), UInt32(height), pixels.withUnsafeBytes(StraightPixels.isOpaque), resolution.x,
      resolution.y, &file, &count)
    defer { free(file) }
    guard result.status == CTIFF_OK else {
      throw .unencodable(
        name: name, expected: "pixels that fit a TIFF", found: "\"\(text(of: result))\" from libtiff")
    }
    return [UInt8](UnsafeBufferPointer(start: file, count: count))
  }

  /// libtiff's message.
  static func text(of result: ctiff_result) -> String {
    let text = withUnsafeBytes(of: result.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return text.isEmpty ? "no reason given" : text
  }
}

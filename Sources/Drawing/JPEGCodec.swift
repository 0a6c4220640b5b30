import Foundation
import MultiplaneCJPEG
import MultiplaneGraphics

/// JPEG through libjpeg, whose errors `CJPEG` turns into values.
enum JPEGCodec {
  /// Decodes baseline and progressive files, gray, colour or ink (CMYK, YCCK), with any sampling
  /// factors, turned upright by the Exif orientation; the colours of an ICC profile become sRGB.
  ///
  /// Every processor decodes to the same bytes. A library warning is an error here: what it makes
  /// up for missing data is gray blocks. Files of more than 500 scans are refused, and large ones
  /// of fewer (`JPEGScans`), as they take minutes by design.
  static func decode(_ bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) -> StraightPixels {
    var header = cjpeg_header()
    try check(cjpeg_read_header(bytes, bytes.count, &header), name)
    let (width, height) = (Int(header.width), Int(header.height))
    try limits.check(width: width, height: height, name: name)
    let orientation = ImageOrientation(of: bytes, format: .jpeg)
    try JPEGScans(of: bytes).check(
      width: width, height: height, components: Int(header.components), isTurned: orientation != .upright,
      fileBytes: bytes.count, limits, name: name)

    var pixels = Data(count: width * height * 4)
    let result = pixels.withUnsafeMutableBytes { pixels in
      cjpeg_decode(bytes, bytes.count, &header, pixels.bindMemory(to: UInt8.self).baseAddress)
    }
    try check(result, name)
    var decoded = StraightPixels(width: width, height: height, bytes: pixels)
    let model: CGColorSpaceModel =
      switch header.model {
      case CJPEG_INK: .cmyk
      case CJPEG_GRAY: .monochrome
      default: .rgb
      }
    let colors = ImageProfile.colors(icc: ColorProfile.bytes(ofJPEG: bytes), model: model)
    if model == .cmyk {
      let profile: ImageProfile? = if case .profile(let profile) = colors { profile } else { nil }
      decoded.changeBytes { ImageProfile.convert(invertedInk: $0, by: profile) }
    } else {
      decoded.convert(from: colors)
    }
    return orientation.apply(to: decoded)
  }

  /// Encodes RGB8 pixels, row after row, at a quality from 1 to 100.
  ///
  /// Colour is kept at full resolution (4:4:4): at half, thin coloured lines and letters smear.
  static func encode(
    rgb: [UInt8], width: Int, height: Int, quality: Int, name: String
  ) throws(ImageError) -> [UInt8] {
    // libjpeg's JPEG_MAX_DIMENSION; the format's own is 65535.
    guard width <= 65500, height <= 65500 else {
      throw .unencodable(
        name: name, expected: "at most 65500 px per side for JPEG", found: "\(width) x \(height) px; write PNG instead")
    }
    var file: UnsafeMutablePointer<UInt8>?
    var size = 0
    defer { free(file) }
    let result = cjpeg_encode(rgb, Int32(width), Int32(height), Int32(quality), &file, &size)
    guard result.status == CJPEG_OK, let file else {
      throw .unencodable(
        name: name, expected: "pixels that fit a JPEG", found: "\"\(text(of: result))\" from libjpeg")
    }
    return [UInt8](UnsafeBufferPointer(start: file, count: size))
  }

  private static func check(_ result: cjpeg_result, _ name: String) throws(ImageError) {
    switch result.status {
    case CJPEG_OK: return
    case CJPEG_UNSUPPORTED:
      throw .unsupported(
        name: name, found: "a JPEG that libjpeg does not decode (\(text(of: result)))",
        remedy: "save it as a baseline JPEG, or as PNG")
    default:
      throw .damaged(name: name, found: "a damaged or cut-short JPEG (libjpeg: \(text(of: result)))")
    }
  }

  private static func text(of result: cjpeg_result) -> String {
    withUnsafeBytes(of: result.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

import Foundation
import MultiplaneCTurboJPEG
import MultiplaneGraphics

/// JPEG through TurboJPEG, which catches libjpeg's jumps itself and reports errors by return
/// values.
enum JPEGCodec {
  /// Decodes baseline and progressive files, gray, colour or ink (CMYK), turned upright as the
  /// camera noted (Exif); the colours of an ICC profile become sRGB. Ink without one is each
  /// light's opposite.
  ///
  /// The slower of the two transforms is used, so that every processor decodes to the same bytes. A
  /// library warning is an error here: what it makes up for missing data is gray blocks. Files of
  /// more than 500 scans are refused, and large ones of fewer (`JPEGScans`), as they take minutes
  /// by design.
  static func decode(_ bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) -> StraightPixels {
    guard let decoder = tjInitDecompress() else { throw unavailable(name) }
    defer { tjDestroy(decoder) }

    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colorspace: Int32 = 0
    let headerStatus = tjDecompressHeader3(
      decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
    guard headerStatus == 0 else { throw damaged(name, decoder) }
    try limits.check(width: Int(width), height: Int(height), name: name)
    let isInk = [TJCS_CMYK.rawValue, TJCS_YCCK.rawValue].contains(UInt32(bitPattern: colorspace))
    let model: CGColorSpaceModel =
      isInk ? .cmyk : UInt32(bitPattern: colorspace) == TJCS_GRAY.rawValue ? .monochrome : .rgb
    let orientation = JPEGOrientation(ofFile: bytes)
    try JPEGScans(of: bytes).check(
      width: Int(width), height: Int(height), isTurned: orientation != .upright, fileBytes: bytes.count, limits,
      name: name)

    let size = Int(width) * Int(height) * 4
    let flags = TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS
    var pixels = Data(count: size)
    let status = pixels.withUnsafeMutableBytes { pixels in
      tjDecompress2(
        decoder, bytes, UInt(bytes.count), pixels.bindMemory(to: UInt8.self).baseAddress, width, 0, height,
        Int32((isInk ? TJPF_CMYK : TJPF_RGBA).rawValue), flags)
    }
    guard status == 0 else { throw damaged(name, decoder) }
    var decoded = StraightPixels(width: Int(width), height: Int(height), bytes: pixels)
    let colors = ImageProfile.colors(icc: ColorProfile.bytes(ofJPEG: bytes), model: model)
    if isInk {
      // Adobe's programs write 255 for no ink, and with a segment of theirs.
      let isInverted = JPEGSegments(of: bytes).contents(of: 0xEE, beginningWith: Array("Adobe".utf8)) != nil
      let profile: ImageProfile? = if case .profile(let profile) = colors { profile } else { nil }
      decoded.changeBytes { ImageProfile.convert(ink: $0, by: profile, isInverted: isInverted) }
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
    guard let encoder = tjInitCompress() else { throw unavailable(name) }
    defer { tjDestroy(encoder) }
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(file) }
    let status = tjCompress2(
      encoder, rgb, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &file, &size,
      Int32(TJSAMP_444.rawValue), Int32(quality), TJFLAG_ACCURATEDCT)
    guard status == 0, let file else {
      throw .unencodable(
        name: name, expected: "pixels that fit a JPEG", found: "\"\(text(of: encoder))\" from libjpeg")
    }
    return [UInt8](UnsafeBufferPointer(start: file, count: Int(size)))
  }

  private static func damaged(_ name: String, _ decoder: tjhandle) -> ImageError {
    .damaged(name: name, found: "a damaged or cut-short JPEG (libjpeg: \(text(of: decoder)))")
  }

  private static func unavailable(_ name: String) -> ImageError {
    .unsupported(name: name, found: "no memory for the JPEG library", remedy: "free some memory")
  }

  private static func text(of handle: tjhandle) -> String {
    guard let message = tjGetErrorStr2(handle) else { return "no reason given" }
    return String(cString: message)
  }
}

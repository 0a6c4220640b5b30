import Foundation
import HostileFiles
import MultiplaneDrawing
import MultiplaneGraphics
import TestTiers
import Testing

/// What decoding takes at most (`ImageLimits.maximumMemory`), for each format: the largest image
/// that is taken stays within it, and one of a pixel more is refused before anything is decoded.
@Suite struct ImageMemoryTests {
  /// Files with their bytes per pixel, of the picture and of what their codec keeps beside it, and
  /// how often the file is kept.
  private static let files = [
    ("rgba.png", 4, 2), ("interlaced.png", 4, 2), ("gray16.png", 8, 2), ("baseline.jpg", 4, 1),
    ("orientation-6.jpg", 8, 1),
    ("progressive.jpg", 10, 1), ("sampling/ycck-2x1-1x1-1x1-2x1.jpg", 12, 1), ("moving.webp", 8, 1),
    ("lossy.webp", 9, 1), ("lossless.webp", 8, 1), ("shapes.svg", 8, 1),
  ]

  @Test(arguments: files)
  func aByteLessIsRefused(name: String, bytesPerPixel: Int, copies: Int) throws {
    let bytes = try Corpus.bytes(name)
    let whole = try picture(bytes, name, ImageLimits())
    let needed = whole.width * whole.height * bytesPerPixel + copies * bytes.count
    #expect(throws: Never.self) { try picture(bytes, name, ImageLimits(maximumMemory: needed)) }
    let line = errorLine { () throws(ImageError) in
      _ = try picture(bytes, name, ImageLimits(maximumMemory: needed - 1))
    }
    // The line is of the pixels as they lie in the file, before they are turned upright.
    let isTurned = name.hasPrefix("orientation-6")
    let (width, height) = isTurned ? (whole.height, whole.width) : (whole.width, whole.height)
    #expect(
      line?.hasPrefix(
        "\(name): expected at most 0 MiB, found \(width) x \(height) px that take 0 MiB to decode") == true,
      "\(line ?? "no error")")
  }

  private func picture(_ bytes: [UInt8], _ name: String, _ limits: ImageLimits) throws(ImageError) -> CGImage {
    guard name.hasSuffix(".svg") else { return try decodeImage(bytes, name: name, limits: limits) }
    return try SVGDocument(bytes, name: name).render(width: 48, height: 24, limits: limits)
  }

  /// Images whose codecs keep most beside the pixels, as large as they may be: each is decoded in a
  /// process that is measured. One pixel, or one row, more is refused. (A PNG of the most pixels of
  /// all is in `HostileImageTests`.)
  private static let largest:
    [(name: String, side: Int, over: Int, decode: @Sendable (Int) throws(ImageError) -> Void)] = [
      // 8 bytes per pixel: 400 MiB are 3200 rows of 16384, less the file.
      (
        "lossless WebP", 3199, 3200,
        { rows throws(ImageError) in _ = try decodeImage(losslessWebP(width: 16384, height: rows), name: "webp") }
      ),
      (
        "SVG", 3199, 3200,
        { rows throws(ImageError) in
          let text = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"#
          _ = try SVGDocument([UInt8](text.utf8), name: "svg").render(width: 16384, height: rows)
        }
      ),
      // 10 bytes per pixel; sides of whole blocks.
      (
        "progressive JPEG", 6472, 6480,
        { side throws(ImageError) in
          _ = try decodeImage(HostileImageTests.jpeg(side: side, components: 3, scans: 0), name: "jpeg")
        }
      ),
    ]

  @Test(arguments: largest.indices)
  func theLargestIsWithin(index: Int) async {
    await TestProcesses.run(Self.largest[index].name) {
      await #expect(processExitsWith: .success) { [index] in
        let (name, side, over, decode) = Self.largest[index]
        var line: String?
        let complaint = HostileFiles.complaint(about: name) {
          line = errorLine { () throws(ImageError) in try decode(side) }
        }
        #expect(complaint == nil && line == nil, "\(line ?? "")")
        let refused = errorLine { () throws(ImageError) in try decode(over) }
        #expect(refused?.contains("expected at most 400 MiB, found") == true, "\(refused ?? "no error")")
      }
    }
  }

  /// A lossless WebP of one colour (RFC 9649, section 3): no transforms, and five codes of one
  /// symbol each, which take no bits. So the file is as short for many pixels as for one.
  private static func losslessWebP(width: Int, height: Int) -> [UInt8] {
    var bits: [(value: Int, count: Int)] = [(width - 1, 14), (height - 1, 14), (1, 1), (0, 3)]
    // No transform, no cache of colours, no codes for parts.
    bits += [(0, 1), (0, 1), (0, 1)]
    // A simple code, of one symbol, of one bit: 0.
    for _ in 0..<5 { bits += [(1, 1), (0, 1), (0, 1), (0, 1)] }
    var payload: [UInt8] = [0x2F]
    var (byte, filled) = (UInt8(0), 0)
    for (value, count) in bits {
      for bit in 0..<count {
        byte |= UInt8(value >> bit & 1) << filled
        filled += 1
        if filled == 8 {
          payload.append(byte)
          (byte, filled) = (0, 0)
        }
      }
    }
    payload += [byte] + [UInt8](repeating: 0, count: 8)
    if !payload.count.isMultiple(of: 2) { payload.append(0) }
    func size(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(count >> (8 * $0) & 255) } }
    return Array("RIFF".utf8) + size(payload.count + 12) + Array("WEBPVP8L".utf8) + size(payload.count) + payload
  }
}

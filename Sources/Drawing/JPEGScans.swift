/// The scans of a JPEG: how often the decoder walks through all of the image's coefficients.
struct JPEGScans {
  /// Pixels times scans, at the most: a second's work. 8192 x 8192 px in the ten scans that
  /// encoders make are half of it.
  private static let mostPixelScans = 5 << 28

  private let count: Int

  /// Counts the markers that begin a scan. In packed data a byte FF is followed by 00, so such a
  /// marker is found by its two bytes; what segments hold may look like one, and counts too much
  /// only where a file holds hundreds of pictures.
  init(of bytes: [UInt8]) {
    var count = 0
    var start = 2
    // Past the segments of programs in front, which may hold a small JPEG as a preview, and past
    // nothing else.
    while let segment = JPEGSegments.segment(at: start, in: bytes), 0xE0...0xEF ~= segment.kind || segment.kind == 0xFE
    {
      start = segment.contents.upperBound
    }
    bytes.withUnsafeBufferPointer { bytes in
      var place = start
      while place + 1 < bytes.count {
        if bytes[place] == 0xFF, bytes[place + 1] == 0xDA { count += 1 }
        place += 1
      }
    }
    self.count = count
  }

  /// Refuses an image whose scans take longer, or whose coefficients more memory, than any that
  /// people make.
  ///
  /// An image of several scans is kept whole as coefficients: at most two bytes for each of a
  /// pixel's components.
  func check(
    width: Int, height: Int, components: Int, isTurned: Bool, fileBytes: Int, _ limits: ImageLimits, name: String
  ) throws(ImageError) {
    // Beside the coefficients there are the pixels, and twice when they are turned upright
    // afterwards.
    try limits.check(
      memory: max(count > 1 ? 4 + 2 * components : 4, isTurned ? 8 : 4), width: width, height: height,
      fileBytes: fileBytes, name: name)
    guard count <= 1 || count <= Self.mostPixelScans / (width * height) else {
      throw .unsupported(
        name: name, found: "a JPEG of \(width) x \(height) px in \(count) scans",
        remedy: "save it without progressive refinement")
    }
  }
}

import MultiplaneCWebP

/// The picture of a WebP file: the still image, or the first frame of an animation.
///
/// libwebp decodes one bitstream. Of an animation it is handed that of the first frame, which the
/// decoder writes in its place of a transparent canvas. Browsers ignore the background colour too.
/// (Source: RFC 9649, section 2.7.1.1.)
struct WebPFrame {
  /// The size of the canvas, in pixels.
  let width: Int
  let height: Int
  /// The place of the bitstream's upper left corner in the canvas, in pixels.
  private(set) var x = 0
  private(set) var y = 0
  /// The bitstream, with its chunk of alpha.
  private(set) var range: Range<Int>
  private(set) var features: WebPBitstreamFeatures

  /// Reads the headers of a file.
  init(of bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) {
    range = 0..<bytes.count
    features = WebPBitstreamFeatures()
    let status = WebPGetFeatures(bytes, bytes.count, &features)
    guard status == VP8_STATUS_OK else { throw WebPCodec.damaged(name, status) }
    (width, height) = (Int(features.width), Int(features.height))
    try limits.check(width: width, height: height, name: name)
    guard features.has_animation != 0 else { return }
    guard let frame = Self.firstFrame(of: bytes) else {
      throw .damaged(name: name, found: "an animated WebP without a frame")
    }
    func number(_ offset: Int) -> Int {
      bytes[frame.lowerBound + offset..<frame.lowerBound + offset + 3].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    (x, y) = (2 * number(0), 2 * number(3))
    range = frame.dropFirst(Self.frameHeader)
    let frameStatus = bytes.withUnsafeBufferPointer { bytes in
      WebPGetFeatures(bytes.baseAddress.map { $0 + range.lowerBound }, range.count, &features)
    }
    guard frameStatus == VP8_STATUS_OK else { throw WebPCodec.damaged(name, frameStatus) }
    guard features.width == number(6) + 1, features.height == number(9) + 1, x + Int(features.width) <= width,
      y + Int(features.height) <= height
    else {
      throw .damaged(name: name, found: "an animated WebP whose first frame is not of the size and place it claims")
    }
  }

  /// Three bytes each for x, y, width, height and duration, and one of flags.
  private static let frameHeader = 16

  /// The contents of the first `ANMF` chunk, if they hold more than the header.
  private static func firstFrame(of bytes: [UInt8]) -> Range<Int>? {
    var start = 12
    while let chunk = WebPCodec.chunk(at: start, in: bytes) {
      if bytes[start..<start + 4].elementsEqual("ANMF".utf8) { return chunk.count > frameHeader ? chunk : nil }
      start = chunk.upperBound + chunk.count % 2
    }
    return nil
  }
}

/// The compression quality of files, from 0 (smallest) to 1 (best), as in
/// `kCGImageDestinationLossyCompressionQuality`: one scale for pictures and videos, and its meaning
/// for each picture format.
package enum CompressionQuality {
  package static let range = 0.0...1.0

  /// The problem of a quality; nil if there is none.
  package static func problem(with quality: Double) -> (expected: String, found: String)? {
    range.contains(quality) ? nil : ("a quality from 0 (least) to 1 (best)", "\(quality)")
  }

  /// The problem of a quality for a format, as a sentence without its place; nil if there is none.
  ///
  /// - Parameters:
  ///   - quality: nil for none.
  ///   - format: the extension, such as `.gif`.
  ///   - isTaken: whether the format has a quality.
  package static func problem(with quality: Double?, in format: String, isTaken: Bool) -> String? {
    guard let quality else { return nil }
    guard isTaken else { return "expected none, because it has no effect on \(format), found \(quality)" }
    return problem(with: quality).map { "expected \($0.expected), found \($0.found)" }
  }

  /// libjpeg's, 1 to 100; 90 by default.
  static func jpeg(_ quality: Double?) -> Int { Int(((quality ?? 0.9) * 99).rounded()) + 1 }

  /// libwebp's, 0 to 100, 90 by default; nil for a lossless file, at the best quality.
  static func webp(_ quality: Double?) -> Double? {
    let quality = quality ?? 0.9
    return quality < 1 ? quality * 100 : nil
  }

  /// libwebp's for the frames of an animation, which are lossless by default.
  static func animatedWebP(_ quality: Double?) -> Double? { webp(quality ?? 1) }

  /// libavif's, 63 to 0, that of 0.9 by default; nil for a file that keeps every byte, as it does
  /// at the best.
  static func avif(_ quality: Double?) -> Int? {
    let quality = quality ?? 0.9
    return quality < 1 ? Int(((1 - quality) * 63).rounded()) : nil
  }
}

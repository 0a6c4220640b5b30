/// The effort that PNG and WebP files take to become smaller, from 0 (fastest) to 1 (smallest
/// file). It changes no pixel of lossless files.
package enum CompressionEffort {
  package static let range = 0.0...1.0
  /// The default, libdeflate's level 4.
  package static let standard = 0.3

  /// The problem of an effort; nil if there is none.
  package static func problem(with effort: Double) -> (expected: String, found: String)? {
    range.contains(effort) ? nil : ("an effort from 0 (fastest) to 1 (smallest file)", "\(effort)")
  }

  /// The problem of an effort for a format, as a sentence without its place; nil if there is none.
  ///
  /// - Parameters:
  ///   - effort: nil for none.
  ///   - format: the extension, such as `.gif`.
  ///   - isTaken: whether the format has an effort.
  package static func problem(with effort: Double?, in format: String, isTaken: Bool) -> String? {
    guard let effort else { return nil }
    guard isTaken else { return "expected none, because it has no effect on \(format), found \(effort)" }
    return problem(with: effort).map { "expected \($0.expected), found \($0.found)" }
  }

  /// libdeflate's level, 1 to 12; 4 by default.
  static func deflateLevel(_ effort: Double?) -> Int32 { 1 + Int32((11 * (effort ?? standard)).rounded()) }

  /// libwebp's method for lossy files, 0 to 6; 2 by default.
  static func webpMethod(_ effort: Double?) -> Int32 { Int32((6 * (effort ?? standard)).rounded()) }

  /// libwebp's preset for lossless files, 0 to 9; 3 by default.
  static func webpLosslessLevel(_ effort: Double?) -> Int32 { Int32((9 * (effort ?? standard)).rounded()) }
}

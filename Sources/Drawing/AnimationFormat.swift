/// The animated picture formats that are encoded here. They repeat forever.
package enum AnimationFormat: Sendable {
  /// PNG with the chunks of an animation; every byte is kept.
  case apng
  /// WebP with frames; without a quality every byte is kept.
  case webp
}

/// Makes the parts of an animation's file.
protocol AnimationCoder {
  /// The grid of frame offsets, in pixels.
  var grid: Int { get }
  /// Whether decoded pixels are those that were encoded.
  var keepsPixels: Bool { get }
  /// The unit of durations: parts per second.
  var ticks: Int { get }
  /// The longest duration of a frame, in ticks.
  var longest: Int { get }

  /// The bytes before the first frame.
  func head() throws(ImageError) -> [UInt8]
  /// A frame of the file.
  mutating func frame(_ difference: AnimationDifference, ticks: Int) throws(ImageError) -> [UInt8]
  /// The bytes after the last frame.
  func tail() -> [UInt8]
  /// Earlier bytes whose values are known only at the end.
  ///
  /// - Parameter size: of the file, in bytes.
  func amendments(size: Int) throws(ImageError) -> [(offset: Int, bytes: [UInt8])]
}

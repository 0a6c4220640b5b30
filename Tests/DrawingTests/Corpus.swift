import Foundation

/// Small files of every format, which Pillow and hands made: nothing in them comes from our own
/// encoders.
enum Corpus {
  /// Their folder, beside this file.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Corpus")

  static let images = [
    "baseline.jpg", "deep.avif", "display-p3.avif", "display-p3.jpg", "display-p3.png", "display-p3.webp", "gray.jpg",
    "gray.png", "gray16.png", "ink.jpg", "interlaced.png", "lossless.webp", "lossy.webp", "moving.webp",
    "orientation-6.jpg", "palette.png", "progressive.jpg", "rgba.png", "sampling/2x2-2x1-1x1.jpg",
    "turned.avif",
  ]

  static let drawings = ["filter.svg", "shapes.svg"]

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

import Foundation
import MultiplaneDrawing
import MultiplaneGraphics

extension CGImage {
  /// The image as a PNG file: 8 bits per component, sRGB, with alpha unless all pixels are opaque.
  /// Nil without memory.
  ///
  /// ```swift
  /// let bytes = image.pngData()?.count ?? 0
  /// ```
  public func pngData() -> Data? { try? Data(encoded(as: .png)) }

  /// The image as a JPEG file, over white.
  ///
  /// ```swift
  /// let bytes = image.jpegData(compressionQuality: 0.8)?.count ?? 0
  /// ```
  ///
  /// - Parameter compressionQuality: from 0 (smallest file) to 1 (best).
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    try? Data(encoded(as: .jpeg, quality: compressionQuality))
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - quality: 0 (least) to 1 (best); nil is the format's own.
  ///   - effort: 0 (fastest) to 1 (smallest file); nil is the default.
  package func encoded(
    as format: ImageFileFormat, quality: CGFloat? = nil, effort: CGFloat? = nil
  ) throws(ImageError) -> [UInt8] {
    try encodeImage(
      premultipliedRGBA8: premultipliedRGBA8(), width: width, height: height, format: format,
      quality: quality.map { min(max($0, 0), 1) }, effort: effort.map { min(max($0, 0), 1) })
  }

  /// Writes the image to a file, completely or not at all.
  ///
  /// ```swift
  /// try image.write(to: URL(filePath: "card.webp"))
  /// ```
  ///
  /// - Parameters:
  ///   - url: the extension selects the format: `.png`, `.jpg`, `.jpeg` (over white), `.webp` or
  ///     `.avif`.
  ///   - compressionQuality: from 0 (smallest file) to 1 (best). Default 0.9. WebP and AVIF
  ///     are lossless at 1, PNG always.
  ///   - effort: for PNG and WebP, from 0 (fastest) to 1 (smallest file). Default 0.3.
  /// - Throws: `MultiplaneError` (`imageUnwritable`) for an unknown extension, or if the file
  ///   cannot be written.
  public func write(
    to url: URL, compressionQuality: CGFloat? = nil, effort: CGFloat? = nil
  ) throws(MultiplaneError) {
    try translating {
      try writeImage(
        self, to: url.path, quality: compressionQuality.map { min(max($0, 0), 1) },
        effort: effort.map { min(max($0, 0), 1) })
    }
  }
}

import Foundation
import MultiplaneDrawing
import MultiplaneGraphics

extension CGImage {
  /// The image as a PNG file: 8 bits a component, sRGB, with alpha unless all pixels are opaque; nil where there is no memory for it.
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
  /// - Parameter compressionQuality: 0 (least) to 1 (best).
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    try? Data(encoded(as: .jpeg, quality: compressionQuality))
  }

  /// The bytes of a file.
  ///
  /// - Parameter quality: 0 (least) to 1 (best); what is beyond counts as these, and nil is the format's own.
  package func encoded(as format: ImageFileFormat, quality: CGFloat? = nil) throws(ImageError) -> [UInt8] {
    try encodeImage(
      premultipliedRGBA8: premultipliedRGBA8(), width: width, height: height, format: format,
      quality: quality.map { min(max($0, 0), 1) })
  }

  /// Writes a file, whole or not at all.
  ///
  /// ```swift
  /// try image.write(to: URL(filePath: "card.webp"))
  /// ```
  ///
  /// - Parameters:
  ///   - url: its extension chooses the format: `.png`, `.jpg`, `.jpeg` (over white), `.webp` or `.avif`.
  ///   - compressionQuality: 0 (least) to 1 (best); nil for 0.9 of a JPEG or AVIF, and for every byte of a WebP. WebP and AVIF keep
  ///     every byte at 1, and PNG always.
  public func write(to url: URL, compressionQuality: CGFloat? = nil) throws(MultiplaneError) {
    try translating { try writeImage(self, to: url.path, quality: compressionQuality.map { min(max($0, 0), 1) }) }
  }
}

import Foundation
import MultiplaneDrawing
import MultiplaneGraphics

extension CGImage {
  /// The image as a PNG file: 8 bits a component, sRGB, with alpha; nil where there is no memory for it.
  public func pngData() -> Data? { encoded(.png) }

  /// The image as a JPEG file, over white.
  ///
  /// - Parameter compressionQuality: 0 (least) to 1 (best).
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    encoded(.jpeg, quality: Int((min(max(compressionQuality, 0), 1) * 99).rounded()) + 1)
  }

  private func encoded(_ format: ImageFileFormat, quality: Int = 90) -> Data? {
    let bytes = try? encodeImage(
      premultipliedRGBA8: premultipliedRGBA8(), width: width, height: height, format: format, quality: quality)
    return bytes.map { Data($0) }
  }

  /// Writes a file, whole or not at all.
  ///
  /// - Parameter url: its extension chooses the format: `.png`, `.jpg`, `.jpeg` (over white) or `.webp`.
  public func write(to url: URL) throws(MultiplaneError) {
    try translating { try writeImage(self, to: url.path) }
  }
}

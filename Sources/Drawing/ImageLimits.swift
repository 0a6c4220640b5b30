/// How large an image may be, checked against a file's header before anything of the image's size is allocated.
///
/// The defaults stand here and nowhere else:
///
/// | limit | default | why |
/// | --- | --- | --- |
/// | side | 16384 px | the largest texture that OpenGL ES drivers commonly take |
/// | pixels | 64 Mpx (2²⁶) | 256 MiB of RGBA8, an 8192 × 8192 image |
/// | file | 256 MiB | no file needs more bytes than the pixels it holds |
package struct ImageLimits: Sendable, Equatable {
  /// Largest width and largest height, in pixels.
  package var maximumSide: Int
  /// Largest width × height, in pixels.
  package var maximumPixels: Int
  /// Largest encoded file, in bytes.
  package var maximumFileBytes: Int

  package init(maximumSide: Int = 16384, maximumPixels: Int = 1 << 26, maximumFileBytes: Int = 256 << 20) {
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
    self.maximumFileBytes = maximumFileBytes
  }

  /// The default limits.
  package static let standard = ImageLimits()

  /// Refuses an image whose header claims no pixels or more than the limits allow.
  func check(width: Int, height: Int, name: String) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw .damaged(name: name, found: "a header that claims \(width) x \(height) px")
    }
    guard width <= maximumSide, height <= maximumSide else {
      throw .tooLarge(name: name, found: "\(width) x \(height) px", limit: "\(maximumSide) px a side")
    }
    guard width <= maximumPixels / height else {
      throw .tooLarge(
        name: name, found: "\(width) x \(height) px", limit: "\(maximumPixels) px in all")
    }
  }

  /// Refuses a file that is longer than the limits allow.
  func check(fileBytes: Int, name: String) throws(ImageError) {
    guard fileBytes <= maximumFileBytes else {
      throw .tooLarge(name: name, found: "a file of \(fileBytes) bytes", limit: "\(maximumFileBytes) bytes")
    }
  }
}

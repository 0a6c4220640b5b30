/// Limits on images, checked against a file's header before memory is allocated for the pixels.
///
/// The defaults are declared only here:
///
/// | limit | default | why |
/// | --- | --- | --- |
/// | side | 16384 px | the largest texture that OpenGL ES drivers commonly take |
/// | pixels | 64 Mpx (2²⁶) | 256 MiB of RGBA8, an 8192 × 8192 image |
/// | file | 256 MiB | no file needs more bytes than the pixels it holds |
/// | memory | 400 MiB | a hostile file must not make a program take 512 MiB; 64 Mpx, but 40 to 50 Mpx of progressive or turned JPEGs and lossless WebPs |
package struct ImageLimits: Sendable, Equatable {
  /// The maximum width and height, in pixels.
  package var maximumSide: Int
  /// The maximum area, in pixels.
  package var maximumPixels: Int
  /// The maximum size of an encoded file, in bytes.
  package var maximumFileBytes: Int
  /// The maximum memory of the file, its pixels and its codec's buffers, in bytes.
  package var maximumMemory: Int
  /// A reservation of that memory in an allowance that images share; nil for none.
  package var reservation: MemoryReservation?

  package init(
    maximumSide: Int = 16384, maximumPixels: Int = 1 << 26, maximumFileBytes: Int = 256 << 20,
    maximumMemory: Int = 400 << 20
  ) {
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
    self.maximumFileBytes = maximumFileBytes
    self.maximumMemory = maximumMemory
  }

  /// The default limits.
  package static let standard = ImageLimits()

  package static func == (a: ImageLimits, b: ImageLimits) -> Bool {
    a.maximumSide == b.maximumSide && a.maximumPixels == b.maximumPixels && a.maximumFileBytes == b.maximumFileBytes
      && a.maximumMemory == b.maximumMemory && a.reservation === b.reservation
  }

  /// Refuses an image whose header claims no pixels or more than the limits allow.
  func check(width: Int, height: Int, name: String) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw .damaged(name: name, found: "a header that claims \(width) x \(height) px")
    }
    guard width <= maximumSide, height <= maximumSide else {
      throw .tooLarge(name: name, found: "\(width) x \(height) px", limit: "\(maximumSide) px per side")
    }
    guard width <= maximumPixels / height else {
      throw .tooLarge(
        name: name, found: "\(width) x \(height) px", limit: "\(maximumPixels) px in all")
    }
  }

  /// Refuses an image, whose size has been checked, that would take more memory while it is decoded
  /// than the limits allow, and reserves that memory.
  ///
  /// - Parameters:
  ///   - bytesPerPixel: of the decoded pixels and of what the codec keeps beside them.
  ///   - fileBytes: of the file and of copies of it.
  func check(memory bytesPerPixel: Int, width: Int, height: Int, fileBytes: Int, name: String) throws(ImageError) {
    let bytes = width * height * bytesPerPixel + fileBytes
    guard bytes <= maximumMemory else {
      throw .tooLarge(
        name: name, found: "\(width) x \(height) px that take \(bytes >> 20) MiB to decode",
        limit: "\(maximumMemory >> 20) MiB")
    }
    if let reservation, !reservation.resize(to: bytes) {
      throw .tooLarge(
        name: name, found: "\(width) x \(height) px on top of the other images",
        limit: "\(reservation.allowance.bytes >> 20) MiB for all together")
    }
  }

  /// Refuses a file that is longer than the limits allow.
  func check(fileBytes: Int, name: String) throws(ImageError) {
    guard fileBytes <= maximumFileBytes else {
      throw .tooLarge(name: name, found: "a file of \(fileBytes) bytes", limit: "\(maximumFileBytes) bytes")
    }
  }
}

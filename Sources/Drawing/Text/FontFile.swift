import Foundation
import Synchronization

/// The bytes of a font file, kept in memory under a path of its own.
///
/// FreeType and HarfBuzz map font files into memory and open them again when they please; a file that is cut short
/// meanwhile would end the program. So they get a copy that nobody else can change.
package final class FontFile: Sendable {
  /// The longest file, in bytes. The largest fonts that systems come with have half as many.
  package static let maximumBytes = 64 << 20

  /// What errors call it.
  package let name: String
  /// Where the libraries find it, by a spelling that no other font file ever has: Cairo knows fonts by their path, and
  /// may remember those of a number that was given out anew.
  let path: String
  /// How long it is.
  package let byteCount: Int
  private let descriptor: Int32

  private static let count = Atomic<Int>(0)

  /// Reads a file, whose path may not lead out of `root`.
  package convenience init(path: String, root: FolderRoot? = nil) throws(FontError) {
    let bytes: [UInt8]
    do throws(ImageError) {
      bytes = try readFile(path: path, limits: ImageLimits(maximumFileBytes: Self.maximumBytes), root: root)
    } catch {
      switch error {
      case .unreadable(let path, let found, let remedy):
        throw .unreadable(path: path, found: found, remedy: remedy)
      default: throw .tooLarge(path: path, bytes: Self.maximumBytes + 1)
      }
    }
    try self.init(bytes, name: path)
  }

  /// Keeps a copy of the bytes. `name` is what errors call it.
  package init(_ bytes: [UInt8], name: String) throws(FontError) {
    guard !bytes.isEmpty else { throw .damaged(path: name, found: "an empty file") }
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge(path: name, bytes: bytes.count) }
    if let glyph = CompositeGlyphs.firstTooComposite(in: bytes) {
      throw .damaged(
        path: name, found: "a glyph (number \(glyph)) of more than \(CompositeGlyphs.mostPieces) pieces, or of itself")
    }
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    // Memory with a name, which it loses at once.
    let memory = "/multiplane-font-\(getpid())-\(number)"
    let descriptor = shm_open(memory, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else {
      throw .unreadable(path: name, found: "\"\(systemMessage(errno))\"", remedy: "close files or free memory")
    }
    shm_unlink(memory)
    self.descriptor = descriptor
    self.name = name
    byteCount = bytes.count
    path = Self.path(of: descriptor, number: number)
    guard Self.write(bytes, to: descriptor) else {
      throw .unreadable(path: name, found: "\"\(systemMessage(errno))\"", remedy: "free memory")
    }
  }

  deinit { close(descriptor) }

  /// The descriptor's path, with a number written into its slashes: `/./` for a one, `//` for a zero.
  static func path(of descriptor: Int32, number: Int) -> String {
    let digits = (0..<20).map { number >> $0 & 1 == 1 ? "/." : "/" }
    return "/proc/self/fd\(digits.joined())/\(descriptor)"
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        written += count
      }
      return true
    }
  }
}

import Foundation

/// The bytes of a font file, kept in memory under a path of its own.
///
/// FreeType and HarfBuzz map font files into memory and open them again when they please; a file
/// that is truncated meanwhile would end the program. So they get a private copy that cannot
/// change.
package final class FontFile: Sendable {
  /// The longest file, in bytes. The largest fonts that systems come with have half as many.
  package static let maximumBytes = 64 << 20

  /// What errors call it.
  package let name: String
  /// Where the libraries find it, by a spelling that no other font file ever has: Cairo knows fonts
  /// by their path, and may remember those of a reused number.
  let path: String
  /// How long it is.
  package let byteCount: Int
  private let file: MemoryFile

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
    // FreeType unpacks them, and HarfBuzz finds nothing in them: a text without letters.
    if ["wOFF", "wOF2"].contains(where: { bytes.starts(with: $0.utf8) }) {
      throw .damaged(path: name, found: "one that is packed for the web (WOFF)")
    }
    if let glyph = CompositeGlyphs.firstTooComposite(in: bytes) {
      throw .damaged(
        path: name, found: "a glyph (number \(glyph)) of more than \(CompositeGlyphs.mostPieces) pieces, or of itself")
    }
    guard let file = MemoryFile(bytes) else {
      throw .unreadable(path: name, found: "\"\(systemMessage(errno))\"", remedy: "close files or free memory")
    }
    self.file = file
    self.name = name
    byteCount = bytes.count
    path = Self.path(of: file.descriptor, number: file.number)
  }

  /// The descriptor's path, with a number written into its slashes: `/./` for a one, `//` for a
  /// zero.
  static func path(of descriptor: Int32, number: Int) -> String {
    let digits = (0..<20).map { number >> $0 & 1 == 1 ? "/." : "/" }
    return "/proc/self/fd\(digits.joined())/\(descriptor)"
  }
}

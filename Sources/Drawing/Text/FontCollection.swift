import Foundation
import MultiplaneGraphics

/// The fonts that a text may use: those of the system, and private files.
///
/// Nothing is opened until the first text is measured or drawn with it, or a file is given to it.
/// Every call may come from any thread; calls wait for each other (`FontLock`).
///
/// `@unchecked Sendable`, because Pango's objects are pointers. The proof: all that changes is in
/// `fontMap` and `entries`, which are touched only under the lock.
package final class FontCollection: @unchecked Sendable {
  /// A font file of a collection's own, and the family that texts name it by; nil for the file's
  /// own family.
  package struct Entry: Sendable {
    package var family: String?
    package var file: FontFile

    package init(family: String?, file: FontFile) {
      self.family = family
      self.file = file
    }
  }

  /// The system's fonts.
  package static let system = FontCollection()

  private var fontMap: FontMap?
  /// The files that `fontMap` is made with.
  private var entries: [Entry] = []

  private init() {}

  /// The system's fonts and some files. Several files may have one family: a text then gets the one
  /// nearest in weight and slope.
  ///
  /// Throws `FontError.damaged` for a file that is no font, `.unavailable` without Pango.
  package init(_ entries: [Entry]) throws(FontError) {
    fontMap = try FontLock.withLock { () throws(FontError) in try FontMap(entries) }
    self.entries = entries
  }

  /// Adds a file, which texts that are laid out from now on may use.
  ///
  /// Throws `FontError.damaged` for a file that is no font, `.unavailable` without Pango; the
  /// collection is then as before.
  func add(_ entry: Entry) throws(FontError) {
    try FontLock.withLock { () throws(FontError) in
      fontMap = try FontMap(entries + [entry])
      entries.append(entry)
    }
  }

  /// Takes the files that `isRemoved` names away. Returns false, and changes nothing, where there
  /// are none.
  func remove(where isRemoved: (Entry) -> Bool) -> Bool {
    FontLock.withLock {
      let kept = entries.filter { !isRemoved($0) }
      guard kept.count < entries.count, let map = try? FontMap(kept) else { return false }
      (fontMap, entries) = (map, kept)
      return true
    }
  }

  /// Whether the collection has a file that `isMeant` names.
  func contains(where isMeant: (Entry) -> Bool) -> Bool { FontLock.withLock { entries.contains(where: isMeant) } }

  /// The font files of the system, each with its length and date: what decides texts in families
  /// that no file was given for. Empty without Pango.
  package static var systemFiles: [String] {
    (system.withFontMap { $0.systemFiles } ?? []).map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return path }
      return "\(path) \(status.st_size) \(status.st_mtim.tv_sec)"
    }
  }

  /// Whether its fonts have been read, which stay as they were then.
  package var isRead: Bool { FontLock.withLock { fontMap != nil } }

  /// Whether there is Pango to draw text with.
  package static var isAvailable: Bool { Pango.isAvailable }

  /// Whether a font of the very name is there; texts that name another get the system's nearest.
  package func hasFont(named name: String) -> Bool {
    withFontMap { $0.hasFont(named: name) } ?? false
  }

  /// The measures of a font, in points; all zero where there is no Pango.
  package func metrics(of descriptor: FontDescriptor, size: CGFloat) -> FontMetrics {
    guard size.isFinite, size > 0 else { return FontMetrics() }
    return withFontMap { $0.face(descriptor)?.metrics.scaled(by: size) } ?? FontMetrics()
  }

  /// The names of the font that texts get for a descriptor; nil where there is no Pango.
  func names(of descriptor: FontDescriptor) -> FontNames? {
    withFontMap { $0.face(descriptor)?.names }
  }

  /// Lends the font map; nil where there is no Pango. Not to be called again from `body`.
  func withFontMap<Result>(_ body: (FontMap) -> Result?) -> Result? {
    FontLock.withLock {
      if fontMap == nil { fontMap = try? FontMap([]) }
      return fontMap.flatMap(body)
    }
  }
}

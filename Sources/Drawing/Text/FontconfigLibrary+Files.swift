import Foundation

extension FontconfigLibrary {
  /// Adds font files to a configuration that nobody else uses. Returns the families that texts name, by what they are
  /// called in it: no font of the system has such a name, so none takes their place.
  func add(_ entries: [FontCollection.Entry], to config: OpaquePointer) throws(FontError) -> [String: String] {
    var families: [String: String] = [:]
    for entry in entries {
      let before = ownFonts(of: config).count
      let isFont = addFile(config, entry.file.path) != 0
      let added = ownFonts(of: config).dropFirst(before)
      guard isFont, !added.isEmpty else {
        throw .damaged(path: entry.file.name, found: "no font in it, or a broken one")
      }
      for pattern in added {
        let format = text("fontformat", of: pattern) ?? "unknown"
        guard ["TrueType", "CFF"].contains(format) else {
          throw .damaged(path: entry.file.name, found: "a font of the format \(format)")
        }
        let own = text("family", of: pattern) ?? ""
        let name = entry.family ?? own
        let known = families.first { $0.value.lowercased() == name.lowercased() }?.key
        let unique = known ?? "Multiplane Own \(families.count)"
        if known == nil { families[unique] = name }
        replace("family", of: pattern, with: unique)
        // Fontconfig writes paths anew, without what makes this one unlike others.
        replace("file", of: pattern, with: entry.file.path)
      }
    }
    return families
  }

  /// The fonts that were added to a configuration, in the order of their files.
  func ownFonts(of config: OpaquePointer) -> [OpaquePointer] {
    getFonts(config, 1)?.load(as: FontconfigSet.self).fonts ?? []
  }

  /// The fonts that a configuration has of the system.
  func systemFonts(of config: OpaquePointer) -> [OpaquePointer] {
    getFonts(config, 0)?.load(as: FontconfigSet.self).fonts ?? []
  }

  private func replace(_ property: String, of pattern: OpaquePointer, with text: String) {
    _ = deleteProperty(pattern, property)
    _ = addString(pattern, property, text)
  }
}

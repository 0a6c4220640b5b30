import MultiplaneCDynamicLibraries
import MultiplaneCPango

/// What is asked of fontconfig. A pattern is a list of properties of a font, each with values.
enum Fontconfig {
  /// A font's property that is text; nil where it has none.
  static func text(_ property: String, of pattern: OpaquePointer) -> String? {
    var found: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, property, 0, &found) == FcResultMatch, let found else { return nil }
    return String(cString: found)
  }

  /// Whether a property is there and true.
  static func isTrue(_ property: String, of pattern: OpaquePointer) -> Bool {
    var found: FcBool = 0
    return FcPatternGetBool(pattern, property, 0, &found) == FcResultMatch && found != 0
  }

  /// Adds font files to an unshared configuration. Returns the families that texts
  /// name, by what they are called in it: no font of the system has such a name, so none takes
  /// their place.
  static func add(_ entries: [FontCollection.Entry], to config: OpaquePointer) throws(FontError) -> [String: String] {
    var families: [String: String] = [:]
    for entry in entries {
      let before = ownFonts(of: config).count
      let isFont = FcConfigAppFontAddFile(config, entry.file.path) != 0
      let added = ownFonts(of: config).dropFirst(before)
      guard isFont, !added.isEmpty else {
        throw .damaged(path: entry.file.name, found: "no font in it, or a broken one")
      }
      for pattern in added {
        let format = text(FC_FONTFORMAT, of: pattern) ?? "unknown"
        guard ["TrueType", "CFF"].contains(format) else {
          throw .damaged(path: entry.file.name, found: "a font of the format \(format)")
        }
        let own = text(FC_FAMILY, of: pattern) ?? ""
        let name = entry.family ?? own
        let known = families.first { $0.value.lowercased() == name.lowercased() }?.key
        let unique = known ?? "Multiplane Own \(families.count)"
        if known == nil { families[unique] = name }
        replace(FC_FAMILY, of: pattern, with: unique)
        // Fontconfig rewrites paths, without what makes this one unlike others.
        replace(FC_FILE, of: pattern, with: entry.file.path)
      }
    }
    return families
  }

  /// The fonts that were added to a configuration, in the order of their files.
  static func ownFonts(of config: OpaquePointer) -> [OpaquePointer] {
    FcConfigGetFonts(config, FcSetApplication)?.pointee.patterns ?? []
  }

  /// The fonts that a configuration has of the system.
  static func systemFonts(of config: OpaquePointer) -> [OpaquePointer] {
    FcConfigGetFonts(config, FcSetSystem)?.pointee.patterns ?? []
  }

  private static func replace(_ property: String, of pattern: OpaquePointer, with text: String) {
    _ = FcPatternDel(pattern, property)
    _ = FcPatternAddString(pattern, property, text)
  }
}

extension FcFontSet {
  /// The fonts in it.
  var patterns: [OpaquePointer] { (0..<Int(nfont)).compactMap { fonts?[$0] } }
}

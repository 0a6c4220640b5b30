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
    var coloredFamilies: [String] = []
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
        if isTrue(FC_COLOR, of: pattern), !coloredFamilies.contains(unique) { coloredFamilies.append(unique) }
        // Fontconfig rewrites paths, without what makes this one unlike others.
        replace(FC_FILE, of: pattern, with: entry.file.path)
      }
    }
    preferForEmoji(coloredFamilies, in: config)
    return families
  }

  /// Puts families before the system's where Pango looks for emoji: it asks for the family "emoji",
  /// whatever the font of the text.
  ///
  /// - Parameter families: names as `add(_:to:)` makes them, which need no escapes in XML.
  private static func preferForEmoji(_ families: [String], in config: OpaquePointer) {
    guard !families.isEmpty else { return }
    let names = families.map { "<string>\($0)</string>" }.joined()
    let rule = """
      <fontconfig><match target="pattern"><test name="family"><string>emoji</string></test>
      <edit name="family" mode="prepend_first" binding="strong">\(names)</edit></match></fontconfig>
      """
    _ = FcConfigParseAndLoadFromMemory(config, rule, FcBool(1))
  }

  /// Adds the system's families with a comma in their names once more, under names without one:
  /// Pango reads a name with a comma as a list of families.
  ///
  /// - Parameter known: families that are not to be added, in lower case.
  /// - Returns: the families, by the added names.
  static func addFamiliesWithCommas(to config: OpaquePointer, except known: Set<String>) -> [String: String] {
    var families: [String: String] = [:]
    var files: Set<String> = []
    for pattern in systemFonts(of: config) {
      guard texts(FC_FAMILY, of: pattern).contains(where: { $0.contains(",") }), let file = text(FC_FILE, of: pattern),
        files.insert(file).inserted
      else { continue }
      let before = ownFonts(of: config).count
      guard FcConfigAppFontAddFile(config, file) != 0 else { continue }
      for added in ownFonts(of: config).dropFirst(before) {
        let name = texts(FC_FAMILY, of: added).first { $0.contains(",") && !known.contains($0.lowercased()) }
        guard let name else { continue }
        let unique =
          families.first { $0.value.lowercased() == name.lowercased() }?.key
          ?? "\(systemFamilyPrefix)\(families.count)"
        families[unique] = name
        replace(FC_FAMILY, of: added, with: unique)
      }
    }
    return families
  }

  /// The beginning of the added names of families of the system.
  static let systemFamilyPrefix = "Multiplane System "

  /// The values of a font's property that is text.
  private static func texts(_ property: String, of pattern: OpaquePointer) -> [String] {
    var values: [String] = []
    var found: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, property, Int32(values.count), &found) == FcResultMatch, let found {
      values.append(String(cString: found))
    }
    return values
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

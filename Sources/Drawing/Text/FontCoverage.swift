import Foundation
import MultiplaneGraphics

/// What a font map knows of names and characters that were asked for before.
struct FontCoverage {
  /// More names than a scene commonly has, and more characters than a script; beyond, all are
  /// looked up again.
  static let mostNames = 256
  static let mostCharacters = 1 << 16

  /// Whether texts that name it get a font of that family.
  var families: [String: Bool] = [:]
  /// Whether any font has it.
  var characters: [Unicode.Scalar: Bool] = [:]
  /// Whether there is any font; nil before it was first asked.
  var hasFonts: Bool?
}

extension FontMap {
  /// Families that are no font's but stand for a kind: fontconfig chooses one for each.
  private static let genericNames: Set<String> = [
    "sans", "sans-serif", "sans serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui", "emoji",
    "math",
    "ui-sans-serif", "ui-serif", "ui-monospace", "ui-rounded", "fangsong",
  ]

  /// Whether texts that name a font get it or another of its family, and none that merely stands
  /// for it.
  func hasFamily(of name: String) -> Bool {
    let name = Self.lookedUp(name)
    if let known = coverage.families[name] { return known }
    let words = FontNameWords(name)
    let family = words.family
    let isThere =
      Self.genericNames.contains(name.lowercased()) || Self.genericNames.contains(family.lowercased())
      || Self.isSystem(family) || hasFont(named: name) || ownFamilies[family.lowercased()] != nil
      || isInstalled(family: family)
    if coverage.families.count >= FontCoverage.mostNames { coverage.families = [:] }
    coverage.families[name] = isThere
    return isThere
  }

  /// Whether a family is generic, or installed under the very name.
  func hasExactFamily(_ family: String) -> Bool {
    Self.genericNames.contains(family.lowercased()) || isInstalled(family: family)
  }

  /// Whether there is any font, of the system or of the collection's own.
  var hasFonts: Bool {
    if let known = coverage.hasFonts { return known }
    let isAny = !names("family").isEmpty
    coverage.hasFonts = isAny
    return isAny
  }

  /// The characters of a text that no font has, each once, in order: each is shown as a box.
  /// Whatever font a text names, the others stand in for characters that it lacks.
  func missingCharacters(in text: String) -> [Unicode.Scalar] {
    if coverage.characters.count >= FontCoverage.mostCharacters { coverage.characters = [:] }
    var seen: Set<Unicode.Scalar> = []
    var characters: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars where !Self.isUnseen(scalar) && seen.insert(scalar).inserted {
      characters.append(scalar)
      if characters.count == Self.mostInText { break }
    }
    var unknown = characters.filter { coverage.characters[$0] == nil }[...]
    while !unknown.isEmpty {
      learn(unknown.prefix(Self.learnedAtOnce))
      unknown = unknown.dropFirst(Self.learnedAtOnce)
    }
    return characters.filter { coverage.characters[$0] == false }
  }

  private static let learnedAtOnce = 200
  /// More than the characters of a page of any script; further ones are not looked at, as each
  /// takes some time.
  private static let mostInText = 4096

  /// Whether a character shows nothing, whatever the font: a line end, a zero, a joiner, a
  /// selector.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    let lineEnds: [Unicode.Scalar] = ["\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"]
    return scalar.value == 0 || scalar.properties.isDefaultIgnorableCodePoint || lineEnds.contains(scalar)
  }

  /// Sets the characters, each in a line of its own, and looks which of them became boxes.
  private func learn(_ characters: ArraySlice<Unicode.Scalar>) {
    var text = ""
    var offsets: [Int: Unicode.Scalar] = [:]
    for scalar in characters {
      offsets[text.utf16.count] = scalar
      text.unicodeScalars.append(scalar)
      text.append("\n")
      coverage.characters[scalar] = true
    }
    let attributes = TextAttributes(font: CTFont(FontDescriptor(name: "Sans"), size: 16))
    let layout = TypeSetter(StyledText(text, attributes), TextLayout.Options(), self).layout()
    for line in layout?.lines ?? [] {
      for glyph in line.runs.lazy.flatMap(\.glyphs) where glyph.id == nil {
        if let scalar = offsets[glyph.textOffset] { coverage.characters[scalar] = false }
      }
    }
  }
}

extension FontCollection {
  /// Whether there is any font to draw text with; false also without Pango.
  package var hasFonts: Bool { withFontMap { $0.hasFonts } ?? false }

  /// Whether texts that name a font get it or another of its family; false where the nearest of
  /// another family stands for it.
  package func hasFamily(of name: String) -> Bool { withFontMap { $0.hasFamily(of: name) } ?? false }

  /// Whether a family is generic, or installed under the very name, as CSS and fontconfig look for
  /// it.
  func hasExactFamily(_ family: String) -> Bool { withFontMap { $0.hasExactFamily(family) } ?? false }

  /// The characters of a text that no font has, each once, in order; none without Pango.
  package func missingCharacters(in text: String) -> [Unicode.Scalar] {
    withFontMap { $0.missingCharacters(in: text) } ?? []
  }

  /// The family of the font that texts get for a descriptor; nil where there is none.
  package func familyUsed(for descriptor: FontDescriptor) -> String? {
    withFontMap { map in map.hasFonts ? map.face(descriptor)?.names.family : nil }
  }

  /// The families that texts may name, sorted.
  package var families: [String] { withFontMap { $0.names("family") } ?? [] }
}

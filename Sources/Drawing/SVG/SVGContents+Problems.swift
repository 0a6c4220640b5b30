import MultiplaneGraphics

extension SVGContents {
  /// What of the document is not drawn as it asks for, one line each: left out, or with another
  /// font. Looks into the fonts of the system if there is text.
  package var problems: [String] {
    omissions.map { OneLine.escaped("expected an SVG that librsvg draws as a whole, found \($0)") } + textProblems
  }

  private var textProblems: [String] {
    guard !texts.isEmpty else { return [] }
    let fonts = FontCollection.system
    guard fonts.hasFonts else {
      return ["expected a font for its text, found none on this system; install one (Debian: fonts-dejavu-core)"]
    }
    let lists = texts.keys.filter { !$0.isEmpty }.sorted()
    var problems = lists.compactMap { list -> String? in
      let names = SVGDeclaration.names(in: list)
      guard let first = names.first, !names.contains(where: fonts.hasExactFamily) else { return nil }
      let used = fonts.familyUsed(for: FontDescriptor(name: first)).map { "\($0) replaces it; " } ?? ""
      return OneLine.escaped(
        "expected a family of this system, found \(OneLine.quoted(first)); \(used)install it, or convert the text to "
          + "paths")
    }
    let missing = fonts.missingCharacters(in: texts.sorted { $0.key < $1.key }.map(\.value).joined())
    if !missing.isEmpty {
      problems.append(
        "expected characters that a font has, found \(UnicodeNumbers.list(missing)), shown as boxes; add a font that has "
          + "them to this system")
    }
    return problems
  }
}

/// Characters by their numbers, in messages.
package enum UnicodeNumbers {
  /// The most that are listed.
  private static let most = 5

  /// Such as `U+4F60, U+597D and 3 more`.
  package static func list(_ characters: [Unicode.Scalar]) -> String {
    let names = characters.prefix(most).map { scalar in
      let number = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }
    let rest = characters.count > names.count ? " and \(characters.count - names.count) more" : ""
    return names.joined(separator: ", ") + rest
  }
}

import Foundation

/// A request for a font: a name, and traits that override those of the name.
package struct FontDescriptor: Sendable, Hashable {
  /// A family ("DejaVu Sans"), a full name ("DejaVu Sans Bold"), a PostScript name
  /// ("DejaVuSans-Bold") or a family of a `FontCollection`'s file. Case is ignored.
  package var name: String
  /// The weight: 100 thin … 400 regular … 700 bold … 900 black; nil for that of the name.
  package var weight: Int?
  /// Whether it is italic; nil for that of the name.
  package var isItalic: Bool?
  /// Whether it is condensed; nil for that of the name.
  package var isCondensed: Bool?
  /// The families that are asked for characters that the font lacks, in order, before the system's.
  package var cascade: [String] = []
  /// The places on the axes of a variable font, by their tags of four letters.
  package var variations: [String: Double] = [:]

  package init(name: String, weight: Int? = nil, isItalic: Bool? = nil) {
    self.name = name
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// The properties in a name that is no installed family, word by word: "HelveticaNeue-BoldItalic".
struct FontNameWords: Equatable {
  /// The name without what speaks of the style.
  var family: String
  var weight = 400
  var isItalic = false
  var isCondensed = false

  /// Longer words first, so that "semibold" is not taken for "bold".
  private static let weights: [(word: String, weight: Int)] = [
    ("extralight", 200), ("ultralight", 200), ("extrabold", 800), ("ultrabold", 800), ("semibold", 600),
    ("demibold", 600), ("regular", 400), ("medium", 500), ("light", 300), ("black", 900), ("heavy", 800),
    ("roman", 400), ("thin", 100), ("bold", 700), ("book", 400), ("demi", 600),
  ]

  /// Takes the words behind the last hyphen, or, without one, the last words between spaces.
  init(_ name: String) {
    family = name
    if let hyphen = name.lastIndex(of: "-"), hyphen != name.startIndex {
      family = String(name[..<hyphen])
      let rest = take(name[name.index(after: hyphen)...].lowercased())
      // "Source-Serif" has a hyphen and no style behind it.
      if !rest.isEmpty, !["mt", "ps", "psmt"].contains(rest) { family = name }
    } else {
      var words = name.split(separator: " ")
      while words.count > 1, let last = words.last, take(last.lowercased()).isEmpty { words.removeLast() }
      family = words.joined(separator: " ")
    }
  }

  /// Reads style words in a text of small letters and returns what is left of it.
  private mutating func take(_ text: String) -> String {
    var rest = text
    func remove(_ word: String) -> Bool {
      guard let range = rest.range(of: word) else { return false }
      rest.removeSubrange(range)
      return true
    }
    if remove("italic") || remove("oblique") { isItalic = true }
    if remove("condensed") { isCondensed = true }
    if let found = Self.weights.first(where: { remove($0.word) }) { weight = found.weight }
    return rest.trimmingCharacters(in: .whitespaces)
  }
}

import MultiplaneGraphics

/// Suggestions for misspelled words.
package enum Suggestion {
  /// Longer words are no typing errors, and comparing them takes time.
  private static let maximumLength = 48

  /// `; did you mean "cornerRadius"?`, or an empty text without a similar candidate.
  package static func sentence(for word: String, among candidates: [String]) -> String {
    sentence(for: nearest(to: word, among: candidates))
  }

  /// The same for a word that was found to be near.
  static func sentence(for nearest: String?) -> String {
    nearest.map { "; did you mean \"\(OneLine.escaped($0))\"?" } ?? ""
  }

  /// The candidate of the same spelling; else the one that the word is another name of; else the
  /// one with the fewest edits, the first of equals. Nil if that takes more than a third of the
  /// letters.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = spelling(of: word)
    let letters = Array(word.unicodeScalars)
    guard !letters.isEmpty, letters.count <= maximumLength else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= maximumLength {
      let distance = distance(letters, Array(spelling(of: candidate).unicodeScalars))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if best?.distance != 0, let meant = otherName(of: word, among: candidates) { return meant }
    // Of one letter, another one has none in common.
    guard let best, best.distance <= max(1, letters.count / 3), best.distance < letters.count else { return nil }
    return best.candidate
  }

  /// The candidate that a word is another name of.
  static func otherName(of word: String, among candidates: [String]) -> String? {
    otherNames[spelling(of: word)]?.first(where: candidates.contains)
  }

  /// Names of style sheets and other frameworks, by their spelling, with Apple's names in the order
  /// of likelihood.
  private static let otherNames = [
    "align": ["alignmentMode"], "alfa": ["opacity"], "background": ["backgroundColor"], "blur": ["filters"],
    "border": ["borderWidth"], "borderradius": ["cornerRadius"], "boxshadow": ["shadowOpacity"],
    "children": ["sublayers"], "clip": ["masksToBounds"],
    "color": ["foregroundColor", "fillColor", "colors", "backgroundColor", "background"],
    "display": ["hidden"], "fill": ["fillColor", "backgroundColor"], "fontfamily": ["font"], "fontweight": ["font"],
    "height": ["frame", "bounds.size.height"], "id": ["name"], "image": ["contents"], "layers": ["sublayers"],
    "left": ["frame", "position.x"], "letterspacing": ["kern"], "overflow": ["masksToBounds"],
    "radius": ["cornerRadius"], "rotate": ["transform", "transform.rotation"],
    "rotation": ["rotate", "transform", "transform.rotation"], "shadow": ["shadowOpacity"],
    "shadowblur": ["shadowRadius"], "size": ["bounds"], "src": ["contents"],
    "stroke": ["strokeColor", "borderColor"], "text": ["string"], "textalign": ["alignmentMode"],
    "textalignment": ["alignmentMode"], "top": ["frame", "position.y"], "visibility": ["hidden"],
    "visible": ["hidden"], "width": ["frame", "bounds.size.width"], "x": ["frame", "position.x"],
    "y": ["frame", "position.y"], "zindex": ["zPosition"],
  ]

  /// A word as it is compared: lower case, without the marks between words, and in one spelling of
  /// what is written in several ways.
  private static func spelling(of word: String) -> String {
    guard word.utf8.count <= maximumLength * 2 else { return word }
    let word = String(word.lowercased().filter { !"_- ".contains($0) })
    return variants.reduce(word) { $0.replacing($1.0, with: $1.1) }
  }

  private static let variants = [("colour", "color"), ("centre", "center"), ("grey", "gray"), ("ph", "f")]

  /// Insertions, deletions, replacements and swaps of neighbours that make one word of the other.
  ///
  /// (Source: Damerau, A technique for computer detection and correction of spelling errors, in its
  /// restricted form.)
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}

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

  /// The candidate with the fewest edits, the first of equals; where that takes more than a third
  /// of the letters, another name for the same, or nil.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = spelling(of: word)
    let letters = Array(word.unicodeScalars)
    guard !letters.isEmpty, letters.count <= maximumLength else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= maximumLength {
      let distance = distance(letters, Array(spelling(of: candidate).unicodeScalars))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, letters.count / 3) else {
      return otherNames[word]?.first(where: candidates.contains)
    }
    return best.candidate
  }

  /// Names that style sheets have for the same, which no edits of a few letters make ours.
  private static let otherNames = [
    "color": ["foregroundColor", "fillColor", "backgroundColor", "background"], "background": ["backgroundColor"],
  ]

  /// A word as it is compared: small letters, and the American spelling of what is often written
  /// the British way.
  private static func spelling(of word: String) -> String {
    guard word.utf8.count <= maximumLength * 2 else { return word }
    return british.reduce(word.lowercased()) { $0.replacing($1.0, with: $1.1) }
  }

  private static let british = [("colour", "color"), ("centre", "center"), ("grey", "gray")]

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

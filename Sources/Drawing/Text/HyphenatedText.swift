import MultiplaneGraphics

/// A text with soft hyphens (U+00AD) at the places where a hyphenator lets its words be broken.
///
/// Pango breaks lines there, and shows a hyphen at the end of such a line.
struct HyphenatedText {
  /// The least number of letters of a word that is looked up.
  private static let shortestWord = 4
  private static let softHyphen: UInt16 = 0xAD

  private let original: StyledText
  /// The offsets of inserted hyphens in the original, in UTF-16 code units, ascending: each is
  /// before the code unit at its offset.
  private let places: [Int]

  private init(_ text: StyledText, at places: [Int]) { (original, self.places) = (text, places) }

  /// Looks up all words. Those with a soft hyphen of their own are broken only there. No text
  /// becomes longer than `StyledText.maximumLength`.
  init(_ text: StyledText, _ hyphenator: Hyphenator) {
    var places: [Int] = []
    let room = StyledText.maximumLength - text.length
    var word: [Unicode.Scalar] = []
    var (start, offset, hasHyphen) = (0, 0, false)
    func endWord() {
      if word.count >= Self.shortestWord, !hasHyphen, places.count < room, !ContentsWatch.isOutOfTime {
        var (unit, count) = (start, 0)
        for place in hyphenator.breaks(in: word) {
          for scalar in word[count..<place] { unit += UTF16.width(scalar) }
          count = place
          // An accent of its own stays with its letter.
          if places.count < room, !Self.isMark(word[place]) { places.append(unit) }
        }
      }
      word.removeAll(keepingCapacity: true)
      hasHyphen = false
    }
    for scalar in text.string.unicodeScalars {
      if scalar.value == UInt32(Self.softHyphen) {
        hasHyphen = true
      } else if scalar.properties.isAlphabetic || Self.isMark(scalar) {
        if word.isEmpty { start = offset }
        word.append(scalar)
      } else {
        endWord()
      }
      offset += UTF16.width(scalar)
    }
    endWord()
    self.init(text, at: places)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.generalCategory == .nonspacingMark
  }

  /// The lines of the text, with offsets in the original.
  ///
  /// Soft hyphens within a line separate letters for Pango, at least where these are spaced. So
  /// only those at which a line ends are in the text that is shown.
  static func layout(
    _ text: StyledText, _ hyphenator: Hyphenator, _ options: TextLayout.Options, _ fonts: FontMap
  ) -> TextLayout? {
    let all = HyphenatedText(text, hyphenator)
    guard !all.places.isEmpty else { return TypeSetter(text, options, fonts).layout() }
    guard let broken = TypeSetter(all.text, options, fonts).layout() else { return nil }
    let ends = Set(broken.lines.map(\.range.upperBound))
    // The offset behind a hyphen is its place, and one for it and for each before it.
    let used = all.places.enumerated().filter { ends.contains($1 + $0 + 1) }.map(\.element)
    let shown = HyphenatedText(text, at: used)
    guard var layout = TypeSetter(shown.text, options, fonts).layout() else { return nil }
    for index in layout.lines.indices { shown.restoreOffsets(of: &layout.lines[index]) }
    return layout
  }

  /// The text with its hyphens, each in the style of the letter before it, but for the space
  /// between letters: Pango spaces a soft hyphen that is not seen, too.
  private var text: StyledText {
    guard !places.isEmpty else { return original }
    var units: [UInt16] = []
    units.reserveCapacity(original.length + places.count)
    var next = 0
    for (offset, unit) in original.string.utf16.enumerated() {
      if next < places.count, places[next] == offset {
        units.append(Self.softHyphen)
        next += 1
      }
      units.append(unit)
    }
    return StyledText(String(decoding: units, as: UTF16.self), runs: original.runs.flatMap(withHyphens))
  }

  private func withHyphens(_ run: StyledText.Run) -> [StyledText.Run] {
    let hyphens = count(upTo: run.range.lowerBound)..<count(upTo: run.range.upperBound)
    var longer = run
    longer.range = run.range.lowerBound + hyphens.lowerBound..<run.range.upperBound + hyphens.upperBound
    guard run.attributes.letterSpacing != 0 else { return [longer] }
    var hyphen = longer
    hyphen.attributes.tracking = 0
    var runs: [StyledText.Run] = []
    var rest = longer
    for index in hyphens {
      let offset = places[index] + index
      var letters = rest
      letters.range = rest.range.lowerBound..<offset
      hyphen.range = offset..<offset + 1
      runs += [letters, hyphen]
      rest.range = offset + 1..<rest.range.upperBound
    }
    return runs + [rest]
  }

  /// The number of hyphens before the code unit at an offset of the original.
  private func count(upTo offset: Int) -> Int { Self.partition(places.count) { places[$0] <= offset } }

  /// The offset in the original; of an inserted hyphen that of the letter before it.
  private func original(_ offset: Int) -> Int {
    // The hyphen with an index is at its place and the number of hyphens before it.
    let before = Self.partition(places.count) { places[$0] + $0 < offset }
    let isHyphen = before < places.count && places[before] + before == offset
    return offset - before - (isHyphen ? 1 : 0)
  }

  /// The number of indices for which a condition holds that holds for the first ones only.
  private static func partition(_ count: Int, _ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func restoreOffsets(of line: inout TextLayout.Line) {
    guard !places.isEmpty else { return }
    // A line begins with a letter, and ends behind one or behind a hyphen: the next line's begin.
    line.range = begin(line.range.lowerBound)..<begin(line.range.upperBound)
    for run in line.runs.indices {
      for glyph in line.runs[run].glyphs.indices {
        line.runs[run].glyphs[glyph].textOffset = original(line.runs[run].glyphs[glyph].textOffset)
      }
    }
  }

  /// The offset in the original of a line's begin or end.
  private func begin(_ offset: Int) -> Int {
    offset - Self.partition(places.count) { places[$0] + $0 < offset }
  }
}

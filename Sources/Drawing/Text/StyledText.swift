import Foundation
import MultiplaneGraphics

/// Which letters that follow each other are drawn as one; the numbers are Core Text's.
package enum Ligatures: Int, Sendable {
  /// Those that the script needs.
  case required = 0
  /// Those that the font takes for usual.
  case common = 1
  /// All that the font has.
  case all = 2

  /// As features of OpenType. Contextual forms (`calt`) are no ligatures, and stay.
  fileprivate var features: [String] {
    switch self {
    case .required: ["liga 0", "clig 0"]
    case .common: []
    case .all: ["dlig 1", "hlig 1"]
    }
  }
}

/// How a piece of text looks.
package struct TextAttributes: Sendable, Hashable {
  package var font: CTFont
  /// Nil for the fill colour of the context that it is drawn into.
  package var color: CGColor?
  /// How the line under the text is drawn; empty for none.
  package var underline: CTUnderlineStyle = []
  /// Nil for the text's own colour.
  package var underlineColor: CGColor?
  /// How the line through the text is drawn; empty for none.
  package var strikethrough: CTUnderlineStyle = []
  /// Nil for the text's own colour.
  package var strikethroughColor: CGColor?
  /// What is painted behind the letters, from the top of the line to its bottom; nil for nothing.
  package var backgroundColor: CGColor?
  /// How wide a line is drawn around the letters, in hundredths of the font's size: above 0 without filling them, below 0
  /// over what fills them.
  package var strokeWidth: CGFloat = 0
  /// Nil for the text's own colour.
  package var strokeColor: CGColor?
  /// Nil for the usual ones, of which text with tracking has none.
  package var ligatures: Ligatures?
  /// Extra space between letters, in points, beside the font's own kerning; 0 switches that off, nil changes nothing.
  package var kern: CGFloat?
  /// The same, in place of a kern; 0 for none.
  package var tracking: CGFloat?
  /// How far above the baseline it stands, in points.
  package var baselineOffset: CGFloat = 0

  package init(font: CTFont, color: CGColor? = .black) {
    self.font = font
    self.color = color
  }

  /// Whether there is a line under the text.
  package var isUnderlined: Bool {
    get { !underline.isEmpty }
    set { underline = newValue ? .single : [] }
  }

  /// The extra space between letters, in points.
  var letterSpacing: CGFloat { shift(tracking ?? kern ?? 0) }

  /// What differs from what fonts do by themselves, as features of OpenType; each means what it says and nothing else.
  ///
  /// Source: the comments of Apple's `CTStringAttributes.h`.
  var fontFeatures: [String] {
    let used = ligatures ?? ((tracking ?? 0) == 0 ? .common : .required)
    return used.features + (kern == 0 ? ["kern 0"] : [])
  }

  /// The width of the line around letters, in points: at most ten times the font's size, 0 for none.
  var outlineWidth: CGFloat { abs(shift(strokeWidth / 100 * font.size)) }

  /// The kern or the offset as it is used: at most ten times the font's size, 0 for what is no number.
  func shift(_ length: CGFloat) -> CGFloat {
    length.isNaN ? 0 : min(max(length, -10 * font.size), 10 * font.size)
  }
}

/// A text and how its pieces look: what a `TextLayout` is made of.
///
/// Half of a surrogate pair is shown as U+FFFD. At most `maximumLength` code units are kept.
package struct StyledText: Sendable, Hashable {
  /// The longest text, in UTF-16 code units: some 50 pages. Laying that out takes about half a second.
  package static let maximumLength = 100_000

  /// A piece of the text.
  package struct Run: Sendable, Hashable {
    /// In UTF-16 code units. Runs follow each other without gaps.
    package var range: Range<Int>
    package var attributes: TextAttributes
    /// How the paragraph is set that begins here; nil for what a layout says.
    package var paragraph: ParagraphStyle?
  }

  package let string: String
  package let runs: [Run]
  /// Of the text, in UTF-16 code units.
  package let length: Int

  /// A text that looks alike from end to end.
  package init(_ string: String, _ attributes: TextAttributes) {
    self.init(string, runs: [Run(range: 0..<Int.max, attributes: attributes)])
  }

  /// Runs are cut to the text's end; they follow each other.
  init(_ string: String, runs: [Run]) {
    let kept = Self.shortened(string)
    let length = kept.utf16.count
    self.string = kept
    self.length = length
    self.runs = runs.compactMap { run in
      let range = run.range.clamped(to: 0..<length)
      return range.isEmpty && length > 0
        ? nil : Run(range: range, attributes: run.attributes, paragraph: run.paragraph)
    }
  }

  /// How an empty text, or the text's first letter, looks; nil without any run.
  package var firstAttributes: TextAttributes? { runs.first?.attributes }

  /// A piece of the text, in UTF-16 code units; it may not begin or end within a letter.
  func piece(_ range: Range<Int>) -> StyledText {
    let units = string.utf16
    let from = units.index(units.startIndex, offsetBy: min(max(range.lowerBound, 0), length))
    let to = units.index(units.startIndex, offsetBy: min(max(range.upperBound, 0), length))
    let moved = runs.map { run in
      Run(
        range: (run.range.clamped(to: range).lowerBound - range.lowerBound)..<(run.range.clamped(to: range).upperBound
          - range.lowerBound), attributes: run.attributes, paragraph: run.paragraph)
    }
    let inside = moved.filter { !$0.range.isEmpty }
    return StyledText(
      String(decoding: units[from..<to], as: UTF16.self), runs: inside.isEmpty ? Array(moved.prefix(1)) : inside)
  }

  /// The text with something behind it that looks as its end does.
  func appending(_ more: String) -> StyledText {
    var longer = runs
    guard let last = longer.indices.last else { return self }
    longer[last].range = longer[last].range.lowerBound..<Int.max
    return StyledText(string + more, runs: longer)
  }

  private static func shortened(_ string: String) -> String {
    guard string.utf16.count > maximumLength else { return string }
    let end = string.utf16.index(string.utf16.startIndex, offsetBy: maximumLength)
    // No character is cut in two.
    return String(string[..<string._index(roundingDown: end)])
  }
}

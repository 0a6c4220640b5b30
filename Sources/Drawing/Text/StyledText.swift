import Foundation
import MultiplaneGraphics

/// The ligatures. Raw values are Core Text's.
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

/// The attributes of a piece of text.
package struct TextAttributes: Sendable, Hashable {
  package var font: CTFont
  /// The colour; nil for the fill colour of the context.
  package var color: CGColor?
  /// The underline; empty for none.
  package var underline: CTUnderlineStyle = []
  /// The colour of the underline; nil for the text's.
  package var underlineColor: CGColor?
  /// The strikethrough; empty for none.
  package var strikethrough: CTUnderlineStyle = []
  /// The colour of the strikethrough; nil for the text's.
  package var strikethroughColor: CGColor?
  /// The background colour, from the top to the bottom of the line; nil for none.
  package var backgroundColor: CGColor?
  /// The width of outlines, as a percentage of the font size: above 0 without fill, below 0 with
  /// it.
  package var strokeWidth: CGFloat = 0
  /// The colour of outlines; nil for the text's.
  package var strokeColor: CGColor?
  /// The ligatures; nil for the usual ones, or none with tracking.
  package var ligatures: Ligatures?
  /// Additional space between letters, in points, on top of the font's kerning; 0 disables kerning,
  /// nil changes nothing.
  package var kern: CGFloat?
  /// Additional space between letters, in points, instead of a kern; 0 for none.
  package var tracking: CGFloat?
  /// The offset above the baseline, in points.
  package var baselineOffset: CGFloat = 0

  package init(font: CTFont, color: CGColor? = .black) {
    self.font = font
    self.color = color
  }

  /// Whether the text has an underline.
  package var isUnderlined: Bool {
    get { !underline.isEmpty }
    set { underline = newValue ? .single : [] }
  }

  /// The extra space between letters, in points.
  var letterSpacing: CGFloat { shift(tracking ?? kern ?? 0) }

  /// The OpenType features that differ from the fonts' defaults; each one has only its own effect.
  ///
  /// Source: the comments of Apple's `CTStringAttributes.h`.
  var fontFeatures: [String] {
    let used = ligatures ?? ((tracking ?? 0) == 0 ? .common : .required)
    return used.features + (kern == 0 ? ["kern 0"] : [])
  }

  /// The width of the line around letters, in points: at most ten times the font's size, 0 for
  /// none.
  var outlineWidth: CGFloat { abs(shift(strokeWidth / 100 * font.size)) }

  /// The kern or the offset as it is used: at most ten times the font's size, 0 for what is no
  /// number.
  func shift(_ length: CGFloat) -> CGFloat {
    length.isNaN ? 0 : min(max(length, -10 * font.size), 10 * font.size)
  }
}

/// A text with attributes, the input of a `TextLayout`.
///
/// Lone surrogates become U+FFFD. At most `maximumLength` code units are used.
package struct StyledText: Sendable, Hashable {
  /// The maximum length, in UTF-16 code units: about 50 pages, whose layout takes about half a
  /// second.
  package static let maximumLength = 100_000

  /// A piece of text with the same attributes.
  package struct Run: Sendable, Hashable {
    /// The range, in UTF-16 code units. Runs are contiguous.
    package var range: Range<Int>
    package var attributes: TextAttributes
    /// The style of the paragraph that starts here; nil for that of the layout.
    package var paragraph: ParagraphStyle?
    /// The own part of a style that the layer completes; nil for a complete one.
    package var partial: PartialTextStyle?
  }

  package let string: String
  package let runs: [Run]
  /// The length of the text, in UTF-16 code units.
  package let length: Int

  /// Creates a text with the same attributes everywhere.
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
      var kept = run
      kept.range = run.range.clamped(to: 0..<length)
      return kept.range.isEmpty && length > 0 ? nil : kept
    }
  }

  /// The attributes of the first letter, or of an empty text; nil without a run.
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

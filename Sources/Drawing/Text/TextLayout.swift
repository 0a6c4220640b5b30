import MultiplaneGraphics

/// How the lines of a text are aligned; the raw values are those of `CATextLayerAlignmentMode`.
package enum TextAlignment: String, Sendable, CaseIterable {
  /// To the side where the paragraph begins: right for a paragraph that runs from right to left.
  case natural
  case left, right, center
  /// To both sides where text was wrapped; lines that end a paragraph as `natural`.
  case justified
}

/// The truncation of text that does not fit; the raw values are those of
/// `CATextLayerTruncationMode`.
package enum TextTruncation: String, Sendable, CaseIterable {
  case none, start, end, middle
}

/// A text broken into lines of glyphs, each in its place.
///
/// Lengths are in points, and do not depend on the scale that it is drawn at. The layout's origin
/// is the upper left corner, y **down**; glyphs in a line are placed from the left end of its
/// baseline, y **up**.
package struct TextLayout: Sendable {
  /// The options of a layout.
  package struct Options: Sendable, Hashable {
    /// The width in points to which lines are wrapped, aligned and truncated; nil for that of the
    /// longest line.
    package var width: CGFloat?
    /// Below it lines are left out, and the last one that is kept is truncated, if text is wrapped
    /// and `truncation` is not `none`. One line is always kept.
    package var height: CGFloat?
    /// Whether a line that is longer than `width` goes on in the next: broken between words, or
    /// within a long one.
    package var isWrapped: Bool
    package var alignment: TextAlignment
    package var truncation: TextTruncation
    /// The number of lines; nil for any.
    package var maximumLines: Int?
    /// The breaks within words of wrapped lines; nil for none.
    var hyphenator: Hyphenator?
    /// Whether a word that is longer than a line is broken; else it sticks out.
    var breaksWords = true
    /// Whether the text's paragraph styles say which lines are wrapped and truncated, as in frames.
    var followsLineBreaking = false

    package init(
      width: CGFloat? = nil, height: CGFloat? = nil, isWrapped: Bool = false, alignment: TextAlignment = .natural,
      truncation: TextTruncation = .none
    ) {
      // A value that is no number sets no limit.
      self.width = width.flatMap { $0.isFinite ? max($0, 0) : nil }
      self.height = height.flatMap { $0.isFinite ? max($0, 0) : nil }
      (self.isWrapped, self.alignment, self.truncation) = (isWrapped, alignment, truncation)
    }
  }

  /// Glyphs of one font and one style, from left to right.
  struct Run: Sendable {
    let font: GlyphFont
    let attributes: TextAttributes
    var glyphs: [Glyph]
    /// From the line's left end.
    var x: CGFloat
    var width: CGFloat
  }

  struct Glyph: Sendable {
    /// The font's number for it; nil for a character that no font has, shown as a box.
    let id: UInt32?
    /// The position of its pen on the line, y up.
    let position: CGPoint
    let width: CGFloat
    /// The first code unit of the text that it shows.
    var textOffset: Int
  }

  /// A line of glyphs.
  package struct Line: Sendable {
    /// The text from here to the next line, line ends included; in UTF-16 code units.
    package internal(set) var range: Range<Int>
    /// The left end of the baseline.
    package internal(set) var origin = CGPoint.zero
    /// The width of the glyphs in points, without spaces at which the line was broken.
    package let width: CGFloat
    package let ascent: CGFloat
    package let descent: CGFloat
    package let leading: CGFloat
    /// Whether the paragraph runs from right to left.
    package let isRightToLeft: Bool
    /// Whether dots stand for a part of the text.
    package let isTruncated: Bool
    var runs: [Run]
    var setting = LineSetting()

    /// The width of the white space at the end of a wrapped line, which hangs outside of the
    /// margin; part of `width`.
    var hangingWidth: CGFloat = 0

    /// With the indents on both sides, in points.
    var indentedWidth: CGFloat { headInset + width - hangingWidth + tailInset }

    /// The number of glyphs.
    package var glyphCount: Int { runs.reduce(0) { $0 + $1.glyphs.count } }
  }

  /// From top to bottom.
  package internal(set) var lines: [Line]
  /// Whether lines were left out at the bottom, or a part of one.
  package internal(set) var isTruncated: Bool

  /// The longest line's width with its indents, and the height of all lines with the space between
  /// them.
  package var size: CGSize {
    guard let last = lines.last else { return .zero }
    return CGSize(width: lines.reduce(0) { max($0, $1.indentedWidth) }, height: last.origin.y + last.descent)
  }

  /// Lays out a text. Without Pango, or for a text without any font, there are no lines.
  package init(_ text: StyledText, _ options: Options = Options()) {
    let fonts = text.runs.first { $0.attributes.font.fonts !== FontCollection.system }?.attributes.font.fonts
    let made = (fonts ?? .system).withFontMap { fonts in
      if options.isWrapped, let hyphenator = options.hyphenator {
        HyphenatedText.layout(text, hyphenator, options, fonts)
      } else {
        TypeSetter(text, options, fonts).layout()
      }
    }
    self = made ?? TextLayout(lines: [], isTruncated: false)
  }

  init(lines: [Line], isTruncated: Bool) {
    self.lines = lines
    self.isTruncated = isTruncated
  }
}

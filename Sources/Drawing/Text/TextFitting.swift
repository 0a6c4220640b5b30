import MultiplaneGraphics

/// The scaling of text to fit its layer, as `adjustsFontSizeToFitWidth` and `minimumScaleFactor` of
/// `UILabel`.
package struct TextFitting: Sendable, Hashable {
  /// The smallest size as a fraction of the text's own, 0 to 1; 0 allows sizes down to a step.
  package let minimumScale: CGFloat

  /// Creates a scaling.
  ///
  /// - Parameter minimumScale: clamped to 0…1; NaN counts as 0.
  package init(minimumScale: CGFloat) {
    self.minimumScale = minimumScale.isNaN ? 0 : min(max(minimumScale, 0), 1)
  }

  /// The distance between tried sizes, in points.
  package static let step: CGFloat = 0.25
  /// The maximum length of scaled text, in UTF-16 code units; longer text keeps its size. It bounds
  /// the time: a text is laid out about ten times.
  package static let longestText = 10_000

  /// The sizes from one down to the least that is allowed, in points.
  struct Sizes {
    let largest: CGFloat
    let least: CGFloat
    /// The number of sizes below the largest.
    let count: Int

    init(from largest: CGFloat, _ fitting: TextFitting) {
      self.largest = largest
      least = min(max(largest * fitting.minimumScale, TextFitting.step), largest)
      // Beyond this, the step is finer than the size's own digits.
      count = Int(min(((largest - least) / TextFitting.step).rounded(.up), 1e13))
    }

    /// The least one is tried too where it is no whole step away.
    subscript(index: Int) -> CGFloat { index >= count ? least : largest - CGFloat(index) * TextFitting.step }

    /// The index of the largest one that is at most a size; nil for a size that is no number.
    func index(of size: CGFloat) -> Int? {
      let index = ((largest - size) / TextFitting.step).rounded(.up)
      return index.isFinite ? Int(min(max(index, 0), CGFloat(count))) : nil
    }
  }
}

extension LayerText {
  /// The text in the largest size at which it fits into a layer of a size in points, or in the
  /// least that is allowed.
  func fittedText(in size: CGSize) -> StyledText {
    guard let fitting, text.length > 0, text.length <= TextFitting.longestText, let largest = text.largestFontSize
    else { return text }
    let sizes = TextFitting.Sizes(from: largest, fitting)
    func sized(_ index: Int) -> StyledText {
      index == 0 ? text : text.scaled(by: sizes[index] / largest)
    }
    let whole = laidOut(text, in: size)
    if sizes.count == 0 || fits(whole, size) { return text }
    // A smaller text never has more lines: where one size fits, so do all below it.
    var (tooLarge, least) = (0, sizes.count)
    func look(at index: Int) {
      guard tooLarge < index, index < least else { return }
      if fits(laidOut(sized(index), in: size), size) { least = index } else { tooLarge = index }
    }
    if !isWrapped, let guess = sizes.index(of: largest * size.width / whole.size.width) {
      // Lines are as long as letters are large, but for what paragraph styles and rounding add.
      look(at: guess)
      look(at: least == guess ? guess - 1 : guess + 1)
    }
    while least - tooLarge > 1 { look(at: tooLarge + (least - tooLarge) / 2) }
    return sized(least)
  }

  /// The lines of a text, of wrapped ones only those that may fit. A word that is longer than a
  /// line sticks out: it is made smaller before it is broken.
  private func laidOut(_ text: StyledText, in size: CGSize) -> TextLayout {
    let limits = isWrapped ? size : CGSize(width: CGFloat.infinity, height: .infinity)
    var options = TextLayout.Options(
      width: limits.width, height: limits.height, isWrapped: isWrapped, alignment: .left, truncation: .none)
    (options.hyphenator, options.breaksWords) = (hyphenator, false)
    return TextLayout(text, options)
  }

  /// Whether the longest line fits the width, and wrapped lines the height and their number.
  private func fits(_ layout: TextLayout, _ size: CGSize) -> Bool {
    let extent = layout.size
    return extent.width <= max(size.width, 0)
      && (!isWrapped || extent.height <= max(size.height, 0) + TypeSetter.heightTolerance)
      && (!isWrapped || layout.lines.count <= maximumLines ?? .max)
  }
}

extension StyledText {
  /// In points; nil for a text without any run.
  var largestFontSize: CGFloat? { runs.map(\.attributes.font.size).max() }

  /// The text with everything that goes by the size of its fonts larger or smaller.
  func scaled(by factor: CGFloat) -> StyledText {
    StyledText(
      string,
      runs: runs.map { run in
        var scaled = run
        scaled.attributes = run.attributes.scaled(by: factor)
        scaled.paragraph = run.paragraph?.scaledLines(by: factor)
        return scaled
      })
  }
}

extension ParagraphStyle {
  /// The style with lines of another height, as their letters have.
  fileprivate func scaledLines(by factor: CGFloat) -> ParagraphStyle {
    var scaled = self
    (scaled.minimumLineHeight, scaled.maximumLineHeight) = (minimumLineHeight * factor, maximumLineHeight * factor)
    scaled.lineSpacing = lineSpacing * factor
    return scaled
  }
}

extension TextAttributes {
  fileprivate func scaled(by factor: CGFloat) -> TextAttributes {
    var scaled = self
    scaled.font = CTFont(font.descriptor, size: font.size * factor, fonts: font.fonts)
    scaled.kern = kern.map { $0 * factor }
    scaled.tracking = tracking.map { $0 * factor }
    scaled.baselineOffset = baselineOffset * factor
    return scaled
  }
}

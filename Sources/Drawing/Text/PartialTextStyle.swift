import Foundation
import MultiplaneGraphics

/// The own font, size and colour of a run whose other ones are the layer's, as in scene files. An
/// attributed string of a program has complete runs instead, as Core Text's have.
package struct PartialTextStyle: Sendable, Hashable {
  /// The name of the font; nil for the layer's font.
  package var font: String?
  /// The size in points; nil for the layer's `fontSize`.
  package var fontSize: CGFloat?
  /// Whether the run has a colour of its own, rather than the layer's `foregroundColor`.
  package var hasColor: Bool

  package init(font: String? = nil, fontSize: CGFloat? = nil, hasColor: Bool = false) {
    (self.font, self.fontSize, self.hasColor) = (font, fontSize, hasColor)
  }
}

extension PartialTextStyle {
  /// The keys of the attributes, of types that archives hold.
  private static let mark = NSAttributedString.Key("MultiplanePartialStyle")
  private static let fontName = NSAttributedString.Key("MultiplaneFontName")
  private static let size = NSAttributedString.Key("MultiplaneFontSize")

  /// The style of a run's attributes; nil for a complete run.
  init?(_ values: [NSAttributedString.Key: Any]) {
    guard values[Self.mark] != nil else { return nil }
    self.init(
      font: values[Self.fontName] as? String, fontSize: TextAttributes.number(values[Self.size]).map { CGFloat($0) },
      hasColor: values[.foregroundColor] is CGColor)
  }

  /// The attributes that stand for the style, except the colour.
  package var values: [NSAttributedString.Key: Any] {
    var values: [NSAttributedString.Key: Any] = [Self.mark: NSNumber(value: true)]
    if let font { values[Self.fontName] = font }
    if let fontSize { values[Self.size] = NSNumber(value: Double(fontSize)) }
    return values
  }
}

extension StyledText {
  /// The text with the layer's font, size and colour in runs that have none of their own. Runs
  /// without a positive size are left out.
  ///
  /// - Parameters:
  ///   - fonts: the collection in which named fonts are looked up.
  ///   - fontSize: in points.
  ///   - color: nil for a transparent one.
  package func completed(
    font: FontDescriptor, fonts: FontCollection, fontSize: CGFloat, color: CGColor?
  ) -> StyledText {
    guard runs.contains(where: { $0.partial != nil }) else { return self }
    let units = Array(string.utf16)
    var shown: [UInt16] = []
    var completed: [Run] = []
    for run in runs {
      var run = run
      if let style = run.partial {
        let size = style.fontSize ?? fontSize
        guard size.isFinite, size > 0 else { continue }
        run.attributes.font = CTFont(style.font.map { FontDescriptor(name: $0) } ?? font, size: size, fonts: fonts)
        if !style.hasColor { run.attributes.color = color ?? .clear }
        run.partial = nil
      }
      let range = run.range.clamped(to: 0..<units.count)
      run.range = shown.count..<shown.count + range.count
      shown += units[range]
      completed.append(run)
    }
    return StyledText(String(decoding: shown, as: UTF16.self), runs: completed)
  }
}

import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree

// The warnings of a text that cannot be shown as requested. Names and characters are looked up,
// each once for all texts with the same fonts; only the layer's own text is laid out, to find out
// whether it fits.

extension CATextLayer {
  /// The parts of the layer's text, and of its animations' texts, that are replaced, shown as boxes
  /// or left out.
  func textWarnings() -> [LayerWarning] {
    // The drawing of a subclass is not known here.
    guard type(of: self) == CATextLayer.self else { return [] }
    let texts = askedTexts()
    guard !texts.isEmpty else { return [] }
    guard FontCollection.isAvailable else {
      return [
        LayerWarning(
          texts[0].place, "is not drawn: expected Pango 1.50 or newer, found none; install libpangocairo-1.0-0")
      ]
    }
    var warnings: [LayerWarning] = []
    if isMadeByScene, values.contents != nil, !showsOwnDrawing {
      warnings.append(
        LayerWarning(["contents"], "is not shown, because the layer has a string; use a separate layer"))
    }
    for text in texts {
      guard let warning = fontWarning(text) ?? characterWarning(text) ?? lengthWarning(text) else { continue }
      // An animation may show many texts with the same fault.
      if !warnings.contains(where: { $0.place == warning.place }) { warnings.append(warning) }
    }
    if let warning = hyphenationWarning() { warnings.append(warning) }
    if warnings.isEmpty, let warning = fitWarning() { warnings.append(warning) }
    return warnings
  }

  /// A language whose words cannot be hyphenated.
  private func hyphenationWarning() -> LayerWarning? {
    guard isWrapped, let language = hyphenation else { return nil }
    do {
      _ = try Hyphenator.language(language)
      return nil
    } catch {
      return LayerWarning(["hyphenation"], error.description)
    }
  }

  /// A text that is cut at the bounds. One of a layer that masks them is cut on purpose.
  private func fitWarning() -> LayerWarning? {
    let text = source.text(values.text)
    guard !masksToBounds, text.text.length <= TextFitting.longestText, bounds.isFinite,
      let size = text.overflow(in: bounds.size)
    else { return nil }
    func number(_ length: CGFloat) -> String {
      let rounded = (Double(length) * 10).rounded() / 10
      return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
    }
    return LayerWarning(
      ["string"],
      "text of \(number(size.width.rounded(.up))) × \(number(size.height.rounded(.up))) pt does not fit "
        + "\(number(bounds.width)) × \(number(bounds.height)) and is cut; enlarge the layer, or set truncationMode, wrapped "
        + "or adjustsFontSizeToFitWidth")
  }

  /// A text, its place in the layer, and the fonts that it asks for.
  private struct AskedText {
    let place: [LayerWarning.Step]
    let string: String
    /// Each with the place of its name.
    let fonts: [(descriptor: FontDescriptor, collection: FontCollection, place: [LayerWarning.Step])]
  }

  private func askedTexts() -> [AskedText] {
    var texts = [text(string, ["string"])]
    for key in animationKeys() ?? [] {
      guard let animation = animation(forKey: key) else { continue }
      texts += Self.strings(in: animation).map { text($0, ["animations", .key(key)]) }
    }
    return texts.compactMap { $0 }
  }

  private func text(_ value: Any?, _ place: [LayerWarning.Step]) -> AskedText? {
    switch value {
    case let attributed as NSAttributedString where attributed.length > 0:
      let source = source
      // A layer without a size of its own asks for its font all the same.
      let styled = StyledText(attributed)
      let runs = styled.completed(font: source.font, fonts: source.fonts, fontSize: 1, color: nil).runs
      let names = styled.runs.map { $0.partial != nil && $0.partial?.font == nil ? ["font"] : place }
      return AskedText(
        place: place, string: attributed.string,
        fonts: zip(runs, names).map { ($0.attributes.font.descriptor, $0.attributes.font.fonts, $1) })
    case let string as String where !string.isEmpty:
      let source = source
      return AskedText(place: place, string: string, fonts: [(source.font, source.fonts, ["font"])])
    default: return nil
    }
  }

  private static func strings(in animation: CAAnimation) -> [Any] {
    switch animation {
    case let group as CAAnimationGroup: return (group.animations ?? []).flatMap(strings)
    case let basic as CABasicAnimation where basic.keyPath == LayerProperty.textString.key:
      return [basic.fromValue, basic.toValue].compactMap { $0 }
    case let keyframes as CAKeyframeAnimation where keyframes.keyPath == LayerProperty.textString.key:
      return keyframes.values ?? []
    default: return []
    }
  }

  // MARK: Checks

  private func fontWarning(_ text: AskedText) -> LayerWarning? {
    for (descriptor, collection, place) in text.fonts {
      guard collection.hasFonts else {
        return LayerWarning(
          text.place,
          "is not drawn: expected a font, found none on this system; install one (Debian: fonts-dejavu-core)")
      }
      // The default font is installed on hardly any system, so its substitution is no reason to
      // warn.
      guard descriptor.name.lowercased() != Self.defaultFont.lowercased(), !collection.hasFamily(of: descriptor.name)
      else { continue }
      let used = collection.familyUsed(for: descriptor).map { "; \($0) replaces it" } ?? ""
      return LayerWarning(
        place,
        "expected a family of the scene's \"fonts\" or of this system, found \(OneLine.quoted(descriptor.name))"
          + used,
        unknownName: (descriptor.name, collection.families))
    }
    return nil
  }

  private func characterWarning(_ text: AskedText) -> LayerWarning? {
    guard let collection = text.fonts.first?.collection else { return nil }
    let missing = collection.missingCharacters(in: String(text.string.unicodeScalars.prefix(StyledText.maximumLength)))
    guard !missing.isEmpty else { return nil }
    return LayerWarning(
      text.place,
      "expected characters that a font has, found \(UnicodeNumbers.list(missing)), shown as boxes; add a font that "
        + "has them to the scene's \"fonts\", or to this system")
  }

  private func lengthWarning(_ text: AskedText) -> LayerWarning? {
    let length = text.string.utf16.count
    if length > StyledText.maximumLength {
      return LayerWarning(
        text.place,
        "expected at most \(StyledText.maximumLength) UTF-16 code units, found \(length); the rest is not shown")
    }
    if adjustsFontSizeToFitWidth, length > TextFitting.longestText {
      return LayerWarning(
        ["adjustsFontSizeToFitWidth"],
        "expected a string of at most \(TextFitting.longestText) UTF-16 code units, found \(length); it keeps its size")
    }
    return nil
  }
}

import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree

/// The text layers of a scene, and their lines as text: what `inspect --layer` prints.
enum TextLayers {
  /// All text layers, masks included, in the order of the tree.
  static func all(in root: CALayer) -> [CATextLayer] {
    var (found, pending) = ([CATextLayer](), [root])
    while let layer = pending.popLast() {
      if let text = layer as? CATextLayer { found.append(text) }
      pending += (layer.sublayers ?? []).reversed() + [layer.mask].compactMap { $0 }
    }
    return found
  }

  /// A line per line of text, and one for the ink.
  static func lines(of text: MeasuredText) -> [String] {
    let lines = text.lines.map { line in
      "\(OneLine.quoted(line.text)) at \(listText(line.x, line.baseline)), width \(numberText(Double(line.width))), "
        + "ascent \(numberText(Double(line.ascent))), descent \(numberText(Double(line.descent)))"
        + (line.isTruncated ? ", truncated" : "")
    }
    guard let ink = text.ink else { return lines + ["no ink"] }
    return lines + [
      "ink \(listText(ink.minX, ink.minY, ink.width, ink.height)), font size \(numberText(Double(text.fontSize)))"
        + (text.isCut ? ", cut at the bounds" : "")
    ]
  }
}

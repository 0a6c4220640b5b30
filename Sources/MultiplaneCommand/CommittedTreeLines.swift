import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

/// The committed tree as `inspect --stage layers` prints it: a line a layer, with what differs from the defaults, and a
/// line an animation.
enum CommittedTreeLines {
  /// All lines, the canvas first, then the root and its sublayers, indented, in array order.
  static func lines(of tree: CommittedTree) -> [String] {
    var lines = [canvas(tree)]
    add(tree.root, depth: 0, to: &lines)
    return lines
  }

  private static func canvas(_ tree: CommittedTree) -> String {
    canvasText(size: tree.size, scale: tree.scale, background: tree.background)
      + (tree.root.isAnimated ? ", animated" : ", still")
  }

  private static func add(_ layer: CommittedLayer, _ role: String = "", depth: Int, to lines: inout [String]) {
    let indent = String(repeating: "  ", count: depth)
    let values = LayerProperties.rows(of: layer.kind).compactMap { row -> String? in
      let value = row.get(layer.values)
      guard value != row.defaultValue(of: layer.kind) else { return nil }
      return "\(row.key)=\(valueText(value, kind: row.kind))"
    }
    let title = layerTitle(layer.identifier, layer.kind.rawValue, layer.name)
    let parts = [indent + role + title] + texts(layer.values) + values + timingTexts(layer.timing, default: .layer)
    lines.append(parts.joined(separator: " "))
    for animation in layer.animations { AnimationLines.add(animation, indent: indent + "  ", to: &lines) }
    if let mask = layer.mask { add(mask, "mask ", depth: depth + 1, to: &lines) }
    for sublayer in layer.sublayers { add(sublayer, depth: depth + 1, to: &lines) }
  }

  /// The beginning of a text, and its font.
  private static func texts(_ values: LayerValues) -> [String] {
    let string = values.text.shown?.string.map { text in
      "string=\(String(reflecting: String(text.prefix(40))))" + (text.dropFirst(40).isEmpty ? "" : "…")
    }
    return [string, values.text.shown?.fontName.map { "font=\(String(reflecting: $0))" }].compactMap { $0 }
  }
}

/// What a layer is called in every stage, such as `#3 CALayer "hand"`.
func layerTitle(_ identifier: LayerIdentifier, _ kind: String, _ name: String?) -> String {
  "\(identifier) \(kind)" + (name.map { " \"\($0)\"" } ?? "")
}

func canvasText(size: CGSize, scale: Double, background: StraightColor?) -> String {
  "canvas \(numberText(Double(size.width))) x \(numberText(Double(size.height))) points, scale \(numberText(scale)), "
    + "background \(background.map(colorText) ?? "none")"
}

import Graphics
import Motion
import RenderTree

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
      guard value != row.defaultValue else { return nil }
      return "\(row.key)=\(valueText(value, kind: row.kind))"
    }
    let title = layerTitle(layer.identifier, layer.kind.rawValue, layer.name)
    lines.append(([indent + role + title] + values + timing(layer.timing, default: .layer)).joined(separator: " "))
    for animation in layer.animations { lines.append(indent + "  * " + text(animation)) }
    if let mask = layer.mask { add(mask, "mask ", depth: depth + 1, to: &lines) }
    for sublayer in layer.sublayers { add(sublayer, depth: depth + 1, to: &lines) }
  }

  private static func text(_ animation: CommittedAnimation) -> String {
    let change = animation.change
    let kind = change.keyPath.kind
    let ends = [("from", change.from), ("to", change.to), ("by", change.by)].compactMap { name, value in
      value.map { "\(name)=\(valueText($0, kind: kind))" }
    }
    let curve = animation.curve.map { "timingFunction=" + listText($0.x1, $0.y1, $0.x2, $0.y2) }
    let flags = [
      change.isAdditive ? "additive" : nil, change.isCumulative ? "cumulative" : nil,
      animation.isRemovedOnCompletion ? nil : "keptOnCompletion",
    ]
    let key = animation.key.map { "\"\($0)\" " } ?? ""
    let parts = ends + timing(animation.timing, default: .animation) + ([curve] + flags).compactMap { $0 }
    return "animation \(key)of \(keyPathText(change.keyPath)) " + parts.joined(separator: " ")
  }

  /// What differs from the default timing; times in seconds.
  private static func timing(_ timing: MediaTiming, default standard: MediaTiming) -> [String] {
    let numbers: [(String, Double, Double)] = [
      ("beginTime", timing.beginTime, standard.beginTime), ("timeOffset", timing.timeOffset, standard.timeOffset),
      ("speed", timing.speed, standard.speed), ("duration", timing.duration, standard.duration),
      ("repeatCount", timing.repeatCount, standard.repeatCount),
      ("repeatDuration", timing.repeatDuration, standard.repeatDuration),
    ]
    return numbers.filter { $0.1 != $0.2 }.map { "\($0.0)=\(numberText($0.1))" }
      + (timing.autoreverses ? ["autoreverses"] : [])
      + (timing.fillMode == standard.fillMode ? [] : ["fillMode=\(timing.fillMode.rawValue)"])
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

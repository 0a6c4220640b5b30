import MultiplaneGraphics

/// Where in a scene a value stands: `root.sublayers[2].cornerRadius`. Cheap to make, spelled out
/// only for a message.
package indirect enum Place: Sendable {
  case scene
  case key(String, in: Place)
  case index(Int, in: Place)

  package func key(_ key: String) -> Place { .key(key, in: self) }
  package func index(_ index: Int) -> Place { .index(index, in: self) }

  /// The place in words; a long one without its middle.
  package var description: String {
    var steps: [String] = []
    var place = self
    loop: while true {
      switch place {
      case .scene:
        break loop
      case .key(let key, let outer):
        steps.append(Self.step(key))
        place = outer
      case .index(let index, let outer):
        steps.append("[\(index)]")
        place = outer
      }
    }
    steps.reverse()
    if steps.count > 24 { steps.replaceSubrange(8..<(steps.count - 8), with: ["…"]) }
    let text = steps.joined()
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  /// A key as a step: `.opacity`, or `["a key"]` when it could be taken for something else.
  private static func step(_ key: String) -> String {
    let isPlain =
      !key.isEmpty && key.utf8.count <= OneLine.maximumCharacters
      && key.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-"
      }
    return isPlain ? ".\(key)" : "[\(OneLine.quoted(key))]"
  }
}

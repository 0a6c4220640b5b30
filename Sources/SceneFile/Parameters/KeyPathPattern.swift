import MultiplaneGraphics

/// A key path of an animation's parts, such as `Badge.Fill 1.Color`: the names of nested layers and
/// shapes, and a property. `*` stands for one name, `**` for any number of names.
package struct KeyPathPattern: Sendable {
  /// The properties that key paths end in.
  private static let properties: Set<Substring> = ["Color", "Stroke Color", "Text", "Image"]

  /// The most names of a key path, and the most key paths among the values of an animation: each is
  /// compared with all parts of the animation.
  package static let (mostNames, most) = (32, 32)

  private let names: [Substring]

  /// - Returns: nil for a name that ends in no property.
  package init?(_ text: String) {
    names = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = names.last, Self.properties.contains(last), (2...Self.mostNames).contains(names.count) else {
      return nil
    }
  }

  /// Whether a key path without wildcards is one of these.
  package func matches(_ keyPath: String) -> Bool {
    let parts = keyPath.split(separator: ".", omittingEmptySubsequences: false)
    var (name, part) = (0, 0)
    // The last `**`, and the part after those that it stands for.
    var last: (name: Int, end: Int)?
    while part < parts.count {
      if name < names.count, names[name] == "**" {
        last = (name, part)
        name += 1
      } else if name < names.count, names[name] == "*" || names[name] == parts[part] {
        (name, part) = (name + 1, part + 1)
      } else if let before = last {
        last?.end += 1
        (name, part) = (before.name + 1, before.end + 1)
      } else {
        return false
      }
    }
    return names[name...].allSatisfy { $0 == "**" }
  }
}

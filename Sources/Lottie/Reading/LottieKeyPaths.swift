import MultiplaneGraphics
import MultiplaneSceneFile
import Synchronization

/// The texts, images and colours of an animation, by the names of the layers and shapes around
/// them.
///
/// A composition has the names of the layers that show it before those of its own layers. Layers
/// and shapes without a name are called "Layer", as in lottie-ios.
struct LottieKeyPaths {
  struct Part {
    let keyPath: String
    let kind: ParameterDeclaration.Kind
    /// The index in the document of the value: a colour, a text, or a layer with an image.
    let index: Int
  }

  private(set) var parts: [Part] = []
  private let reading: LottieReading
  /// The lists of layers of the compositions.
  private var compositions: [String: LottieNode] = [:]
  /// The visited layers and shapes. Those of a composition are visited for each layer that shows
  /// it.
  private var visits = 0

  private static let defaultName = "Layer"
  private static let (mostParts, mostVisits, mostLevels, mostBytes) = (4096, 50_000, 32, 400)

  init(_ document: JSONDocument, limits: SceneLimits) {
    reading = LottieReading(file: "", document, limits: limits)
    let top = LottieNode(reading: reading, index: 0)
    for asset in (try? top["assets"]?.elements("")) ?? .empty {
      if let id = asset["id"], let layers = asset["layers"] { compositions[id.text ?? id.json.flatText] = layers }
    }
    if let layers = top["layers"] { add(layers, in: "", level: 0) }
  }

  /// The values by the indices of the parts that their names match.
  static func replacements(
    _ values: [String: ParameterValue], in document: JSONDocument, limits: SceneLimits
  ) -> [Int: ParameterValue] {
    let patterns = values.sorted { $0.key < $1.key }.compactMap { name, value in
      KeyPathPattern(name).map { (pattern: $0, value: value) }
    }
    guard !patterns.isEmpty else { return [:] }
    var found: [Int: ParameterValue] = [:]
    for part in LottieKeyPaths(document, limits: limits).parts {
      for (pattern, value) in patterns where pattern.matches(part.keyPath) { found[part.index] = value }
    }
    return found
  }

  private mutating func add(_ part: LottieNode, _ kind: ParameterDeclaration.Kind, _ keyPath: String) {
    guard parts.count < Self.mostParts, keyPath.utf8.count <= Self.mostBytes else { return }
    parts.append(Part(keyPath: keyPath, kind: kind, index: part.index))
  }

  /// The beginning of the key paths in a layer or shape; nil if its name is very long, and if
  /// enough were visited.
  private mutating func path(of node: LottieNode, in path: String) -> String? {
    visits += 1
    let given = node["nm"]?.text ?? ""
    let name = given.isEmpty ? Self.defaultName : given
    guard visits <= Self.mostVisits, path.utf8.count + name.utf8.count <= Self.mostBytes
    else { return nil }
    return path + name + "."
  }

  private mutating func add(_ layers: LottieNode, in path: String, level: Int) {
    guard level <= Self.mostLevels else { return }
    for layer in (try? layers.elements("")) ?? .empty {
      guard let path = self.path(of: layer, in: path) else { continue }
      switch try? layer["ty"]?.number() {
      case 0:
        if let layers = layer["refId"]?.text.flatMap({ compositions[$0] }) { add(layers, in: path, level: level + 1) }
      case 1:
        if let color = layer["sc"] { add(color, .color, path + "Color") }
      case 2: add(layer, .image, path + "Image")
      case 4:
        if let shapes = layer["shapes"] { add(shapesOf: shapes, in: path, level: level) }
      case 5:
        guard let text = layer["t"]?["d"] else { break }
        add(text, .text, path + "Text")
        for document in (try? text.inSlot["k"]?.elements("")) ?? .empty {
          if let color = document["s"]?["fc"] { add(color, .color, path + "Color") }
          if let color = document["s"]?["sc"] { add(color, .color, path + "Stroke Color") }
        }
      default: break
      }
    }
  }

  private mutating func add(shapesOf list: LottieNode, in path: String, level: Int) {
    guard level <= Self.mostLevels else { return }
    for shape in (try? list.elements("")) ?? .empty {
      guard let path = self.path(of: shape, in: path) else { continue }
      switch shape["ty"]?.text {
      case "gr":
        if let items = shape["it"] { add(shapesOf: items, in: path, level: level + 1) }
      case "fl", "st":
        if let color = shape["c"] { add(color, .color, path + "Color") }
      default: break
      }
    }
  }
}

/// The key paths of an animation, listed when they are first asked for.
final class LottieKeyPathList: Sendable {
  private let document: JSONDocument
  private let limits: SceneLimits
  private let list = Mutex<[ParameterDeclaration]?>(nil)

  init(_ document: JSONDocument, limits: SceneLimits) { (self.document, self.limits) = (document, limits) }

  /// One per part; parts of the same names are listed once.
  @Sendable func declarations() -> [ParameterDeclaration] {
    list.withLock { list in
      if let list { return list }
      var (names, found) = (Set<String>(), [ParameterDeclaration]())
      for part in LottieKeyPaths(document, limits: limits).parts where names.insert(part.keyPath).inserted {
        found.append(ParameterDeclaration(name: part.keyPath, kind: part.kind))
      }
      list = found
      return found
    }
  }
}

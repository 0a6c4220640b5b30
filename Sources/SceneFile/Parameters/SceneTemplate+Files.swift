import MultiplaneDrawing
import MultiplaneLayerTree

/// A file that a scene names.
package struct SceneFileName: Sendable, Hashable {
  /// The name in the scene.
  package let name: String
  /// The path of the file.
  package let path: String
}

// The files that a scene reads.

extension SceneTemplate {
  /// The maximum number of listed tiles per scene.
  package static let mostTiles = 100_000

  /// The files that the scene names, without duplicates, sorted by name: images, fonts, animations
  /// with their images, and existing tiles. Parameters may name others.
  ///
  /// - Throws: for more than `mostTiles` tiles.
  package func files() throws(SceneError) -> [SceneFileName] {
    var names = Set(prepared.imageDefinitions.map(\.path) + prepared.fontDefinitions.map(\.path))
    names.formUnion(imported?.files ?? [])
    for animation in prepared.animations {
      let folder = animation.path.lastIndex(of: "/").map { String(animation.path[...$0]) } ?? ""
      names.insert(animation.path)
      names.formUnion(animation.content.files.map { folder + $0 })
    }
    var tiles = 0
    for pattern in tilePatterns {
      guard let found = TileFiles(pattern: pattern, place: prepared.files).names(atMost: Self.mostTiles - tiles) else {
        throw prepared.invalid(
          Place.scene.key("root"), "expected at most \(Self.mostTiles) tiles of \"\(pattern)\", found more")
      }
      tiles += found.count
      names.formUnion(found)
    }
    return names.sorted().map { SceneFileName(name: $0, path: prepared.files.path(of: $0)) }
  }

  private var tilePatterns: Set<String> {
    var patterns: Set<String> = []
    visit { members in
      guard case .object(let tiles)? = members.first(where: { $0.key == "tiles" })?.value,
        case .string(let pattern)? = tiles.first(where: { $0.key == "path" })?.value
      else { return }
      patterns.insert(pattern)
    }
    return patterns
  }

  /// The font families of its texts without a file in the scene, sorted; Helvetica for a layer that
  /// names none.
  package var systemFamilies: [String] {
    let own = Set(prepared.fontDefinitions.map { $0.family.lowercased() })
    var families: Set<String> = []
    visit { members in
      // A run of a text, also of an animation's.
      let isRun = members.contains { $0.key == "text" }
      guard isRun || members.contains(where: { $0.key == "class" && $0.value == .string("CATextLayer") }) else {
        return
      }
      switch members.first(where: { $0.key == "font" })?.value {
      case .string(let name) where !own.contains(name.lowercased()): families.insert(name)
      case nil where !isRun && !own.contains("helvetica"): families.insert("Helvetica")
      // A parameter's value is one of the scene's own families.
      default: break
      }
    }
    return families.sorted()
  }

  /// Visits every object among the layers.
  private func visit(_ body: ([JSONValue.Member]) -> Void) {
    var rest = prepared.layers.map { [$0] } ?? []
    while let value = rest.popLast() {
      switch value {
      case .object(let members):
        body(members)
        rest += members.map(\.value).filter(\.isNested)
      case .array(let elements): rest += elements.filter(\.isNested)
      default: break
      }
    }
  }
}

import Foundation
import MultiplaneLottie
import MultiplaneRenderTree
import MultiplaneSceneFile
import Testing

/// A scene of the folder `Scenes`, by its path from there: the argument of a test.
package struct SceneName: Sendable, CustomTestStringConvertible, Hashable {
  /// Such as `border/border-inside-bounds.json`.
  package let path: String
  package var testDescription: String { path }
  /// That of the picture beside it, from the same folder.
  package var picturePath: String { path.replacing(".json", with: ".png") }

  /// For random numbers that are the same in every run.
  package var seed: UInt64 { path.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) } }

  /// The scene's number for the choice of cases: scenes in one folder have numbers far apart.
  package var rotation: UInt64 {
    var generator = SeededGenerator(seed: seed)
    return generator.next() >> 8
  }

  /// The scene as values, at its own scale.
  package func committed() throws -> CommittedTree {
    try SceneLibrary.scene(path).committed()
  }
}

extension CommittedTree {
  /// The tree at half the scale, a quarter, and so on, so that it has at most 160,000 pixels.
  ///
  /// For what is drawn many times over and is also drawn at its own scale: of 480 scenes eleven are
  /// larger, and cost a third of all.
  package func withFewPixels() -> CommittedTree {
    var tree = self
    while tree.size.width * tree.size.height * tree.scale * tree.scale > 160_000 { tree.scale /= 2 }
    return tree
  }
}

/// Every scene of the project.
package enum SceneLibrary {
  /// The project's folder, from where this file was compiled.
  package static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  package static let folder = project + "/Scenes"

  /// A scene, or a Lottie animation, by its path from the folder.
  ///
  /// - Parameter scale: device pixels per point; nil for its own.
  package static func scene(_ path: String, scale: Double? = nil) throws -> Scene {
    _ = formats
    return try Scene.load(path: folder + "/" + path, scale: scale)
  }

  static let formats: Void = SceneFormats.register([LottieFormat()])

  private static let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []

  /// In alphabetical order.
  package static let all = files.filter { $0.hasSuffix(".json") }.sorted().map(SceneName.init)

  /// Those that move.
  package static let moving = all.filter { (try? $0.committed().root.isAnimated) ?? true }

  /// The pictures beside scenes, by their paths from the folder. Those in folders of folders, as a
  /// map's tiles, are not.
  package static let pictures = files.filter {
    $0.hasSuffix(".png") && !$0.hasPrefix("images/") && $0.split(separator: "/").count == 2
  }.sorted()
}

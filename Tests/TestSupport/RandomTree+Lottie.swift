import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneLottie
import MultiplaneRenderTree
import MultiplaneSceneFile

extension RandomTree {
  /// A Lottie animation, one of the feature files, that is paused somewhere; nil in most trees.
  ///
  /// Its random numbers are its own, so that the rest of a seed's tree is the same without it.
  mutating func animation(seed: UInt64, in size: CGSize) -> CommittedLayer? {
    var numbers = SplitMix64(seed: seed ^ 0x4C6F_7474_6965)
    guard Self.animations.count > 0, Double.random(in: 0..<1, using: &numbers) < 0.25 else { return nil }
    let name = Self.animations[Int.random(in: 0..<Self.animations.count, using: &numbers)]
    let layer = LottieLayer()
    guard let file = try? ImportedScene.read(path: Self.animationFolder + name, limits: .standard),
      (try? layer.show(file, values: [:])) != nil
    else { return nil }
    layer.name = name
    layer.progress = Double.random(in: 0...1, using: &numbers)
    layer.bounds = CGRect(
      x: 0, y: 0, width: Double.random(in: 20...90, using: &numbers),
      height: Double.random(in: 20...90, using: &numbers))
    layer.position = CGPoint(
      x: Double.random(in: 0...size.width, using: &numbers), y: Double.random(in: 0...size.height, using: &numbers))
    layer.setAffineTransform(CGAffineTransform(rotationAngle: Double.random(in: -1...1, using: &numbers)))
    layer.opacity = Float.random(in: 0.5...1, using: &numbers)
    return renumbered(layer.commit(at: 0))
  }

  /// The feature files by name.
  static let animations: [String] = {
    _ = SceneLibrary.formats
    let names = (try? FileManager.default.contentsOfDirectory(atPath: animationFolder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  private static let animationFolder = SceneLibrary.project + "/Tests/LottieTests/Features/"

  /// The same layers with the next identifiers, which are the same in every process.
  private mutating func renumbered(_ layer: CommittedLayer) -> CommittedLayer {
    let sublayers = layer.sublayers.map { renumbered($0) }
    let mask = layer.mask.map { renumbered($0) }
    nextIdentifier += 1
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: nextIdentifier), name: layer.name, kind: layer.kind, values: layer.values,
      timing: layer.timing, animations: layer.animations, sublayers: sublayers, mask: mask)
  }
}

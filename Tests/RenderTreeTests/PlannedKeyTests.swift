import MultiplaneGraphics
import MultiplaneMotion
import Testing

@testable import MultiplaneRenderTree

/// Each animatable key by itself and beside others: by a plan, in new nodes and in those of another
/// time, as by the definition.
@Suite struct PlannedKeyTests {
  /// What a key of a class has no short way for, with one animation of simple ends.
  private static let slow: Set<String> = [
    "contentsCenter", "contentsScale", "minificationFilterBias", "shadowPath", "rasterizationScale", "colors",
    "locations", "path", "lineDashPattern", "borderDashPattern", "contentsMultiplyColor",
  ]

  struct Key: Sendable, CustomStringConvertible {
    let path: String
    let kind: LayerKind
    var description: String { "\(path) of \(kind.rawValue)" }
  }

  /// All that changes by intermediate values, as a whole and in parts.
  static let keys: [Key] = [LayerKind.layer, .gradient, .shape].flatMap { kind in
    LayerProperties.rows(of: kind).filter { $0.interpolation == .continuous }.flatMap { row in
      let parts =
        switch row.kind {
        case .point: ["", ".x", ".y"]
        case .size: ["", ".width", ".height"]
        case .rect: ["", ".origin", ".origin.x", ".origin.y", ".size", ".size.width", ".size.height"]
        case .transform: ["", ".rotation", ".scale.x", ".translation"]
        default: [""]
        }
      return parts.map { Key(path: row.key + $0, kind: kind) }
    }
  }

  private func expectDefined(_ layer: CommittedLayer, _ random: inout RandomAnimations, _ trees: inout TreeMemory) {
    // At one time of several twice: then both trees' nodes are changed from another time.
    for time in [0, 0.4, 0.75, 1, 1.2, 2.6, random.number(-0.5...5), 0.4, 0, random.number(0...3)] {
      let defined = defined(layer, at: time)
      let fresh = differences(layer.evaluate(at: time), defined)
      let renewed = differences(trees.evaluate(committedTree(layer), at: time).root, defined)
      #expect(fresh.isEmpty && renewed.isEmpty, "at \(time): \(layer.animations)")
    }
  }

  @Test(arguments: keys) func saysTheSameAsTheDefinition(key: Key) throws {
    var random = RandomAnimations(seed: UInt64(key.path.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }))
    for _ in 0..<24 {
      var trees = TreeMemory()
      expectDefined(try random.layer(of: key.kind, animating: [key.path]), &random, &trees)
    }
  }

  @Test(arguments: 0..<24) func saysTheSameOfSeveral(seed: UInt64) throws {
    var random = RandomAnimations(seed: seed &+ 5000)
    for _ in 0..<30 {
      let first = Self.keys[Int(random.number(0...Double(Self.keys.count) - 1))]
      let others = (0..<2).map { _ in Self.keys[Int(random.number(0...Double(Self.keys.count) - 1))] }
      var trees = TreeMemory()
      let paths = [first.path] + others.filter { LayerKeyPath($0.path, of: first.kind) != nil }.map(\.path)
      expectDefined(try random.layer(of: first.kind, animating: paths), &random, &trees)
    }
  }

  @Test(arguments: keys) func hasAShortWay(key: Key) throws {
    let keyPath = try #require(LayerKeyPath(key.path, of: key.kind))
    let values = layerValues {
      $0.backgroundColor = .white
      $0.shape.strokeColor = .white
    }
    let value = try #require(keyPath.value(in: values))
    let animation = CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 1), curve: nil, isRemovedOnCompletion: true,
      change: PropertyChange(
        keyPath: keyPath, from: value, to: value, by: nil, isAdditive: false, isCumulative: false))
    let row = keyPath.property.key
    let isSlow =
      row == "sublayerTransform" ? key.path != row : Self.slow.contains(row)
    #expect((committedLayer(kind: key.kind, animations: [animation]).plan == nil) == isSlow)
  }
}

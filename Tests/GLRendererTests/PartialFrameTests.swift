import GL
import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// Frames of which only the damage is drawn are whole frames, byte for byte.
@Suite(.serialized) struct PartialFrameTests {
  /// Two images and two renderers: one draws what changed, the other everything.
  private struct Pair {
    let device: Device
    let partial: GLRenderer
    let whole: GLRenderer

    init(isLive: Bool = false) throws {
      device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
      partial = try GLRenderer(device: device)
      whole = try GLRenderer(device: device)
      for renderer in [partial, whole] { renderer.isLive = isLive }
    }

    /// Draws trees one after another both ways.
    ///
    /// - Returns: the share of the canvas that was damaged, summed up over all frames but the first.
    @discardableResult
    func expectEqualFrames(
      _ trees: some Sequence<RenderTree>, rowOrder: RowOrder = .topRowFirst, _ name: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Double {
      try device.context.makeCurrent()
      var surfaces: [Surface] = []
      var frames: [Frame] = []
      var shown: RenderTree?
      var share = 0.0
      for (number, tree) in trees.enumerated() {
        if frames.isEmpty {
          surfaces = try (0..<2).map { _ in
            // As displays have them: llvmpipe draws those that are blue first another way.
            try device.makeSurface(
              width: tree.pixelWidth, height: tree.pixelHeight, format: device.capabilities.traits.byteFormat,
              label: "test")
          }
          frames = surfaces.map {
            Frame(framebuffer: $0.framebuffer, width: $0.width, height: $0.height, rowOrder: rowOrder)
          }
        }
        let damage = shown.map { Damage(from: $0, to: tree).region }
        var cost = try partial.render(tree, into: frames[0], damage: damage, mayTakeShortCuts: false)
        // The first frame of a renderer is not one of which parts may be replaced.
        if cost.tookShortCuts { cost = try partial.render(tree, into: frames[0], mayTakeShortCuts: false) }
        if shown != nil { share += Double(cost.pixelsDamaged) / Double(tree.pixelWidth * tree.pixelHeight) }
        _ = try whole.render(tree, into: frames[1], mayTakeShortCuts: false)
        let (actual, expected) = (try device.readPixels(frames[0]), try device.readPixels(frames[1]))
        guard actual == expected else {
          let drawn = damage.map { "\($0)" } ?? "all"
          Issue.record(
            "\(name), frame \(number): \(describe(actual, expected, width: tree.pixelWidth)); damage: \(drawn)",
            sourceLocation: sourceLocation)
          return share
        }
        shown = tree
      }
      withExtendedLifetime(surfaces) {}
      return share
    }

    private func describe(_ actual: [UInt8], _ expected: [UInt8], width: Int) -> String {
      let wrong = actual.indices.filter { actual[$0] != expected[$0] }
      let most = wrong.map { abs(Int(actual[$0]) - Int(expected[$0])) }.max() ?? 0
      let columns = wrong.map { $0 / 4 % width }
      let rows = wrong.map { $0 / 4 / width }
      return "\(wrong.count) bytes differ, by \(most) at most, in x \(columns.min() ?? 0)...\(columns.max() ?? 0), "
        + "y \(rows.min() ?? 0)...\(rows.max() ?? 0)"
    }
  }

  private static let seeds = 80

  @Test func randomTreesWithRandomEdits() throws {
    let pair = try Pair()
    var share = 0.0
    for seed in 1...Self.seeds {
      var tree = RandomTree.makeContainers(seed: UInt64(seed))
      var trees = [tree.evaluate(at: 0)]
      for edit in 0..<6 {
        tree = RandomTree.edit(tree, seed: UInt64(seed * 100 + edit))
        trees.append(tree.evaluate(at: 0))
      }
      share +=
        try pair.expectEqualFrames(
          trees, rowOrder: seed % 4 == 0 ? .bottomRowFirst : .topRowFirst, "seed \(seed)") / 6
    }
    // Otherwise they prove little.
    #expect(share / Double(Self.seeds) < 0.5)
    #expect(pair.device.debugMessages.filter { $0.severity != .notification } == [])
  }

  /// Shadows and blurs that come into a stack, move in it and leave it: where four lie on one another, what is drawn is rounded
  /// once (`SoftStacks`).
  @Test(arguments: [BlendMode.normal, .multiply]) func stacks(mode: BlendMode) throws {
    let blur = try #require(FilterDescription.named("CIGaussianBlur").map { FilterValue($0) })
    func soft(_ x: Double, _ number: UInt64) -> RenderNode? {
      layer(x, 60 + Double(number) * 3, 50, 40, color: number == 1 ? .red : .blue, identifier: number) {
        if number % 2 == 0 { $0.compositing.filters = [blur] }
        $0.opacity = 0.4
        $0.shadow.opacity = 0.5
        $0.shadow.radius = 4
      }
    }
    let still: [RenderNode?] = [soft(60, 1), soft(66, 2)]
    let sharp = layer(90, 100, 90, 40, color: .green, identifier: 8) {
      $0.opacity = 0.6
      $0.compositing.blendMode = mode
    }
    let places: [(Double, StraightColor)] = [
      (230, .red), (180, .red), (100, .red), (70, .red), (70, .green), (71.3, .green), (80, .green), (240, .red),
    ]
    let trees = places.map { place, color in
      let mark = layer(75, 80, 9, 9, color: color, identifier: 9)
      return tree(
        layer(0, 0, 300, 200, identifier: 99, sublayers: still + [sharp, soft(place, 3), mark]),
        size: CGSize(width: 300, height: 200), background: StraightColor(red: 0.9, green: 0.8, blue: 0.7))
    }
    // Otherwise it proves little.
    #expect(Set(trees.map { SoftStacks.boxes(of: $0).count }) == [0, 1])
    #expect(try Pair().expectEqualFrames(trees, "stacks, \(mode)") < 6)
  }

  /// Colours that no byte holds, ramps and faded images beside something round, which a part of the frame does not reach: drivers
  /// may draw those otherwise where nothing else is (`SteadyColors.swift`).
  @Test(arguments: [false, true]) func colorsBesideOtherThings(isLive: Bool) throws {
    let picture = CGImage.pattern(32, 24, seed: 1)
    let colors = (0..<4).map { CGColor(srgbRed: 0.1234 + 0.2 * Double($0), green: 0.7171, blue: 0.31, alpha: 1) }
    let still: [RenderNode?] = [
      layer(4, 4, 20, 20, color: StraightColor(red: 0.3127, green: 0.4451, blue: 0.7113), identifier: 2),
      layer(26, 4, 32, 24, identifier: 3) {
        $0.contents = picture
        $0.opacity = 0.97
      },
      layer(4, 32, 30, 20, kind: .gradient, identifier: 4) {
        $0.gradient.colors = colors
        $0.gradient.startPoint = CGPoint(x: 0, y: 0.5)
        $0.gradient.endPoint = CGPoint(x: 1, y: 0.5)
      },
      layer(36, 32, 20, 20, kind: .gradient, identifier: 5) {
        $0.gradient.colors = colors
        $0.opacity = 0.4
      },
      layer(54, 54, 9, 9, color: .red, identifier: 6) { $0.cornerRadius = 4 },
    ]
    let trees = (0..<6).map { frame in
      let mark = layer(6 + Double(frame) * 7, 20, 4, 16, color: .green, identifier: 7)
      return tree(
        layer(0, 0, 128, 64, identifier: 1, sublayers: still + [mark]), size: CGSize(width: 128, height: 64),
        background: StraightColor(red: 0.9, green: 0.83, blue: 0.7))
    }
    #expect(try Pair(isLive: isLive).expectEqualFrames(trees, "live \(isLive)") < 3)
  }

  /// Something that may leave 0…1 goes where nobody sees it: what is soft is then laid over the frame another way.
  @Test(arguments: [false, true]) func rangeChangesOutOfSight(isLive: Bool) throws {
    let filters = try ["CIColorInvert", "CIGaussianBlur"].map { name in
      FilterValue(try #require(FilterDescription.named(name)))
    }
    let soft = layer(20, 20, 60, 50, identifier: 2) {
      $0.contents = .pattern(32, 24, seed: 1)
      $0.compositing.filters = filters
      $0.opacity = 0.7
    }
    let bright = layer(500, 20, 10, 10, color: .red, identifier: 3) { $0.compositing.blendMode = .plusL }
    let trees = [[soft, bright], [soft], [soft, bright]].map { layers in
      tree(
        layer(0, 0, 120, 100, identifier: 1, sublayers: layers), size: CGSize(width: 120, height: 100),
        background: StraightColor(red: 0.9, green: 0.8, blue: 0.7))
    }
    try Pair(isLive: isLive).expectEqualFrames(trees, "live \(isLive)")
  }

  /// Where a card turns its edge to the eye its edges' lines meet far beyond its corners; coverage does not (rule 4).
  @Test(arguments: [0.0, 0.88, -0.4, 1.3]) func cardsTurningThroughEdgeOn(turn: Double) throws {
    let trees = (0..<60).map { frame in
      var eye = CATransform3DIdentity
      eye.m34 = -1 / 300
      let card = layer(115, 20, 60, 40, color: .blue, identifier: 2) {
        let angle = 1.35 + Double(frame) / 150
        $0.geometry.transform = CATransform3DConcat(
          CATransform3DMakeRotation(turn, 0, 0, 1), CATransform3DMakeRotation(angle, 0, 1, 0))
      }
      let root = layer(0, 0, 200, 160, identifier: 1, sublayers: [card]) { $0.geometry.sublayerTransform = eye }
      return tree(root, size: CGSize(width: 200, height: 160), background: StraightColor(red: 1, green: 1, blue: 1))
    }
    let share = try Pair().expectEqualFrames(trees, "turned by \(turn)")
    #expect(share < 30)
  }

  /// At several times, and after edits of anything in it. The trees are evaluated in each other's memory, as frames are.
  @Test(arguments: SceneLibrary.all) func scenes(scene: SceneName) throws {
    let tree = try scene.committed()
    var edited = tree
    let edits = (0..<3).map { number in
      edited = RandomTree.edit(edited, seed: UInt64(number) &+ scene.seed)
      return (edited, 1.3 + Double(number) * 0.01)
    }
    var trees = TreeMemory()
    let frames = [0, 0.4, 0.45, 0.45, 1.3].map { (tree, $0) } + edits
    try Pair().expectEqualFrames(frames.lazy.map { trees.evaluate($0.0, at: $0.1) }, scene.path)
  }
}

extension SceneName {
  /// The same in every run.
  fileprivate var seed: UInt64 { path.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) } }
}

import GL
import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// What stands still beneath what moves is kept as pixels, and frames that show them are whole frames, byte for byte.
@Suite(.serialized) struct UnderlayTests {
  /// Two images and two renderers: one draws what changed, and may keep what stands still; the other draws everything.
  private struct Pair {
    let device: Device
    let partial: GLRenderer
    let whole: GLRenderer
    private let surfaces: [Surface]
    let frames: [Frame]

    init(width: Int, height: Int, rowOrder: RowOrder = .topRowFirst) throws {
      device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
      partial = try GLRenderer(device: device)
      whole = try GLRenderer(device: device)
      for renderer in [partial, whole] { renderer.isLive = true }
      partial.keepsUnderlays = true
      try device.context.makeCurrent()
      let device = device
      surfaces = try (0..<2).map { _ in
        try device.makeSurface(
          width: width, height: height, format: device.capabilities.traits.byteFormat, label: "test")
      }
      frames = surfaces.map {
        Frame(framebuffer: $0.framebuffer, width: width, height: height, rowOrder: rowOrder)
      }
    }

    /// Draws trees one after another both ways.
    ///
    /// - Returns: of each whether it showed what stands still.
    func expectEqualFrames(
      _ trees: some Sequence<RenderTree>, _ name: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [Bool] {
      try device.context.makeCurrent()
      var shown: RenderTree?
      var uses: [Bool] = []
      for (number, tree) in trees.enumerated() {
        let damage = shown.map { Damage(from: $0, to: tree).region }
        var cost = try partial.render(tree, into: frames[0], damage: damage, mayTakeShortCuts: false)
        if cost.tookShortCuts { cost = try partial.render(tree, into: frames[0], mayTakeShortCuts: false) }
        _ = try whole.render(tree, into: frames[1], mayTakeShortCuts: false)
        let (actual, expected) = (try device.readPixels(frames[0]), try device.readPixels(frames[1]))
        let wrong = zip(actual, expected).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
        #expect(wrong == 0, "\(name), frame \(number), bytes that differ", sourceLocation: sourceLocation)
        uses.append(cost.showsUnderlay)
        shown = tree
      }
      return uses
    }
  }

  /// Translucent layers on one another, and above them one that moves, maybe inside another.
  private struct Page {
    var still: [RenderNode?] = (0..<40).map { number in
      let x = Double(number * 37 % 200) + 0.3 * Double(number)
      return layer(x, Double(number * 53 % 150), 60, 45, color: .blue, identifier: UInt64(number + 10)) {
        $0.opacity = 0.5
        if number % 3 == 0 { $0.cornerRadius = 7 }
      }
    }
    let front = layer(90, 50, 60, 20, color: .blue, identifier: 7) { $0.opacity = 0.3 }
    var isNested = false

    func at(_ place: Double) -> RenderTree {
      var moving = layer(100 + place, 60, 30, 30, color: .green, identifier: 5) { $0.opacity = 0.7 }
      if isNested {
        let color = StraightColor(red: 1, green: 1, blue: 0, alpha: 0.2)
        moving = layer(3.5, 4.25, 400, 300, color: color, identifier: 6, sublayers: [moving]) {
          $0.borderWidth = 3
          $0.masksToBounds = true
          $0.cornerRadius = 20
        }
      }
      return tree(
        layer(0, 0, 600, 400, identifier: 99, sublayers: still + [moving, front]),
        size: CGSize(width: 600, height: 400),
        background: StraightColor(red: 0.9, green: 0.8, blue: 0.7))
    }
  }

  @Test(arguments: [false, true]) func whatStandsStillIsKept(isNested: Bool) throws {
    let pair = try Pair(width: 600, height: 400, rowOrder: isNested ? .bottomRowFirst : .topRowFirst)
    var page = Page()
    page.isNested = isNested
    let uses = try pair.expectEqualFrames((0..<14).map { page.at(Double($0) * 0.7) })
    #expect(uses.suffix(6) == Array(repeating: true, count: 6)[...], "\(uses)")
    #expect(pair.device.debugMessages.filter { $0.severity != .notification } == [])
  }

  /// What was kept is not shown when something in it, its order or its number is another, and is kept anew afterwards.
  @Test(arguments: 0..<4) func whatChangesBeneathIsDrawn(change: Int) throws {
    let pair = try Pair(width: 600, height: 400)
    var page = Page()
    var trees = (0..<10).map { page.at(Double($0)) }
    switch change {
    case 0: page.still[3] = layer(90, 50, 60, 45, color: .red, identifier: 13)
    case 1: page.still.swapAt(3, 25)
    case 2: page.still.removeLast(20)
    default: page.still.insert(layer(90, 50, 60, 45, color: .red, identifier: 3), at: 0)
    }
    trees += (10..<24).map { page.at(Double($0)) }
    let uses = try pair.expectEqualFrames(trees)
    #expect(uses[9] && !uses[10] && uses[23], "\(uses)")
  }

  /// What moves far is not followed with a copy for each frame.
  @Test func whatMovesFarIsNotCopiedTooOften() throws {
    let pair = try Pair(width: 600, height: 400)
    let page = Page()
    _ = try pair.expectEqualFrames((0..<60).map { page.at(Double($0 * 83 % 400)) })
    #expect(pair.partial.underlays.made <= 8)
  }

  /// A layer that moves at any place in random trees, with edits of anything in between.
  @Test func randomTrees() throws {
    var shown = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var committed = RandomTree.makeContainers(seed: seed)
      let first = committed.evaluate(at: 0)
      let pair = try Pair(
        width: first.pixelWidth, height: first.pixelHeight, rowOrder: seed % 4 == 0 ? .bottomRowFirst : .topRowFirst)
      pair.partial.underlays.fewestBatches = 1
      let place = (0...2).map { _ in Int.random(in: 0...5, using: &random) }
      let center = CGPoint(x: .random(in: 40...280, using: &random), y: .random(in: 30...210, using: &random))
      var memory = TreeMemory()
      var step = 0.0
      let frames = (0..<22).lazy.map { number -> RenderTree in
        if number == 14 { committed = RandomTree.edit(committed, seed: seed) }
        step += 1.3
        let center = CGPoint(x: center.x + step, y: center.y - step)
        var tree = committed
        tree.root = Self.inserting(Self.mover(at: center), at: place[...], into: committed.root)
        return memory.evaluate(tree, at: 0)
      }
      shown += try pair.expectEqualFrames(frames, "seed \(seed)").count { $0 }
    }
    // Otherwise it proves little.
    #expect(shown > 40)
  }

  private static func mover(at center: CGPoint) -> CommittedLayer {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: 24, height: 20)
    values.geometry.position = center
    values.backgroundColor = CGColor(StraightColor(red: 0.1, green: 0.6, blue: 0.3, alpha: 0.7))
    values.cornerRadius = 4
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: 2_000_000), name: nil, kind: .layer, values: values, timing: .layer,
      animations: [], sublayers: CommittedSublayers([]))
  }

  private static func inserting(
    _ layer: CommittedLayer, at place: ArraySlice<Int>, into parent: CommittedLayer
  ) -> CommittedLayer {
    var sublayers = Array(parent.sublayers)
    let index = min(place.first ?? 0, sublayers.count)
    if place.count > 1, index < sublayers.count, index % 2 == 1 {
      sublayers[index] = inserting(layer, at: place.dropFirst(), into: sublayers[index])
    } else {
      sublayers.insert(layer, at: index)
    }
    return parent.with(sublayers)
  }

  /// At times that follow one another, and after edits of anything in it.
  @Test(arguments: SceneLibrary.all) func scenes(scene: SceneName) throws {
    let tree = try scene.committed()
    let edited = RandomTree.edit(tree, seed: UInt64(scene.path.utf8.count))
    let first = tree.evaluate(at: 0.4)
    let pair = try Pair(width: first.pixelWidth, height: first.pixelHeight)
    pair.partial.underlays.fewestBatches = 1
    var memory = TreeMemory()
    let frames = (0..<12).lazy.map { number -> RenderTree in
      memory.evaluate(number < 9 ? tree : edited, at: 0.4 + Double(number) / 60)
    }
    _ = try pair.expectEqualFrames(frames, scene.path)
  }
}

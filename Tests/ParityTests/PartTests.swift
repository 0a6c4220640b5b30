import Foundation
import MultiplaneCompositor
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import TestTiers
import Testing

/// A frame does not depend on what was drawn before it, on the part of it that is drawn, on its
/// caches, or on tiles: chunks of a video, damage and tiles that are drawn apart are the whole.
///
/// The quick tier draws one in nine cases. With MULTIPLANE_EVERY_FRAME=1 the CPU renderer draws
/// every frame of the first four seconds of the scenes, 25 per second, which takes minutes.
@Suite("A part is the whole") struct PartTests {
  @Test func thereAreScenesThatMove() {
    #expect(SceneLibrary.moving.count > 90)
  }

  /// At several times, and after edits of anything in it. OpenGL draws those that move.
  @Test(arguments: sceneCases)
  func scenes(scene: SceneName, renderer: TestRenderer) async throws {
    try await DrawingThreads.run("\(scene.path) \(renderer)") {
      let tree = try scene.committed().withFewPixels()
      let moves = Self.moving.contains(scene)
      var edited = tree
      let edits = (0..<3).map { number in
        edited = RandomTree.edit(edited, seed: UInt64(number) &+ scene.seed)
        return (edited, 1.6 + Double(number) * 0.01)
      }
      let sequence = FrameSequence(
        frames: Self.times(moves: moves, by: renderer).map { (tree, $0) } + edits, repeated: moves ? 2 : 0,
        isReordered: moves && (renderer == .cpu || renderer == .gl && scene.seed % 4 == 0), seed: scene.seed)
      _ = try sequence.check(by: renderer, scene.path)
    }
  }

  private static let moving = Set(SceneLibrary.moving)

  private static let sceneCases = TestRenderer.cases(
    SceneLibrary.all, onDevice: moving.contains, byReference: { $0.seed % 32 == 0 }
  ).drawn { scene, renderer in scene.rotation &+ renderer.rotation }

  private static func times(moves: Bool, by renderer: TestRenderer) -> [Double] {
    guard moves else { return [0] }
    let everyFrame = ProcessInfo.processInfo.environment["MULTIPLANE_EVERY_FRAME"] == "1"
    return everyFrame && renderer == .cpu ? (0..<100).map { Double($0) / 25 } : [0, 0.4, 0.45, 0.8, 1.2, 1.6]
  }

  private static let movingSeeds = 0..<31 as Range<UInt64>
  private static let movingTimes = [0, 0.4, 0.8, 1.2, 1.6]

  /// Otherwise the next test proves little. A few trees hide all that moves.
  @Test func mostRandomTreesMove() throws {
    let moving = try Self.movingSeeds.count { seed in
      let tree = RandomTree.makeAnimated(seed: seed)
      let pictures = try Self.movingTimes.map { try CPUPicture.bytes(of: tree.evaluate(at: $0)) }
      return zip(pictures, pictures.dropFirst()).count { $0 != $1 } > 2
    }
    #expect(moving > 25)
  }

  /// Features that no scene has together.
  @Test(arguments: TestRenderer.cases(movingSeeds, onDevice: { $0 < 6 }, byReference: { $0 < 2 }).drawn())
  func randomTreesThatMove(seed: UInt64, renderer: TestRenderer) async throws {
    try await DrawingThreads.run("moving tree \(seed) \(renderer)") {
      let tree = RandomTree.makeAnimated(seed: seed)
      let sequence = FrameSequence(frames: Self.movingTimes.map { (tree, $0) }, seed: seed)
      _ = try sequence.check(by: renderer, "seed \(seed)")
    }
  }

  @Test(arguments: TestRenderer.cases(1...100, onDevice: { $0 <= 12 }, byReference: { $0 <= 6 }).drawn())
  func randomTreesWithRandomEdits(seed: Int, renderer: TestRenderer) async throws {
    try await DrawingThreads.run("edited tree \(seed) \(renderer)") {
      var tree = RandomTree.makeContainers(seed: UInt64(seed))
      var frames = [(tree, 0.0)]
      for edit in 0..<6 {
        tree = RandomTree.edit(tree, seed: UInt64(seed * 100 + edit))
        frames.append((tree, 0))
      }
      let sequence = FrameSequence(frames: frames, sharesNodes: false, isReordered: false)
      let outcome = try sequence.check(by: renderer, "seed \(seed)")
      #expect(outcome.parts == 6)
      // Otherwise it proves little.
      #expect(outcome.share < 5)
    }
  }

  /// Any pixels may be wanted, not those alone that differ from an earlier frame; the others stay
  /// what they were.
  @Test(arguments: TestRenderer.cases(0..<40 as Range<UInt64>, onDevice: { $0 < 8 }, byReference: { $0 < 4 }).drawn())
  func partsOfAnyPlace(seed: UInt64, renderer: TestRenderer) async throws {
    try await DrawingThreads.run("parts of tree \(seed) \(renderer)") {
      let fault = try renderer.drawFrames { series in
        try Self.partsOfAnyPlace(
          of: RandomTree.makeContainers(seed: seed).evaluate(at: 0.3), seed, in: series, renderer)
      }
      #expect(fault == nil, "seed \(seed), \(fault ?? "")")
    }
  }

  private static func partsOfAnyPlace(
    of tree: RenderTree, _ seed: UInt64, in series: FrameSeries, _ renderer: TestRenderer
  ) throws -> String? {
    let whole = try series.makeFrame(for: tree)
    try whole.draw(tree)
    let drawn = try whole.bytes()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<6 {
      var region = PixelRegion(canvas: PixelBox(minX: 0, minY: 0, maxX: Int32(whole.width), maxY: Int32(whole.height)))
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let x = Int32.random(in: 0..<Int32(whole.width), using: &random)
        let y = Int32.random(in: 0..<Int32(whole.height), using: &random)
        region.add(
          PixelBox(
            minX: x, minY: y, maxX: x + .random(in: 1...60, using: &random),
            maxY: y + .random(in: 1...60, using: &random)
          ))
      }
      let part = try series.makeFrame(for: tree)
      try part.draw(
        RenderTree(
          size: tree.size, scale: tree.scale, background: StraightColor(red: 0.2, green: 0.4, blue: 0.6), root: nil,
          time: 0))
      var expected = try part.bytes()
      for box in region.boxes {
        for y in Int(box.minY)..<Int(box.maxY) {
          let row = (y * whole.width + Int(box.minX)) * 4..<(y * whole.width + Int(box.maxX)) * 4
          expected.replaceSubrange(row, with: drawn[row])
        }
      }
      try part.draw(tree, damage: region)
      let difference = FrameDifference(try part.bytes(), expected, width: whole.width)
      if difference.most > renderer.frameTolerance { return "\(region.boxes): off by \(difference)" }
    }
    return nil
  }

  /// Canvases that are too large for the device.
  @Test(arguments: SceneLibrary.all.drawn { $0.rotation })
  func tiles(scene: SceneName) async throws {
    try await DrawingThreads.run("\(scene.path) in tiles") {
      // So small that every scene has several.
      var tiling = CanvasTiling()
      tiling.side = 64
      tiling.isForced = true
      let tree = try scene.committed().withFewPixels().evaluate(at: 0.37)
      let whole = try TestRenderer.gl.picture(of: tree)
      let tiled = try TestRenderer.gl.picture(of: tree, tiling: tiling)
      #expect(tiled.complaints.isEmpty)
      // Positions count from the part of a record that is drawn, in single precision.
      let difference = FrameDifference(tiled.bytes, whole.bytes, width: tree.pixelWidth)
      #expect(difference.most <= 1, "off by \(difference)")
    }
  }
}

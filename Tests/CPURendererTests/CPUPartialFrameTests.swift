import Foundation
import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

/// Frames of which only the damage is flattened and drawn are whole frames, byte for byte.
@Suite("Partial frames") struct CPUPartialFrameTests {
  /// Draws trees one after another, the damage alone and everything.
  ///
  /// - Returns: the share of the canvas that was damaged, summed up over all frames but the first, and how many
  ///   frames those were.
  @discardableResult
  private func expectEqualFrames(
    _ trees: some Sequence<RenderTree>, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (share: Double, frames: Int) {
    let renderer = CPURenderer(threads: 1)
    var shown: RenderTree?
    var frame: Frame?
    var result = (share: 0.0, frames: 0)
    for (number, tree) in trees.enumerated() {
      let list = Flattener.flatten(tree)
      let whole = try Frame(list, by: renderer)
      defer { (shown, frame) = (tree, whole) }
      guard let shown, var part = frame, part.width == whole.width, part.height == whole.height else { continue }
      let damage = Damage.between(shown, tree)
      let partial = Flattener.flatten(tree, within: damage)
      for box in damage {
        try part.draw(partial, by: renderer, damage: box)
        result.share += Double(box.pixelCount) / Double(whole.width * whole.height)
      }
      result.frames += 1
      guard part != whole else { continue }
      let difference = part.difference(from: whole)
      let (x, y) = (Int32(difference.x), Int32(difference.y))
      let pixel = PixelBox(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
      let isDamaged = damage.contains { $0.contains(pixel) }
      Issue.record(
        "\(name), frame \(number): off by \(difference), which is \(isDamaged ? "" : "not ")damaged; damage: \(damage)",
        sourceLocation: sourceLocation)
      return result
    }
    return result
  }

  @Test(arguments: 1...100 as ClosedRange<Int>)
  func randomTreesWithRandomEdits(seed: Int) throws {
    var tree = RandomTree.makeContainers(seed: UInt64(seed))
    var trees = [tree.evaluate(at: 0)]
    for edit in 0..<6 {
      tree = RandomTree.edit(tree, seed: UInt64(seed * 100 + edit))
      trees.append(tree.evaluate(at: 0))
    }
    let result = try expectEqualFrames(trees, "seed \(seed)")
    #expect(result.frames == 6)
    // Otherwise it proves little.
    #expect(result.share < 5)
  }

  /// At several times, and after edits of anything in it. The trees are evaluated in each other's memory, as frames
  /// are.
  @Test(arguments: SceneLibrary.all) func scenes(scene: SceneName) throws {
    let tree = try scene.committed()
    var edited = tree
    let edits = (0..<3).map { number in
      edited = RandomTree.edit(edited, seed: UInt64(number) &+ scene.seed)
      return (edited, 1.3 + Double(number) * 0.01)
    }
    var memory = TreeMemory()
    let frames = [0, 0.4, 0.45, 0.45, 1.3].map { (tree, $0) } + edits
    try expectEqualFrames(frames.lazy.map { memory.evaluate($0.0, at: $0.1) }, scene.path)
  }

  /// Any pixels may be wanted, not those alone that differ from an earlier frame.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func partsOfAnyPlace(seed: UInt64) throws {
    let tree = RandomTree.makeContainers(seed: seed).evaluate(at: 0.3)
    let renderer = CPURenderer(threads: 1)
    let whole = try Frame(Flattener.flatten(tree), by: renderer)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<6 {
      let boxes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let x = Int32.random(in: 0..<Int32(whole.width), using: &random)
        let y = Int32.random(in: 0..<Int32(whole.height), using: &random)
        return PixelBox(
          minX: x, minY: y, maxX: min(x + .random(in: 1...60, using: &random), Int32(whole.width)),
          maxY: min(y + .random(in: 1...60, using: &random), Int32(whole.height)))
      }
      let list = Flattener.flatten(tree, within: boxes)
      // The rest of the frame stays what it was.
      var part = whole
      for box in boxes { part.fill(box, with: 7) }
      for box in boxes { try part.draw(list, by: renderer, damage: box) }
      #expect(part == whole, "seed \(seed), \(boxes): off by \(part.difference(from: whole))")
    }
  }
}

extension Frame {
  fileprivate mutating func fill(_ box: PixelBox, with byte: UInt8) {
    for y in Int(box.minY)..<Int(box.maxY) {
      for place in (y * width + Int(box.minX)) * 4..<(y * width + Int(box.maxX)) * 4 { bytes[place] = byte }
    }
  }
}

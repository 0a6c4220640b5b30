import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

/// Frames that show trees one after another: however they are drawn, in whichever order and
/// whatever part of them, each is the frame that is drawn alone (`TestRenderer.frameTolerance`).
struct FrameSequence {
  /// Each differs from the one before.
  var frames: [(tree: CommittedTree, time: Double)]
  /// The frame that is shown twice in a row, with nothing to draw the second time; nil for none.
  var repeated: Int?
  /// Whether frames are evaluated in each other's memory, as programs do.
  var sharesNodes = true
  /// Whether each is also drawn alone, and all of them backwards and mixed.
  var isReordered = true
  /// Shuffles the frames.
  var seed: UInt64 = 0

  /// What was drawn, so that a test can tell whether it proves anything.
  struct Outcome {
    /// Of the canvas, that was damaged, summed up over all frames but the first.
    var share = 0.0
    /// Frames that were drawn in parts.
    var parts = 0
  }

  /// Records an issue for each way of drawing that leads to another frame.
  func check(
    by renderer: TestRenderer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    var outcome = Outcome()
    let alone = isReordered ? try drawnAlone(by: renderer) : nil
    let report = { (fault: String) in _ = Issue.record("\(name), \(fault)", sourceLocation: sourceLocation) }
    // Two threads are held against one.
    try renderer.drawFrames(threads: 2) { series in
      if let fault = try drawParts(in: series, alone, renderer.frameTolerance, &outcome) { report(fault) }
    }
    guard let alone else { return outcome }
    var random = SeededGenerator(seed: seed)
    let orders: [(kind: String, numbers: [Int], cacheBudget: Int?)] = [
      ("backwards", alone.indices.reversed(), nil),
      // A budget that holds nothing: every image and path is recreated.
      ("mixed, without caches", alone.indices.shuffled(using: &random), 0),
    ]
    for (kind, numbers, cacheBudget) in orders {
      try renderer.drawFrames(threads: 2) { series in
        if let cacheBudget { series.cacheBudget = cacheBudget }
        var memory = TreeMemory()
        for number in numbers {
          let frame = try drawn(evaluated(number, &memory), in: series)
          let difference = FrameDifference(try frame.bytes(), alone[number], width: frame.width)
          guard difference.most > renderer.frameTolerance else { continue }
          report("\(kind), at \(frames[number].time): off by \(difference)")
          return
        }
      }
    }
    return outcome
  }

  private func evaluated(_ number: Int, _ memory: inout TreeMemory) -> RenderTree {
    let (tree, time) = frames[number]
    return sharesNodes ? memory.evaluate(tree, at: time) : tree.evaluate(at: time)
  }

  private func drawn(_ tree: RenderTree, in series: FrameSeries) throws -> SeriesFrame {
    let frame = try series.makeFrame(for: tree)
    try frame.draw(tree)
    return frame
  }

  /// Each frame by one thread and without anything that earlier ones left.
  private func drawnAlone(by renderer: TestRenderer) throws -> [[UInt8]] {
    try renderer.drawFrames { series in
      try frames.map { tree, time in
        series.forget()
        return try drawn(tree.evaluate(at: time), in: series).bytes()
      }
    }
  }

  /// Draws the frames in order, of each the damage alone over the frame before, and the whole.
  ///
  /// - Returns: where the damage alone was not enough, or the whole is not the frame drawn alone;
  ///   nil if all are equal.
  private func drawParts(
    in series: FrameSeries, _ alone: [[UInt8]]?, _ mostDifference: Int, _ outcome: inout Outcome
  ) throws -> String? {
    var memory = TreeMemory()
    var shown: (tree: RenderTree, frame: SeriesFrame)?
    for number in frames.indices.flatMap({ $0 == repeated ? [$0, $0] : [$0] }) {
      let tree = evaluated(number, &memory)
      var part: (frame: SeriesFrame, damage: PixelRegion)?
      if let shown, shown.frame.width == tree.pixelWidth, shown.frame.height == tree.pixelHeight {
        part = (shown.frame, Damage(from: shown.tree, to: tree).region)
      }
      // The image holds the whole frame before.
      if let part { try part.frame.draw(tree, damage: part.damage) }
      let whole = try drawn(tree, in: series)
      shown = (tree, whole)
      let bytes = try whole.bytes()
      if let alone {
        let difference = FrameDifference(bytes, alone[number], width: whole.width)
        if difference.most > mostDifference { return "in order, at \(frames[number].time): off by \(difference)" }
      }
      guard let (frame, damage) = part else { continue }
      outcome.parts += 1
      outcome.share += Double(damage.pixelCount) / Double(whole.width * whole.height)
      let difference = FrameDifference(try frame.bytes(), bytes, width: whole.width)
      guard difference.most > mostDifference else { continue }
      let (x, y) = (Int32(difference.x), Int32(difference.y))
      let isDamaged = damage.contains(PixelBox(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
      return
        "frame \(number): off by \(difference), which is \(isDamaged ? "" : "not ")damaged; damage: \(damage.boxes)"
    }
    return nil
  }
}

import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// The debug overlay of frames that are drawn one after another.
///
/// It is layers over the tree (`RenderTree.overlay`), so that both renderers draw it and damage has it as it has all other layers: what of it
/// changes is drawn again and nothing is left of it where it goes. It is a value: what a frame would have is asked of a copy. With nothing
/// shown the tree stays as it is.
package struct DebugOverlayState {
  /// What is shown, from the next frame on.
  package var shown: DebugOverlay = [] {
    didSet { if shown != oldValue { (last, hasOverlay) = (nil, false) } }
  }
  /// What the frame before showed.
  private var last: RenderTree?
  /// The overlay that it had, where one was made.
  private var lastOverlay: RenderNode?
  private var hasOverlay = false
  private var frame = 0
  /// What the frame before cost.
  private var statistics = FrameStatistics()
  private let texts = OverlayTexts()

  package init() {}

  /// A frame's tree with the overlay that it has. The frame counts as shown from now on.
  package mutating func covering(_ tree: RenderTree) -> RenderTree {
    guard !shown.isEmpty else { return tree }
    var covered = tree
    let region = last.map { Damage(from: $0, to: tree).region }
    let interval = last.map { tree.time - $0.time }
    last = tree
    // A frame that looks the same is none: it may be left out.
    if let region, region.isEmpty, hasOverlay {
      covered.overlay = lastOverlay
      return covered
    }
    frame += 1
    hasOverlay = true
    var maker = OverlayMaker(tree: tree, texts: texts)
    if shown.contains(.overdraw) || shown.contains(.batches) {
      let list = Flattener.flatten(tree)
      if shown.contains(.overdraw) { maker.addOverdraw(WriteCounts(list, cell: maker.cell)) }
      if shown.contains(.batches) { maker.addPasses(of: list) }
    }
    if shown.contains(.layers) { maker.addLayers() }
    if shown.contains(.damage) { maker.addDamage(region ?? .whole(PixelBox(maker.canvas))) }
    var words: [String] = []
    if shown.contains(.frames) { words.append(frameText(interval)) }
    if shown.contains(.batches) {
      words.append("passes \(statistics.passes)  batches \(statistics.batches)  quads \(statistics.quads)")
    }
    maker.addLines(words)
    lastOverlay = maker.overlay
    covered.overlay = lastOverlay
    return covered
  }

  /// What `covering` would give, with nothing counted.
  package func covered(_ tree: RenderTree) -> RenderTree {
    var copy = self
    return copy.covering(tree)
  }

  /// Takes note of what the frame cost that was drawn last.
  package mutating func note(_ statistics: FrameStatistics) {
    if !shown.isEmpty { self.statistics = statistics }
  }

  /// The frame before without its overlay; nil where none is shown.
  package var content: RenderTree? { shown.isEmpty ? nil : last }

  private func frameText(_ interval: Double?) -> String {
    func milliseconds(_ seconds: Double) -> String { "\((seconds * 10_000).rounded() / 10) ms" }
    let passed = interval.flatMap { $0 > 0 ? "  after \(milliseconds($0))" : nil } ?? ""
    let drawn = (statistics.damage + statistics.flatten + statistics.upload + statistics.draw) / .seconds(1)
    return "frame \(frame)\(passed)" + (drawn > 0 ? "  drawn in \(milliseconds(drawn))" : "")
  }
}

import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// The state of the debug overlay over consecutive frames.
///
/// The overlay consists of layers over the tree (`RenderTree.overlay`), so that all renderers draw
/// it and damage includes it. A value: a copy answers what a frame would have. Without an overlay
/// the tree is unchanged.
package struct DebugOverlayState {
  /// The overlays from the next frame on.
  package var shown: DebugOverlay = [] {
    didSet { if shown != oldValue { (last, hasOverlay) = (nil, false) } }
  }
  /// The tree of the previous frame.
  private var last: RenderTree?
  /// The overlay that it had, where one was made.
  private var lastOverlay: RenderNode?
  private var hasOverlay = false
  private var frame = 0
  /// The statistics of the previous frame.
  private var statistics = FrameStatistics()
  private let texts = OverlayTexts()

  package init() {}

  /// The tree of a frame with its overlay. The frame counts as shown from now on.
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

  /// The result of `covering`, without counting a frame.
  package func covered(_ tree: RenderTree) -> RenderTree {
    var copy = self
    return copy.covering(tree)
  }

  /// Records the statistics of the last frame.
  package mutating func note(_ statistics: FrameStatistics) {
    if !shown.isEmpty { self.statistics = statistics }
  }

  /// The previous frame without its overlay; nil without an overlay.
  package var content: RenderTree? { shown.isEmpty ? nil : last }

  private func frameText(_ interval: Double?) -> String {
    func milliseconds(_ seconds: Double) -> String { "\((seconds * 10_000).rounded() / 10) ms" }
    let passed = interval.flatMap { $0 > 0 ? "  after \(milliseconds($0))" : nil } ?? ""
    let drawn = (statistics.damage + statistics.flatten + statistics.upload + statistics.draw) / .seconds(1)
    return "frame \(frame)\(passed)" + (drawn > 0 ? "  drawn in \(milliseconds(drawn))" : "")
  }
}

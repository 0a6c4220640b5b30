import GL
import Graphics
import RenderTree

/// A layer as it was drawn on a raster, and which pixels of the raster its surface holds.
struct RasterKey {
  let node: RenderNode
  /// Pixels per point.
  let scale: Double
  /// Whether the raster's rows run against the layer's y.
  let isFlipped: Bool
  let area: DeviceBox

  /// Whether another layer's raster would be the same.
  func matches(_ node: RenderNode, scale: Double, isFlipped: Bool) -> Bool {
    self.scale == scale && self.isFlipped == isFlipped && self.node.looksTheSame(as: node)
  }
}

/// The surfaces of rasterised layers (docs/rendering.md, section 22): drawn once, shown frame after frame until something
/// in the layer changes, kept while there is room. The least recently used is given up first.
final class RasterCache {
  private struct Entry {
    let key: RasterKey
    let surface: Surface
    /// When it was used last, on the cache's own clock.
    var lastUse: Int
  }

  /// Bytes of surfaces that are kept beyond the frame that needed them.
  let budget: Int
  private var entries: [Int: Entry] = [:]
  /// A layer that is drawn more than once, as replicators do, may have several.
  private var byLayer: [LayerIdentifier: [Int]] = [:]
  private var nextNumber = 0
  private var clock = 0
  private var frameStart = 0
  /// Bytes of all surfaces.
  private(set) var bytes = 0

  init(budget: Int) {
    self.budget = budget
  }

  /// The number of a layer's raster, and the pixels that its surface holds; nil when it has to be drawn.
  func find(_ node: RenderNode, scale: Double, isFlipped: Bool) -> (number: Int, area: DeviceBox)? {
    for number in byLayer[node.identifier] ?? [] {
      guard let key = entries[number]?.key, key.matches(node, scale: scale, isFlipped: isFlipped) else { continue }
      clock += 1
      entries[number]?.lastUse = clock
      return (number, key.area)
    }
    return nil
  }

  func surface(_ number: Int) -> Surface? { entries[number]?.surface }

  func store(_ surface: Surface, _ key: RasterKey) {
    clock += 1
    entries[nextNumber] = Entry(key: key, surface: surface, lastUse: clock)
    byLayer[key.node.identifier, default: []].append(nextNumber)
    nextNumber += 1
    bytes += surface.texture.byteCount
  }

  func beginFrame() {
    frameStart = clock
  }

  /// Ends a frame: a layer that is now drawn otherwise leaves its old raster behind, which goes; then what was used longest
  /// ago, until the rest is within the budget.
  func endFrame() {
    let unused = entries.filter { $0.value.lastUse <= frameStart }
    for (number, entry) in unused.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      let identifier = entry.key.node.identifier
      let isReplaced = byLayer[identifier]?.contains { (entries[$0]?.lastUse ?? 0) > frameStart } ?? false
      guard isReplaced || bytes > budget else { continue }
      entries[number] = nil
      byLayer[identifier]?.removeAll { $0 == number }
      if byLayer[identifier]?.isEmpty == true { byLayer[identifier] = nil }
      bytes -= entry.surface.texture.byteCount
    }
  }
}

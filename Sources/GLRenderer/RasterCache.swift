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
/// in the layer changes, kept as long as the budget has room.
final class RasterCache {
  private struct Entry {
    let key: RasterKey
    let surface: Surface
    let holding: TextureBudget.Holding
  }

  private let budget: TextureBudget
  private var entries: [Int: Entry] = [:]
  /// A layer that is drawn more than once, as replicators do, may have several.
  private var byLayer: [LayerIdentifier: [Int]] = [:]
  /// What this frame shows or drew: it is pinned until the frame ends.
  private var shown: Set<Int> = []
  private var nextNumber = 0

  init(budget: TextureBudget) {
    self.budget = budget
  }

  /// The number of a layer's raster, and the pixels that its surface holds; nil when it has to be drawn.
  func find(_ node: RenderNode, scale: Double, isFlipped: Bool) -> (number: Int, area: DeviceBox)? {
    for number in byLayer[node.identifier] ?? [] {
      guard let entry = entries[number], entry.key.matches(node, scale: scale, isFlipped: isFlipped) else { continue }
      budget.pin(entry.holding)
      shown.insert(number)
      return (number, entry.key.area)
    }
    return nil
  }

  func surface(_ number: Int) -> Surface? { entries[number]?.surface }

  func store(_ surface: Surface, _ key: RasterKey) {
    let number = nextNumber
    nextNumber += 1
    let holding = budget.hold(surface.texture.byteCount, pinned: true) { [weak self] in self?.remove(number) }
    entries[number] = Entry(key: key, surface: surface, holding: holding)
    byLayer[key.node.identifier, default: []].append(number)
    shown.insert(number)
  }

  /// Ends a frame: a layer that is now drawn otherwise leaves its old raster behind, which goes.
  func endFrame() {
    let replaced = Set(shown.compactMap { entries[$0]?.key.node.identifier }.flatMap { byLayer[$0] ?? [] })
    for number in replaced.subtracting(shown) {
      if let holding = entries[number]?.holding { budget.release(holding) }
      remove(number)
    }
    for number in shown {
      if let holding = entries[number]?.holding { budget.unpin(holding) }
    }
    shown.removeAll(keepingCapacity: true)
    budget.makeRoom(for: 0)
  }

  private func remove(_ number: Int) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    let identifier = entry.key.node.identifier
    byLayer[identifier]?.removeAll { $0 == number }
    if byLayer[identifier]?.isEmpty == true { byLayer[identifier] = nil }
  }
}

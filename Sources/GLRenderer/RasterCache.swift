import GL
import Graphics
import RenderTree

/// How a layer was drawn on a surface that is kept, but for where.
struct RasterMap: Equatable {
  /// Pixels that a point is along x and y.
  let x: Vector2
  let y: Vector2
  /// Whether an odd number of layers around have flipped geometry.
  let isFlipped: Bool
  /// Whether the picture went through the layer's filters, but for the last one's enlarging, rather than being all of the
  /// layer.
  var isFiltered = false
  /// Where between the device's pixels the layer's origin was, in 1024ths of a pixel, where that may be seen.
  var phase = SIMD2<Int>(0, 0)

  /// A raster's: pixels per point, the rows against the layer's y where that is flipped.
  init(scale: Double, isFlipped: Bool) {
    (x, y) = (Vector2(scale, 0), Vector2(0, isFlipped ? -scale : scale))
    self.isFlipped = isFlipped
  }

  /// That of an affine plane's pictures.
  ///
  /// - Parameter isSmooth: whether the picture is the same wherever between the pixels it lies.
  init(filteredOn plane: Plane, isFlipped: Bool, isSmooth: Bool) {
    let m = plane.toDevice
    if !isSmooth {
      let fraction = (plane.origin - plane.origin.rounded(.down)) * 1024
      phase = SIMD2(Int(fraction.x.rounded()), Int(fraction.y.rounded()))
    }
    (x, y) = (Vector2(m.xx, m.yx), Vector2(m.xy, m.yy))
    self.isFlipped = isFlipped
    isFiltered = true
  }
}

/// What is known of a raster's pixels, so that what shows it is drawn alike whether it was drawn in the same frame or in an earlier one.
struct RasterContent {
  /// What it counts as in stacks of what is faint (`DeepStacks`).
  var alpha: Float = 1
  /// Whether no colour on it can be beyond 0…1.
  var fitsBytes = false
}

/// A layer as it was drawn, and which pixels its surface holds.
struct RasterKey {
  let node: RenderNode
  let map: RasterMap
  /// Where the layer's origin was on the device.
  var place = Vector2(0, 0)
  /// In the surface's pixels, which may be larger than the device's.
  let area: DeviceBox
  var content = RasterContent()

  /// Whether another layer's picture would be the same.
  func matches(_ node: RenderNode, _ map: RasterMap) -> Bool { self.map == map && self.node.looksTheSame(as: node) }
}

/// The surfaces of rasterised layers (docs/rendering.md, section 22) and of blurred ones: drawn once, shown frame after frame
/// until something in the layer changes, kept as long as the budget has room.
final class RasterCache {
  private struct Entry {
    let key: RasterKey
    let surface: Surface
    let holding: TextureBudget.Holding
    /// Whether the frame that drew it took short cuts (`GLRenderer.render`).
    let isShort: Bool
  }

  private let budget: TextureBudget
  private var entries: [Int: Entry] = [:]
  /// A layer that is drawn more than once, as replicators do, may have several.
  private var byLayer: [LayerIdentifier: [Int]] = [:]
  /// What this frame shows or drew: it is pinned until the frame ends.
  private var shown: Set<Int> = []
  private var nextNumber = 0
  /// The layers that would be worth keeping, of this frame and of the one before.
  private var asked: [LayerIdentifier: Asked] = [:]
  private var askedBefore: [LayerIdentifier: Asked] = [:]

  private struct Asked {
    let node: RenderNode
    let map: RasterMap
  }
  /// Whether this frame may take short cuts.
  private var takesShortCuts = true
  /// Whether this frame shows pictures of blurred layers that an earlier one kept, or keeps some.
  private(set) var showsBlurs = false

  init(budget: TextureBudget) {
    self.budget = budget
  }

  func beginFrame(takesShortCuts: Bool) {
    self.takesShortCuts = takesShortCuts
    showsBlurs = false
  }

  /// The number of a layer's picture, and how it was drawn; nil when it has to be drawn.
  func find(_ node: RenderNode, _ map: RasterMap) -> (number: Int, key: RasterKey)? {
    for number in byLayer[node.identifier] ?? [] {
      guard let entry = entries[number], takesShortCuts || !entry.isShort, entry.key.matches(node, map)
      else { continue }
      budget.pin(entry.holding)
      shown.insert(number)
      if map.isFiltered { showsBlurs = true }
      return (number, entry.key)
    }
    return nil
  }

  /// Notes that a layer would be worth keeping, if it is drawn again.
  ///
  /// - Returns: whether it is the same as in the frame before, or was drawn before in this one.
  func isStill(_ node: RenderNode, _ map: RasterMap) -> Bool {
    let identifier = node.identifier
    func isTheSame(_ earlier: Asked?) -> Bool {
      earlier.map { $0.map == map && $0.node.looksTheSame(as: node) } ?? false
    }
    let isKnown = isTheSame(asked[identifier]) || isTheSame(askedBefore[identifier])
    asked[identifier] = Asked(node: node, map: map)
    if isKnown { showsBlurs = true }
    return isKnown
  }

  func surface(_ number: Int) -> Surface? { entries[number]?.surface }

  /// - Parameter isShort: whether the frame that drew it took short cuts.
  func store(_ surface: Surface, _ key: RasterKey, isShort: Bool) {
    let number = nextNumber
    nextNumber += 1
    let holding = budget.hold(surface.texture.memoryBytes, pinned: true) { [weak self] in self?.remove(number) }
    entries[number] = Entry(key: key, surface: surface, holding: holding, isShort: isShort)
    byLayer[key.node.identifier, default: []].append(number)
    shown.insert(number)
  }

  /// Ends a frame: a layer that is now drawn otherwise leaves its old raster behind, which goes.
  func endFrame() {
    swap(&asked, &askedBefore)
    asked.removeAll(keepingCapacity: true)
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

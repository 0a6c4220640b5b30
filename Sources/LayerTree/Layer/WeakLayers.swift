/// Layers that are to be looked at later, and that this does not keep alive.
struct WeakLayers {
  private struct Entry {
    weak var layer: CALayer?
  }

  private var entries: [Entry] = []
  /// The number of entries from which dead ones are removed.
  private var limit = Self.leastLimit
  private static let leastLimit = 64

  var isEmpty: Bool { entries.isEmpty }

  /// Those that still exist, in the order in which they were added.
  var layers: [CALayer] { entries.compactMap(\.layer) }

  /// Adds a layer, and now and then drops what is of no use: amortised over as many additions, so
  /// that programs that make layers without end and never commit do not fill the memory.
  ///
  /// - Parameter successor: what to keep in the place of a layer; nil for nothing.
  mutating func append(_ layer: CALayer, keeping successor: (CALayer) -> CALayer?) {
    entries.append(Entry(layer: layer))
    guard entries.count >= limit else { return }
    entries = layers.compactMap(successor).map { Entry(layer: $0) }
    limit = max(Self.leastLimit, 2 * entries.count)
  }

  /// Returns the layers and forgets them.
  mutating func removeAll() -> [CALayer] {
    defer { self = WeakLayers() }
    return layers
  }

  /// Keeps the layers that a condition holds for.
  mutating func keep(where isUseful: (CALayer) -> Bool) {
    entries.removeAll { entry in entry.layer.map(isUseful) != true }
  }
}

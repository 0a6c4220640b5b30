import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree

/// The picture of a tile, and the memory that it has been granted.
struct TilePicture: Sendable {
  let image: CGImage
  /// Nil for one that a program draws.
  var reservation: MemoryReservation?
}

/// The tiles that a layer has drawn and may show again, up to a number of bytes.
struct TileCache {
  /// Bytes of pixels that are cached: those of two screens of 3840 × 2160. Tiles that are seen stay
  /// beyond it.
  static let budget = 64 << 20

  private struct Entry {
    let picture: TilePicture
    let frame: CGRect
    /// When it began to fade in; nil for one that never did.
    let fadeBegin: Double?
    /// The number of the commit at which it was last seen.
    var lastSeen: Int

    var image: CGImage { picture.image }
  }

  private var entries: [TileGrid.Index: Entry] = [:]
  private var commits = 0
  /// Of the pixels of all tiles.
  private(set) var bytes = 0

  /// Those of some tiles that are not there.
  func missing(of indices: [TileGrid.Index]) -> [TileGrid.Index] { indices.filter { entries[$0] == nil } }

  mutating func insert(_ picture: TilePicture, frame: CGRect, at index: TileGrid.Index, fadeBegin: Double?) {
    remove(index)
    entries[index] = Entry(picture: picture, frame: frame, fadeBegin: fadeBegin, lastSeen: commits)
    bytes += picture.image.bytesPerRow * picture.image.height
  }

  /// Drops those that touch a rectangle of the layer.
  mutating func removeTiles(in rect: CGRect) {
    for (index, entry) in entries where rect.isInfinite || entry.frame.intersects(rect) { remove(index) }
  }

  private mutating func remove(_ index: TileGrid.Index) {
    guard let entry = entries.removeValue(forKey: index) else { return }
    bytes -= entry.image.bytesPerRow * entry.image.height
  }

  /// The tiles that show a rectangle, and beneath them, while one of them fades in, those of other
  /// levels; also those of the last commit, if they are there.
  ///
  /// - Parameters:
  ///   - indices: of the tiles that are to be seen; they count as used.
  ///   - time: of the layer, in seconds: what has faded in by then is there.
  mutating func show(
    _ indices: [TileGrid.Index], in rect: CGRect, at time: Double, fadeDuration: Double
  ) -> [TileValues] {
    commits += 1
    for index in indices { entries[index]?.lastSeen = commits }
    func values(_ entry: Entry) -> TileValues {
      let fades = entry.fadeBegin.map { time < $0 + fadeDuration } ?? false
      return TileValues(
        image: entry.image, frame: entry.frame, fadeBegin: fades ? entry.fadeBegin : nil, fadeDuration: fadeDuration)
    }
    // Tiles that were seen at the last commit stay for this one: an animation may still show them.
    let seen = Set(indices)
    let earlier = entries.filter {
      $0.value.lastSeen == commits - 1 && !seen.contains($0.key) && $0.key.level == indices.first?.level
    }
    let order = earlier.keys.sorted { ($0.row, $0.column) < ($1.row, $1.column) } + indices
    let shown = order.compactMap { entries[$0] }.map(values)
    guard shown.contains(where: { $0.fadeBegin != nil }), let level = indices.first?.level else { return shown }
    let others = entries.filter { $0.key.level != level && $0.value.frame.intersects(rect) }
    // The coarse ones beneath; a dictionary has no order of its own.
    let beneath = others.keys.sorted { ($0.level, $0.row, $0.column) < ($1.level, $1.row, $1.column) }
    for index in beneath { entries[index]?.lastSeen = commits }
    return beneath.compactMap { entries[$0] }.map(values) + shown
  }

  /// Drops what was not seen for the longest time until the budget is kept; never what was seen
  /// last.
  mutating func trim(to budget: Int = Self.budget) {
    guard bytes > budget else { return }
    let old = entries.filter { $0.value.lastSeen < commits }.sorted { $0.value.lastSeen < $1.value.lastSeen }
    for (index, _) in old {
      guard bytes > budget else { return }
      remove(index)
    }
  }
}

import Graphics

/// Merges batches of a kind that are apart in painter's order, where the picture is the same.
///
/// A record may be drawn earlier than it was written if nothing that it would then be drawn before touches the same
/// pixels. A grid over the pass remembers, for each tile, the last batch that draws into it: a record can join any batch
/// of its kind that is not before the last one of the tiles it touches. That is exact where tiles are left alone, and on
/// the safe side where two quads only share a tile; no quad is compared with another.
struct Batcher {
  /// The records in their new order.
  private var sorted: CommandStream.Records

  /// Merges the batches of every pass.
  static func merge(_ stream: inout CommandStream) {
    // A pass of two batches can only gain one call.
    guard stream.passes.contains(where: { $0.batches.count > 2 }) else { return }
    var batcher = Batcher(sorted: CommandStream.Records())
    swap(&batcher.sorted, &stream.spare)
    // Taken out, so that no second owner makes the array copy itself for each pass.
    var passes: [CommandStream.Pass] = []
    swap(&passes, &stream.passes)
    for index in passes.indices { batcher.merge(&passes[index], of: stream) }
    swap(&passes, &stream.passes)
    swap(&batcher.sorted.fills, &stream.fills)
    swap(&batcher.sorted.images, &stream.images)
    swap(&batcher.sorted.gradients, &stream.gradients)
    swap(&batcher.sorted.plain, &stream.plain)
    batcher.sorted.fills.removeAll(keepingCapacity: true)
    batcher.sorted.images.removeAll(keepingCapacity: true)
    batcher.sorted.gradients.removeAll(keepingCapacity: true)
    batcher.sorted.plain.removeAll(keepingCapacity: true)
    stream.spare = batcher.sorted
  }

  /// A batch that is being put together: ranges of records, in order.
  private struct Merged {
    var key: CommandStream.BatchKey
    var records: [Range<Int>] = []
    var area = 0.0

    mutating func add(_ index: Int) {
      if let last = records.indices.last, records[last].upperBound == index {
        records[last] = records[last].lowerBound..<index + 1
      } else {
        records.append(index..<index + 1)
      }
    }
  }

  private mutating func merge(_ pass: inout CommandStream.Pass, of stream: CommandStream) {
    var merged: [Merged] = []
    if pass.batches.count <= 2 {
      merged = pass.batches.map {
        Merged(key: $0.key, records: [$0.first..<$0.first + $0.count], area: $0.area)
      }
    } else {
      var grid = TileGrid(pass, records: pass.batches.reduce(0) { $0 + $1.count })
      var batchesOfKey: [BatchKeyIdentity: [Int]] = [:]
      for batch in pass.batches {
        let records = batch.key.program.records
        var candidates = batchesOfKey[BatchKeyIdentity(batch.key)] ?? []
        for index in batch.first..<batch.first + batch.count {
          let tiles = grid.tiles(stream.corners(of: index, in: records))
          let last = grid.lastBatch(in: tiles)
          // The first of its kind that comes late enough: it leaves the most room to those that follow.
          let target: Int
          let candidate = candidates.partitioningIndex { $0 >= last }
          if candidate < candidates.count {
            target = candidates[candidate]
          } else {
            target = merged.count
            merged.append(Merged(key: batch.key))
            candidates.append(target)
          }
          merged[target].add(index)
          merged[target].area += batch.area / Double(batch.count)
          grid.set(target, in: tiles)
        }
        batchesOfKey[BatchKeyIdentity(batch.key)] = candidates
      }
    }
    pass.batches = merged.map { write($0, of: stream) }
  }

  /// Appends the records of a batch, so that they lie together.
  private mutating func write(_ merged: Merged, of stream: CommandStream) -> CommandStream.Batch {
    let first: Int
    switch merged.key.program.records {
    case .fills:
      first = sorted.fills.count
      for range in merged.records { sorted.fills.append(contentsOf: stream.fills[range]) }
    case .images:
      first = sorted.images.count
      for range in merged.records { sorted.images.append(contentsOf: stream.images[range]) }
    case .gradients:
      first = sorted.gradients.count
      for range in merged.records { sorted.gradients.append(contentsOf: stream.gradients[range]) }
    case .plain:
      first = sorted.plain.count
      for range in merged.records { sorted.plain.append(contentsOf: stream.plain[range]) }
    }
    let count = merged.records.reduce(0) { $0 + $1.count }
    return CommandStream.Batch(key: merged.key, first: first, count: count, area: merged.area)
  }
}

extension Array where Element == Int {
  /// The first place whose element, and with it all after it, fulfils a condition; the count if none does.
  fileprivate func partitioningIndex(_ condition: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension CommandStream {
  /// The corners of a record.
  fileprivate func corners(of index: Int, in records: ProgramKind.Records) -> (SIMD4<Float>, SIMD4<Float>) {
    switch records {
    case .fills: fills[index].corners
    case .images: images[index].corners
    case .gradients: gradients[index].corners
    case .plain: plain[index].vectors
    }
  }
}

/// A batch key as something to look up by: images by their identity.
private struct BatchKeyIdentity: Hashable {
  private let program: ProgramKind
  private let image: ObjectIdentifier?
  private let pass: Int?
  private let mask: Int?
  private let backdrop: Int?
  private let isAdditive: Bool
  private let clipPicture: CommandStream.ClipPicture?

  init(_ key: CommandStream.BatchKey) {
    program = key.program
    isAdditive = key.isAdditive
    clipPicture = key.clipPicture
    switch key.source {
    case .none: (image, pass, mask, backdrop) = (nil, nil, nil, nil)
    case .image(let source): (image, pass, mask, backdrop) = (ObjectIdentifier(source), nil, nil, nil)
    case .surface(let source, _): (image, pass, mask, backdrop) = (nil, source, nil, nil)
    case .masked(let source, let covering): (image, pass, mask, backdrop) = (nil, source, covering, nil)
    case .coverage(let index), .raster(let index), .shadow(let index):
      (image, pass, mask, backdrop) = (nil, index, nil, nil)
    case .blended(let source, let behind, let covering): (image, pass, mask, backdrop) = (nil, source, covering, behind)
    }
  }
}

/// Square tiles over a pass, each with the last batch that draws into it.
private struct TileGrid {
  /// Columns and rows that a quad touches.
  struct Tiles {
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
  }

  private let originX: Double
  private let originY: Double
  private let tile: Double
  private let columns: Int
  private let rows: Int
  private var last: [Int32]

  /// Tiles half as large as the quads are on average, so that a quad touches a few; from 4 pixels up.
  init(_ pass: CommandStream.Pass, records: Int) {
    let area = pass.batches.reduce(0) { $0 + $1.area }
    tile = max(4, (area / Double(max(records, 1))).squareRoot().rounded(.up) / 2)
    originX = pass.area.minX
    originY = pass.area.minY
    columns = max(1, Int(((pass.area.maxX - pass.area.minX) / tile).rounded(.up)))
    rows = max(1, Int(((pass.area.maxY - pass.area.minY) / tile).rounded(.up)))
    last = Array(repeating: -1, count: columns * rows)
  }

  /// The tiles around four corners.
  func tiles(_ corners: (SIMD4<Float>, SIMD4<Float>)) -> Tiles {
    let (p, q) = corners
    let x = (min(p.x, p.z, q.x, q.z), max(p.x, p.z, q.x, q.z))
    let y = (min(p.y, p.w, q.y, q.w), max(p.y, p.w, q.y, q.w))
    func range(_ low: Float, _ high: Float, _ origin: Double, _ count: Int) -> ClosedRange<Int> {
      // Corners lie inside the pass; clamped all the same, as rounding may step over its edge.
      let first = min(max(Int((Double(low) - origin) / tile), 0), count - 1)
      let end = min(max(Int((Double(high) - origin) / tile), first), count - 1)
      return first...end
    }
    return Tiles(columns: range(x.0, x.1, originX, columns), rows: range(y.0, y.1, originY, rows))
  }

  func lastBatch(in tiles: Tiles) -> Int {
    var latest: Int32 = -1
    for row in tiles.rows {
      for column in tiles.columns { latest = max(latest, last[row * columns + column]) }
    }
    return Int(latest)
  }

  mutating func set(_ batch: Int, in tiles: Tiles) {
    for row in tiles.rows {
      for column in tiles.columns { last[row * columns + column] = Int32(batch) }
    }
  }
}

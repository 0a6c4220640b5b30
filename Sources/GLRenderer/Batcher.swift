import Graphics

/// Merges batches of a kind that are apart in painter's order, where the picture is the same.
///
/// A record may be drawn earlier than it was written if nothing that it would then be drawn before touches the same
/// pixels. A grid over the pass (`TileGrid`) remembers, for each tile, the last batch that draws into it: a record can join
/// any batch of its kind that is not before the last one of the tiles it touches. That is exact where tiles are left alone,
/// and on the safe side where two quads only share a tile; no quad is compared with another.
struct Batcher {
  /// Memory that is used again from frame to frame; what it holds between them means nothing.
  struct Memory: Sendable {
    /// The records in their new order; those of the stream, once it has been merged.
    var records = CommandStream.Records()
    fileprivate var merged: [Merged] = []
    /// The merged batch of each record of a pass, in their old order.
    fileprivate var targets: [Int32] = []
    fileprivate var grid = TileGrid()
    fileprivate var keys = KeyTable()
  }

  /// A batch that is being put together.
  fileprivate struct Merged: Sendable {
    var key: CommandStream.BatchKey
    var count = 0
    var area = 0.0
    /// Where its records go, in their array.
    var first = 0
    /// Where the next of them goes.
    var next = 0
  }

  private var memory: Memory
  /// How many records of each kind are in their new places.
  private var written = Counts()

  fileprivate struct Counts {
    var fills = 0
    var images = 0
    var gradients = 0
    var plain = 0

    /// Adds records of a kind; gives how many of it there were before.
    mutating func take(_ count: Int, of kind: ProgramKind.Records) -> Int {
      func take(_ total: inout Int) -> Int {
        defer { total += count }
        return total
      }
      switch kind {
      case .fills: return take(&fills)
      case .images: return take(&images)
      case .gradients: return take(&gradients)
      case .plain: return take(&plain)
      }
    }
  }

  /// Merges the batches of every pass.
  ///
  /// - Parameter damage: the pixels of the frame that are drawn; nil for all.
  static func merge(_ stream: inout CommandStream, damage: DamageRegion? = nil) {
    // A pass of two batches can only gain one call.
    guard stream.passes.contains(where: { $0.batches.count > 2 }) else { return }
    var batcher = Batcher(memory: Memory())
    swap(&batcher.memory, &stream.spare)
    var counts = Counts()
    for pass in stream.passes {
      for batch in pass.batches { _ = counts.take(batch.count, of: batch.key.program.records) }
    }
    batcher.memory.records.stretch(to: counts, stream.records)
    // Taken out, so that no second owner makes the array copy itself for each pass.
    var passes: [CommandStream.Pass] = []
    swap(&passes, &stream.passes)
    for index in passes.indices {
      if passes[index].batches.count > 2 {
        let drawn = passes[index].isFrame ? damage.map { passes[index].area.intersection($0.box) } : nil
        batcher.merge(&passes[index], in: drawn ?? passes[index].area, of: stream.records)
      } else {
        batcher.move(&passes[index].batches, of: stream.records)
      }
    }
    swap(&passes, &stream.passes)
    swap(&batcher.memory.records, &stream.records)
    swap(&batcher.memory, &stream.spare)
  }

  private init(memory: consuming Memory) { self.memory = memory }

  /// - Parameter area: what of the pass is drawn: the grid's, which need not hold all records.
  private mutating func merge(
    _ pass: inout CommandStream.Pass, in area: DeviceBox, of records: CommandStream.Records
  ) {
    // Taken out, so that their memory can be written again.
    var batches: [CommandStream.Batch] = []
    swap(&batches, &pass.batches)
    defer { swap(&batches, &pass.batches) }
    memory.grid.cover(area, batches: batches)
    memory.keys.removeAll()
    memory.merged.removeAll(keepingCapacity: true)
    memory.targets.removeAll(keepingCapacity: true)
    for number in batches.indices {
      let key = memory.keys.index(of: batches[number].key)
      let (first, count) = (batches[number].first, batches[number].count)
      let share = batches[number].area / Double(count)
      let kind = batches[number].key.program.records
      let offset = batches[number].key.part.map { SIMD2<Float>(pass.parts[Int($0)].offset) } ?? .zero
      for index in first..<first + count {
        let tiles = memory.grid.tiles(records.corners(of: index, in: kind), movedBy: offset)
        let last = memory.grid.lastBatch(in: tiles)
        let target = memory.keys.batch(of: key, notBefore: last) ?? newBatch(batches[number].key, key)
        memory.merged[target].count += 1
        memory.merged[target].area += share
        memory.targets.append(Int32(truncatingIfNeeded: target))
        memory.grid.set(target, in: tiles)
      }
    }
    placeMerged()
    write(batches, of: records)
    batches.removeAll(keepingCapacity: true)
    for merged in memory.merged {
      batches.append(
        CommandStream.Batch(key: merged.key, first: merged.first, count: merged.count, area: merged.area))
    }
  }

  /// Another batch of a key.
  private mutating func newBatch(_ key: CommandStream.BatchKey, _ number: Int) -> Int {
    let new = memory.merged.count
    memory.merged.append(Merged(key: key))
    memory.keys.add(new, to: number)
    return new
  }

  /// Gives each merged batch its place among the records.
  private mutating func placeMerged() {
    for index in memory.merged.indices {
      let first = written.take(memory.merged[index].count, of: memory.merged[index].key.program.records)
      memory.merged[index].first = first
      memory.merged[index].next = first
    }
  }

  /// Moves each record of a pass to its merged batch.
  private mutating func write(_ batches: [CommandStream.Batch], of records: CommandStream.Records) {
    var record = 0
    for number in batches.indices {
      let kind = batches[number].key.program.records
      let (first, count) = (batches[number].first, batches[number].count)
      for index in first..<first + count {
        let target = Int(memory.targets[record])
        let place = memory.merged[target].next
        memory.merged[target].next = place + 1
        record += 1
        memory.records.set(place, to: index, of: records, kind)
      }
    }
  }

  /// Moves the records of batches that stay as they are.
  private mutating func move(_ batches: inout [CommandStream.Batch], of records: CommandStream.Records) {
    for number in batches.indices {
      let kind = batches[number].key.program.records
      let first = written.take(batches[number].count, of: kind)
      for offset in 0..<batches[number].count {
        memory.records.set(first + offset, to: batches[number].first + offset, of: records, kind)
      }
      batches[number].first = first
    }
  }
}

extension CommandStream.Records {
  /// Gives the arrays their lengths; what they hold is left over from before, or some of another's.
  fileprivate mutating func stretch(to counts: Batcher.Counts, _ other: Self) {
    fills.stretch(to: counts.fills, other.fills.first)
    images.stretch(to: counts.images, other.images.first)
    gradients.stretch(to: counts.gradients, other.gradients.first)
    plain.stretch(to: counts.plain, other.plain.first)
  }

  /// Copies a record.
  fileprivate mutating func set(_ place: Int, to index: Int, of other: Self, _ kind: ProgramKind.Records) {
    switch kind {
    case .fills: fills[place] = other.fills[index]
    case .images: images[place] = other.images[index]
    case .gradients: gradients[place] = other.gradients[index]
    case .plain: plain[place] = other.plain[index]
    }
  }

  /// The corners of a record.
  func corners(of index: Int, in kind: ProgramKind.Records) -> (SIMD4<Float>, SIMD4<Float>) {
    switch kind {
    case .fills: fills[index].corners
    case .images: images[index].corners
    case .gradients: gradients[index].corners
    case .plain: plain[index].vectors
    }
  }
}

extension Array {
  /// Gives the array a length; an element is given for those that are missing, if any can be.
  fileprivate mutating func stretch(to count: Int, _ element: Element?) {
    if self.count > count {
      removeSubrange(count...)
    } else if let element {
      append(contentsOf: repeatElement(element, count: count - self.count))
    }
  }
}

/// The keys of a pass's batches, each with the merged batches that have it, in order.
private struct KeyTable: Sendable {
  private var keys: [CommandStream.BatchKey] = []
  /// Of each key; those beyond the keys are empty, and wait to be used again.
  private var batches: [[Int32]] = []
  /// Numbers of keys by their hash, with open addressing; −1 for none. A power of two, more than twice the keys.
  private var slots: [Int32] = []

  mutating func removeAll() {
    for index in keys.indices { batches[index].removeAll(keepingCapacity: true) }
    keys.removeAll(keepingCapacity: true)
    for index in slots.indices { slots[index] = -1 }
  }

  /// The number of a key.
  mutating func index(of key: CommandStream.BatchKey) -> Int {
    // Runs of a kind have been one batch already, but two kinds often come by turns.
    if let last = keys.indices.last, keys[last] == key { return last }
    if keys.count * 2 >= slots.count { grow() }
    var slot = key.mixed & (slots.count - 1)
    while slots[slot] >= 0 {
      if keys[Int(slots[slot])] == key { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(truncatingIfNeeded: keys.count)
    keys.append(key)
    if batches.count < keys.count { batches.append([]) }
    return keys.count - 1
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(64, slots.count * 2))
    for (index, key) in keys.enumerated() {
      var slot = key.mixed & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: index)
    }
  }

  mutating func add(_ batch: Int, to key: Int) { batches[key].append(Int32(truncatingIfNeeded: batch)) }

  /// The first batch of a key from a number on: it leaves the most room to those that follow.
  func batch(of key: Int, notBefore first: Int) -> Int? {
    // Sorted, so by halves.
    var (low, high) = (0, batches[key].count)
    while low < high {
      let middle = (low + high) / 2
      if batches[key][middle] >= first { high = middle } else { low = middle + 1 }
    }
    return low < batches[key].count ? Int(batches[key][low]) : nil
  }
}

extension CommandStream.BatchKey {
  /// A number that equal keys share. Of what few passes mix, not all counts.
  fileprivate var mixed: Int {
    var hash = UInt64(program.features.rawValue)
    func mix(_ value: Int) { hash = (hash ^ UInt64(truncatingIfNeeded: value)) &* 0x9E37_79B9_7F4A_7C15 }
    switch source {
    case .none: mix(0)
    case .image(let image): mix(ObjectIdentifier(image).hashValue)
    case .surface(let pass, _): mix(pass + 1)
    case .masked(let pass, let mask): mix(pass << 20 + mask)
    case .coverage(let index): mix(-index - 1)
    case .sheet(let page): mix(page << 40)
    case .mixedSheet(let page): mix(~(page << 40))
    case .raster(let number): mix(~(number << 2))
    case .shadow(let number): mix(~(number << 2 + 1))
    default: mix(-2)
    }
    return Int(truncatingIfNeeded: hash >> 32)
  }
}

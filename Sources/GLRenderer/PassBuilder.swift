import RenderTree

/// A pass while it is written: its records are its own, as passes inside it are written in between.
struct PassBuilder {
  let group: LayerIdentifier?
  private(set) var fills: [FillRecord] = []
  private(set) var images: [ImageRecord] = []
  private(set) var batches: [CommandStream.Batch] = []
  /// Passes whose surfaces this one shows.
  var shows: [Int] = []
  /// Around everything drawn, device pixels.
  private(set) var box = DeviceBox.nothing

  /// Around each primitive, as long as that is worth knowing.
  private(set) var primitives: [DeviceBox] = []
  /// Whether a primitive may lie on another, or there are too many to tell.
  private(set) var hasOverlaps = false
  /// Whether no record has clips of its own.
  private(set) var isUnclipped = true

  /// A group of more primitives than this gets a surface without a closer look: comparing each with each would cost more.
  private static let comparedPrimitives = 16

  init(group: LayerIdentifier?) {
    self.group = group
  }

  /// Begins a primitive, which lies inside a box and is drawn by the records that follow.
  mutating func begin(_ box: DeviceBox) {
    self.box.add(box)
    guard group != nil, !hasOverlaps else { return }
    hasOverlaps =
      primitives.count == Self.comparedPrimitives || primitives.contains { !$0.intersection(box).isEmpty }
    primitives.append(box)
  }

  mutating func add(_ record: FillRecord, _ key: CommandStream.BatchKey, area: Double) {
    extend(key, first: fills.count, area: area)
    fills.append(record)
  }

  mutating func add(_ record: ImageRecord, _ key: CommandStream.BatchKey, area: Double) {
    extend(key, first: images.count, area: area)
    images.append(record)
  }

  /// Counts one more record into the last batch when it is of the same kind, else begins a batch. Painter's order holds
  /// because batches are never reordered.
  private mutating func extend(_ key: CommandStream.BatchKey, first: Int, area: Double) {
    if key.program.features.contains(.clipped) { isUnclipped = false }
    if let last = batches.indices.last, batches[last].key == key {
      batches[last].count += 1
      batches[last].area += area
    } else {
      batches.append(CommandStream.Batch(key: key, first: first, count: 1, area: area))
    }
  }
}

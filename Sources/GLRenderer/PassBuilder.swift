import RenderTree

/// A pass while it is written. Its records go straight into the stream: the passes inside it only interrupt its batches.
struct PassBuilder {
  let group: LayerIdentifier?
  private(set) var batches: [CommandStream.Batch] = []
  /// Passes whose surfaces this one shows.
  var shows: [Int] = []
  /// Around all that is drawn: whole device pixels.
  private(set) var box = DeviceBox.nothing

  /// Around each primitive of a group, whole device pixels, as long as that is worth knowing.
  private(set) var primitives: [DeviceBox] = []
  /// Whether a primitive may lie on another, or there are too many to tell.
  private(set) var hasOverlaps = false
  /// Whether no record has clips of its own.
  private(set) var isUnclipped = true

  /// A group of more primitives than this gets a surface without a closer look: comparing each with each takes n²/2
  /// comparisons of four numbers, which for this many is still less than writing one record.
  private static let comparedPrimitives = 16

  init(group: LayerIdentifier?) {
    self.group = group
  }

  /// Begins a primitive, which touches no pixels but these and is drawn by the records that follow.
  mutating func begin(_ pixels: DeviceBox) {
    box.add(pixels)
    guard group != nil, !hasOverlaps else { return }
    hasOverlaps =
      primitives.count == Self.comparedPrimitives || primitives.contains { !$0.intersection(pixels).isEmpty }
    primitives.append(pixels)
  }

  /// Draws records after all others. They join the last batch when they are of the same kind and stand behind its
  /// records; painter's order holds because batches are never reordered.
  mutating func draw(_ batch: CommandStream.Batch) {
    if batch.key.program.features.contains(.clipped) { isUnclipped = false }
    if let last = batches.indices.last, batches[last].key == batch.key,
      batches[last].first + batches[last].count == batch.first
    {
      batches[last].count += batch.count
      batches[last].area += batch.area
    } else {
      batches.append(batch)
    }
  }
}

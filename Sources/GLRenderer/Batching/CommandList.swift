import MultiplaneFlattening
import MultiplaneGL

/// What a frame has the device do, in order. Nothing is done before it is played (`CommandPlayer`).
struct CommandList {
  enum Command {
    case begin(Frame, Load, PixelRect)
    case end
    /// An index into `batches`.
    case draw(Int)
    case copy(PixelRect, of: Frame, to: Surface, x: Int, y: Int)
  }

  /// Records that one call draws.
  struct Batch {
    var program: ProgramKey
    /// By slot.
    var textures: [Texture]
    var blend: Blend
    var records: Range<Int>
  }

  private(set) var commands: [Command] = []
  private(set) var batches: [Batch] = []
  private(set) var records: [Record] = []
  private var isBatchOpen = false

  /// How many textures a batch has at most.
  static let mostSlots = 4

  mutating func begin(_ frame: Frame, _ load: Load, _ area: PixelRect) {
    isBatchOpen = false
    commands.append(.begin(frame, load, area))
  }

  mutating func end() {
    isBatchOpen = false
    commands.append(.end)
  }

  mutating func copy(_ part: PixelRect, of frame: Frame, to surface: Surface, x: Int, y: Int) {
    isBatchOpen = false
    commands.append(.copy(part, of: frame, to: surface, x: x, y: y))
  }

  /// Has the next record drawn with some textures, in the batch before where that has room for them.
  ///
  /// - Returns: the slot of each.
  mutating func slots(for textures: [Texture], _ stage: ProgramKey.Stage, _ blend: Blend) -> [Int] {
    if isBatchOpen {
      let last = batches.count - 1
      if batches[last].program.stage == stage, batches[last].blend == blend, let slots = batches[last].add(textures) {
        return slots
      }
    }
    batches.append(
      Batch(program: ProgramKey(stage), textures: [], blend: blend, records: records.count..<records.count))
    commands.append(.draw(batches.count - 1))
    isBatchOpen = true
    // One record has no more textures than there are slots.
    return batches[batches.count - 1].add(textures) ?? []
  }

  /// Adds a record to the batch that `slots` has spoken of.
  ///
  /// - Parameter clips: the bits of all shapes that clip it; nil for none.
  mutating func append(_ record: Record, clips: RecordKind? = nil) {
    guard isBatchOpen else { return }
    records.append(record)
    let last = batches.count - 1
    batches[last].records = batches[last].records.lowerBound..<records.count
    batches[last].program.add(record)
    if let clips { batches[last].program.add(clips: clips) }
    batches[last].program.slots = batches[last].textures.count
  }

  mutating func removeAll() {
    commands.removeAll(keepingCapacity: true)
    batches.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    isBatchOpen = false
  }
}

extension CommandList.Batch {
  /// The slots of textures; nil, and nothing is added, when there is no room.
  fileprivate mutating func add(_ more: [Texture]) -> [Int]? {
    guard !more.isEmpty else { return [] }
    var all = textures
    var slots: [Int] = []
    for texture in more {
      if let known = all.firstIndex(where: { $0 === texture }) {
        slots.append(known)
      } else {
        slots.append(all.count)
        all.append(texture)
      }
    }
    guard all.count <= CommandList.mostSlots else { return nil }
    textures = all
    return slots
  }
}

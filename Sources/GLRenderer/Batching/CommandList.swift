import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics

/// The commands of a frame, in order. `CommandPlayer` executes them.
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
    let stage: ProgramKey.Stage
    let blend: Blend
    /// By slot.
    fileprivate(set) var textures: [Texture] = []
    fileprivate(set) var records: Range<Int>
    fileprivate var needs = RecordNeeds()

    var program: ProgramKey { ProgramKey(stage, for: needs, slots: textures.count) }
  }

  private(set) var commands: [Command] = []
  private(set) var batches: [Batch] = []
  private(set) var records: [Record] = []
  /// The images of records, by increasing number of the record, for a transcript.
  private(set) var images: [(record: Int, image: CGImage)] = []
  private var isBatchOpen = false

  /// The most textures of a batch.
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

  /// Has the next record drawn with some textures, in the batch before where that has room for
  /// them.
  ///
  /// - Returns: the slot of each.
  mutating func slots(for textures: RecordTextures, _ stage: ProgramKey.Stage, _ blend: Blend) -> SIMD3<Int> {
    if isBatchOpen {
      let last = batches.count - 1
      if batches[last].stage == stage, batches[last].blend == blend, let slots = batches[last].add(textures) {
        return slots
      }
    }
    batches.append(Batch(stage: stage, blend: blend, records: records.count..<records.count))
    commands.append(.draw(batches.count - 1))
    isBatchOpen = true
    // One record has no more textures than there are slots.
    return batches[batches.count - 1].add(textures) ?? .zero
  }

  /// Adds a record to the batch that `slots` has spoken of.
  ///
  /// - Parameter clips: the bits of all shapes that clip it; nil for none.
  mutating func append(_ record: Record, clips: RecordKind? = nil) {
    guard isBatchOpen else { return }
    records.append(record)
    let last = batches.count - 1
    batches[last].records = batches[last].records.lowerBound..<records.count
    batches[last].needs.add(record)
    if let clips { batches[last].needs.add(clips: clips) }
  }

  /// Notes the image that the next record shows, for the transcript.
  mutating func note(_ image: CGImage) { images.append((records.count, image)) }

  mutating func removeAll() {
    commands.removeAll(keepingCapacity: true)
    batches.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    images.removeAll()
    isBatchOpen = false
  }
}

/// The textures that a record samples.
struct RecordTextures {
  var first, second, third: Texture?

  init(_ first: Texture? = nil, _ second: Texture? = nil, _ third: Texture? = nil) {
    (self.first, self.second, self.third) = (first, second, third)
  }
}

extension CommandList.Batch {
  /// The slots of textures, 0 for none; nil, and nothing is added, when there is no room.
  fileprivate mutating func add(_ more: RecordTextures) -> SIMD3<Int>? {
    let count = textures.count
    guard let first = add(more.first), let second = add(more.second), let third = add(more.third) else {
      textures.removeLast(textures.count - count)
      return nil
    }
    return SIMD3(first, second, third)
  }

  private mutating func add(_ texture: Texture?) -> Int? {
    guard let texture else { return 0 }
    for slot in 0..<textures.count where textures[slot] === texture { return slot }
    guard textures.count < CommandList.mostSlots else { return nil }
    textures.append(texture)
    return textures.count - 1
  }
}

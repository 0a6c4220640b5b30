/// What all textures of a renderer take together, and which of them goes first when there is no room for another: the least
/// recently used.
///
/// Images, paths, rasters and the surfaces of groups share one budget, for a program knows how much memory it has to spare and
/// not what for. What is pinned counts and stays: surfaces that a frame is drawing on, and rasters that it shows. The limit is
/// exceeded only as long as pinned textures and one more are larger together.
final class TextureBudget {
  /// One texture, or those of one image.
  typealias Holding = Int

  private struct Slot {
    var bytes: Int
    /// What lets go of the textures.
    var giveUp: () -> Void
    var isPinned: Bool
    /// Neighbours in the order of use, of those that are not pinned; nil at the ends.
    var older: Int?
    var newer: Int?
  }

  /// In bytes. What is beyond a lower one goes when the next texture is made.
  var limit: Int
  /// Bytes of all that is held.
  private(set) var bytes = 0
  private var slots: [Holding: Slot] = [:]
  private var oldest: Holding?
  private var newest: Holding?
  private var nextHolding = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Gives up what was used longest ago until so many bytes more are within the limit, or nothing is left to give up.
  ///
  /// - Parameter spared: stays.
  func makeRoom(for bytes: Int, sparing spared: Holding? = nil) {
    var next = oldest
    while self.bytes + bytes > limit, let holding = next {
      guard let slot = slots[holding] else { return }
      next = slot.newer
      if holding == spared { continue }
      release(holding)
      slot.giveUp()
    }
  }

  /// Counts textures that were just made, as the last used.
  ///
  /// - Parameter giveUp: called when they have to go; they are no longer held then.
  func hold(_ bytes: Int, pinned: Bool = false, giveUp: @escaping () -> Void) -> Holding {
    let holding = nextHolding
    nextHolding += 1
    slots[holding] = Slot(bytes: bytes, giveUp: giveUp, isPinned: pinned)
    self.bytes += bytes
    if !pinned { append(holding) }
    return holding
  }

  /// Counts more bytes with what is held.
  func grow(_ holding: Holding, by bytes: Int) {
    slots[holding]?.bytes += bytes
    self.bytes += bytes
  }

  /// Notes a use.
  func use(_ holding: Holding) {
    guard holding != newest, slots[holding]?.isPinned == false else { return }
    unlink(holding)
    append(holding)
  }

  func pin(_ holding: Holding) {
    guard slots[holding]?.isPinned == false else { return }
    unlink(holding)
    slots[holding]?.isPinned = true
  }

  /// What was pinned is then the last used.
  func unpin(_ holding: Holding) {
    guard slots[holding]?.isPinned == true else { return }
    slots[holding]?.isPinned = false
    append(holding)
  }

  /// Ends the count of what its owner has let go of, or keeps on its own account.
  func release(_ holding: Holding) {
    guard let slot = slots[holding] else { return }
    if !slot.isPinned { unlink(holding) }
    slots[holding] = nil
    bytes -= slot.bytes
  }

  private func append(_ holding: Holding) {
    slots[holding]?.older = newest
    slots[holding]?.newer = nil
    if let newest { slots[newest]?.newer = holding } else { oldest = holding }
    newest = holding
  }

  private func unlink(_ holding: Holding) {
    guard let slot = slots[holding] else { return }
    if let older = slot.older { slots[older]?.newer = slot.newer } else { oldest = slot.newer }
    if let newer = slot.newer { slots[newer]?.older = slot.older } else { newest = slot.older }
    slots[holding]?.older = nil
    slots[holding]?.newer = nil
  }
}

/// What all textures of a renderer take together, and which of them goes first when there is no room for another: the least
/// recently used.
///
/// Images, paths, rasters and the surfaces of groups share one budget, for a program knows how much memory it has to spare and
/// not what for. What is pinned counts and stays: surfaces that a frame is drawing on, and rasters that it shows. The limit is
/// exceeded only as long as pinned textures and one more are larger together.
final class TextureBudget {
  /// One texture, or those of one image.
  struct Holding: Hashable {
    fileprivate let slot: Int
    /// Which of those that had the slot one after another.
    fileprivate let number: Int
  }

  private struct Slot {
    var number: Int
    var bytes: Int
    /// What lets go of the textures; nil for a slot that is free.
    var giveUp: (() -> Void)?
    var isPinned: Bool
    /// Neighbours in the order of use, of those that are not pinned; nil at the ends.
    var older: Int?
    var newer: Int?
  }

  /// In bytes. What is beyond a lower one goes when the next texture is made.
  var limit: Int
  /// Bytes of all that is held.
  private(set) var bytes = 0
  /// In an array, as what changes a dictionary in place allocates.
  private var slots: [Slot] = []
  private var free: [Int] = []
  private var oldest: Int?
  private var newest: Int?
  private var nextNumber = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Gives up what was used longest ago until so many bytes more are within the limit, or nothing is left to give up.
  ///
  /// - Parameter spared: stays.
  func makeRoom(for bytes: Int, sparing spared: Holding? = nil) {
    var next = oldest
    while self.bytes + bytes > limit, let slot = next {
      next = slots[slot].newer
      let holding = Holding(slot: slot, number: slots[slot].number)
      if holding == spared { continue }
      let giveUp = slots[slot].giveUp
      release(holding)
      giveUp?()
    }
  }

  /// Counts textures that were just made, as the last used.
  ///
  /// - Parameter giveUp: called when they have to go; they are no longer held then.
  func hold(_ bytes: Int, pinned: Bool = false, giveUp: @escaping () -> Void) -> Holding {
    nextNumber += 1
    let slot = Slot(number: nextNumber, bytes: bytes, giveUp: giveUp, isPinned: pinned)
    let place = free.popLast() ?? slots.count
    if place < slots.count { slots[place] = slot } else { slots.append(slot) }
    self.bytes += bytes
    if !pinned { append(place) }
    return Holding(slot: place, number: nextNumber)
  }

  /// Counts more bytes with what is held.
  func grow(_ holding: Holding, by bytes: Int) {
    guard isHeld(holding) else { return }
    slots[holding.slot].bytes += bytes
    self.bytes += bytes
  }

  /// Notes a use.
  func use(_ holding: Holding) {
    guard isHeld(holding), holding.slot != newest, !slots[holding.slot].isPinned else { return }
    unlink(holding.slot)
    append(holding.slot)
  }

  func pin(_ holding: Holding) {
    guard isHeld(holding), !slots[holding.slot].isPinned else { return }
    unlink(holding.slot)
    slots[holding.slot].isPinned = true
  }

  /// What was pinned is then the last used.
  func unpin(_ holding: Holding) {
    guard isHeld(holding), slots[holding.slot].isPinned else { return }
    slots[holding.slot].isPinned = false
    append(holding.slot)
  }

  /// Ends the count of what its owner has let go of, or keeps on its own account.
  func release(_ holding: Holding) {
    guard isHeld(holding) else { return }
    if !slots[holding.slot].isPinned { unlink(holding.slot) }
    bytes -= slots[holding.slot].bytes
    slots[holding.slot] = Slot(number: 0, bytes: 0, giveUp: nil, isPinned: false)
    free.append(holding.slot)
  }

  private func isHeld(_ holding: Holding) -> Bool { slots[holding.slot].number == holding.number }

  private func append(_ slot: Int) {
    slots[slot].older = newest
    slots[slot].newer = nil
    if let newest { slots[newest].newer = slot } else { oldest = slot }
    newest = slot
  }

  private func unlink(_ slot: Int) {
    let (older, newer) = (slots[slot].older, slots[slot].newer)
    if let older { slots[older].newer = newer } else { oldest = newer }
    if let newer { slots[newer].older = older } else { newest = older }
    slots[slot].older = nil
    slots[slot].newer = nil
  }
}

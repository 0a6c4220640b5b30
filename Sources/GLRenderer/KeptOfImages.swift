import Graphics

/// What is made of images, or of images under others, from the second frame on in which it is asked for, and kept as long as they are
/// there and the budget has room.
final class KeptOfImages<Made> {
  private struct Key: Hashable {
    let image: ObjectIdentifier
    let mask: ObjectIdentifier?
  }

  private struct Entry {
    /// Nil when nobody has it any more; another image may then have its identity.
    weak var image: CGImage.Presence?
    weak var mask: CGImage.Presence?
    var isMasked: Bool
    /// Nil where it cannot be made.
    var made: Made?
    var holding: TextureBudget.Holding?

    func isOf(_ image: CGImage, _ mask: CGImage?) -> Bool {
      self.image === image.presence && self.mask === mask?.presence
    }
    var isGone: Bool { image == nil || isMasked && mask == nil }
  }

  private let budget: TextureBudget
  private var entries: [Key: Entry] = [:]
  /// What was asked for in this frame and in the one before.
  private var asked: Set<Key> = []
  private var askedBefore: Set<Key> = []
  /// What this frame was given. It holds the images, so they need no second look.
  private var given: [Key: Made?] = [:]

  init(budget: TextureBudget) {
    self.budget = budget
  }

  /// What was made of an image, or is now; nil where there is nothing, or the frame before did not ask for it, as of contents that
  /// change in each.
  ///
  /// - Parameters:
  ///   - mask: of as many pixels, or there is nothing.
  ///   - make: gives that, and its bytes; nil where it cannot be.
  func find<Failure>(
    _ image: CGImage, under mask: CGImage?, make: () throws(Failure) -> (made: Made, bytes: Int)?
  ) throws(Failure) -> Made? {
    let key = Key(image: ObjectIdentifier(image), mask: mask.map { ObjectIdentifier($0) })
    if let known = given[key] { return known }
    guard image.imported == nil, !image.hasHalfFloats else { return nil }
    if let mask {
      guard mask.imported == nil, !mask.hasHalfFloats, image.width == mask.width, image.height == mask.height else {
        return nil
      }
    }
    asked.insert(key)
    let found = try keep(image, under: mask, as: key, make: make)
    given[key] = .some(found)
    return found
  }

  private func keep<Failure>(
    _ image: CGImage, under mask: CGImage?, as key: Key, make: () throws(Failure) -> (made: Made, bytes: Int)?
  ) throws(Failure) -> Made? {
    if let known = entries[key], known.isOf(image, mask) {
      known.holding.map(budget.use)
      return known.made
    }
    guard askedBefore.contains(key) else { return nil }
    forget(key)
    var entry = Entry(image: image.presence, mask: mask?.presence, isMasked: mask != nil)
    if let (made, bytes) = try make() {
      entry.made = made
      budget.makeRoom(for: bytes)
      entry.holding = budget.hold(bytes) { [weak self] in
        self?.entries[key] = nil
        self?.given.removeValue(forKey: key)
      }
    }
    entries[key] = entry
    return entry.made
  }

  /// Ends a frame.
  func endFrame() {
    swap(&asked, &askedBefore)
    asked.removeAll(keepingCapacity: true)
    given.removeAll(keepingCapacity: true)
    guard entries.contains(where: { $0.value.isGone }) else { return }
    for key in entries.filter({ $0.value.isGone }).keys { forget(key) }
  }

  private func forget(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    entry.holding.map(budget.release)
  }
}

/// The animations of a layer in the order in which they were added, each found by its key without a
/// search.
struct AttachedAnimations: RandomAccessCollection, MutableCollection {
  private var animations: [AttachedAnimation] = []
  /// The index of each key's animation: a layer may have hundreds of thousands.
  private var positions: [String: Int] = [:]

  var startIndex: Int { 0 }
  var endIndex: Int { animations.count }

  /// An animation is changed in place; its key stays.
  subscript(index: Int) -> AttachedAnimation {
    get { animations[index] }
    _modify { yield &animations[index] }
  }

  /// The index of a key's animation; nil if there is none.
  func index(forKey key: String) -> Int? { positions[key] }

  /// Adds an animation whose key, if it has one, no other has.
  mutating func append(_ animation: AttachedAnimation) {
    if let key = animation.key { positions[key] = animations.count }
    animations.append(animation)
  }

  mutating func removeAll(where isLeaving: (AttachedAnimation) -> Bool) {
    let count = animations.count
    animations.removeAll(where: isLeaving)
    guard animations.count < count else { return }
    positions = [:]
    for (index, animation) in animations.enumerated() {
      if let key = animation.key { positions[key] = index }
    }
  }
}

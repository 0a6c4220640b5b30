/// A list of plain values that keeps its memory when it is emptied, without reference counts and
/// checks of uniqueness in loops.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    @inline(__always) set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    base[count] = element
    count += 1
  }

  mutating func removeAll() { count = 0 }

  /// Appends the elements of another list, from its last to its first.
  mutating func appendReversed(_ other: borrowing GrowingBuffer<Element>) {
    if count + other.count > capacity { grow(to: count + other.count) }
    for index in 0..<other.count { base[count + index] = other.base[other.count - 1 - index] }
    count += other.count
  }

  /// The elements, until the list changes.
  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  @inline(never) private mutating func grow(to least: Int) {
    capacity = max(2 * capacity, least)
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    grown.update(from: base, count: count)
    base.deallocate()
    base = grown
  }
}

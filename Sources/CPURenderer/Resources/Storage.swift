/// Memory that is refilled each frame and retained between frames.
final class Storage<Element> {
  // Inner loops read it; what fills it runs alone.
  @exclusivity(unchecked) private(set) var pointer: UnsafeMutablePointer<Element>
  private var capacity: Int

  init() {
    capacity = 16
    pointer = .allocate(capacity: 16)
  }

  deinit { pointer.deallocate() }

  /// Room for `count` elements, which are trivial values; what was there is lost.
  func reserve(_ count: Int) {
    guard count > capacity else { return }
    pointer.deallocate()
    capacity = max(count, capacity * 2)
    pointer = .allocate(capacity: capacity)
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { pointer[index] }
    @inline(__always) set { (pointer + index).initialize(to: newValue) }
  }
}

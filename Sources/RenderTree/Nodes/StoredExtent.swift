import Synchronization

/// The extent of a node, computed on demand. Its memory stays with the node when evaluation changes
/// that.
final class StoredExtent: @unchecked Sendable {
  private enum State: UInt8, AtomicRepresentable {
    case unknown
    /// A thread is writing it.
    case written
    case known
  }

  private let state = Atomic(State.unknown)
  @exclusivity(unchecked) private var value = Extent.nothing

  /// Nil as long as it is not known.
  var extent: Extent? { state.load(ordering: .acquiring) == .known ? value : nil }

  /// Stores it, unless another thread does.
  func store(_ extent: Extent) {
    guard state.compareExchange(expected: .unknown, desired: .written, ordering: .acquiring).exchanged else { return }
    value = extent
    state.store(.known, ordering: .releasing)
  }

  /// Forgets it.
  ///
  /// - Precondition: no other thread reads it now.
  func forget() { state.store(.unknown, ordering: .relaxed) }
}

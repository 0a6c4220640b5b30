import Synchronization

/// A reference that whoever comes first stores.
///
/// As `AtomicLazyReference`, but compiled into the place that reads it: that one costs a call, and
/// its generic type's look-up, for each of thousands of nodes.
struct OnceReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  private let storage = Atomic<Unmanaged<Instance>?>(nil)

  /// The stored object; nil if nothing was stored.
  func load() -> Instance? { storage.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Stores an object if nothing was.
  ///
  /// - Returns: what is stored now.
  func storeIfNil(_ instance: Instance) -> Instance {
    let new = Unmanaged.passRetained(instance)
    let stored = storage.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing).original
    guard let stored else { return instance }
    new.release()
    return stored.takeUnretainedValue()
  }

  /// Lets go of what was stored.
  ///
  /// - Precondition: no other thread reads it now.
  func reset() {
    // Most hold nothing, for which a plain read is enough.
    guard storage.load(ordering: .relaxed) != nil else { return }
    storage.exchange(nil, ordering: .acquiringAndReleasing)?.release()
  }

  deinit { storage.load(ordering: .acquiring)?.release() }
}

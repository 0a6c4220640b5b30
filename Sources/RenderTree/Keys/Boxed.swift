/// A copy-on-write value that most copies share.
///
/// `LayerValues` has large properties that few layers use. Boxed, each costs a layer one word; all
/// boxes of the default share one storage.
@propertyWrapper
package struct Boxed<Value: Sendable & Equatable>: Sendable {
  /// Changed only while one copy alone holds it, as the buffer of an array, so sharing it between
  /// threads is safe.
  private final class Storage: @unchecked Sendable {
    @exclusivity(unchecked) var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  package init(wrappedValue: Value) {
    storage = Storage(wrappedValue)
  }

  package var wrappedValue: Value {
    get { storage.value }
    set {
      guard storage.value != newValue else { return }
      if isKnownUniquelyReferenced(&storage) { storage.value = newValue } else { storage = Storage(newValue) }
    }
  }

  /// Whether the two are stored in one place, and hence equal; equal ones need not be.
  @inline(__always) func isShared(with other: Boxed) -> Bool { storage === other.storage }
}

extension Boxed: Equatable {
  @inline(__always) package static func == (a: Boxed, b: Boxed) -> Bool {
    a.storage === b.storage || a.storage.value == b.storage.value
  }
}

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

  /// Stores a value in a box that is made when it is first needed.
  static func store(_ value: Value, in box: inout Boxed?) {
    guard box == nil else {
      box?.wrappedValue = value
      return
    }
    box = Boxed(wrappedValue: value)
  }
}

extension Boxed: Equatable {
  @inline(__always) package static func == (a: Boxed, b: Boxed) -> Bool {
    a.storage === b.storage || a.storage.value == b.storage.value
  }
}

/// A copy-on-write value that most copies share.
///
/// `LayerValues` has large properties that few layers use. Boxed, each costs a layer one word; all
/// boxes of the default share one storage.
@propertyWrapper
package struct Boxed<Value: Sendable & Equatable>: Sendable {
  private var storage: BoxStorage<Value>

  package init(wrappedValue: Value) {
    storage = BoxStorage(wrappedValue)
  }

  /// Creates a property whose initial value shares the storage of another box.
  init(sharing box: Boxed) {
    self = box
  }

  package var wrappedValue: Value {
    get { storage.value }
    set {
      guard storage.value != newValue else { return }
      if isKnownUniquelyReferenced(&storage) { storage.value = newValue } else { storage = BoxStorage(newValue) }
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

/// The storage of boxes. Changed only while one copy alone holds it, as the buffer of an array, so
/// sharing it between threads is safe.
///
/// Not nested in `Boxed`, whose requirement it would inherit: at the first use of a generic class
/// with a requirement, Swift's runtime searches all conformances of the program.
private final class BoxStorage<Value>: @unchecked Sendable {
  @exclusivity(unchecked) var value: Value
  init(_ value: Value) { self.value = value }
}

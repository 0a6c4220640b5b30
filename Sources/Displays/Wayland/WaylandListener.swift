/// The functions that libwayland calls with the events of an object, such as a
/// `wl_pointer_listener`.
///
/// libwayland holds on to the table's address, and ends the program if an event comes that has no
/// function: a table has one for each event of the version that is bound.
struct WaylandListener<Functions>: @unchecked Sendable {
  // Written here and never again, so that all threads may read it; never freed, for objects may
  // outlive their owner.
  let functions: UnsafePointer<Functions>

  /// - Parameters:
  ///   - empty: a table without functions.
  ///   - fill: sets the functions, by name: newer headers have more of them.
  init(_ empty: Functions, _ fill: (inout Functions) -> Void) {
    let table = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
    table.initialize(to: empty)
    fill(&table.pointee)
    functions = UnsafePointer(table)
  }
}

/// The object that a listener was added with.
///
/// - Parameter data: the address of an object that outlives the listening, from `listenerData(_:)`.
func listener<Object: AnyObject>(_ data: UnsafeMutableRawPointer?, as type: Object.Type) -> Object? {
  data.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}

/// What a listener is added with, so that `listener(_:as:)` finds an object.
func listenerData(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

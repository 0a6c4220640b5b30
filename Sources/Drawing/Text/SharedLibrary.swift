import Foundation

/// A library of the system that is loaded while the program runs, and never let go: GLib cannot be unloaded.
struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads a library and those that it needs.
  init(_ name: String) throws(MissingSymbol) {
    guard let handle = dlopen(name, RTLD_NOW) else { throw MissingSymbol(name: name) }
    self.handle = handle
  }

  /// A function of the library, or of one that it needs, as the type that the caller gives it.
  func function<Function>(_ name: String) throws(MissingSymbol) -> Function {
    guard let address = dlsym(handle, name) else { throw MissingSymbol(name: name) }
    return unsafeBitCast(address, to: Function.self)
  }
}

/// A library, or a function in it, that this system does not have.
struct MissingSymbol: Error {
  let name: String
}

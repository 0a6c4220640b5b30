import Foundation

/// A shared library that is opened when it is first needed, and never closed.
///
/// libinput is not linked: it brings GLib and some ten others with it, which would lengthen the start of every program that
/// draws a picture, and most never see an input device.
struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer

  /// - Parameter name: such as `libinput.so.10`.
  init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  /// A function by its name, as what its header says it is: a `@convention(c)` type.
  func function<Function>(_ name: String) throws(MissingFunction) -> Function {
    guard let address = dlsym(handle, name) else { throw MissingFunction() }
    return unsafeBitCast(address, to: Function.self)
  }

  /// The library has no function of a name: it is older than what was looked for.
  struct MissingFunction: Error {}
}

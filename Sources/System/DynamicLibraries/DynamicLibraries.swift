// DynamicLibraries: libraries of the system that are opened when they are first needed.
//
// In:   a library's name, such as `librsvg-2.so.2`, and the names of its functions.
// Out:  functions, as what their headers say they are.
// Path: `DynamicLibrary(name)` opens it → `function(name)` finds a function in it.
//
// What every program uses is linked. Text, SVG, input devices, seats and windows are not: their
// libraries bring some thirty others with them, which would lengthen the start of every program by
// tens of milliseconds, and a machine that shows pictures only need not have them.

import Glibc

/// A library of the system that is opened while the program runs, and never closed: some, such as
/// GLib, cannot be.
package struct DynamicLibrary: Sendable {
  private let handle: UInt

  /// Opens a library and those that it needs.
  ///
  /// - Parameter name: such as `libinput.so.10`.
  package init(_ name: String) throws(MissingSymbol) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw MissingSymbol(name: name) }
    self.handle = UInt(bitPattern: handle)
  }

  /// A function of the library, or of one that it needs, as what the caller says it is: a
  /// `@convention(c)` type.
  package func function<Function>(_ name: String) throws(MissingSymbol) -> Function {
    unsafeBitCast(try address(of: name), to: Function.self)
  }

  /// Where something of the library is that is no function.
  package func address(of name: String) throws(MissingSymbol) -> UnsafeMutableRawPointer {
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: handle), name) else {
      throw MissingSymbol(name: name)
    }
    return address
  }
}

/// A library, or something in it, that this system does not have: it is not installed, or older
/// than what was looked for.
package struct MissingSymbol: Error {
  package let name: String
}

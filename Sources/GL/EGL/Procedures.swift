import MultiplaneCDynamicLibraries
import MultiplaneCEGL

/// Looks up an entry point of an extension; `T` is its type in the headers, `PFN…PROC`.
///
/// The loader returns a stub for every plausible name, so ask only when the extension is supported.
func procedure<T>(_ name: String) -> T? {
  guard let found = eglGetProcAddress(name) else { return nil }
  return unsafeBitCast(found, to: T.self)
}

/// Sees to it that the libraries of EGL and OpenGL ES are there: they are opened when they are
/// first needed.
///
/// - Throws: `GLError.unsupported` naming the one that is not.
func checkLibraries() throws(GLError) {
  guard let missing = cdl_missing_egl() ?? cdl_missing_gles() else { return }
  throw .unsupported(
    what: "the library \(String(cString: missing))",
    remedy: "install it (Debian: libegl1, libgles2), or draw with the CPU renderer")
}

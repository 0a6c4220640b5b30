import CEGL

/// Looks up an entry point of an extension; `T` is its type in the headers (`PFN…PROC`, without the optional).
///
/// The loader hands out a stub for every name that looks right, so ask only when the extension is there.
func procedure<T>(_ name: String) -> T? {
  guard let found = eglGetProcAddress(name) else { return nil }
  return unsafeBitCast(found, to: T.self)
}

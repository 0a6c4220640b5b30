import MultiplaneCEGL

extension Context {
  /// Runs a closure that may change the current context of this thread, and restores it afterwards.
  package static func keepingCurrent<Result: ~Copyable, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (context, display) = (eglGetCurrentContext(), eglGetCurrentDisplay())
    let (drawn, read) = (eglGetCurrentSurface(EGL_DRAW), eglGetCurrentSurface(EGL_READ))
    defer {
      if eglGetCurrentContext() != context {
        // Without a context there is no display either; the one that is to be left is then the
        // other's.
        _ = eglMakeCurrent(display ?? eglGetCurrentDisplay(), drawn, read, context)
      }
    }
    return try body()
  }

  /// The EGL display and context, for contexts that share with this one; nil after `recreate`
  /// failed.
  package var handles: (display: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer)? {
    handle.map { (connection.display, $0) }
  }
}

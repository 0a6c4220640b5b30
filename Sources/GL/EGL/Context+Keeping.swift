import MultiplaneCEGL

extension Context {
  /// Runs what makes other contexts current on this thread; afterwards that one is current again that is now, or none.
  package static func keepingCurrent<Result: ~Copyable, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (context, display) = (eglGetCurrentContext(), eglGetCurrentDisplay())
    let (drawn, read) = (eglGetCurrentSurface(EGL_DRAW), eglGetCurrentSurface(EGL_READ))
    defer {
      if eglGetCurrentContext() != context {
        // Without a context there is no display either; the one that is to be left is then the other's.
        _ = eglMakeCurrent(display ?? eglGetCurrentDisplay(), drawn, read, context)
      }
    }
    return try body()
  }

  /// EGL's own display and context, for those who make contexts that share with this one; nil after `recreate` failed.
  package var handles: (display: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer)? {
    handle.map { (connection.display, $0) }
  }
}

import Glibc
import MultiplaneCEGL
import MultiplaneCGLES

extension Context {
  /// Makes the following drawing wait on the device for a `sync_file`.
  ///
  /// - Parameter descriptor: owned by the caller.
  /// - Returns: false if the driver does not support it; then the caller must wait.
  package func wait(forNativeFence descriptor: Int32) -> Bool {
    let extensions = connection.extensions
    guard extensions.contains("EGL_ANDROID_native_fence_sync"), extensions.contains("EGL_KHR_wait_sync"),
      let create: PFNEGLCREATESYNCKHRPROC = procedure("eglCreateSyncKHR"),
      let wait: PFNEGLWAITSYNCKHRPROC = procedure("eglWaitSyncKHR"),
      let destroy: PFNEGLDESTROYSYNCKHRPROC = procedure("eglDestroySyncKHR")
    else { return false }
    // EGL takes the descriptor over if it succeeds.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return false }
    let attributes: [EGLint] = [EGL_SYNC_NATIVE_FENCE_FD_ANDROID, copy, EGL_NONE]
    guard let sync = create(connection.display, EGLenum(EGL_SYNC_NATIVE_FENCE_ANDROID), attributes) else {
      _ = eglGetError()
      _ = close(copy)
      return false
    }
    let isWaiting = wait(connection.display, sync, 0) == EGL_TRUE
    _ = destroy(connection.display, sync)
    return isWaiting
  }
}

/// Kernel fences, without a device.
package enum NativeFence {
  /// Waits on this thread for a `sync_file`, at most a second.
  package static func wait(_ descriptor: Int32) {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&polled, 1, 1000)
  }
}

extension Device {
  /// Creates a `sync_file` that is signalled when all drawing so far is complete, and submits the
  /// work.
  ///
  /// - Returns: a descriptor, owned by the caller; nil if the driver has no such fences
  ///   (`EGL_ANDROID_native_fence_sync`): use `finish()` instead.
  package func makeNativeFence() -> Int32? {
    let connection = context.connection
    guard connection.extensions.contains("EGL_ANDROID_native_fence_sync"),
      let create: PFNEGLCREATESYNCKHRPROC = procedure("eglCreateSyncKHR"),
      let destroy: PFNEGLDESTROYSYNCKHRPROC = procedure("eglDestroySyncKHR"),
      let duplicate: PFNEGLDUPNATIVEFENCEFDANDROIDPROC = procedure("eglDupNativeFenceFDANDROID"),
      let fence = create(connection.display, EGLenum(EGL_SYNC_NATIVE_FENCE_ANDROID), nil)
    else {
      // A driver may list the extension and refuse: the error must not be taken for the next
      // call's.
      _ = eglGetError()
      return nil
    }
    defer { _ = destroy(connection.display, fence) }
    // The fence gets its descriptor when it is handed over.
    glFlush()
    let descriptor = duplicate(connection.display, fence)
    return descriptor >= 0 ? descriptor : nil
  }
}

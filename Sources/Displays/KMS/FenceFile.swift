import Glibc

/// A `sync_file` of our own: readable once something is drawn.
final class FenceFile {
  /// Open as long as this lives.
  let descriptor: Int32

  /// Nil for what is no descriptor.
  init?(duplicating descriptor: Int32) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    self.descriptor = copy
  }

  deinit { _ = close(descriptor) }
}

import Foundation
import MultiplaneCLinux
import Synchronization

/// A file in memory that libraries and programs open by a path. It is deleted with its last
/// reference.
package final class MemoryFile: Sendable {
  let descriptor: Int32
  /// Its number among this process's files, from 1.
  let number: Int

  private static let count = Atomic<Int>(0)

  /// The path for child processes, valid while the file exists.
  package var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// Creates a file with a copy of bytes.
  ///
  /// - Returns: nil with the error in `errno`.
  package init?(_ bytes: some Sequence<UInt8>) {
    number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    descriptor = multiplane_memory_file("multiplane")
    guard descriptor >= 0 else { return nil }
    let isWhole =
      bytes.withContiguousStorageIfAvailable { Self.write(UnsafeRawBufferPointer($0), to: descriptor) }
      ?? Array(bytes).withUnsafeBytes { Self.write($0, to: descriptor) }
    // The destructor closes it.
    guard isWhole else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      written += count
    }
    return true
  }
}

import Foundation
import MultiplaneDrawing

/// The free file descriptors of the process.
package enum FreeDescriptors {
  /// Counts free descriptors by opening them.
  ///
  /// - Parameter limit: the maximum to count.
  package static func count(atMost limit: Int) -> Int {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < limit {
      // Not to be read, which a confined process may not.
      let descriptor = open("/", pathOnly | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { break }
      opened.append(descriptor)
    }
    return opened.count
  }
}

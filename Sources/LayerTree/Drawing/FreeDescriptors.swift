import Foundation
import MultiplaneDrawing

/// File descriptors that the program could still open.
package enum FreeDescriptors {
  /// Counts them by opening as many.
  ///
  /// - Parameter limit: where counting ends.
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

import Foundation

/// File descriptors that the program could still open.
package enum FreeDescriptors {
  /// Counts them by opening as many.
  ///
  /// - Parameter limit: where counting ends.
  package static func count(atMost limit: Int) -> Int {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < limit {
      let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { break }
      opened.append(descriptor)
    }
    return opened.count
  }
}

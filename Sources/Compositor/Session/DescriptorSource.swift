/// A plain file descriptor as a source of an event loop.
package final class DescriptorSource: EventSource {
  package let fileDescriptor: Int32
  private let body: () -> Void

  /// Creates a source.
  ///
  /// - Parameter body: called when the descriptor is readable.
  package init(_ fileDescriptor: Int32, _ body: @escaping () -> Void) {
    self.fileDescriptor = fileDescriptor
    self.body = body
  }

  package func handle(_ readiness: Readiness) { body() }
}

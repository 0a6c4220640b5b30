import MultiplaneCompositor

/// A file descriptor of a room that knows no loops, as a source of one.
final class DescriptorSource: EventSource {
  let fileDescriptor: Int32
  private let body: () -> Void

  /// - Parameter body: called when the descriptor is readable.
  init(_ fileDescriptor: Int32, _ body: @escaping () -> Void) {
    self.fileDescriptor = fileDescriptor
    self.body = body
  }

  func handle(_ readiness: Readiness) { body() }
}

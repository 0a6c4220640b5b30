/// The events of a card.
final class CardEvents: EventSource {
  let fileDescriptor: Int32
  private let take: (Readiness) -> Void

  init(descriptor: Int32, take: @escaping (Readiness) -> Void) {
    fileDescriptor = descriptor
    self.take = take
  }

  func handle(_ readiness: Readiness) { take(readiness) }
}

import MultiplaneGraphics

/// A display for display links: its owner reports refreshes, which call the links.
///
/// It belongs to the thread that shows the frames, with its links.
package final class LinkedDisplay {
  /// Those that were added to a run loop. As on Apple's systems they are kept until they are
  /// removed or invalidated.
  private var links: [CADisplayLink] = []

  package init() {}

  /// Creates a link that follows this display after it is added to a run loop.
  package func makeLink(_ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    CADisplayLink(display: self, handler: handler)
  }

  /// Whether any link waits for the next refresh.
  package var isFollowed: Bool { links.contains { !$0.isPaused } }

  /// Calls the links that are due.
  ///
  /// - Parameters:
  ///   - time: the media time of the refresh, in seconds; it must increase to have an effect.
  ///   - period: the interval between refreshes, in seconds, above 0.
  package func refreshed(at time: CFTimeInterval, period: CFTimeInterval) {
    // A link may be added, removed or invalidated in a call.
    for link in links where links.contains(where: { $0 === link }) { link.refreshed(at: time, period: period) }
  }

  func add(_ link: CADisplayLink) {
    if !links.contains(where: { $0 === link }) { links.append(link) }
  }

  func remove(_ link: CADisplayLink) { links.removeAll { $0 === link } }
}

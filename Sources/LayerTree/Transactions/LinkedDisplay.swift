import MultiplaneGraphics

/// A display as display links see it: who shows frames there says when it refreshes, and the links that were made for it are
/// called then.
///
/// It belongs to the thread that shows the frames, and so do its links.
package final class LinkedDisplay {
  /// Those that were added to a run loop. As on Apple's systems they are kept until they are removed or invalidated.
  private var links: [CADisplayLink] = []

  package init() {}

  /// A link that follows this display once it is added to a run loop.
  package func makeLink(_ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    CADisplayLink(display: self, handler: handler)
  }

  /// Whether any link waits for the next refresh.
  package var isFollowed: Bool { links.contains { !$0.isPaused } }

  /// Calls the links whose turn it is.
  ///
  /// - Parameters:
  ///   - time: media time of the refresh; one that was told already, or an earlier one, calls nobody.
  ///   - period: seconds between refreshes, above 0.
  package func refreshed(at time: CFTimeInterval, period: CFTimeInterval) {
    // A link may be added, removed or invalidated in a call.
    for link in links where links.contains(where: { $0 === link }) { link.refreshed(at: time, period: period) }
  }

  func add(_ link: CADisplayLink) {
    if !links.contains(where: { $0 === link }) { links.append(link) }
  }

  func remove(_ link: CADisplayLink) { links.removeAll { $0 === link } }
}

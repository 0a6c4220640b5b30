import MultiplaneLayerTree

/// The display links of a kiosk: which outputs they follow, and when those refresh.
///
/// A frame that reaches a screen reports its time. Between frames, as long as a link follows an
/// output, refreshes are counted on from there: not every driver sends an event for a refresh that
/// shows nothing new.
final class KioskLinks {
  private struct Followed {
    /// Nil is the first that is lit.
    let output: String?
    let display = LinkedDisplay()
    /// The media time of the last reported refresh.
    var lastRefresh = -Double.infinity
  }

  private var followed: [Followed] = []

  /// A link that follows an output.
  ///
  /// - Parameter output: by its name; nil is the first that is lit.
  func makeLink(output: String?, _ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    if let known = followed.first(where: { $0.output == output }) { return known.display.makeLink(handler) }
    let made = Followed(output: output)
    followed.append(made)
    return made.display.makeLink(handler)
  }

  /// Calls the links of the outputs whose refresh has come.
  ///
  /// - Returns: the media time of the next refresh to be reported without a frame; infinite without
  ///   one.
  func update(_ screens: [KioskScreen], at now: Double) -> Double {
    var wake = Double.infinity
    for index in followed.indices where followed[index].display.isFollowed {
      let name = followed[index].output
      let screen = screens.first { name == nil ? $0.isShowing : $0.output.label == name }
      guard let screen, screen.isShowing, let last = screen.lastRefresh(at: now) else { continue }
      // Times jitter: a refresh that is reported twice would count as two.
      if last > followed[index].lastRefresh + screen.period / 2 {
        followed[index].lastRefresh = last
        followed[index].display.refreshed(at: last, period: screen.period)
      }
      // A frame in flight will report it.
      if screen.output.pendingSince == nil {
        wake = min(wake, screen.refresh(after: followed[index].lastRefresh))
      }
    }
    return wake
  }
}

import MultiplaneGraphics

/// Two images that a layer's contents fade between while they are animated from one to the other.
///
/// Keyframes of contents do not fade: each is held. (Source: observed on Apple's systems.)
package struct ContentsFade: Sendable, Equatable {
  /// Nil for none.
  package let old: CGImage?
  package let new: CGImage?
  /// How much of the new image there is, above 0 and below 1.
  package let fraction: Double

  package static func == (a: ContentsFade, b: ContentsFade) -> Bool {
    a.old === b.old && a.new === b.new && a.fraction == b.fraction
  }
}

/// What a node is in a fade from one picture to another.
enum FadePart: Sendable {
  /// Both of them: a group whatever is around it.
  case whole
  /// One of them with its share of the opacity.
  case share
}

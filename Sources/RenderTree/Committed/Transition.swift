import MultiplaneGraphics

/// How a layer gives way from what it was to what it is, as one transition shows it.
///
/// At every time it is made of ordinary nodes: a container in the layer's place, and in it the old
/// and the new layer with all within them, moved or faded.
package struct Transition: Sendable {
  /// What the old and the new layer do.
  package enum Kind: String, Sendable, CaseIterable {
    /// The one fades into the other, in place.
    case fade
    /// The new one slides in over the old one.
    case moveIn
    /// The new one slides in and pushes the old one out.
    case push
    /// The old one slides out and shows the new one.
    case reveal
  }

  /// From where something slides in. Left is the least x of the layer, bottom the least y.
  package enum Side: String, Sendable, CaseIterable {
    case fromLeft, fromRight, fromTop, fromBottom
  }

  package let kind: Kind
  package let side: Side
  /// Where it begins and ends, 0…1; other values are clamped.
  package let startProgress: Double
  package let endProgress: Double
  /// The layer as it was; nil for nothing.
  package let old: CommittedLayer?

  package init(
    kind: Kind, side: Side = .fromLeft, startProgress: Double = 0, endProgress: Double = 1, old: CommittedLayer?
  ) {
    self.kind = kind
    self.side = side
    self.startProgress = startProgress
    self.endProgress = endProgress
    self.old = old
  }

  /// How much of the new layer there is: 0…1.
  func progress(at fraction: Double) -> Double {
    let progress = startProgress + (endProgress - startProgress) * fraction
    return progress.isFinite ? min(max(progress, 0), 1) : 0
  }

  /// Whether old and new are both on their way at once, and not in places of their own.
  func isMixed(at progress: Double) -> Bool { kind == .fade && progress > 0 && progress < 1 }
}

extension CommittedLayer {
  /// The layer without transitions of its own; those of layers within it stay.
  package var withoutTransitions: CommittedLayer {
    let others = animations.filter { $0.transition == nil }
    guard others.count < animations.count else { return self }
    return CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: values, timing: timing, animations: others,
      sublayers: sublayers, mask: mask)
  }
}

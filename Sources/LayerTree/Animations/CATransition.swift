// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names of the constants are Apple's.

import MultiplaneGraphics
import MultiplaneRenderTree

/// Shows how a layer, with all within it, gives way from what it was to what it is.
///
/// Added to a layer, it keeps the layer as it was last committed, and shows that giving way to whatever the layer shows by
/// then, within its bounds. What it is added to for the first commit was nothing before. Its key is always `transition`. A
/// transition that is running ends when another is added. (Source: CAAnimation.h.)
open class CATransition: CAAnimation {
  /// What the old and the new layer do; default `fade`, which an unknown name counts as.
  open var type: CATransitionType = .fade

  /// From where something slides in; nil, the default, and an unknown name count as `fromLeft`. Top is the greatest y of
  /// the layer's own coordinates.
  open var subtype: CATransitionSubtype?

  /// Where the transition begins, 0…1 of the way; default 0. Other values are kept, and clamped when it is drawn.
  open var startProgress: Float = 0

  /// Where the transition ends, 0…1 of the way; default 1. Other values are kept, and clamped when it is drawn.
  open var endProgress: Float = 1

  /// A filter that takes the place of `type` on Apple's systems; it is kept and has no effect. Default nil.
  open var filter: Any?

  /// A copy with all properties, those of the superclass included.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let transition = copy as? CATransition {
      transition.type = type
      transition.subtype = subtype
      transition.startProgress = startProgress
      transition.endProgress = endProgress
      transition.filter = filter
    }
    return copy
  }

  /// The value of a property that was never set; nil where that is zero or nil, and for keys that are not known.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "type": CATransitionType.fade.rawValue
    case "endProgress": NSNumber(value: 1)
    default: typedDefault(forKey: key)
    }
  }

  func effect(from old: CommittedLayer?) -> AnimationEffect {
    .transition(
      Transition(
        kind: Transition.Kind(rawValue: type.rawValue) ?? .fade,
        side: subtype.flatMap { Transition.Side(rawValue: $0.rawValue) } ?? .fromLeft,
        startProgress: Double(startProgress), endProgress: Double(endProgress), old: old))
  }
}

extension CALayer {
  /// What a transition that is added now begins with: the layer as it was last committed, without a transition of its own
  /// that still runs, which would hold an older one, and so on.
  var transitionSource: CommittedLayer? { lastCommitted?.withoutTransitions }

  /// Has the layer's transition begin with another layer in its place; nothing happens without one.
  package func beginTransition(from old: CommittedLayer) {
    guard let index = attachedAnimations.firstIndex(where: { $0.animation is CATransition }) else { return }
    attachedAnimations[index].old = old
    setNeedsCommit()
  }
}

/// What the old and the new layer do in a transition.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The one fades into the other.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new one slides in over the old one.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new one slides in and pushes the old one out.
  public static let push = CATransitionType(rawValue: "push")
  /// The old one slides out and shows the new one.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// From where something slides in.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// From the least x.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From the greatest x.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From the greatest y.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From the least y.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// The older name of `CATransitionType.fade`.
public let kCATransitionFade = CATransitionType.fade
/// The older name of `CATransitionType.moveIn`.
public let kCATransitionMoveIn = CATransitionType.moveIn
/// The older name of `CATransitionType.push`.
public let kCATransitionPush = CATransitionType.push
/// The older name of `CATransitionType.reveal`.
public let kCATransitionReveal = CATransitionType.reveal
/// The older name of `CATransitionSubtype.fromLeft`.
public let kCATransitionFromLeft = CATransitionSubtype.fromLeft
/// The older name of `CATransitionSubtype.fromRight`.
public let kCATransitionFromRight = CATransitionSubtype.fromRight
/// The older name of `CATransitionSubtype.fromTop`.
public let kCATransitionFromTop = CATransitionSubtype.fromTop
/// The older name of `CATransitionSubtype.fromBottom`.
public let kCATransitionFromBottom = CATransitionSubtype.fromBottom

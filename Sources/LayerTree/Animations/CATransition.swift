// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names of the constants are Apple's.

import MultiplaneGraphics
import MultiplaneRenderTree

/// An animation between two states of a layer and its sublayers.
///
/// When it is added, it takes a snapshot of the layer as it was last committed, and animates from
/// that to the layer's current state, inside the layer's bounds. A layer that was never committed
/// starts from nothing. The key is always `transition`; a new transition replaces a running one.
/// (Source: CAAnimation.h.)
///
/// ```swift
/// let transition = CATransition()
/// transition.type = .push
/// transition.subtype = .fromRight
/// transition.duration = 0.3
/// layer.add(transition, forKey: kCATransition)
/// layer.contents = image
/// ```
open class CATransition: CAAnimation {
  /// The kind of transition. Default `fade`, also for unknown names.
  open var type: CATransitionType = .fade

  /// The direction of the motion. Default nil: `fromLeft`, as for unknown names. Top is the
  /// greatest y of the layer's coordinates.
  open var subtype: CATransitionSubtype?

  /// The start of the transition, as a fraction 0…1 of the whole. Default 0. Other numbers are
  /// stored, and clamped for drawing.
  open var startProgress: Float = 0

  /// The end of the transition, as a fraction 0…1 of the whole. Default 1. Other numbers are
  /// stored, and clamped for drawing.
  open var endProgress: Float = 1

  /// A filter for the transition. Stored, without effect here. Default nil.
  open var filter: Any?

  /// Returns a copy with all properties, including those of the superclass.
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

  /// The default value of a property, by its key; nil if that is zero or nil, and for unknown keys.
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
  /// The old contents of a transition that is added now: the layer as it was last committed,
  /// without a transition of its own that still runs, which would hold an older one, and so on.
  var transitionSource: CommittedLayer? { lastCommitted?.withoutTransitions }

  /// Starts the layer's transition from another layer; does nothing without a transition.
  package func beginTransition(from old: CommittedLayer) {
    guard let index = attachedAnimations.firstIndex(where: { $0.animation is CATransition }) else { return }
    attachedAnimations[index].old = old
    setNeedsCommit()
  }
}

/// The kinds of transitions.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The old state fades into the new one.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new state slides over the old one.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new state slides in and pushes the old one out.
  public static let push = CATransitionType(rawValue: "push")
  /// The old state slides away and reveals the new one.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The directions of transitions.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// From the edge of least x.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From the edge of greatest x.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From the edge of greatest y.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From the edge of least y.
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

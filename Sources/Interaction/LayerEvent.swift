import MultiplaneGraphics
import MultiplaneLayerTree

/// An input event of a layer.
public struct LayerEvent {
  /// The kinds of event.
  public enum Kind: String, Sendable, CaseIterable {
    /// The pointer entered the layer, or a layer within it. Sent to each entered layer, without
    /// bubbling.
    case enter
    /// The pointer left the layer.
    case leave
    /// A button or a finger went down on the layer, which also gets the following events until it
    /// goes up.
    case press
    /// The pointer moved over the layer, or a press on it moved.
    case move
    /// The button or the finger went up, anywhere: see `isInside`.
    case release
    /// A press with a finger or the left button ended on the layer without a drag. Follows the
    /// release.
    case tap
    /// The press ended without a release: the device cancelled it, or the layers were replaced.
    case cancel
    /// The wheel was turned, or two fingers moved on a touch pad.
    case scroll
    /// A key went down. Sent to the focused layer first.
    case keyDown
    /// A key went up. Sent to the focused layer first.
    case keyUp
  }

  /// The kind of event.
  public let kind: Kind
  /// The layer that the event is sent to: the hit layer, or a superlayer whose handler is called.
  public internal(set) var layer: CALayer
  /// The layers from the root to the hit one.
  public let layers: [CALayer]
  /// The time in seconds, of the clock of `CACurrentMediaTime`.
  public let time: Double
  /// The pressed or released button; nil for fingers, and for events without a button.
  public internal(set) var button: PointerButton?
  /// The number of the finger; nil for the pointer.
  public internal(set) var touch: Int?
  /// The distance of a `scroll` event: by a wheel in degrees, typically 15 per click, by fingers in
  /// pixels. Positive values are right and down.
  public internal(set) var scroll: CGVector?
  /// The key of `keyDown` and `keyUp` events; nil for others.
  public internal(set) var key: Key?
  /// What lies under the pointer or the finger; nil for keys.
  private let under: HitPath?

  /// Nil when there is no layer.
  init?(kind: Kind, layers: [CALayer], under: HitPath?, time: Double) {
    guard let layer = layers.last else { return nil }
    self.kind = kind
    self.layer = layer
    self.layers = layers
    self.under = under
    self.time = time
  }

  /// The names of the layers from the root to the hit one, without unnamed layers.
  public var names: [String] { layers.compactMap(\.name) }

  /// The location in `layer`'s own coordinates, as the layer is shown; nil for keys, and when the
  /// layer is not shown.
  public var location: CGPoint? { location(in: layer) }

  /// The location in points of the canvas; nil for keys.
  public var canvasLocation: CGPoint? { under.flatMap { $0.presentation == nil ? nil : $0.point } }

  /// The location in any layer's own coordinates, through rotation, scale, perspective and
  /// animations; nil for keys.
  public func location(in layer: CALayer) -> CGPoint? { under?.location(in: layer) }

  /// Whether the location is over `layer` or a layer within it. A press can continue outside.
  public var isInside: Bool { under?.layers.contains { $0 === layer } ?? false }

  /// The event for another of `layers`.
  package func told(to layer: CALayer) -> LayerEvent {
    var event = self
    event.layer = layer
    return event
  }
}

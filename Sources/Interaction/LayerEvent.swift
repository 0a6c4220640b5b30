import MultiplaneGraphics
import MultiplaneLayerTree

/// Something that people did to a layer.
public struct LayerEvent {
  /// The kinds of event.
  public enum Kind: String, Sendable, CaseIterable {
    /// The pointer came over the layer, or over one within it. Told to each layer that it came
    /// over, without bubbling.
    case enter
    /// The pointer is no longer over the layer.
    case leave
    /// A button or a finger went down on the layer. All that follows until it goes up is the
    /// layer's too.
    case press
    /// The pointer moved over the layer, or what is pressed moved.
    case move
    /// The button or the finger went up, wherever it then was: see `isInside`.
    case release
    /// The press was short of a drag and ended on the layer: with a finger or the left button.
    /// Follows the release.
    case tap
    /// The press ends without a release: the device took it back, or the layers were replaced.
    case cancel
    /// The wheel was turned, or two fingers moved on a touch pad.
    case scroll
    /// A key went down. Told to the focused layer first.
    case keyDown
    /// A key went up. Told to the focused layer first.
    case keyUp
  }

  /// The kind of event.
  public let kind: Kind
  /// The layer that is told: the one that was hit, or one above it whose handler is called.
  public internal(set) var layer: CALayer
  /// From the root to the layer that was hit.
  public let layers: [CALayer]
  /// Seconds of the clock of `CACurrentMediaTime`.
  public let time: Double
  /// The button that was pressed or released; nil for a finger, and for what needs none.
  public internal(set) var button: PointerButton?
  /// The finger's number; nil for the pointer.
  public internal(set) var touch: Int?
  /// Of `scroll`: by a wheel in degrees, 15 a click as a rule, by fingers in pixels. Right and down
  /// are positive.
  public internal(set) var scroll: CGVector?
  /// Of `keyDown` and `keyUp`.
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

  /// The names of the layers from the root to the one that was hit, without those that have none.
  public var names: [String] { layers.compactMap(\.name) }

  /// Where it happened, in `layer`'s own points, as the layer is shown; nil for keys, and when the
  /// layer is not shown.
  public var location: CGPoint? { location(in: layer) }

  /// Where it happened, in points of the canvas; nil for keys.
  public var canvasLocation: CGPoint? { under.flatMap { $0.presentation == nil ? nil : $0.point } }

  /// Where it happened, in any layer's own points: through rotation, scale, perspective and
  /// animations.
  public func location(in layer: CALayer) -> CGPoint? { under?.location(in: layer) }

  /// Whether it happened over `layer` or a layer within it: a press goes on outside, too.
  public var isInside: Bool { under?.layers.contains { $0 === layer } ?? false }

  /// The event as another of `layers` is told of it.
  package func told(to layer: CALayer) -> LayerEvent {
    var event = self
    event.layer = layer
    return event
  }
}

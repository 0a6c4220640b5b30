/// A unique identifier of a layer in the process.
package struct LayerIdentifier: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
  package var description: String { "#\(rawValue)" }
}

/// The class of a layer, for drawing.
package enum LayerKind: String, Sendable, CaseIterable {
  case layer = "CALayer"
  /// Has no plane of its own: its sublayers live in the space of the nearest ancestor that has one.
  case transform = "CATransformLayer"
  /// Draws a gradient over its background.
  case gradient = "CAGradientLayer"
  /// Draws a path over its contents.
  case shape = "CAShapeLayer"
  /// Draws its sublayers several times.
  case replicator = "CAReplicatorLayer"
  /// By default it clips to its bounds.
  case scroll = "CAScrollLayer"
  /// Draws its text as its contents.
  case text = "CATextLayer"
  /// Draws tiles beneath its sublayers.
  case tiled = "CATiledLayer"
  /// Draws particles over everything else in it.
  case emitter = "CAEmitterLayer"
}

import MultiplaneGraphics

/// The device pixels per point at which a scene is read.
package enum SceneScale: Sendable, Equatable {
  /// The scene's own scale.
  case own
  case fixed(Double)
  /// The scale at which the canvas fits a number of pixels.
  case fitting(width: Int, height: Int)

  /// A fixed scale; the scene's own if nil.
  package init(_ scale: Double?) {
    self = scale.map(SceneScale.fixed) ?? .own
  }

  /// The pixels per point of a canvas.
  ///
  /// - Parameters:
  ///   - size: the size of the canvas, above 0.
  ///   - own: the scene's own scale.
  package func value(of size: CGSize, own: Double) -> Double {
    switch self {
    case .own: own
    case .fixed(let scale): scale
    case .fitting(let width, let height): min(Double(width) / size.width, Double(height) / size.height)
    }
  }
}

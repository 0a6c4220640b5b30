import MultiplaneGraphics
import MultiplaneLayerTree

extension CALayer {
  /// The point of the canvas at which the middle of the layer is shown; nil if it is not shown.
  ///
  /// - Parameters:
  ///   - root: the root of its tree.
  ///   - mediaTime: seconds of `CACurrentMediaTime`.
  package func shownMiddle(in root: CALayer, atMediaTime mediaTime: Double) -> CGPoint? {
    guard let canvas = root.presentation(atMediaTime: mediaTime), let shown = presentation(atMediaTime: mediaTime)
    else { return nil }
    let middle = shown.convert(CGPoint(x: shown.bounds.midX, y: shown.bounds.midY), to: canvas.superlayer)
    return middle.x.isFinite && middle.y.isFinite ? middle : nil
  }
}

/// What lies at a point of the canvas, as it is shown at a time.
struct HitPath {
  /// From the root to the layer that was hit, those of the program; empty when none was.
  let layers: [CALayer]
  /// In points of the canvas.
  let point: CGPoint
  /// When, in seconds of `CACurrentMediaTime`.
  let mediaTime: Double
  /// The root as it is shown; nil when there is none, or it was never committed.
  let presentation: CALayer?

  /// - Parameter root: its superlayer's coordinates are the canvas.
  init(in root: CALayer?, at point: CGPoint, _ mediaTime: Double) {
    self.point = point
    self.mediaTime = mediaTime
    presentation = root?.presentation(atMediaTime: mediaTime)
    guard let root, let hit = root.shownLayer(at: point, atMediaTime: mediaTime) else {
      layers = []
      return
    }
    layers = Self.layers(from: root, to: hit) ?? []
  }

  /// The layers on the way down to one; nil when it does not lie within the root.
  static func layers(from root: CALayer, to layer: CALayer) -> [CALayer]? {
    var layers = [layer]
    while let last = layers.last, last !== root {
      guard let superlayer = last.superlayer else { return nil }
      layers.append(superlayer)
    }
    return layers.reversed()
  }

  /// The point in a layer's own coordinates, as it is shown; nil where the layer is not shown or
  /// has no such point.
  func location(in layer: CALayer) -> CGPoint? {
    guard let presentation, let shown = layer.presentation(atMediaTime: mediaTime) else { return nil }
    let location = shown.convert(point, from: presentation.superlayer)
    return location.x.isFinite && location.y.isFinite ? location : nil
  }
}

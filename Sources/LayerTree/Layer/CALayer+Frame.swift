import MultiplaneGraphics
import MultiplaneRenderTree

// `frame`: the box of the bounds in the superlayer, and the size and position that a frame asks
// for. Neither `zPosition` nor the flip takes part: both act apart from what `position` and
// `transform` do to the box.

extension CALayer {
  /// The box of the bounds in the superlayer.
  var frameOfBounds: CGRect {
    if let frameAsSet, frameAsSet.isThat(of: values.geometry) { return frameAsSet.frame }
    return Self.frame(of: values.geometry)
  }

  /// Gives the bounds the frame's size, mapped back through the transform, and moves the position
  /// so that the frame's origin reads back; its size does under scales and quarter turns. The
  /// origin of the bounds stays.
  ///
  /// - Parameter frame: standardised; a position that is not finite is not set.
  func setFrame(_ frame: CGRect) {
    let map = FrameMap(of: values.geometry)
    let invertible = map.invertible
    bounds = CGRect(origin: bounds.origin, size: invertible.size(around: frame.size))
    var origin = invertible.box(of: bounds.size, anchorPoint).origin
    if invertible == map, let box = Self.projectedBox(of: values.geometry) { origin = box.origin }
    guard origin.x.isFinite, origin.y.isFinite else { return }
    position = CGPoint(x: frame.minX - origin.x, y: frame.minY - origin.y)
    frameAsSet = FrameAsSet(frame, of: values.geometry, computed: Self.frame(of: values.geometry))
  }

  private static func frame(of geometry: LayerGeometry) -> CGRect {
    let box =
      projectedBox(of: geometry) ?? FrameMap(of: geometry).box(of: geometry.bounds.size, geometry.anchorPoint)
    return box.offsetBy(dx: geometry.position.x, dy: geometry.position.y)
  }

  /// The box of the bounds about a position of zero, corner by corner; nil without perspective.
  private static func projectedBox(of geometry: LayerGeometry) -> CGRect? {
    guard geometry.transform.m14 != 0 || geometry.transform.m24 != 0 else { return nil }
    var geometry = geometry
    geometry.isGeometryFlipped = false
    geometry.position = .zero
    let matrix = geometry.matrix
    return geometry.bounds.boxOfCorners { corner in
      let image = matrix.image(of: corner)
      return CGPoint(x: image.x / image.w, y: image.y / image.w)
    }
  }
}

/// A frame that was set, while the layer lies where it was put by that.
///
/// Position and size hold a frame to the last bit but for rounding: 0.1 of a layer 100 wide is 50.1
/// − 50. A program that reads its own frame back expects 0.1.
final class FrameAsSet {
  let frame: CGRect
  private let position: CGPoint
  private let size: CGSize
  private let anchorPoint: CGPoint
  private let anchorPointZ: CGFloat
  private let transform: CATransform3D

  /// Nil where there is nothing to remember: the frame reads back by itself, or is off by more than
  /// rounding.
  init?(_ frame: CGRect, of geometry: LayerGeometry, computed: CGRect) {
    guard frame != computed else { return nil }
    let reach =
      [
        frame.minX, frame.minY, frame.maxX, frame.maxY, geometry.position.x, geometry.position.y,
      ].map(abs).max() ?? 0
    let differences = [
      frame.minX - computed.minX, frame.minY - computed.minY, frame.width - computed.width,
      frame.height - computed.height,
    ]
    guard differences.allSatisfy({ abs($0) <= reach * FrameMap.rounding }) else { return nil }
    self.frame = frame
    position = geometry.position
    size = geometry.bounds.size
    anchorPoint = geometry.anchorPoint
    anchorPointZ = geometry.anchorPointZ
    transform = geometry.transform
  }

  /// Whether nothing has changed that a frame depends on.
  func isThat(of geometry: LayerGeometry) -> Bool {
    position == geometry.position && size == geometry.bounds.size && anchorPoint == geometry.anchorPoint
      && anchorPointZ == geometry.anchorPointZ && transform == geometry.transform
  }
}

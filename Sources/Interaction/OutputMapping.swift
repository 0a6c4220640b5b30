import MultiplaneGraphics

/// The mapping of a canvas to an output: rotation, scale, flip and offset.
public struct OutputMapping: Sendable, Equatable {
  /// The size of the output in pixels, in the panel's orientation.
  public var size: CGSize
  /// The transform from points of the canvas (of the root layer's superlayer; y points down) to
  /// those pixels, with their origin at the panel's top left.
  public var transform: CGAffineTransform

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - size: the output's size in pixels, above 0.
  ///   - transform: from points of the canvas to pixels; the identity for a canvas that fills an
  ///     upright screen.
  public init(size: CGSize, transform: CGAffineTransform = .identity) {
    self.size = size
    self.transform = transform
  }

  /// Where the pointer begins, in the unit square of the output.
  static let middle = CGPoint(x: 0.5, y: 0.5)

  /// The point of the canvas at a position in the output's unit square; not finite when the canvas
  /// is scaled to nothing.
  public func canvasPoint(ofUnit place: CGPoint) -> CGPoint {
    // What has no inverse is its own, by Apple's rules.
    guard transform.a * transform.d != transform.b * transform.c else { return CGPoint(x: CGFloat.nan, y: .nan) }
    return CGPoint(x: place.x * size.width, y: place.y * size.height).applying(transform.inverted())
  }

  /// The position in the output's unit square of a point of the canvas; nil outside it.
  package func unit(ofCanvasPoint point: CGPoint) -> CGPoint? {
    let pixel = point.applying(transform)
    let place = CGPoint(x: pixel.x / size.width, y: pixel.y / size.height)
    return (0...1).contains(place.x) && (0...1).contains(place.y) ? place : nil
  }

  /// A place of the unit square after a pointer was moved by pixels of a screen that stands as its
  /// viewer sees it: to the right is to the right of the canvas, however it is turned. It stays on
  /// the output.
  func moving(_ place: CGPoint, byX x: Double, y: Double) -> CGPoint {
    // The canvas's directions on the panel, one pixel long.
    let scale = abs(transform.a * transform.d - transform.b * transform.c).squareRoot()
    guard scale > 0, scale.isFinite else { return place }
    let moved = CGPoint(
      x: place.x * size.width + (transform.a * x + transform.c * y) / scale,
      y: place.y * size.height + (transform.b * x + transform.d * y) / scale)
    // Within the last pixel, which is still on the output.
    return CGPoint(
      x: min(max(moved.x, 0), size.width - 0.5) / size.width, y: min(max(moved.y, 0), size.height - 0.5) / size.height)
  }
}

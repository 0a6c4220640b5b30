import Foundation

/// A mutable path. The `transform` of each method applies to the points that it adds.
///
/// Not thread-safe; pass `copy()`, which is immutable, to other threads.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  /// Creates an empty path.
  public init() {
    super.init(outline: PathOutline())
  }

  package override init(outline: PathOutline) {
    super.init(outline: outline)
  }

  /// Not stored: the path may change.
  package override var measure: PathMeasure { PathMeasure(outline) }

  /// Returns an immutable copy.
  public override func copy() -> CGPath? {
    CGPath(outline: outline)
  }

  /// Begins a subpath at a point. A move right after another one replaces it.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.move(to: point.applying(transform))
  }

  /// Appends a line. Does nothing without a current point.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.addLine(to: point.applying(transform))
  }

  /// Moves to the first point, and appends lines to the others.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    outline.move(to: first.applying(transform))
    for point in points.dropFirst() { outline.addLine(to: point.applying(transform)) }
  }

  /// Appends a quadratic Bézier curve. Does nothing without a current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    outline.addQuadCurve(to: end.applying(transform), control: control.applying(transform))
  }

  /// Appends a cubic Bézier curve. Does nothing without a current point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    outline.addCurve(
      to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
  }

  /// Closes the subpath with a line to its start, which becomes the current point.
  public func closeSubpath() {
    outline.closeSubpath()
  }

  /// Appends a rectangle as a closed subpath.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    add(transform) { $0.addRect(rect) }
  }

  /// Appends rectangles, each as a closed subpath.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Appends a rounded rectangle, as made by `CGPath(roundedRect:cornerWidth:cornerHeight:)`.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    add(transform) { $0.addRoundedRect(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight) }
  }

  /// Appends the ellipse in a rectangle, as made by `CGPath(ellipseIn:)`.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    add(transform) { $0.addEllipse(in: rect) }
  }

  /// Appends a circular arc, and a line from the current point, if any, to its start. Angles are in
  /// radians.
  ///
  /// `clockwise` is defined for y up: towards lesser angles. With y down the arc looks
  /// counterclockwise. Angles more than a turn apart in that direction make several turns.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let delta = PathOutline.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
    addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
  }

  /// Appends an arc of `delta` radians, negative towards lesser angles, and a line from the current
  /// point to its start.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    outline.addRelativeArc(
      center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
  }

  /// Appends an arc that is tangent to the lines from the current point to `tangent1End` and from
  /// there to `tangent2End`, and a line to its start. If the lines coincide, only a line to
  /// `tangent1End`.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    outline.addArc(corner: tangent1End, end: tangent2End, radius: radius, transform: transform)
  }

  /// Appends all elements of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    outline.append(path.outline, transform)
  }

  private func add(_ transform: CGAffineTransform, _ build: (inout PathOutline) -> Void) {
    guard !transform.isIdentity else { return build(&outline) }
    var added = PathOutline()
    build(&added)
    outline.append(added, transform)
  }
}

import Foundation

/// A path that can be added to. Each `transform` maps the points that the call adds, not those already there.
///
/// Not for several threads at once; hand on `copy()`, which is immutable.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  /// An empty path.
  public init() {
    super.init(outline: PathOutline())
  }

  package override init(outline: PathOutline) {
    super.init(outline: outline)
  }

  /// A copy that cannot be changed.
  public override func copy() -> CGPath? {
    CGPath(outline: outline)
  }

  /// Begins a subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.move(to: point.applying(transform))
  }

  /// Adds a line; nothing in a path that was not begun.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    outline.addLine(to: point.applying(transform))
  }

  /// Moves to the first point and adds lines to the others.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    outline.move(to: first.applying(transform))
    for point in points.dropFirst() { outline.addLine(to: point.applying(transform)) }
  }

  /// Adds a quadratic Bézier curve; nothing in a path that was not begun.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    outline.addQuadCurve(to: end.applying(transform), control: control.applying(transform))
  }

  /// Adds a cubic Bézier curve; nothing in a path that was not begun.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    outline.addCurve(
      to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
  }

  /// Ends the subpath with a line to where it began; the pen is there then.
  public func closeSubpath() {
    outline.closeSubpath()
  }

  /// Adds a closed rectangle as a subpath of its own.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    add(transform) { $0.addRect(rect) }
  }

  /// Adds closed rectangles, each a subpath of its own.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Adds a closed rectangle with elliptic corners, as `CGPath(roundedRect:cornerWidth:cornerHeight:)` makes it.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    add(transform) { $0.addRoundedRect(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight) }
  }

  /// Adds the closed ellipse in a rectangle, as `CGPath(ellipseIn:)` makes it.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    add(transform) { $0.addEllipse(in: rect) }
  }

  /// Adds an arc of a circle, with a line to its start from the pen, if there is one. Angles are in radians.
  ///
  /// `clockwise` is as seen with y up: toward lesser angles. Where y goes down it looks the other way round.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let delta = PathOutline.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
    addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
  }

  /// Adds an arc that spans `delta` radians, negative toward lesser angles, with a line to its start from the pen.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    outline.addRelativeArc(
      center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
  }

  /// Adds an arc that touches the line from the pen to `tangent1End` and the line from there to `tangent2End`, with a
  /// line to its start; where both are one line, only a line to `tangent1End`.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    outline.addArc(corner: tangent1End, end: tangent2End, radius: radius, transform: transform)
  }

  /// Adds all elements of another path.
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

import Foundation

/// Lines and curves: what a shape layer, a shadow or a motion follows. Points are in the space of whoever uses it.
///
/// Immutable; only its subclass `CGMutablePath` changes. Equal are paths of equal elements.
///
/// `@unchecked Sendable`, because a class that can be subclassed cannot be checked. The proof: `outline` is a Sendable
/// value that only `CGMutablePath` assigns. A path that crosses threads must be a `CGPath` proper, which `copy()` makes;
/// whoever keeps a path (a layer, a committed tree) copies it first.
public class CGPath: @unchecked Sendable {
  /// The elements as the value that geometry is computed on.
  package internal(set) var outline: PathOutline

  /// A path of an outline.
  package init(outline: PathOutline) {
    self.outline = outline
  }

  /// A path of elements; those without a place to begin are left out.
  package convenience init(elements: some Sequence<PathElement>) {
    self.init(outline: PathOutline(elements))
  }

  /// A rectangle from its corner of least x and y toward greatest x, closed.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
    var outline = PathOutline()
    outline.addRect(rect)
    self.init(outline: outline.applying(transform))
  }

  /// The ellipse in a rectangle: four cubics from greatest x toward greatest y, closed.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
    var outline = PathOutline()
    outline.addEllipse(in: rect)
    self.init(outline: outline.applying(transform))
  }

  /// A rectangle with elliptic corners, from the middle of the greatest-x side toward greatest y, closed.
  ///
  /// A corner larger than half its side is cut to half of it.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>? = nil
  ) {
    var outline = PathOutline()
    outline.addRoundedRect(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
    self.init(outline: outline.applying(transform))
  }

  /// The steps of the path, in order.
  package var elements: [PathElement] { outline.elements }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { outline.elements.isEmpty }

  /// Where the pen is at the end; zero in an empty path.
  public var currentPoint: CGPoint { outline.currentPoint ?? .zero }

  /// The smallest rectangle around all points, control points too; null for an empty path.
  public var boundingBox: CGRect { outline.controlBounds }

  /// The smallest rectangle around the lines and curves themselves; null for an empty path.
  public var boundingBoxOfPath: CGRect { outline.tightBounds }

  /// Whether the filled path covers `point`, which `transform` maps into the path's space first.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    outline.contains(point.applying(transform), using: rule)
  }

  /// Whether the path is a rectangle with sides along the axes, which is then stored to `rect`.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let found = outline.axisAlignedRect else { return false }
    rect?.pointee = found
    return true
  }

  /// The path as it is now, immutable; an immutable path is its own copy.
  public func copy() -> CGPath? { self }

  /// The path mapped by `transform`, immutable.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(outline: outline.applying(transform))
  }

  /// A path of its own that can be changed.
  public func mutableCopy() -> CGMutablePath? {
    CGMutablePath(outline: outline)
  }

  /// A path of its own that can be changed, mapped by `transform`.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    CGMutablePath(outline: outline.applying(transform))
  }
}

extension PathOutline {
  /// The outline mapped by the transform pointed to, or as it is without one.
  fileprivate func applying(_ transform: UnsafePointer<CGAffineTransform>?) -> PathOutline {
    guard let transform = transform?.pointee, !transform.isIdentity else { return self }
    return applying(transform)
  }
}

extension CGPath: Hashable {
  /// Whether the elements are the same; another outline of the same shape differs.
  public static func == (a: CGPath, b: CGPath) -> Bool {
    a === b || a.outline == b.outline
  }

  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outline)
  }
}

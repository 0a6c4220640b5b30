import Foundation
import Synchronization

/// A path of lines and curves, for shapes, shadows and motion. Points are in the user's coordinate
/// space.
///
/// Immutable, except for its subclass `CGMutablePath`. Two paths are equal if their elements are.
///
/// `@unchecked Sendable`, because a class that can be subclassed cannot be checked. The proof:
/// `outline` is a Sendable value that only `CGMutablePath` assigns, and the measure is stored
/// atomically. A path that crosses threads
/// must be a plain `CGPath`, which `copy()` returns; layers and committed trees copy a path before
/// they store it.
public class CGPath: @unchecked Sendable {
  /// The elements as a value for geometric algorithms.
  package internal(set) var outline: PathOutline

  private let storedMeasure = AtomicLazyReference<PathMeasure>()

  /// The lengths of the path's parts, computed once: dashes and trimmed ends that move ask for them
  /// in every frame.
  package var measure: PathMeasure {
    storedMeasure.load() ?? storedMeasure.storeIfNil(PathMeasure(outline))
  }

  /// Creates a path from an outline.
  package init(outline: PathOutline) {
    self.outline = outline
  }

  /// Creates a path from elements; those without a current point are skipped.
  package convenience init(elements: some Sequence<PathElement>) {
    self.init(outline: PathOutline(elements))
  }

  /// Creates a closed rectangle, from its corner of least x and y towards greater x.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
    var outline = PathOutline()
    outline.addRect(rect)
    self.init(outline: outline.applying(transform))
  }

  /// Creates the closed ellipse in a rectangle: four cubic curves from greatest x towards greatest
  /// y.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
    var outline = PathOutline()
    outline.addEllipse(in: rect)
    self.init(outline: outline.applying(transform))
  }

  /// Creates a closed rounded rectangle, from the middle of the greatest-x side towards greatest y.
  ///
  /// Corner sizes are limited to half of the sides.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>? = nil
  ) {
    var outline = PathOutline()
    outline.addRoundedRect(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
    self.init(outline: outline.applying(transform))
  }

  /// The elements, in order.
  package var elements: [PathElement] { outline.elements }

  /// Whether the path has no elements.
  public var isEmpty: Bool { outline.elements.isEmpty }

  /// The current point, at the end of the path; zero for an empty path.
  public var currentPoint: CGPoint { outline.currentPoint ?? .zero }

  /// The bounding box of all points, including control points; null for an empty path.
  public var boundingBox: CGRect { outline.controlBounds }

  /// The bounding box of the lines and curves; null for an empty path.
  public var boundingBoxOfPath: CGRect { outline.tightBounds }

  /// Whether the filled path contains `point`, after `transform` is applied to it.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    outline.contains(point.applying(transform), using: rule)
  }

  /// Whether the path is an axis-parallel rectangle, which is then stored in `rect`.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let found = outline.axisAlignedRect else { return false }
    rect?.pointee = found
    return true
  }

  /// Returns an immutable copy; an immutable path returns itself.
  public func copy() -> CGPath? { self }

  /// Returns an immutable, transformed copy.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(outline: outline.applying(transform))
  }

  /// Returns a mutable copy.
  public func mutableCopy() -> CGMutablePath? {
    CGMutablePath(outline: outline)
  }

  /// Returns a mutable, transformed copy.
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
  /// Whether the elements are equal. Different outlines of the same shape are not.
  public static func == (a: CGPath, b: CGPath) -> Bool {
    a === b || a.outline == b.outline
  }

  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outline)
  }
}

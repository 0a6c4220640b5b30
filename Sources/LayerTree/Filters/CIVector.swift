import MultiplaneGraphics

/// An immutable vector of numbers: an input of a `CIFilter`, such as a point or a row of a colour
/// matrix.
///
/// (Source: CIVector.h.)
open class CIVector: NSObject, NSCopying {
  let components: [Double]

  init(_ components: [Double]) {
    self.components = components
    super.init()
  }

  /// Creates a vector from `count` numbers in memory.
  public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
    self.init((0..<max(0, count)).map { Double(values[$0]) })
  }

  /// Creates a vector from text such as "[1 2 3]". Parsing stops at the first token that is no
  /// number.
  public convenience init(string representation: String) {
    let numbers = representation.split { " [](),;".contains($0) }.map { Double($0) }
    self.init(numbers.prefix { $0 != nil }.compactMap { $0 })
  }

  /// The components as text: "[1.0 2.0 3.0]".
  open var stringRepresentation: String { description }

  /// Creates a vector with one component.
  public convenience init(x: CGFloat) { self.init([x]) }

  /// Creates a vector with two components.
  public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }

  /// Creates a vector with three components.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }

  /// Creates a vector with four components.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }

  /// Creates a vector with the components x and y of a point.
  public convenience init(cgPoint p: CGPoint) { self.init([p.x, p.y]) }

  /// Creates a vector with the components x, y, width and height of a rectangle.
  public convenience init(cgRect r: CGRect) { self.init([r.origin.x, r.origin.y, r.size.width, r.size.height]) }

  /// Creates a vector with the components a, b, c, d, tx and ty of a transform.
  public convenience init(cgAffineTransform t: CGAffineTransform) { self.init([t.a, t.b, t.c, t.d, t.tx, t.ty]) }

  /// The number of components.
  open var count: Int { components.count }

  /// The component at an index; 0 beyond the last one.
  open func value(at index: Int) -> CGFloat { components.indices.contains(index) ? CGFloat(components[index]) : 0 }

  /// The first component; 0 if it is missing.
  open var x: CGFloat { value(at: 0) }
  /// The second component; 0 if it is missing.
  open var y: CGFloat { value(at: 1) }
  /// The third component; 0 if it is missing.
  open var z: CGFloat { value(at: 2) }
  /// The fourth component; 0 if it is missing.
  open var w: CGFloat { value(at: 3) }

  /// The first two components as a point.
  open var cgPointValue: CGPoint { CGPoint(x: x, y: y) }

  /// The first four components as a rectangle.
  open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  /// The first six components as a transform.
  open var cgAffineTransformValue: CGAffineTransform {
    CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
  }

  /// Returns the object itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another object is a vector with the same components.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.components == components }

  /// The hash value; equal vectors have the same.
  open override var hash: Int { components.hashValue }

  /// The components in brackets, as in `stringRepresentation`.
  open override var description: String { "[" + components.map { "\($0)" }.joined(separator: " ") + "]" }
}

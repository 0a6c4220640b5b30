import MultiplaneGraphics

/// Numbers in a row: an input of a `CIFilter`, such as a point or the row of a colour matrix. It never changes.
///
/// (Source: CIVector.h.)
open class CIVector: NSObject, NSCopying {
  let components: [Double]

  init(_ components: [Double]) {
    self.components = components
    super.init()
  }

  /// A vector of so many numbers from memory.
  public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
    self.init((0..<max(0, count)).map { Double(values[$0]) })
  }

  /// A vector as `stringRepresentation` writes it, "[1 2 3]"; what is no number ends it.
  public convenience init(string representation: String) {
    let numbers = representation.split { " [](),;".contains($0) }.map { Double($0) }
    self.init(numbers.prefix { $0 != nil }.compactMap { $0 })
  }

  /// The components: "[1.0 2.0 3.0]".
  open var stringRepresentation: String { description }

  /// A vector of one component.
  public convenience init(x: CGFloat) { self.init([x]) }

  /// A vector of two components.
  public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }

  /// A vector of three components.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }

  /// A vector of four components.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }

  /// A point as x and y.
  public convenience init(cgPoint p: CGPoint) { self.init([p.x, p.y]) }

  /// A rectangle as x, y, width and height.
  public convenience init(cgRect r: CGRect) { self.init([r.origin.x, r.origin.y, r.size.width, r.size.height]) }

  /// A transform as a, b, c, d, tx and ty.
  public convenience init(cgAffineTransform t: CGAffineTransform) { self.init([t.a, t.b, t.c, t.d, t.tx, t.ty]) }

  /// How many components there are.
  open var count: Int { components.count }

  /// A component; 0 beyond the last.
  open func value(at index: Int) -> CGFloat { components.indices.contains(index) ? CGFloat(components[index]) : 0 }

  /// The first component; 0 where there is none, likewise with the others.
  open var x: CGFloat { value(at: 0) }
  /// The second component.
  open var y: CGFloat { value(at: 1) }
  /// The third component.
  open var z: CGFloat { value(at: 2) }
  /// The fourth component.
  open var w: CGFloat { value(at: 3) }

  /// The first two components as a point.
  open var cgPointValue: CGPoint { CGPoint(x: x, y: y) }

  /// The first four components as a rectangle.
  open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  /// The first six components as a transform.
  open var cgAffineTransformValue: CGAffineTransform {
    CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
  }

  /// The vector itself, as it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another object is a vector of the same components.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.components == components }

  /// Equal for equal vectors.
  open override var hash: Int { components.hashValue }

  /// The components in brackets.
  open override var description: String { "[" + components.map { "\($0)" }.joined(separator: " ") + "]" }
}

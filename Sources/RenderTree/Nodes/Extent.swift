import MultiplaneGraphics

/// The bounding box of a subtree on a plane: conservative, and exact without rotation and blur.
///
/// Blurs are round on the device, not on a plane. So there are two boxes: one for axis-parallel
/// maps from this plane to the device, and a larger one for maps that approximately preserve right
/// angles.
package struct Extent: Sendable, Equatable {
  /// A rectangle in points: least x and y, greatest x and y.
  package struct Box: Sendable, Equatable {
    package var minX: Double
    package var minY: Double
    package var maxX: Double
    package var maxY: Double

    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
      (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    static let nothing = Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
  }

  /// The maps to the device for which a blur stays inside the boxes.
  package enum Spread: Sendable, Comparable {
    /// Nothing is blurred: any way will do.
    case none
    /// Axes stay parallel to axes, or right angles stay right angles.
    case upright
    /// Right angles stay right angles: a blur inside is turned already.
    case turned
  }

  package var upright = Box.nothing
  package var turned = Box.nothing
  package var spread = Spread.none
  /// Device pixels beyond the boxes that may be touched, in addition to an edge's own half pixel.
  package var pixels = 0.0
  /// Whether no box is known.
  package var isUnbounded = false

  package static let unbounded = Extent(isUnbounded: true)
  package static let nothing = Extent()

  package init() {}
  private init(isUnbounded: Bool) { self.isUnbounded = isUnbounded }

  package init(_ rect: CGRect) { self.init(Box(rect)) }

  init(_ box: Box) {
    upright = box
    turned = box
  }

  package var isEmpty: Bool { !isUnbounded && turned.isEmpty }

  mutating func add(_ other: Extent) {
    guard !other.isEmpty else { return }
    upright.add(other.upright)
    turned.add(other.turned)
    takeLimits(of: other)
  }

  mutating func intersect(_ other: Extent) {
    guard !other.isUnbounded else { return }
    guard !isUnbounded else {
      self = other
      return
    }
    upright.intersect(other.upright)
    turned.intersect(other.turned)
    takeLimits(of: other)
  }

  private mutating func takeLimits(of other: Extent) {
    spread = max(spread, other.spread)
    pixels = max(pixels, other.pixels)
    isUnbounded = isUnbounded || other.isUnbounded
  }

  /// Grows all sides.
  mutating func grow(by points: Double, turned turnedPoints: Double? = nil) {
    upright.grow(by: points)
    turned.grow(by: turnedPoints ?? points)
  }

  mutating func move(by offset: CGSize) {
    upright.move(by: offset)
    turned.move(by: offset)
  }
}

extension Extent.Box {
  init(_ rect: CGRect) { self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY) }

  /// Whether it is empty, or a number is NaN.
  package var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }

  mutating func add(_ other: Self) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }

  mutating func add(_ x: Double, _ y: Double) {
    minX = min(minX, x)
    minY = min(minY, y)
    maxX = max(maxX, x)
    maxY = max(maxY, y)
  }

  /// Leaves what is in both boxes; of boxes with a gap between them a line or a point in its
  /// middle.
  ///
  /// Edges are antialiased: what two boxes cover on the device may overlap where the boxes do not,
  /// and that is never farther from the middle of the gap than from the farther box.
  mutating func intersect(_ other: Self) {
    guard !isNothing, !other.isNothing else {
      self = .nothing
      return
    }
    (minX, maxX) = Self.overlap(max(minX, other.minX), min(maxX, other.maxX))
    (minY, maxY) = Self.overlap(max(minY, other.minY), min(maxY, other.maxY))
  }

  /// Not so if a number is NaN.
  private var isNothing: Bool { minX > maxX || minY > maxY }

  private static func overlap(_ low: Double, _ high: Double) -> (Double, Double) {
    guard low > high else { return (low, high) }
    let middle = low + (high - low) / 2
    return (middle, middle)
  }

  mutating func grow(by points: Double) {
    minX -= points
    minY -= points
    maxX += points
    maxY += points
  }

  mutating func move(by offset: CGSize) {
    minX += offset.width
    maxX += offset.width
    minY += offset.height
    maxY += offset.height
  }

  /// Whether all numbers are finite and none is so large that arithmetic with pixels would lose
  /// them.
  fileprivate var isSane: Bool { minX > -1e12 && minY > -1e12 && maxX < 1e12 && maxY < 1e12 }
}

/// The effect of a matrix on the angles of a plane.
package enum PlaneTurn {
  /// Axes stay parallel to axes; `isUniform` if both are scaled alike.
  case parallel(isUniform: Bool)
  /// Right angles stay right angles, and both axes are scaled about alike.
  case turned
  /// Anything else.
  case skewed

  /// Creates the effect of a matrix.
  ///
  /// - Parameters:
  ///   - x: the image of the unit vector along x.
  ///   - y: the image of the unit vector along y.
  package init(x: SIMD2<Double>, y: SIMD2<Double>) {
    let (xx, yy, xy) = ((x * x).sum(), (y * y).sum(), (x * y).sum())
    let isUniform = xx <= yy * 1.5 && yy <= xx * 1.5
    if x.y == 0 && y.x == 0 || x.x == 0 && y.y == 0 {
      self = .parallel(isUniform: isUniform)
    } else {
      self = isUniform && xy * xy <= 0.06 * xx * yy ? .turned : .skewed
    }
  }
}

extension Extent {
  /// The box that is valid after such a map; nil if a blur exceeds every box.
  package func box(after turn: PlaneTurn) -> Box? {
    switch (turn, spread) {
    case (.parallel, .none), (.parallel, .upright), (.parallel(isUniform: true), .turned): upright
    case (.turned, _), (.skewed, .none): turned
    case (.parallel(isUniform: false), .turned), (.skewed, _): nil
    }
  }

  /// The extent on the plane that a matrix maps its own plane to.
  func applying(_ m: CATransform3D) -> Extent {
    guard !isUnbounded, !isEmpty else { return self }
    guard m.m14 == 0, m.m24 == 0, m.m44 == 1 else { return applyingPerspective(m) }
    let turn = PlaneTurn(x: SIMD2(m.m11, m.m12), y: SIMD2(m.m21, m.m22))
    guard box(after: turn) != nil else { return .unbounded }
    var result = self
    if case .parallel = turn {
      result.upright = upright.applying(m)
      result.turned = spread == .none ? result.upright : turned.applying(m)
    } else {
      result.turned = turned.applying(m)
      result.upright = result.turned
      if spread != .none { result.spread = .turned }
      // Edges reach half a pixel beyond themselves, and corners a little more than a pixel (section
      // 4).
      if case .turned = turn { result.pixels += 1 } else { result.pixels += 4 }
    }
    return result.turned.isSane ? result : .unbounded
  }

  /// The image of a plane that crosses the camera plane has no bounds.
  private func applyingPerspective(_ m: CATransform3D) -> Extent {
    guard spread == .none else { return .unbounded }
    var box = Box.nothing
    for number in 0..<4 {
      let (x, y) = turned.corner(number)
      let w = x * m.m14 + y * m.m24 + m.m44
      guard w > 1e-3 else { return .unbounded }
      box.add((x * m.m11 + y * m.m21 + m.m41) / w, (x * m.m12 + y * m.m22 + m.m42) / w)
    }
    guard box.isSane else { return .unbounded }
    var result = Extent(box)
    result.pixels = pixels + 4
    return result
  }
}

extension Extent.Box {
  /// A corner by its number, 0 to 3: left to right, top to bottom.
  package func corner(_ number: Int) -> (Double, Double) {
    (number & 1 == 0 ? minX : maxX, number & 2 == 0 ? minY : maxY)
  }

  /// Around its image by a matrix that does no perspective.
  fileprivate func applying(_ m: CATransform3D) -> Self {
    // Each edge of the image's box comes of the ends that a coefficient's sign picks.
    func range(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double) {
      let (a0, a1) = a < 0 ? (a * maxX, a * minX) : (a * minX, a * maxX)
      let (b0, b1) = b < 0 ? (b * maxY, b * minY) : (b * minY, b * maxY)
      return (a0 + b0 + c, a1 + b1 + c)
    }
    let (x0, x1) = range(m.m11, m.m21, m.m41)
    let (y0, y1) = range(m.m12, m.m22, m.m42)
    return Self(minX: x0, minY: y0, maxX: x1, maxY: y1)
  }
}

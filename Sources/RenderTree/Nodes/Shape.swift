import MultiplaneGraphics

/// The path of a shape layer, above its contents (rendering rules §18).
package struct Shape: Sendable, Equatable {
  package struct Fill: Sendable, Equatable {
    package var color: StraightColor
    package var path: CGPath
    package var rule: CGPathFillRule
  }

  package struct Stroke: Sendable, Equatable {
    package var color: StraightColor
    /// The stroked part of the path, after `strokeStart` and `strokeEnd`.
    package var path: CGPath
    /// The width, in points of the layer, above 0.
    package var width: Double
    package var cap: CGLineCap
    package var join: CGLineJoin
    /// The longest miter, in line widths.
    package var miterLimit: Double
    /// An even number of lengths in points, none negative and some above 0; empty for a solid line.
    package var dashes: [Double]
    /// The offset into the dash pattern, in points.
    package var dashPhase: Double
  }

  /// The inputs of a shape that animation channels change, and its path.
  struct Numbers: Sendable {
    var path: CGPath?
    var fillColor: StraightColor?
    var strokeColor: StraightColor?
    var strokeStart: CGFloat
    var strokeEnd: CGFloat
    var lineWidth: CGFloat
    var miterLimit: CGFloat
    var dashPhase: CGFloat

    init(_ shape: ShapeValues) {
      path = shape.path
      fillColor = shape.fillColor?.straight
      strokeColor = shape.strokeColor?.straight
      strokeStart = shape.strokeStart
      strokeEnd = shape.strokeEnd
      lineWidth = shape.lineWidth
      miterLimit = shape.miterLimit
      dashPhase = shape.dashPhase
    }
  }

  package var fill: Fill?
  package var stroke: Stroke?

  /// Nil when nothing of it can be seen.
  init?(_ style: ShapeConstants, _ numbers: Numbers) {
    guard let path = numbers.path, !path.isEmpty, path.outline.isFinite else { return nil }
    if let color = numbers.fillColor, color.alpha > 0 {
      fill = Fill(color: color, path: path, rule: style.fillRule)
    }
    stroke = Stroke(path, style, numbers)
    guard fill != nil || stroke != nil else { return nil }
  }

  /// As `Stroke.dashes`: those of a pattern, none of one that cannot be drawn.
  static func dashes(_ pattern: [Double]?) -> [Double] {
    guard let pattern, pattern.allSatisfy({ $0.isFinite && $0 >= 0 }), pattern.contains(where: { $0 > 0 }) else {
      return []
    }
    return pattern.count.isMultiple(of: 2) ? pattern : pattern + pattern
  }

  /// The shape with its colours multiplied (§17).
  func tinted(_ tint: StraightColor) -> Shape {
    var shape = self
    shape.fill?.color = color(fill?.color, tint)
    shape.stroke?.color = color(stroke?.color, tint)
    return shape
  }

  private func color(_ color: StraightColor?, _ tint: StraightColor) -> StraightColor {
    (color ?? .white).tinted(tint)
  }
}

extension Shape.Stroke {
  /// Nil when nothing of it can be seen.
  init?(_ path: CGPath, _ style: ShapeConstants, _ numbers: Shape.Numbers) {
    guard let color = numbers.strokeColor, color.alpha > 0 else { return nil }
    guard numbers.lineWidth > 0, numbers.lineWidth.isFinite, numbers.miterLimit.isFinite, numbers.dashPhase.isFinite,
      numbers.strokeStart.isFinite, numbers.strokeEnd.isFinite
    else { return nil }
    let start = min(max(numbers.strokeStart, 0), 1)
    let end = min(max(numbers.strokeEnd, 0), 1)
    guard end - start >= Self.shortestPart else { return nil }
    self.color = color
    self.path = start == 0 && end == 1 ? path : CGPath(outline: path.measure.trimmed(from: start, to: end))
    width = numbers.lineWidth
    cap = style.cap
    join = style.join
    miterLimit = numbers.miterLimit
    dashes = style.dashes
    dashPhase = numbers.dashPhase
  }

  /// How far beyond its path it can reach, in points: half a width, times what a miter or the
  /// corner of a square cap adds.
  package var reach: Double { width / 2 * max(join == .miter ? miterLimit : 1, 2.0.squareRoot()) }

  /// The box that it can cover, in points.
  package var bounds: CGRect { path.boundingBox.insetBy(dx: -reach, dy: -reach) }

  /// Of less than this share of the length nothing is drawn, no cap either. (Source: pictures of
  /// iOS.)
  private static let shortestPart = 1e-6
}

/// The inputs of a shape that no animation of a plan changes.
struct ShapeConstants: Sendable {
  let fillRule: CGPathFillRule
  let cap: CGLineCap
  let join: CGLineJoin
  /// As `Shape.Stroke.dashes`.
  let dashes: [Double]

  init(_ shape: ShapeValues) {
    fillRule = shape.fillRule == .evenOdd ? .evenOdd : .winding
    cap =
      switch shape.lineCap {
      case .round: .round
      case .square: .square
      default: .butt
      }
    join =
      switch shape.lineJoin {
      case .round: .round
      case .bevel: .bevel
      default: .miter
      }
    dashes = Shape.dashes(shape.dashPattern)
  }
}

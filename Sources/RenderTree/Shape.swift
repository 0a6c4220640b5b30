import Graphics

/// What a shape layer draws over its contents (rendering rules §18).
package struct Shape: Sendable, Equatable {
  package struct Fill: Sendable, Equatable {
    package var color: StraightColor
    package var path: CGPath
    package var rule: CGPathFillRule
  }

  package struct Stroke: Sendable, Equatable {
    package var color: StraightColor
    /// Only the part that is stroked: `strokeStart` and `strokeEnd` are applied.
    package var path: CGPath
    /// In points of layer space, above 0.
    package var width: Double
    package var cap: CGLineCap
    package var join: CGLineJoin
    /// In line widths.
    package var miterLimit: Double
    /// In points; an even number of lengths, none negative, some above 0; empty for an unbroken line.
    package var dashes: [Double]
    /// In points.
    package var dashPhase: Double
  }

  package var fill: Fill?
  package var stroke: Stroke?

  /// Nil when nothing of it can be seen.
  package init?(_ values: LayerValues) {
    let shape = values.shape
    guard let path = shape.path, !path.isEmpty, path.isFinite else { return nil }
    if let color = shape.fillColor?.straight, color.alpha > 0 {
      fill = Fill(color: color, path: path, rule: shape.fillRule == .evenOdd ? .evenOdd : .winding)
    }
    stroke = Stroke(shape, path: path)
    guard fill != nil || stroke != nil else { return nil }
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
  init?(_ shape: ShapeValues, path: CGPath) {
    guard let color = shape.strokeColor?.straight, color.alpha > 0 else { return nil }
    let numbers = [shape.lineWidth, shape.miterLimit, shape.dashPhase, shape.strokeStart, shape.strokeEnd]
    guard shape.lineWidth > 0, numbers.allSatisfy(\.isFinite) else { return nil }
    let start = min(max(shape.strokeStart, 0), 1)
    let end = min(max(shape.strokeEnd, 0), 1)
    guard start < end else { return nil }
    self.color = color
    self.path = start == 0 && end == 1 ? path : CGPath(outline: path.outline.trimmed(from: start, to: end))
    width = shape.lineWidth
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
    miterLimit = shape.miterLimit
    let lengths = shape.dashPattern ?? []
    let isPattern = lengths.allSatisfy { $0.isFinite && $0 >= 0 } && lengths.contains { $0 > 0 }
    dashes = isPattern ? (lengths.count % 2 == 0 ? lengths : lengths + lengths) : []
    dashPhase = shape.dashPhase
  }
}

extension CGPath {
  /// Whether all its points are numbers that can be drawn.
  var isFinite: Bool {
    elements.allSatisfy { element in
      element.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    }
  }
}

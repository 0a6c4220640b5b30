import MultiplaneCCairo
import MultiplaneGraphics

extension PathOutline {
  /// The distance from the origin up to which Cairo draws correctly: beyond 2¹⁶ it drops whole
  /// shapes. No bitmap reaches half as far.
  private static let reach: CGFloat = 60_000

  /// Makes the outline, in pixels, the current path of `cairo`. What lies far outside of any bitmap
  /// is cut off, and subpaths with a number that is not finite are left out.
  func setPath(of cairo: OpaquePointer) {
    cairo_new_path(cairo)
    let bounds = controlBounds
    let isNear =
      abs(bounds.minX) < Self.reach && abs(bounds.maxX) < Self.reach && abs(bounds.minY) < Self.reach
      && abs(bounds.maxY) < Self.reach
    // A rectangle around points that are no numbers may look near.
    let isFinite = elements.allSatisfy { $0.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } }
    for element in isNear && isFinite ? elements : cut().elements { element.append(to: cairo) }
  }

  /// The filled path cut off at the reach of Cairo's coordinates, as polygons.
  private func cut() -> PathOutline {
    var cut = PathOutline()
    for polygon in flattened(tolerance: 0.1).polygons {
      guard polygon.allSatisfy({ abs($0.x) < 1e100 && abs($0.y) < 1e100 }) else { continue }
      var inside = polygon
      for edge in Edge.allCases { inside = edge.clip(inside) }
      guard let first = inside.first else { continue }
      cut.move(to: first)
      for point in inside.dropFirst() { cut.addLine(to: point) }
      cut.closeSubpath()
    }
    return cut
  }

  /// The corners of the subpaths of a path of lines.
  private var polygons: [[CGPoint]] {
    var polygons: [[CGPoint]] = []
    var start = CGPoint.zero
    for element in elements {
      if case .move(let point) = element {
        start = point
        polygons.append([point])
      } else if let end = element.end {
        polygons[polygons.count - 1].append(end)
      } else {
        polygons.append([start])
      }
    }
    return polygons.filter { $0.count > 2 }
  }

  /// One side of the square that is kept (I. Sutherland, G. Hodgman, Reentrant polygon clipping,
  /// 1974). What is cut off runs along the side, so that winding numbers inside stay what they are.
  private enum Edge: CaseIterable {
    case left, right, bottom, top

    /// The distance of a point inside the edge.
    private func depth(_ point: CGPoint) -> CGFloat {
      switch self {
      case .left: point.x + reach
      case .right: reach - point.x
      case .bottom: point.y + reach
      case .top: reach - point.y
      }
    }

    func clip(_ polygon: [CGPoint]) -> [CGPoint] {
      guard var from = polygon.last else { return [] }
      var kept: [CGPoint] = []
      for to in polygon {
        let (before, after) = (depth(from), depth(to))
        if (before >= 0) != (after >= 0) {
          let t = before / (before - after)
          kept.append(CGPoint(x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t))
        }
        if after >= 0 { kept.append(to) }
        from = to
      }
      return kept
    }
  }
}

extension PathElement {
  fileprivate func append(to cairo: OpaquePointer) {
    switch self {
    case .move(let end): cairo_move_to(cairo, end.x, end.y)
    case .line(let end): cairo_line_to(cairo, end.x, end.y)
    case .quadCurve(let end, let control):
      // Raised to a cubic: the controls lie two thirds of the way to the quadratic one.
      var start = (x: 0.0, y: 0.0)
      cairo_get_current_point(cairo, &start.x, &start.y)
      cairo_curve_to(
        cairo, start.x + (control.x - start.x) * 2 / 3, start.y + (control.y - start.y) * 2 / 3,
        end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3, end.x, end.y)
    case .curve(let end, let control1, let control2):
      cairo_curve_to(cairo, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
    case .close: cairo_close_path(cairo)
    }
  }
}

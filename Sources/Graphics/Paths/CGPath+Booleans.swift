import Foundation

// Paths as regions of the plane. Results consist of pieces of the curves and lines of the paths
// they are made of; where these cross, a result is right to about 10⁻⁵ of the paths' extent.
// Borders run counterclockwise (y up), those of holes clockwise, so that either rule fills them
// alike. Subpaths with numbers that are not finite are left out.

extension CGPath {
  /// The filled region as a path without self-intersections.
  public func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
    CGPath(outline: PathRegion(outline, using: rule) { first, _ in first }.outline)
  }

  /// The union of both filled regions.
  public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(with: other, rule) { $0 || $1 }
  }

  /// The intersection of both filled regions.
  public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(with: other, rule) { $0 && $1 }
  }

  /// The region inside this path and outside the other.
  public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(with: other, rule) { $0 && !$1 }
  }

  /// The region inside exactly one of the paths.
  public func symmetricDifference(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(with: other, rule) { $0 != $1 }
  }

  /// Whether the filled regions overlap.
  public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
    !intersection(other, using: rule).isEmpty
  }

  /// The connected parts of the filled region, each with its holes.
  public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
    PathRegion(outline, using: rule) { first, _ in first }.components.map { CGPath(outline: $0) }
  }

  /// The parts of this path's lines, which are not filled, inside the other path.
  public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    CGPath(outline: outline.lines(inside: true, of: other.outline, rule))
  }

  /// The parts of this path's lines, which are not filled, outside the other path.
  public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    CGPath(outline: outline.lines(inside: false, of: other.outline, rule))
  }

  /// The path with curves replaced by lines that are at most `threshold` away from them.
  public func flattened(threshold: CGFloat) -> CGPath {
    CGPath(outline: outline.flattened(tolerance: threshold))
  }

  private func combined(
    with other: CGPath, _ rule: CGPathFillRule, _ contains: (Bool, Bool) -> Bool
  ) -> CGPath {
    CGPath(outline: PathRegion(outline, other.outline, using: rule, contains: contains).outline)
  }
}

extension PathOutline {
  /// The pieces of the path's lines and curves that lie inside, or outside, of a filled path.
  fileprivate func lines(inside: Bool, of other: PathOutline, _ rule: CGPathFillRule) -> PathOutline {
    let bounds = controlBounds.union(other.controlBounds)
    let tolerance = max(bounds.width, bounds.height) * 1e-5
    let borders = other.subpaths.filter(\.isComputable).flatMap { $0.chords(tolerance, isFilled: true) }
    var result = PathOutline()
    for subpath in subpaths where subpath.isComputable {
      var open: [BezierSegment] = []
      for segment in subpath.segments {
        for piece in segment.pieces(cutBy: borders, tolerance) {
          if other.contains(piece.point(at: 0.5).point, using: rule) == inside {
            open.append(piece)
          } else {
            result.append(open: open)
            open = []
          }
        }
      }
      result.append(open: open)
    }
    return result
  }
}

extension Subpath {
  /// Lines that stray from it by `tolerance` at most; if filled, with that which closes it.
  fileprivate func chords(_ tolerance: Double, isFilled: Bool) -> [(PathVector, PathVector)] {
    var chords: [(PathVector, PathVector)] = []
    for segment in segments {
      let count = segment.chordCount(tolerance: tolerance)
      for step in 0..<count {
        chords.append(
          (segment.point(at: Double(step) / Double(count)), segment.point(at: Double(step + 1) / Double(count))))
      }
    }
    if isFilled, let end = segments.last?.end, end != start { chords.append((end, start)) }
    return chords
  }
}

extension BezierSegment {
  /// The segment cut where it meets lines.
  fileprivate func pieces(cutBy lines: [(PathVector, PathVector)], _ tolerance: Double) -> [BezierSegment] {
    let count = chordCount(tolerance: tolerance)
    var cuts: Set<Double> = [0, 1]
    for step in 0..<count {
      let (from, to) = (point(at: Double(step) / Double(count)), point(at: Double(step + 1) / Double(count)))
      for (a, b) in lines {
        guard let share = BezierSegment.crossing(from, to, a, b) else { continue }
        cuts.insert((Double(step) + share) / Double(count))
      }
    }
    let places = cuts.sorted()
    return zip(places, places.dropFirst()).filter { $1 - $0 > 1e-9 }.map { part(from: $0, to: $1) }
  }

  /// The parameter, 0…1, at which the line from `p` to `q` meets that from `a` to `b`; nil if it
  /// does not.
  private static func crossing(_ p: PathVector, _ q: PathVector, _ a: PathVector, _ b: PathVector) -> Double? {
    let (d, e) = (q - p, b - a)
    let scale = d.x * e.y - d.y * e.x
    guard scale != 0 else { return nil }
    let (dx, dy) = (a.x - p.x, a.y - p.y)
    let (t, u) = ((dx * e.y - dy * e.x) / scale, (dx * d.y - dy * d.x) / scale)
    return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : nil
  }
}

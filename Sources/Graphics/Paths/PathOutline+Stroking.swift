import Foundation

extension PathOutline {
  /// The outline of the stroked path: filled by the non-zero rule, it is what a pen of `width` covers.
  ///
  /// Made of lines, nowhere further than `tolerance` from the true outline; all in the path's own unit. A miter longer
  /// than `miterLimit` widths becomes a bevel. A subpath without length is a dot with round and square caps (the square
  /// along the axes) and nothing with butt ones; a move alone is nothing. Inside a curve lines join round, so that a cusp
  /// is round. Empty for a width that is not positive; subpaths with a number that is not finite are left out.
  package func strokeOutline(
    width: CGFloat, cap: CGLineCap = .butt, join: CGLineJoin = .miter, miterLimit: CGFloat = 10, tolerance: CGFloat
  ) -> PathOutline {
    guard width > 0, width < 1e100 else { return PathOutline() }
    let pen = StrokePen(
      radius: Double(width) / 2, cap: cap, join: join, miterLimit: Double(miterLimit),
      tolerance: tolerance > 0 ? max(Double(tolerance), Double(width) * 1e-6) : Double(width) * 1e-6)
    var outline = PathOutline()
    for subpath in subpaths where subpath.isComputable {
      let line = StrokeLine(subpath, radius: pen.radius, tolerance: pen.tolerance)
      outline.append(polygons: line.isClosed ? pen.closedOutline(of: line) : [pen.openOutline(of: line)])
    }
    return outline
  }

  private mutating func append(polygons: [[PathVector]]) {
    for polygon in polygons {
      guard let first = polygon.first else { continue }
      move(to: first.point)
      for corner in polygon.dropFirst() { addLine(to: corner.point) }
      closeSubpath()
    }
  }
}

import Foundation

extension PathOutline {
  /// The outline of the stroked path: filled by the non-zero rule, it is the area of a pen of
  /// `width`.
  ///
  /// It has lines with an error of at most `tolerance`, in units of the path. Miters longer than
  /// `miterLimit` widths are bevelled. A subpath without length is a dot with round and square caps
  /// (the square is axis-parallel), and nothing with butt ones; a move alone is nothing. Inside a
  /// curve joins are round, so that a cusp is round. Empty if the width is not positive; subpaths
  /// that are not finite are dropped.
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
      if line.isClosed {
        for polygon in pen.closedOutline(of: line) { outline.append(polygon: polygon) }
      } else {
        outline.append(polygon: pen.openOutline(of: line))
      }
    }
    return outline
  }
}

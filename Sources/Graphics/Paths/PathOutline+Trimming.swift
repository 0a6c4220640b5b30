import Foundation

extension PathOutline {
  /// The length of all lines and curves, including closing lines; elements that are not finite
  /// count as 0.
  package var length: CGFloat { CGFloat(PathMeasure(self).total) }

  /// The part between two fractions of the path's length; see `PathMeasure.trimmed`.
  package func trimmed(from start: CGFloat, to end: CGFloat) -> PathOutline {
    PathMeasure(self).trimmed(from: start, to: end)
  }
}

extension PathMeasure {
  /// The part between two fractions of the path's length, through all subpaths in order.
  ///
  /// Length distributes the fraction among lines and curves. Inside a curve, the cut is at its
  /// parameter: the remaining length divided by the curve's. (Source: pictures of iOS.) Both
  /// fractions are clamped to 0…1. A complete closed subpath stays closed; a cut one is open. Empty
  /// if `start` is not less than `end`. Curves stay curves. Subpaths that are not finite are
  /// dropped, unless nothing is trimmed.
  package func trimmed(from start: CGFloat, to end: CGFloat) -> PathOutline {
    if start <= 0, end >= 1 { return outline }
    guard start < end else { return PathOutline() }
    let (first, last) = (Double(max(start, 0)) * total, Double(min(end, 1)) * total)
    var trimmed = PathOutline()
    var reached = 0.0
    for part in parts {
      let subpathEnd = part.lengths.reduce(reached) { $0 + $1.total }
      if first <= reached, last >= subpathEnd {
        trimmed.append(part.subpath)
        reached = subpathEnd
        continue
      }
      var kept: [BezierSegment] = []
      for (segment, length) in zip(part.subpath.segments, part.lengths) {
        let length = length.total
        let (from, to) = (max(first - reached, 0), min(last - reached, length))
        if from < to { kept.append(segment.part(from: from / length, to: to / length)) }
        reached += length
      }
      trimmed.append(open: kept)
    }
    return trimmed
  }
}

import Foundation

extension PathOutline {
  /// The path with curves replaced by lines that are at most `tolerance` away, in units of the
  /// path.
  ///
  /// Moves, lines and closes are unchanged. A curve becomes at most 4096 lines; one that is not
  /// finite becomes a line to its end.
  package func flattened(tolerance: CGFloat) -> PathOutline {
    var flat = PathOutline()
    for element in elements {
      let pen = PathVector(flat.currentPoint ?? .zero)
      switch element {
      case .move, .line, .close: flat.append(element)
      case .quadCurve(let end, let control):
        flat.addLines(
          along: BezierSegment(quadraticFrom: pen, control: PathVector(control), to: PathVector(end)), tolerance)
      case .curve(let end, let control1, let control2):
        flat.addLines(
          along: BezierSegment(
            curveFrom: pen, control1: PathVector(control1), control2: PathVector(control2), to: PathVector(end)),
          tolerance)
      }
    }
    return flat
  }

  private mutating func addLines(along segment: BezierSegment, _ tolerance: CGFloat) {
    let count = segment.chordCount(tolerance: Double(tolerance))
    for step in 1...count { addLine(to: segment.point(at: Double(step) / Double(count)).point) }
  }
}

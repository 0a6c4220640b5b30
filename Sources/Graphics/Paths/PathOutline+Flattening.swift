import Foundation

extension PathOutline {
  /// The path with lines for its curves, nowhere further from them than `tolerance`, in the path's own unit.
  ///
  /// Moves, lines and closes stay as they are. A curve makes at most 4096 lines; one with a number that is not finite
  /// makes a line to its end.
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

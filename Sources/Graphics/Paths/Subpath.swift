import Foundation

/// A connected part of a path, from one move to the next.
struct Subpath {
  var start: PathVector
  var segments: [BezierSegment] = []
  var isClosed = false
  /// Whether the last segment is the line that closing adds, rather than one that the path names.
  var hasClosingLine = false

  /// Whether every number in it can be computed with.
  var isComputable: Bool { start.isComputable && segments.allSatisfy(\.isComputable) }
}

extension PathOutline {
  /// The path's subpaths in order, without those of a move only.
  var subpaths: [Subpath] {
    var found: [Subpath] = []
    var current = Subpath(start: .zero)
    var pen = PathVector.zero
    func finished() -> [Subpath] { current.segments.isEmpty && !current.isClosed ? [] : [current] }
    for element in elements {
      if current.isClosed || element.type == .moveToPoint {
        found += finished()
        // A segment after a close without a move begins at the start of the closed subpath.
        current = Subpath(start: element.type == .moveToPoint ? PathVector(element.end ?? .zero) : current.start)
      }
      switch element {
      case .move: break
      case .line(let end): current.segments.append(BezierSegment(lineFrom: pen, to: PathVector(end)))
      case .quadCurve(let end, let control):
        current.segments.append(
          BezierSegment(quadraticFrom: pen, control: PathVector(control), to: PathVector(end)))
      case .curve(let end, let control1, let control2):
        current.segments.append(
          BezierSegment(
            curveFrom: pen, control1: PathVector(control1), control2: PathVector(control2), to: PathVector(end)))
      case .close:
        current.isClosed = true
        if pen != current.start {
          current.segments.append(BezierSegment(lineFrom: pen, to: current.start))
          current.hasClosingLine = true
        }
      }
      pen = element.end.map { PathVector($0) } ?? current.start
    }
    return found + finished()
  }

  /// Appends a subpath as its elements.
  mutating func append(_ subpath: Subpath) {
    move(to: subpath.start.point)
    for segment in subpath.hasClosingLine ? subpath.segments.dropLast() : subpath.segments[...] { append(segment) }
    if subpath.isClosed { closeSubpath() }
  }

  /// Appends connected segments as an open subpath; nothing for none.
  mutating func append(open segments: [BezierSegment]) {
    guard let first = segments.first else { return }
    move(to: first.start.point)
    for segment in segments { append(segment) }
  }

  private mutating func append(_ segment: BezierSegment) {
    if segment.isLine {
      addLine(to: segment.end.point)
    } else {
      addCurve(to: segment.end.point, control1: segment.control1.point, control2: segment.control2.point)
    }
  }
}

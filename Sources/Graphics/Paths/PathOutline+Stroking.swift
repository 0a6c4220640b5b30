import Foundation

/// The pen of a stroke: its width, caps and joins, and the precision of its outline.
package struct StrokeStyle: Sendable {
  package var width: Double
  package var cap: CGLineCap
  package var join: CGLineJoin
  package var miterLimit: Double
  /// The maximum distance between the outline and its lines, in units of the path.
  package var tolerance: Double
  /// The length of a pixel in units of the path, if the outline is for pixels: its lines may be
  /// farther away where the mean over a pixel is not. 0 for any use.
  package var pixel: Double

  package init(
    width: Double, cap: CGLineCap = .butt, join: CGLineJoin = .miter, miterLimit: Double = 10, tolerance: Double,
    pixel: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.tolerance = tolerance
    self.pixel = pixel
  }
}

/// Makes the outlines of strokes, one polygon after another, in memory that it reuses.
struct Stroker: ~Copyable {
  private var line: StrokeLine
  private let pen: StrokePen
  private var sides: StrokePen.Sides

  /// Nil for a width that is not positive.
  init?(_ style: StrokeStyle) {
    // What fails comes before the first member: Swift 6.2 does not compile an initialiser that
    // fails with some members set.
    guard style.width > 0, style.width < 1e100 else { return nil }
    sides = StrokePen.Sides()
    let least = style.width * 1e-6
    let tolerance = style.tolerance > 0 ? max(style.tolerance, least) : least
    let pixel = style.pixel > 0 && style.pixel < 1e100 ? style.pixel : 0
    line = StrokeLine(radius: style.width / 2, tolerance: tolerance, pixel: pixel)
    pen = StrokePen(
      radius: style.width / 2, cap: style.cap, join: style.join, miterLimit: style.miterLimit, tolerance: tolerance,
      pixel: pixel)
  }

  /// Draws a subpath.
  mutating func stroke(_ subpath: Subpath, _ draw: (UnsafeBufferPointer<PathVector>) -> Void) {
    line.begin(at: subpath.start, extent: subpath.extent, showsFolds: !pen.isRound || subpath.isClosed)
    for segment in subpath.segments { line.add(segment) }
    // What is closed on the spot is a dot with caps, and not closed.
    if subpath.isClosed, !line.edges.isEmpty {
      pen.drawClosed(&line, in: &sides, draw)
    } else {
      pen.drawOpen(&line, in: &sides, draw)
    }
  }

  /// Draws pieces of a subpath's segments as an open line.
  mutating func stroke(
    _ pieces: ArraySlice<SegmentPiece>, of subpath: Subpath, _ draw: (UnsafeBufferPointer<PathVector>) -> Void
  ) {
    guard let first = pieces.first else { return }
    let start = subpath.segments[first.segment].point(at: first.start)
    line.begin(at: start, extent: subpath.extent, showsFolds: !pen.isRound)
    for piece in pieces { line.add(subpath.segments[piece.segment], from: piece.start, to: piece.end) }
    pen.drawOpen(&line, in: &sides, draw)
  }
}

extension Subpath {
  /// The greatest coordinate of a segment's end.
  fileprivate var extent: Double { segments.reduce(0) { max($0, abs($1.end.x), abs($1.end.y)) } }
}

extension PathOutline {
  /// Draws the outline of the stroked path, polygon by polygon: filled by the non-zero rule, it is
  /// the area of the pen.
  ///
  /// Miters longer than the limit times the width are bevelled. A subpath without length is a dot
  /// with round and square caps (the square is axis-parallel), and nothing with butt ones; a move
  /// alone is nothing. Inside a curve joins are round, so that a cusp is round. Nothing if the
  /// width is not positive; subpaths that are not finite are dropped.
  package func stroke(_ style: StrokeStyle, _ draw: (UnsafeBufferPointer<SIMD2<Double>>) -> Void) {
    guard var stroker = Stroker(style) else { return }
    for subpath in subpaths where subpath.isComputable { stroker.stroke(subpath, draw) }
  }

  /// The outline of the stroked path, as drawn by `stroke`, with an error of at most `tolerance`,
  /// in units of the path.
  package func strokeOutline(
    width: CGFloat, cap: CGLineCap = .butt, join: CGLineJoin = .miter, miterLimit: CGFloat = 10, tolerance: CGFloat
  ) -> PathOutline {
    let style = StrokeStyle(
      width: Double(width), cap: cap, join: join, miterLimit: Double(miterLimit), tolerance: Double(tolerance))
    var outline = PathOutline()
    stroke(style) { outline.append(polygon: $0) }
    return outline
  }
}

extension PathMeasure {
  /// Draws the outline of the dashed and stroked path; see `dashed` and `PathOutline.stroke`.
  package func stroke(
    dashedBy lengths: [Double], phase: Double, _ style: StrokeStyle,
    _ draw: (UnsafeBufferPointer<SIMD2<Double>>) -> Void
  ) {
    guard var stroker = Stroker(style) else { return }
    let isDashed = forEachDash(phase: phase, lengths: lengths) { part, dash in
      if let dash { stroker.stroke(dash, of: part.subpath, draw) } else { stroker.stroke(part.subpath, draw) }
    }
    if !isDashed { outline.stroke(style, draw) }
  }
}

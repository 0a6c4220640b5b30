import Foundation
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplanePathImages
import MultiplaneRenderTree

/// The expected lines of a path on the device, for estimates of time; `OutlineSize` has upper
/// bounds, for memory.
///
/// Curves are cut as `cp_lines_cubic` and `StrokeLine` cut them, for their mean curvature.
struct OutlineWork {
  /// The number of straight lines.
  private(set) var lines = 0.0
  /// The rows of pixels that the lines climb within the box.
  private(set) var climb = 0.0
  /// How far they lead to the left and right within the box, in pixels.
  private(set) var run = 0.0
  /// The lines of `lines` that are within the box.
  private(set) var seenLines = 0.0
  var isStroke: Bool { pen != nil }
  private let box: PixelBox?
  private let pen: Pen?
  /// The length of the path and of what is within the box, and the ends of its open subpaths.
  private var (length, seenLength, ends) = (0.0, 0.0, 0.0)

  /// The shape of a stroke, in pixels.
  private struct Pen {
    let radius: Double
    let cap: CGLineCap
    let join: CGLineJoin
    /// The length of a dash and the gap after it, and the share of dashes; nil for a solid line.
    let dashes: (length: Double, share: Double)?
    /// The angle that a line of an arc turns by, as in `StrokePen`.
    let arcStep: Double

    init(_ stroke: Shape.Stroke, scale: Double) {
      radius = max(stroke.width * scale / 2, 1e-9)
      (cap, join) = (stroke.cap, stroke.join)
      let period = stroke.dashes.reduce(0, +) * scale
      let on = stride(from: 0, to: stroke.dashes.count, by: 2).reduce(0) { $0 + stroke.dashes[$1] } * scale
      dashes = period > 0 ? (period * 2 / Double(stroke.dashes.count), on / period) : nil
      let tolerance = BinnedPathCache.tolerance
      let fine = max((12 * tolerance / radius).squareRoot(), cbrt(20 * tolerance / (radius * radius)))
      arcStep = max(min(fine, (64 * tolerance / radius).squareRoot(), .pi / 3), 1e-4)
    }

    /// The lines of a cap, and how far they climb or run on average.
    var end: (lines: Double, way: Double) {
      switch cap {
      case .butt: (1, 4 / .pi * radius)
      case .square: (3, 8 / .pi * radius)
      case .round: (.pi / arcStep + 1, 2 * radius)
      }
    }
  }

  /// - Parameters:
  ///   - transform: from the path to the device.
  ///   - scale: pixels per unit of the path, at most.
  ///   - box: the pixels in which lines are binned; nil for all.
  init(of shape: PathShape, transform: CGAffineTransform, scale: Double, in box: PixelBox?) {
    self.box = box
    let outline: PathOutline
    switch shape {
    case .fill(let path, _): (outline, pen) = (path.outline, nil)
    case .stroke(let stroke): (outline, pen) = (stroke.path.outline, Pen(stroke, scale: scale))
    }
    walk(outline, transform)
    guard let pen else { return }
    let end = pen.end
    if let dashes = pen.dashes {
      func pieces(_ length: Double) -> Double {
        min(Double(PathOutline.mostDashes), length / max(dashes.length, 1e-9))
      }
      lines = lines * dashes.share + pieces(length) * (2 + 2 * end.lines)
      seenLines = seenLines * dashes.share + pieces(seenLength) * (2 + 2 * end.lines)
      climb = climb * dashes.share + pieces(seenLength) * 2 * end.way
      run = run * dashes.share + pieces(seenLength) * 2 * end.way
    } else {
      lines += ends * end.lines
      seenLines += ends * end.lines
      climb += ends * end.way
      run += ends * end.way
    }
  }

  /// A subpath so far: its start and current point, and the directions at its ends.
  private struct Pending {
    var start = Vector.zero
    var point = Vector.zero
    var first: Vector?
    var last: Vector?
  }

  private typealias Vector = SIMD2<Double>

  private mutating func walk(_ outline: PathOutline, _ transform: CGAffineTransform) {
    func vector(_ point: CGPoint) -> Vector {
      Vector(
        Self.limited(transform.a * point.x + transform.c * point.y + transform.tx),
        Self.limited(transform.b * point.x + transform.d * point.y + transform.ty))
    }
    var pending = Pending()
    for element in outline.elements {
      switch element {
      case .move(let to):
        finish(pending)
        let point = vector(to)
        pending = Pending(start: point, point: point)
      case .line(let to): addLine(to: vector(to), &pending)
      case .quadCurve(let to, let control):
        let (control, end, point) = (vector(control), vector(to), pending.point)
        addCurve(point + (control - point) * (2 / 3), end + (control - end) * (2 / 3), end, &pending)
      case .curve(let to, let control1, let control2):
        addCurve(vector(control1), vector(control2), vector(to), &pending)
      case .close:
        addLine(to: pending.start, &pending)
        if let first = pending.first, let last = pending.last { addJoin(from: last, to: first) }
        pending = Pending(start: pending.start, point: pending.start)
      }
    }
    finish(pending)
  }

  /// Ends an open subpath; a fill closes it.
  private mutating func finish(_ pending: Pending) {
    guard pending.first != nil else { return }
    ends += 2
    guard pen == nil else { return }
    var pending = pending
    addLine(to: pending.start, &pending)
  }

  private mutating func turn(_ pending: inout Pending, from first: Vector, to last: Vector) {
    if let before = pending.last { addJoin(from: before, to: first) }
    pending.first = pending.first ?? first
    pending.last = last
  }

  /// Positions are limited as in `cp_lines_move`.
  private static func limited(_ x: Double) -> Double { x > -1e12 ? (x < 1e12 ? x : 1e12) : -1e12 }

  private static func norm(_ vector: Vector) -> Double { (vector * vector).sum().squareRoot() }

  private static func angle(_ a: Vector, _ b: Vector) -> Double {
    atan2(abs(a.x * b.y - a.y * b.x), (a * b).sum())
  }

  private mutating func addLine(to end: Vector, _ pending: inout Pending) {
    let start = pending.point
    let way = end - start
    pending.point = end
    guard way != .zero else { return }
    if pen != nil { turn(&pending, from: way, to: way) } else { pending.first = way }
    add(lines: 1, length: Self.norm(way), leading(from: start, to: end))
  }

  /// How far segments lead along both axes: altogether, and within the box.
  private struct Way {
    var whole = Vector.zero
    var seen = Vector.zero

    /// The share within the box. Of each segment its own, so that none far away hides others.
    var share: Double {
      func share(_ axis: Int) -> Double { whole[axis] > 0 ? seen[axis] / whole[axis] : 1 }
      return min(share(0), share(1), 1)
    }

    static func + (a: Way, b: Way) -> Way { Way(whole: a.whole + b.whole, seen: a.seen + b.seen) }
  }

  /// Adds the lines of a segment: once for a fill, on both sides of a stroke.
  private mutating func add(lines count: Double, length: Double, _ way: Way) {
    let sides = pen == nil ? 1.0 : 2
    lines += sides * count
    seenLines += sides * count * way.share
    climb += sides * way.share * way.whole.y
    run += sides * way.share * way.whole.x
    self.length += length
    seenLength += length * way.share
  }

  private mutating func addCurve(_ p1: Vector, _ p2: Vector, _ p3: Vector, _ pending: inout Pending) {
    let p0 = pending.point
    let (a, b, c) = (p1 - p0, p2 - p1, p3 - p2)
    pending.point = p3
    let start = a != .zero ? a : p2 != p0 ? p2 - p0 : p3 - p0
    guard start != .zero else { return }
    if pen != nil {
      let end = c != .zero ? c : p3 != p1 ? p3 - p1 : p3 - p0
      turn(&pending, from: start, to: end)
    } else {
      pending.first = start
    }
    let way = leading(from: p0, to: p1) + leading(from: p1, to: p2) + leading(from: p2, to: p3)
    let legs = (Self.norm(a), Self.norm(b), Self.norm(c))
    let tolerance = BinnedPathCache.tolerance
    guard let pen else {
      let most = 0.75 / tolerance * max(Self.norm(b - a), Self.norm(c - b))
      let leg = max(legs.0, legs.1, legs.2)
      let count = min((most / 1.5).squareRoot(), cbrt(most * 3 * leg / 4))
      return add(lines: min(max(count, (most / 8).squareRoot(), 1), 4096), length: 0, way)
    }
    let length = (legs.0 + legs.1 + legs.2 + Self.norm(p3 - p0)) / 2
    let turn = Self.angle(a, b) + Self.angle(b, c)
    let outer = length + pen.radius * turn
    let count = min(
      (turn * outer / (10.2 * tolerance)).squareRoot(), cbrt(turn * outer * outer / (17 * tolerance)))
    add(lines: min(max(count, turn / 0.6, 1), 4096), length: length, way)
  }

  /// Adds what a corner has beside the sides of a stroke: the join, and on the inner side both ways
  /// to the corner.
  private mutating func addJoin(from before: Vector, to after: Vector) {
    guard let pen else { return }
    let angle = Self.angle(before, after)
    guard angle > BinnedPathCache.tolerance / (2 * pen.radius) else { return }
    let count = 2 + (pen.join == .round ? angle / pen.arcStep + 1 : 1)
    lines += count
    seenLines += count
    climb += 2 / .pi * pen.radius * (2 + angle)
    run += 2 / .pi * pen.radius * (2 + angle)
  }

  private func leading(from start: Vector, to end: Vector) -> Way {
    let (least, most) = (pointwiseMin(start, end), pointwiseMax(start, end))
    guard let box else { return Way(whole: most - least, seen: most - least) }
    let (low, high) = (Vector(Double(box.minX), Double(box.minY)), Vector(Double(box.maxX), Double(box.maxY)))
    return Way(
      whole: most - least, seen: pointwiseMax(.zero, pointwiseMin(most, high) - pointwiseMax(least, low)))
  }
}

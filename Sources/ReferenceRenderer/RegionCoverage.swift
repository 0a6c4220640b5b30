import Foundation
import MultiplaneGraphics

/// The share of each pixel's area that a region covers, exactly (rendering rules §18).
///
/// Each row of pixels is cut into bands at every end of an edge and at every place where two edges
/// cross. Within a band the edges lie side by side, the turns around what lies between two of them
/// are one number, and what is inside is a row of trapezoids, whose areas in each pixel are added.
struct RegionCoverage {
  private let rule: CGPathFillRule
  private let box: PixelBox
  /// The part that each edge of a trapezoid leaves in a pixel that it crosses.
  private var parts: [Double]
  /// Steps of what lies wholly to the left of an edge: the sum up to a pixel counts there.
  private var steps: [Double]
  private let meter = DrawingMeter.current

  /// More ends and crossings than this in one row, as only far more edges than pixels have, are not
  /// distinguished: the row is cut into as many even bands.
  private static let mostBands = 1024

  /// The coverage of the pixels of a box, one number each; the plane's box is the part of it that
  /// has any.
  static func plane(of edges: [PathEdge], rule: CGPathFillRule, in box: PixelBox) -> NumberPlane {
    guard let first = edges.first, !box.isEmpty else { return NumberPlane(.empty, channels: 1) }
    var (least, greatest) = (first.top, first.bottom)
    for edge in edges {
      least = pointwiseMin(least, pointwiseMin(edge.top, edge.bottom))
      greatest = pointwiseMax(greatest, pointwiseMax(edge.top, edge.bottom))
    }
    // The edges were cut to a little more than the box, so that the numbers can be converted.
    let around = PixelBox(
      minX: Int(least.x.rounded(.down)), minY: Int(least.y.rounded(.down)), maxX: Int(greatest.x.rounded(.up)),
      maxY: Int(greatest.y.rounded(.up)))
    let plane = NumberPlane(around.intersection(box), channels: 1)
    guard !plane.box.isEmpty else { return plane }
    var coverage = RegionCoverage(rule: rule, box: plane.box)
    let sorted = edges.sorted { $0.top.y < $1.top.y }
    var next = 0
    var active: [PathEdge] = []
    for y in plane.box.minY..<plane.box.maxY {
      active.removeAll { $0.bottom.y <= Double(y) }
      while next < sorted.count, sorted[next].top.y < Double(y + 1) {
        if sorted[next].bottom.y > Double(y) { active.append(sorted[next]) }
        next += 1
      }
      coverage.fill(row: y, active, plane.pixel(plane.box.minX, y))
    }
    return plane
  }

  private init(rule: CGPathFillRule, box: PixelBox) {
    self.rule = rule
    self.box = box
    parts = Array(repeating: 0, count: box.maxX - box.minX)
    steps = Array(repeating: 0, count: box.maxX - box.minX + 1)
  }

  private mutating func fill(row y: Int, _ edges: [PathEdge], _ pixels: UnsafeMutablePointer<Double>) {
    guard !edges.isEmpty, admits(steps: 500 * edges.count + 10 * parts.count) else { return }
    for index in parts.indices { parts[index] = 0 }
    for index in steps.indices { steps[index] = 0 }
    let pieces = edges.map { RowPiece($0, row: y, left: Double(box.minX)) }
    let ends = bandEnds(of: pieces)
    let sorted = pieces.sorted { $0.top < $1.top }
    var next = 0
    var active: [RowPiece] = []
    for (top, bottom) in zip(ends, ends.dropFirst()) {
      let middle = (top + bottom) / 2
      while next < sorted.count, sorted[next].top <= middle {
        active.append(sorted[next])
        next += 1
      }
      active.removeAll { $0.bottom <= middle }
      addBand(active, from: top, to: bottom)
    }
    var whole = 0.0
    for index in parts.indices {
      whole += steps[index]
      pixels[index] = limited(whole + parts[index], 0, 1)
    }
  }

  /// The bounds of a row's bands, as shares of its height, ascending.
  private func bandEnds(of pieces: [RowPiece]) -> [Double] {
    var ends = Set(pieces.flatMap { [$0.top, $0.bottom] })
    // By their left ends, so that only those need be compared that lie over the same columns.
    let sorted = pieces.sorted { $0.left < $1.left }
    for (index, piece) in sorted.enumerated() where ends.count <= RegionCoverage.mostBands {
      for other in sorted[(index + 1)...] {
        if other.left > piece.right || !admits(steps: 10) { break }
        if let crossing = piece.crossing(other) { ends.insert(crossing) }
      }
    }
    guard ends.count > RegionCoverage.mostBands else { return ends.sorted() }
    return (0...RegionCoverage.mostBands).map { Double($0) / Double(RegionCoverage.mostBands) }
  }

  /// Adds what is inside of one band, all of which the pieces cross.
  private mutating func addBand(_ pieces: [RowPiece], from top: Double, to bottom: Double) {
    guard admits(steps: 100 * pieces.count) else { return }
    let middle = (top + bottom) / 2
    let crossed = pieces.map { (middle: $0.x(at: middle), piece: $0) }.sorted { $0.middle < $1.middle }
    var turns = 0
    for (_, piece) in crossed {
      let wasInside = isInside(turns)
      turns += piece.winding
      guard isInside(turns) != wasInside else { continue }
      // The area inside is the area left of its right end minus that left of its left end.
      addLeft(of: piece, from: top, to: bottom, sign: wasInside ? 1 : -1)
    }
  }

  private func admits(steps: Int) -> Bool { meter?.admits(steps: steps) ?? true }

  private func isInside(_ turns: Int) -> Bool { rule == .winding ? turns != 0 : !turns.isMultiple(of: 2) }

  /// Adds the area left of an edge, in each pixel of the band.
  private mutating func addLeft(of piece: RowPiece, from top: Double, to bottom: Double, sign: Double) {
    let (a, b) = (piece.x(at: top), piece.x(at: bottom))
    let area = sign * (bottom - top)
    let count = Double(parts.count)
    let first = Int(limited(min(a, b).rounded(.down), 0, count))
    let end = Int(limited(max(a, b).rounded(.up), 0, count))
    guard admits(steps: 10 * max(0, end - first)) else { return }
    steps[0] += area
    steps[first] -= area
    for index in first..<max(first, end) {
      parts[index] += area * RegionCoverage.mean(from: a - Double(index), to: b - Double(index))
    }
  }

  /// The mean of clamp(t, 0, 1) for t from a to b: how much of a pixel lies left of an edge that
  /// runs so.
  private static func mean(from a: Double, to b: Double) -> Double {
    guard abs(b - a) > 1e-9 else { return limited((a + b) / 2, 0, 1) }
    func integral(_ t: Double) -> Double { t <= 0 ? 0 : t >= 1 ? t - 0.5 : t * t / 2 }
    return (integral(b) - integral(a)) / (b - a)
  }
}

/// The piece of an edge that lies in one row; x in pixels from the box's left side, y in the row's
/// own height, 0…1.
private struct RowPiece {
  let top, bottom: Double
  let winding: Int
  private let topX, slope: Double
  /// The columns that it lies over.
  let left, right: Double

  init(_ edge: PathEdge, row: Int, left boxLeft: Double) {
    let start = SIMD2(edge.top.x - boxLeft, edge.top.y - Double(row))
    let end = SIMD2(edge.bottom.x - boxLeft, edge.bottom.y - Double(row))
    let slope = (end.x - start.x) / (end.y - start.y)
    top = max(start.y, 0)
    bottom = min(end.y, 1)
    winding = edge.winding
    self.slope = slope
    // From the nearer end, so that a nearly level edge does not stray by rounding.
    topX = start.y >= 0 ? start.x : end.x + (top - end.y) * slope
    let bottomX = end.y <= 1 ? end.x : topX + (bottom - top) * slope
    (left, right) = (min(topX, bottomX), max(topX, bottomX))
  }

  @inline(__always)
  func x(at y: Double) -> Double { limited(topX + (y - top) * slope, left, right) }

  /// The crossing of two pieces; nil if they do not cross, or only meet at an end.
  func crossing(_ other: RowPiece) -> Double? {
    let (from, to) = (max(top, other.top), min(bottom, other.bottom))
    guard from < to else { return nil }
    let (before, after) = (x(at: from) - other.x(at: from), x(at: to) - other.x(at: to))
    guard before * after < 0 else { return nil }
    return from + (to - from) * (before / (before - after))
  }
}

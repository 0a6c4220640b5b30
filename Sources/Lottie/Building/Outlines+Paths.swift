import Foundation
import MultiplaneGraphics

// Outlines that are computed from paths: trims of fills, merged and offset outlines.

extension Outlines {
  /// The subpaths of a path.
  init(_ path: CGPath) {
    list = []
    var current: [Outline.Vertex] = []
    func finish(isClosed: Bool) -> Outline? {
      guard !current.isEmpty else { return nil }
      if isClosed, current.count > 1, let first = current.first, let last = current.last, last.point == first.point {
        current[0].into = last.into
        current.removeLast()
      }
      defer { current = [] }
      return Outline(vertices: current, isClosed: isClosed)
    }
    func add(_ end: CGPoint, _ control1: CGPoint, _ control2: CGPoint) {
      guard !current.isEmpty else { return }
      current[current.count - 1].out = control1
      current.append(Outline.Vertex(point: end, into: control2, out: end))
    }
    var start = CGPoint.zero
    for element in path.elements {
      if current.isEmpty, element != .close { current = [Outline.Vertex(start.x, start.y)] }
      switch element {
      case .move(let end):
        if current.count > 1, let outline = finish(isClosed: false) { list.append(outline) }
        current = [Outline.Vertex(end.x, end.y)]
        start = end
      case .line(let end): add(end, current[current.count - 1].point, end)
      case .quadCurve(let end, let control):
        let from = current[current.count - 1].point
        add(end, from.mixed(with: control, at: 2.0 / 3), end.mixed(with: control, at: 2.0 / 3))
      case .curve(let end, let control1, let control2): add(end, control1, control2)
      case .close: if let outline = finish(isClosed: true) { list.append(outline) }
      }
    }
    if current.count > 1, let outline = finish(isClosed: false) { list.append(outline) }
  }

  /// The path with a line for each straight segment.
  var path: CGPath { path(lines: straightSegments) }

  // MARK: Trims

  /// The part of the outlines between two positions along them.
  ///
  /// - Parameters:
  ///   - start: in lengths of the outlines; 1.25 is a quarter of the second round.
  ///   - isSequential: whether the outlines are one line, or each is trimmed by itself.
  func trimmed(from start: Double, to end: Double, isSequential: Bool) -> Outlines {
    let (start, end) = (min(start, end), max(start, end))
    guard end - start < 1 else { return self }
    guard end > start else { return Outlines(list: []) }
    let first = start - start.rounded(.down)
    let last = first + end - start
    if isSequential, list.count > 1 {
      let parts: [(Double, Double)] = last > 1 ? [(first, 1), (0, last - 1)] : [(first, last)]
      return Outlines(
        list: parts.flatMap { Outlines(CGPath(outline: path.outline.trimmed(from: $0.0, to: $0.1))).list })
    }
    return Outlines(list: list.flatMap { $0.trimmed(from: first, to: last) })
  }

  // MARK: Regions

  /// The region of the outlines, the first of which the others are added to, cut out of, and so on.
  func merged(_ mode: MergeMode) -> Outlines {
    guard let first = list.first, list.count > 1 else { return self }
    let start = Outlines(list: [first]).path
    let others = list.dropFirst().map { Outlines(list: [$0]).path }
    let region = others.reduce(start) { region, path in
      switch mode {
      case .union: region.union(path)
      case .subtract: region.subtracting(path)
      case .intersect: region.intersection(path)
      case .exclude: region.symmetricDifference(path)
      }
    }
    return Outlines(region)
  }

  /// The outlines moved outwards by a distance, or inwards if it is negative.
  func offset(by distance: Double, join: CAShapeLayerLineJoin, miterLimit: Double) -> Outlines {
    guard distance != 0 else { return self }
    let joins: [CAShapeLayerLineJoin: CGLineJoin] = [.miter: .miter, .round: .round, .bevel: .bevel]
    let list = list.flatMap { outline in
      let path = Outlines(list: [outline]).path
      let box = Outlines(list: [outline]).controlBox
      guard !box.isNull else { return [outline] }
      let isThick = abs(distance) >= min(box.width, box.height) / 2
      // No point inside is as far from the outline.
      if isThick, distance < 0, outline.isClosed { return [] }
      // The inner side of a thick stroke crosses itself everywhere, which takes time with the
      // square of its lines.
      let size = max(box.width, box.height) + 2 * abs(distance)
      let stroke = CGPath(
        outline: path.outline.strokeOutline(
          width: 2 * abs(distance), cap: .butt, join: joins[join] ?? .miter, miterLimit: miterLimit,
          tolerance: size / (isThick ? 1500 : 6000)))
      guard outline.isClosed else { return Outlines(stroke.normalized()).list }
      return Outlines(distance > 0 ? path.union(stroke) : path.subtracting(stroke)).list
    }
    return Outlines(list: list)
  }
}

extension Outline {
  /// The part between two positions, in lengths of the outline. One beyond its end goes on at its
  /// beginning.
  fileprivate func trimmed(from start: Double, to end: Double) -> [Outline] {
    let whole = Outlines(list: [self]).path.outline
    func part(_ start: Double, _ end: Double) -> [Outline] {
      start < end ? Outlines(CGPath(outline: whole.trimmed(from: start, to: end))).list : []
    }
    guard end > 1 else { return part(start, end) }
    let (first, second) = (part(start, 1), part(0, end - 1))
    guard isClosed, var joined = first.first, let rest = second.first else { return first + second }
    // Both are one line across the first vertex.
    if let last = joined.vertices.popLast(), let next = rest.vertices.first {
      joined.vertices.append(Vertex(point: next.point, into: last.into, out: next.out))
      joined.vertices += rest.vertices.dropFirst()
    }
    return [joined]
  }
}

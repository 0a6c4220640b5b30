import Foundation

/// The elements of a path with the current point: the storage of `CGPath` and `CGMutablePath`.
///
/// A line, curve or close without a current point is skipped, as in Core Graphics. Points that are
/// not finite are stored; nothing traps on them.
package struct PathOutline: Sendable {
  /// The elements, in order.
  package private(set) var elements: [PathElement] = []
  /// The current point; nil before the first move.
  package private(set) var currentPoint: CGPoint?
  /// The start of the subpath, to which a close returns.
  private var subpathStart = CGPoint.zero

  /// Creates an empty outline.
  package init() {}

  /// Creates an outline from elements; those without a current point are skipped.
  package init(_ elements: some Sequence<PathElement>) {
    for element in elements { append(element) }
  }

  /// Creates an outline from the elements of another one with other points.
  package init(moved elements: [PathElement]) {
    self.elements = elements
    for element in elements.reversed() {
      currentPoint = currentPoint ?? element.end
      guard case .move(let start) = element else { continue }
      subpathStart = start
      // After a close.
      if elements.last == .close { currentPoint = start }
      return
    }
  }

  /// Begins a subpath; a move right after another one replaces it.
  package mutating func move(to point: CGPoint) {
    if case .move = elements.last { elements.removeLast() }
    elements.append(.move(to: point))
    currentPoint = point
    subpathStart = point
  }

  package mutating func addLine(to point: CGPoint) {
    append(.line(to: point), end: point)
  }

  package mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
    append(.quadCurve(to: end, control: control), end: end)
  }

  package mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    append(.curve(to: end, control1: control1, control2: control2), end: end)
  }

  package mutating func closeSubpath() {
    // A second close in a row would add nothing.
    guard let last = elements.last, last != .close else { return }
    append(.close, end: subpathStart)
  }

  /// Appends a closed polygon; nothing for one without points.
  package mutating func append(polygon: UnsafeBufferPointer<SIMD2<Double>>) {
    guard let first = polygon.first else { return }
    move(to: first.point)
    for corner in polygon.dropFirst() { elements.append(.line(to: corner.point)) }
    elements.append(.close)
  }

  package mutating func append(_ element: PathElement) {
    switch element {
    case .move(let end): move(to: end)
    case .line(let end): addLine(to: end)
    case .quadCurve(let end, let control): addQuadCurve(to: end, control: control)
    case .curve(let end, let control1, let control2): addCurve(to: end, control1: control1, control2: control2)
    case .close: closeSubpath()
    }
  }

  /// Appends another outline, transformed.
  package mutating func append(_ other: PathOutline, _ transform: CGAffineTransform = .identity) {
    let isIdentity = transform.isIdentity
    for element in other.elements { append(isIdentity ? element : element.applying(transform)) }
  }

  private mutating func append(_ element: PathElement, end: CGPoint) {
    guard currentPoint != nil else { return }
    elements.append(element)
    currentPoint = end
  }

  /// The transformed outline.
  package func applying(_ transform: CGAffineTransform) -> PathOutline {
    var mapped = PathOutline()
    mapped.append(self, transform)
    return mapped
  }
}

extension PathOutline: Hashable {
  // The pen follows from the elements.
  package static func == (a: PathOutline, b: PathOutline) -> Bool { a.elements == b.elements }

  package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

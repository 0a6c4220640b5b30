import Graphics
import RenderTree

// A rounded box that is filled and has a line along its edge, both opaque, with nothing between them: each of its pixels is drawn once,
// in the colour that both make.

extension Flattener {
  /// Draws a layer's background and its border at once; false, and nothing is drawn, where it has not both, or what lies between
  /// them may touch the border.
  @inline(never)
  mutating func addBordered(_ node: RenderNode, in around: Surroundings) -> Bool {
    // It rounds otherwise than one after the other, and what touches the border decides: so parts of frames are not drawn so.
    guard takesShortCuts, let background = node.background, let border = node.border, mayDrawPlain(in: around),
      around.opacity == 1, background.color.isOpaqueByte, border.color.isOpaqueByte,
      // Only then the background ends in the middle of the border.
      !node.corners.isSquare, node.fillInset * 2 == border.width,
      let shape = RoundedBox(node.geometry.bounds, radii: node.corners, style: node.outlineStyle, on: around.plane),
      node.leavesBorder(alone: shape.pixelsToInside + border.width / around.plane.pointsPerPixel.x, around.plane)
    else { return false }
    let width = border.width / around.plane.pointsPerPixel.x
    guard let pieces = BorderedPieces(shape, width: width),
      shape.box.area >= traits.pixelsPerPiece * Double(pieces.even.count + pieces.corners.count)
    else { return false }
    let clip = around.clips.box
    let touched = shape.box.inset(by: PixelPieces.unseen).pixelsAround.intersection(clip)
    guard !touched.isEmpty else { return true }
    if let fill = shape.inset(by: width / 2) { noteOpaque(fill, in: clip) }
    stream.hasCutQuads = true
    beginPrimitive(touched)
    let (fill, line) = (background.color.premultiplied.vector, border.color.premultiplied.vector)
    func color(_ shares: BorderedPieces.Shares) -> SIMD4<Float> {
      line * Float(shares.line) + fill * Float(shares.fill * (1 - shares.line))
    }
    for piece in pieces.even {
      let box = piece.box.intersection(clip)
      guard !box.isEmpty else { continue }
      var quad = PlainQuad(box, color: color(piece.shares))
      if let next = piece.next { quad.setPair(color(piece.shares), color(next), of: piece) }
      add(quad, .colored, .none, area: box.area)
    }
    for (corner, origin, inwards) in pieces.corners {
      let box = corner.intersection(clip)
      guard !box.isEmpty else { continue }
      var quad = PlainQuad(box, color: fill)
      quad.setCorners { corner, place in
        let p = (place - origin) * inwards
        corner.edges = SIMD4(Float(p.x), Float(p.y), Float(shape.radius), Float(width))
        corner.texture = line
      }
      add(quad, .borderedColor, .none, area: box.area)
    }
    return true
  }
}

extension StraightColor {
  /// Whether it is opaque, and bytes hold it.
  fileprivate var isOpaqueByte: Bool {
    alpha == 1 && min(red, green, blue) >= 0 && max(red, green, blue) <= 1
  }
}

extension RenderNode {
  /// Longer lists of sublayers are not looked through.
  private static let mostSublayers = 16

  /// Whether nothing that is drawn between the background and the border touches the border, or looks at it.
  ///
  /// - Parameter depth: how far the border reaches inwards, its corners included, in pixels.
  fileprivate func leavesBorder(alone depth: Double, _ plane: Plane) -> Bool {
    guard gradient == nil, contents == nil, shape == nil, !readsBackdropInside,
      sublayers.count <= Self.mostSublayers
    else { return false }
    let pixel = plane.pointsPerPixel
    let bounds = geometry.bounds.insetBy(dx: (depth + 1) * pixel.x, dy: (depth + 1) * pixel.y)
    let matrix = geometry.sublayerMatrix
    return sublayers.allSatisfy { sublayer in
      let extent = sublayer.extent(through: matrix)
      guard !extent.isEmpty else { return true }
      let box = extent.upright
      return !extent.isUnbounded && extent.spread == .none && extent.pixels == 0 && box.minX >= bounds.minX
        && box.minY >= bounds.minY && box.maxX <= bounds.maxX && box.maxY <= bounds.maxY
    }
  }
}

extension PlainQuad {
  /// What is kept between a colour and what it ends at, 0 and 1: less than a byte can show, and more than the device's numbers are off.
  /// llvmpipe draws a rectangle pixel by pixel where one of them passes an end.
  private static let rest: Float = 1.0 / 4096

  /// Gives two rows of pixels, or two columns, a colour each: what is linear across both has them in the middles of the pixels.
  ///
  /// - Parameter piece: the two, some of which the quad may not show.
  fileprivate mutating func setPair(_ first: SIMD4<Float>, _ last: SIMD4<Float>, of piece: BorderedPieces.Piece) {
    let low = first.clamped(lowerBound: Self.limits.low, upperBound: Self.limits.high)
    let step = last.clamped(lowerBound: Self.limits.low, upperBound: Self.limits.high) - low
    setCorners { corner, place in
      let depth = piece.isDown ? place.y - piece.box.minY : place.x - piece.box.minX
      corner.color = low + step * Float(depth - 0.5)
    }
  }

  private static let limits = (low: SIMD4<Float>(repeating: rest), high: SIMD4<Float>(repeating: 1 - rest))
}

/// A rounded box with a line along its edge in whole pixels: those that share two coverages, and the corners.
struct BorderedPieces {
  /// What the line, and the fill beneath it, cover of a pixel.
  struct Shares {
    var line: Double
    var fill: Double
  }

  /// Pixels that are alike, or two rows, or columns, of such.
  struct Piece {
    var box: DeviceBox
    var shares: Shares
    /// Those of the second row or column; nil where there is one kind.
    var next: Shares?
    /// Whether the second lies below the first, rather than beside it.
    var isDown = false
  }

  /// A corner, the point where its two straight edges would meet, and the directions inwards from there.
  typealias Corner = (box: DeviceBox, origin: Vector2, inwards: Vector2)

  private(set) var even = FewElements<15, Piece>(filler: Piece(box: .nothing, shares: Shares(line: 0, fill: 0)))
  private(set) var corners = FewElements<4, Corner>(filler: (.nothing, .zero, .zero))

  /// Nil when its sides are too short to be parted, or the line is wider than the corners are round.
  ///
  /// - Parameter width: of the line, in the middle of which the fill ends.
  init?(_ shape: RoundedBox, width: Double) {
    guard shape.radius >= width else { return nil }
    let x = BorderedAxis(shape.box.minX, shape.box.maxX, corner: shape.radius, width: width)
    let y = BorderedAxis(shape.box.minY, shape.box.maxY, corner: shape.radius, width: width)
    guard !x.middle.isEmpty, !y.middle.isEmpty, !x.within.isEmpty, !y.within.isEmpty else { return nil }
    for row in y.edges {
      even.append(Piece(box: DeviceBox(x.middle, row.span), shares: row.shares, next: row.next, isDown: true))
    }
    for column in x.edges {
      even.append(Piece(box: DeviceBox(column.span, y.middle), shares: column.shares, next: column.next))
    }
    let filled = Shares(line: 0, fill: 1)
    let above = PixelAxis.Span(start: y.within.start, end: y.middle.start)
    let below = PixelAxis.Span(start: y.middle.end, end: y.within.end)
    if !above.isEmpty { even.append(Piece(box: DeviceBox(x.middle, above), shares: filled)) }
    if !below.isEmpty { even.append(Piece(box: DeviceBox(x.middle, below), shares: filled)) }
    even.append(Piece(box: DeviceBox(x.within, y.middle), shares: filled))
    let box = shape.box
    corners.append((DeviceBox(x.lower, y.lower), Vector2(box.minX, box.minY), Vector2(1, 1)))
    corners.append((DeviceBox(x.upper, y.lower), Vector2(box.maxX, box.minY), Vector2(-1, 1)))
    corners.append((DeviceBox(x.lower, y.upper), Vector2(box.minX, box.maxY), Vector2(1, -1)))
    corners.append((DeviceBox(x.upper, y.upper), Vector2(box.maxX, box.maxY), Vector2(-1, -1)))
  }
}

/// One axis of such a box in whole pixels.
private struct BorderedAxis {
  /// Pixels that the line covers, some of them in part: those that are alike, or two kinds of one each.
  struct Edge {
    var span: PixelAxis.Span
    var shares: BorderedPieces.Shares
    var next: BorderedPieces.Shares?
  }

  private(set) var edges = FewElements<6, Edge>(
    filler: Edge(span: PixelAxis.Span(start: 0, end: 0), shares: BorderedPieces.Shares(line: 0, fill: 0)))
  /// Between the lines.
  let within: PixelAxis.Span
  /// Between the corners.
  let middle: PixelAxis.Span
  /// The pixels of the corner at either end.
  let lower: PixelAxis.Span
  let upper: PixelAxis.Span

  init(_ start: Double, _ end: Double, corner: Double, width: Double) {
    let whole = PixelAxis(start, end, corner: corner)
    (middle, lower, upper) = (whole.middle, whole.lowerCorner, whole.upperCorner)
    let near = PixelAxis(start, start + width, corner: 0)
    let far = PixelAxis(end - width, end, corner: 0)
    within = PixelAxis.Span(start: near.outer?.end ?? start, end: far.outer?.start ?? end)
    add(near, from: start + width / 2, to: .infinity)
    add(far, from: -.infinity, to: end - width / 2)
  }

  /// Adds the line at one end, of which the fill covers a stretch.
  private mutating func add(_ line: PixelAxis, from start: Double, to end: Double) {
    let first = edges.count
    for number in 0..<3 {
      let span = number == 0 ? line.low : number == 1 ? line.whole : line.high
      if !span.isEmpty { add(span, fill: span.share(from: start, to: end), after: first) }
    }
  }

  /// Adds pixels that are alike, which of two next to each other are one edge with the last ones.
  ///
  /// - Parameter first: the place of the first edge that they may join.
  private mutating func add(_ span: PixelAxis.Span, fill: Double, after first: Int) {
    let shares = BorderedPieces.Shares(line: span.coverage, fill: fill)
    guard edges.count > first, let last = edges.last, last.next == nil, last.span.end - last.span.start == 1,
      span.end - span.start == 1
    else {
      edges.append(Edge(span: span, shares: shares))
      return
    }
    edges[edges.count - 1].span.end = span.end
    edges[edges.count - 1].next = shares
  }
}

extension PixelAxis {
  /// All pixels that are covered, also in part; nil where there are none.
  fileprivate var outer: (start: Double, end: Double)? {
    let start = !low.isEmpty ? low.start : !whole.isEmpty ? whole.start : high.start
    let end = !high.isEmpty ? high.end : !whole.isEmpty ? whole.end : low.end
    return start < end ? (start, end) : nil
  }
}

extension PixelAxis.Span {
  /// What a stretch covers of a span of one pixel.
  fileprivate func share(from start: Double, to end: Double) -> Double {
    max(0, min(self.end, end) - max(self.start, start))
  }
}

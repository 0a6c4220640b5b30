import Graphics

/// A rectangle along the device's axes with anti-aliased edges, in one colour.
struct SolidBox {
  /// Device pixels; at least one pixel wide and high.
  var box: DeviceBox
  /// Premultiplied.
  var color: SIMD4<Float>
  /// Whole device pixels beyond which it does not show.
  var clip: DeviceBox

  init(box: DeviceBox, color: SIMD4<Float>, clip: DeviceBox = .everything) {
    (self.box, self.color, self.clip) = (box, color, clip)
  }

  /// What a plain paint makes of a rounded box; nil where that is more than one colour, or has round corners.
  init?(_ shape: RoundedBox, _ paint: PlainPaint, in clip: DeviceBox) {
    guard shape.radius == 0, !shape.countsTwice, paint.image == nil, paint.mask == nil, paint.ramp == nil else {
      return nil
    }
    self.init(box: shape.box, color: paint.color, clip: clip)
  }
}

/// Boxes of one colour each that lie on one another, as tiles that lie side by side.
struct Mosaic {
  /// A box of whole pixels.
  struct Tile: Equatable {
    var box: DeviceBox
    /// Premultiplied.
    var color: SIMD4<Float>
  }

  private(set) var tiles: [Tile] = []

  /// More rows times columns than this are not looked at.
  private static let mostCells = 4096
  /// Nor are boxes that together are wider or higher than this, in pixels.
  private static let longestSide = 4096.0

  /// - Parameters:
  ///   - boxes: from back to front.
  ///   - most: tiles; nil is returned if that is too few.
  init?(_ boxes: [SolidBox], most: Int) {
    let layers = boxes.map(Layer.init)
    var box = DeviceBox.nothing
    for layer in layers { box.add(layer.pixels) }
    guard !box.isEmpty, max(box.maxX - box.minX, box.maxY - box.minY) <= Self.longestSide else { return nil }
    var x = Axis(from: box.minX, length: box.pixelWidth)
    var y = Axis(from: box.minY, length: box.pixelHeight)
    for layer in layers {
      layer.x.forEachSpan { x.cut($0.start, $0.end) }
      layer.y.forEachSpan { y.cut($0.start, $0.end) }
    }
    x.number()
    y.number()
    let (columns, rows) = (x.edges.count - 1, y.edges.count - 1)
    guard columns * rows <= Self.mostCells else { return nil }
    var cells = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    cells.withUnsafeMutableBufferPointer { cells in
      for layer in layers {
        layer.y.forEachSpan { down in
          let range = y.index(of: down.start)..<y.index(of: down.end)
          layer.x.forEachSpan { across in
            let color = layer.color * Float(across.coverage * down.coverage)
            let (first, end) = (x.index(of: across.start), x.index(of: across.end))
            for row in range { Self.lay(color, on: cells, row * columns + first..<row * columns + end) }
          }
        }
      }
    }
    tiles.reserveCapacity(most)
    var (growing, next): ([Run], [Run]) = ([], [])
    for row in 0...rows {
      next.removeAll(keepingCapacity: true)
      if row < rows { cells.withUnsafeBufferPointer { Self.addRuns(of: $0, row: row, columns: columns, to: &next) } }
      grow(growing, by: &next, until: row, x.edges, y.edges)
      guard tiles.count + next.count <= most else { return nil }
      swap(&growing, &next)
    }
  }

  /// Lays a colour on cells next to each other.
  @inline(__always)
  private static func lay(
    _ color: SIMD4<Float>, on cells: UnsafeMutableBufferPointer<SIMD4<Float>>, _ range: Range<Int>
  ) {
    let rest = 1 - color.w
    if rest == 0 {
      for cell in range { cells[cell] = color }
    } else {
      for cell in range { cells[cell] = color + cells[cell] * rest }
    }
  }

  /// How many parts of one coverage boxes have.
  static func partCount(of boxes: [SolidBox]) -> Int {
    boxes.reduce(0) { count, box in
      let layer = Layer(box)
      var (columns, rows) = (0, 0)
      layer.x.forEachSpan { _ in columns += 1 }
      layer.y.forEachSpan { _ in rows += 1 }
      return count + columns * rows
    }
  }

  /// A box by its columns and rows of one coverage.
  private struct Layer {
    var x: Spans
    var y: Spans
    var color: SIMD4<Float>

    init(_ solid: SolidBox) {
      x = Spans(PixelAxis(solid.box.minX, solid.box.maxX, corner: 0), from: solid.clip.minX, to: solid.clip.maxX)
      y = Spans(PixelAxis(solid.box.minY, solid.box.maxY, corner: 0), from: solid.clip.minY, to: solid.clip.maxY)
      color = solid.color
    }

    var pixels: DeviceBox {
      var box = DeviceBox.nothing
      x.forEachSpan { across in
        y.forEachSpan { box.add(DeviceBox(minX: across.start, minY: $0.start, maxX: across.end, maxY: $0.end)) }
      }
      return box
    }
  }

  /// The pixels of one axis that are covered in part, wholly, and in part again, within a clip.
  private struct Spans {
    var spans: (PixelAxis.Span, PixelAxis.Span, PixelAxis.Span)

    init(_ axis: PixelAxis, from start: Double, to end: Double) {
      func cut(_ span: PixelAxis.Span) -> PixelAxis.Span {
        PixelAxis.Span(start: max(span.start, start), end: min(span.end, end), coverage: span.coverage)
      }
      spans = (cut(axis.low), cut(axis.whole), cut(axis.high))
    }

    @inline(__always)
    func forEachSpan(_ body: (PixelAxis.Span) -> Void) {
      if !spans.0.isEmpty { body(spans.0) }
      if !spans.1.isEmpty { body(spans.1) }
      if !spans.2.isEmpty { body(spans.2) }
    }
  }

  /// Where boxes begin and end along one axis.
  private struct Axis {
    let start: Double
    /// In pixels, in order.
    private(set) var edges: [Double] = []
    /// For each edge of a pixel, whether it is one of a box; and then, which.
    private var places: [Int16]

    init(from start: Double, length: Int) {
      self.start = start
      places = [Int16](repeating: 0, count: length + 1)
    }

    mutating func cut(_ low: Double, _ high: Double) {
      places[Int(low - start)] = 1
      places[Int(high - start)] = 1
    }

    mutating func number() {
      for place in places.indices where places[place] != 0 {
        places[place] = Int16(edges.count)
        edges.append(start + Double(place))
      }
    }

    func index(of edge: Double) -> Int { Int(places[Int(edge - start)]) }
  }

  /// Cells of one row that are alike.
  private struct Run {
    var start: Int
    var end: Int
    var color: SIMD4<Float>
    var firstRow: Int
  }

  private static func addRuns(
    of cells: UnsafeBufferPointer<SIMD4<Float>>, row: Int, columns: Int, to runs: inout [Run]
  ) {
    var column = 0
    while column < columns {
      let color = cells[row * columns + column]
      let start = column
      repeat { column += 1 } while column < columns && cells[row * columns + column] == color
      if color.w > 0 { runs.append(Run(start: start, end: column, color: color, firstRow: row)) }
    }
  }

  /// Goes on with the runs that the next row has too, and makes tiles of the others.
  private mutating func grow(_ old: [Run], by next: inout [Run], until row: Int, _ xs: [Double], _ ys: [Double]) {
    var index = 0
    for run in old {
      while index < next.count, next[index].start < run.start { index += 1 }
      if index < next.count, next[index].start == run.start, next[index].end == run.end,
        next[index].color == run.color
      {
        next[index].firstRow = run.firstRow
      } else {
        tiles.append(
          Tile(
            box: DeviceBox(minX: xs[run.start], minY: ys[run.firstRow], maxX: xs[run.end], maxY: ys[row]),
            color: run.color))
      }
    }
  }
}

extension Flattener {
  /// Fades the group that was just written as a mosaic, where it is made of boxes of one colour each: a surface would cost
  /// more.
  ///
  /// - Parameter clips: those around the group.
  /// - Returns: whether it was done; if not, the group is as it was.
  mutating func foldIntoMosaic(opacity: Double, in clips: ClipChain) -> Bool {
    guard open[open.count - 1].isOnlyBoxes, clips.index < 0, clips.box.contains(open[open.count - 1].box) else {
      return false
    }
    let (boxes, box) = (open[open.count - 1].boxes, open[open.count - 1].box)
    let parts = Mosaic.partCount(of: boxes)
    guard parts <= Self.mostMosaicParts else { return false }
    // What the surface would cost is in proportion to its pixels: to clear, to draw on and to show.
    let most = parts + Int(2 * box.area / traits.pixelsPerPiece)
    guard let mosaic = Mosaic(boxes, most: most) else { return false }
    idleGroup = open.removeLast()
    guard !mosaic.tiles.isEmpty else { return true }
    beginPrimitive(box)
    let first = stream.plain.count
    var area = 0.0
    for tile in mosaic.tiles {
      stream.plain.append(PlainQuad(tile.box, color: tile.color * Float(opacity)))
      area += tile.box.area
    }
    let key = CommandStream.BatchKey(program: ProgramKind(shape: .plain, features: .colored), source: .none)
    open[open.count - 1].draw(
      CommandStream.Batch(key: key, first: first, count: mosaic.tiles.count, area: area))
    return true
  }

  private static let mostMosaicParts = 256
}

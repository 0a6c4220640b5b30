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

  // What the work takes; a mosaic that is laid anew does so in the memory of the one before.
  private var layers: [Layer] = []
  /// Around the boxes: whole pixels.
  private(set) var box = DeviceBox.nothing
  /// Whether no colour is brighter than the brightest that bytes hold, or darker than black.
  private(set) var isInRange = true
  private(set) var x = Axis()
  private(set) var y = Axis()
  /// Premultiplied, row by row: one for each two edges next to each other. Those beyond mean nothing.
  private(set) var cells: [SIMD4<Float>] = []
  /// See `MosaicBands.swift`.
  var bands: [Band] = []
  var ends: [Int] = []
  private var runs: (growing: [Run], next: [Run]) = ([], [])

  /// More rows times columns than this are not looked at.
  private static let mostCells = 4096
  /// Nor are boxes that together are wider or higher than this, in pixels.
  private static let longestSide = 4096.0

  /// Without tiles.
  init() {}

  /// - Parameters:
  ///   - boxes: from back to front.
  ///   - most: tiles; nil is returned if that is too few.
  init?(_ boxes: [SolidBox], most: Int) {
    guard lay(boxes, most: { _ in most }) else { return nil }
  }

  /// Lays other boxes.
  ///
  /// - Parameters:
  ///   - boxes: from back to front.
  ///   - most: is asked how many tiles there may be, given how many parts of one coverage the boxes have; nil for none.
  /// - Returns: false, and the tiles mean nothing, where there would be more.
  mutating func lay(_ boxes: [SolidBox], most: (_ parts: Int) -> Int?) -> Bool {
    guard let most = most(take(boxes)), findEdges() else { return false }
    return layTiles(most: most)
  }

  /// Takes other boxes, from back to front.
  ///
  /// - Returns: how many parts of one coverage they have.
  mutating func take(_ boxes: [SolidBox]) -> Int {
    layers.removeAll(keepingCapacity: true)
    box = .nothing
    isInRange = true
    var parts = 0
    for solid in boxes {
      if any(solid.color .< 0) || any(solid.color .> 1) { isInRange = false }
      let layer = Layer(solid)
      layers.append(layer)
      parts += layer.add(to: &box)
    }
    return parts
  }

  /// Finds where colours may change between the boxes that were taken; false where that is in too many places.
  mutating func findEdges() -> Bool {
    guard !box.isEmpty, max(box.maxX - box.minX, box.maxY - box.minY) <= Self.longestSide else { return false }
    x.begin(at: box.minX, length: box.pixelWidth)
    y.begin(at: box.minY, length: box.pixelHeight)
    for layer in layers {
      layer.x.forEachSpan { x.cut($0.start, $0.end) }
      layer.y.forEachSpan { y.cut($0.start, $0.end) }
    }
    x.number()
    y.number()
    return (x.edges.count - 1) * (y.edges.count - 1) <= Self.mostCells
  }

  /// Makes tiles of the boxes whose edges were found; false, and they mean nothing, where there would be more than so many.
  mutating func layTiles(most: Int) -> Bool {
    let (columns, rows) = (x.edges.count - 1, y.edges.count - 1)
    fillCells()
    tiles.removeAll(keepingCapacity: true)
    runs.growing.removeAll(keepingCapacity: true)
    for row in 0...rows {
      runs.next.removeAll(keepingCapacity: true)
      if row < rows { addRuns(row: row, columns: columns) }
      grow(until: row)
      guard tiles.count + runs.next.count <= most else { return false }
      swap(&runs.growing, &runs.next)
    }
    return true
  }

  /// Lays all layers on the cells between the edges.
  mutating func fillCells() {
    let (columns, rows) = (x.edges.count - 1, y.edges.count - 1)
    // What is left over from before is set to nothing, and only what is missing is added.
    if cells.count < columns * rows {
      cells.append(contentsOf: repeatElement(.zero, count: columns * rows - cells.count))
    }
    let (layers, x, y) = (layers, x, y)
    cells.withUnsafeMutableBufferPointer { cells in
      cells[..<(columns * rows)].update(repeating: .zero)
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

    /// Adds its pixels to a box.
    ///
    /// - Returns: how many parts of one coverage it has.
    func add(to box: inout DeviceBox) -> Int {
      var parts = 0
      x.forEachSpan { across in
        y.forEachSpan {
          box.add(DeviceBox(minX: across.start, minY: $0.start, maxX: across.end, maxY: $0.end))
          parts += 1
        }
      }
      return parts
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
  struct Axis {
    private var start = 0.0
    /// In pixels, in order.
    private(set) var edges: [Double] = []
    /// For each edge of a pixel, whether it is one of a box; and then, which.
    private var places: [Int16] = []

    mutating func begin(at start: Double, length: Int) {
      self.start = start
      edges.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      places.append(contentsOf: repeatElement(0, count: length + 1))
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

  private mutating func addRuns(row: Int, columns: Int) {
    cells.withUnsafeBufferPointer { cells in
      var column = 0
      while column < columns {
        let color = cells[row * columns + column]
        let start = column
        repeat { column += 1 } while column < columns && cells[row * columns + column] == color
        if color.w > 0 { runs.next.append(Run(start: start, end: column, color: color, firstRow: row)) }
      }
    }
  }

  /// Goes on with the runs that the next row has too, and makes tiles of the others.
  private mutating func grow(until row: Int) {
    var index = 0
    for run in runs.growing {
      while index < runs.next.count, runs.next[index].start < run.start { index += 1 }
      if index < runs.next.count, runs.next[index].start == run.start, runs.next[index].end == run.end,
        runs.next[index].color == run.color
      {
        runs.next[index].firstRow = run.firstRow
      } else {
        tiles.append(
          Tile(
            box: DeviceBox(
              minX: x.edges[run.start], minY: y.edges[run.firstRow], maxX: x.edges[run.end], maxY: y.edges[row]),
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
    let box = open[open.count - 1].box
    let parts = mosaic.take(open[open.count - 1].boxes)
    guard parts <= Self.mostMosaicParts, mosaic.findEdges() else { return false }
    if addBands(insteadOf: parts, opacity: opacity) { return true }
    // What the surface would cost is in proportion to its pixels: to clear, to draw on and to show.
    guard mosaic.layTiles(most: parts + Int(2 * box.area / traits.pixelsPerPiece)) else { return false }
    idlePasses.append(open.removeLast())
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

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
  /// The least alpha of a box.
  private(set) var leastAlpha: Float = 1
  private(set) var x = Axis()
  private(set) var y = Axis()
  /// What colours the cells have, premultiplied; the first is none. Some may be hidden, and those beyond `colorCount` mean nothing.
  private(set) var colors: [SIMD4<Float>] = []
  private(set) var colorCount = 0
  /// The numbers of their colours, row by row: one for each two edges next to each other. Those beyond mean nothing.
  private(set) var cells: [UInt32] = []
  /// See `MosaicBands.swift`.
  var bands: [Band] = []
  var pixels: [UInt32] = []
  /// Of each row, the columns from the first to the last that show anything; the first is after the last where none does.
  private(set) var shown: [SIMD2<Int32>] = []
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
    (isInRange, leastAlpha) = (true, 1)
    var parts = 0
    for solid in boxes {
      if any(solid.color .< 0) || any(solid.color .> 1) { isInRange = false }
      leastAlpha = min(leastAlpha, solid.color.w)
      let layer = Layer(solid)
      guard !layer.box.isEmpty else { continue }
      layers.append(layer)
      box.add(layer.box)
      parts += layer.x.count * layer.y.count
    }
    return parts
  }

  /// Finds where colours may change between the boxes that were taken; false where that is in too many places.
  mutating func findEdges() -> Bool {
    guard !box.isEmpty, max(box.maxX - box.minX, box.maxY - box.minY) <= Self.longestSide else { return false }
    x.begin(at: box.minX, length: box.pixelWidth)
    y.begin(at: box.minY, length: box.pixelHeight)
    for layer in layers {
      x.cut(at: layer.x.edges)
      y.cut(at: layer.y.edges)
    }
    x.number()
    y.number()
    return x.count * y.count <= Self.mostCells
  }

  /// Makes tiles of the boxes whose edges were found; false, and they mean nothing, where there would be more than so many.
  mutating func layTiles(most: Int) -> Bool {
    let (columns, rows) = (x.count, y.count)
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

  /// Lays all layers on the cells between the edges. Most cells are alike, so it is their colours that are mixed, and cells are
  /// told which.
  mutating func fillCells() {
    let (columns, rows) = (x.count, y.count)
    let (layers, x, y) = (layers, x, y)
    // What is left over from before is set to nothing, and only what is missing is added.
    if cells.count < columns * rows {
      cells.append(contentsOf: repeatElement(0, count: columns * rows - cells.count))
    }
    shown.removeAll(keepingCapacity: true)
    shown.append(contentsOf: repeatElement(SIMD2(.max, -1), count: rows))
    // Each cell that a box is laid on may have a colour of its own.
    var most = 1
    for layer in layers {
      let (across, down) = (x.numbers(of: layer.x.edges), y.numbers(of: layer.y.edges))
      most += Int(across[3] - across[0]) * Int(down[3] - down[0])
      guard layer.color.w > 0 else { continue }
      for row in Int(down[0])..<Int(down[3]) {
        shown[row] = SIMD2(min(shown[row].x, across[0]), max(shown[row].y, across[3] - 1))
      }
    }
    if colors.count < most { colors.append(contentsOf: repeatElement(.zero, count: most - colors.count)) }
    // Taken out, so that it can be written beside the cells.
    var mixed = colors
    colors = []
    colorCount = cells.withUnsafeMutableBufferPointer { cells in
      mixed.withUnsafeMutableBufferPointer { colors in
        var field = CellField(cells: cells, columns: columns, colors: colors)
        cells[..<(columns * rows)].update(repeating: 0)
        for layer in layers { field.lay(layer, x.numbers(of: layer.x.edges), y.numbers(of: layer.y.edges)) }
        return field.count
      }
    }
    colors = mixed
  }

  /// Cells while boxes are laid on them.
  private struct CellField {
    let cells: UnsafeMutableBufferPointer<UInt32>
    let columns: Int
    let colors: UnsafeMutableBufferPointer<SIMD4<Float>>
    /// How many colours there are; the first is none.
    private(set) var count = 1

    init(
      cells: UnsafeMutableBufferPointer<UInt32>, columns: Int, colors: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
      (self.cells, self.columns, self.colors) = (cells, columns, colors)
      colors[0] = .zero
    }

    /// Lays a box on them.
    ///
    /// - Parameters:
    ///   - across: the columns where its spans begin, and the last one ends.
    ///   - down: the rows.
    mutating func lay(_ layer: Layer, _ across: SIMD4<Int32>, _ down: SIMD4<Int32>) {
      for v in 0..<3 where down[v] < down[v + 1] {
        for u in 0..<3 where across[u] < across[u + 1] {
          lay(
            layer.color * Float(layer.x.coverage[u] * layer.y.coverage[v]), Int(across[u])..<Int(across[u + 1]),
            Int(down[v])..<Int(down[v + 1]))
        }
      }
    }

    /// Lays a colour on a box of them.
    @inline(__always)
    private mutating func lay(_ color: SIMD4<Float>, _ part: Range<Int>, _ rows: Range<Int>) {
      let rest = 1 - color.w
      if rest == 0 {
        colors[count] = color
        let new = UInt32(truncatingIfNeeded: count)
        for row in rows {
          for cell in row * columns + part.lowerBound..<row * columns + part.upperBound { cells[cell] = new }
        }
        count += 1
        return
      }
      // Which of them lay on the same colour would take longer to find out than to mix each.
      for row in rows {
        for cell in row * columns + part.lowerBound..<row * columns + part.upperBound {
          colors[count] = color + colors[Int(cells[cell])] * rest
          cells[cell] = UInt32(truncatingIfNeeded: count)
          count += 1
        }
      }
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

    /// Its pixels; an empty box for none.
    var box: DeviceBox { DeviceBox(minX: x.edges[0], minY: y.edges[0], maxX: x.edges[3], maxY: y.edges[3]) }
  }

  /// The pixels of one axis that are covered in part, wholly, and in part again, within a clip.
  private struct Spans {
    /// Where the first begins, and each ends; they may be empty.
    var edges: SIMD4<Double>
    var coverage: SIMD3<Double>

    init(_ axis: PixelAxis, from start: Double, to end: Double) {
      let all = SIMD4(axis.low.start, axis.whole.start, axis.whole.end, axis.high.end)
      edges = all.clamped(lowerBound: SIMD4(repeating: start), upperBound: SIMD4(repeating: end))
      coverage = SIMD3(axis.low.coverage, 1, axis.high.coverage)
    }

    /// How many of them are not empty.
    var count: Int {
      (edges[0] < edges[1] ? 1 : 0) + (edges[1] < edges[2] ? 1 : 0) + (edges[2] < edges[3] ? 1 : 0)
    }
  }

  /// Where boxes begin and end along one axis.
  struct Axis {
    private var start = 0.0
    /// In pixels from the first, in order.
    private(set) var edges: [Int] = []
    /// A bit for each edge of a pixel: whether it is one of a box.
    private var cuts: [UInt64] = []
    /// Which it is then.
    private var places: [Int32] = []

    /// How many columns, or rows, there are.
    var count: Int { edges.count - 1 }

    mutating func begin(at start: Double, length: Int) {
      self.start = start
      cuts.removeAll(keepingCapacity: true)
      cuts.append(contentsOf: repeatElement(0, count: length / 64 + 1))
      let missing = length + 1 - places.count
      if missing > 0 { places.append(contentsOf: repeatElement(0, count: missing)) }
    }

    /// Whole pixels of the device.
    mutating func cut(at edges: SIMD4<Double>) {
      let places = edges - start
      for index in 0..<4 {
        let place = Int(places[index])
        cuts[place >> 6] |= 1 << UInt64(truncatingIfNeeded: place & 63)
      }
    }

    mutating func number() {
      edges.removeAll(keepingCapacity: true)
      for index in cuts.indices {
        var rest = cuts[index]
        while rest != 0 {
          let place = index << 6 + rest.trailingZeroBitCount
          places[place] = Int32(truncatingIfNeeded: edges.count)
          edges.append(place)
          rest &= rest - 1
        }
      }
    }

    /// The places among the edges, of four of them.
    func numbers(of edges: SIMD4<Double>) -> SIMD4<Int32> {
      let found = edges - start
      return SIMD4(places[Int(found[0])], places[Int(found[1])], places[Int(found[2])], places[Int(found[3])])
    }

    /// Where an edge is, in device pixels.
    func position(_ number: Int) -> Double { start + Double(edges[number]) }
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
        let color = colors[Int(cells[row * columns + column])]
        let start = column
        repeat { column += 1 } while column < columns && colors[Int(cells[row * columns + column])] == color
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
              minX: x.position(run.start), minY: y.position(run.firstRow), maxX: x.position(run.end),
              maxY: y.position(row)),
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
  @inline(never)
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
    stream.memory.idlePasses.append(open.removeLast())
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

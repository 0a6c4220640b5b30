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
  /// Which cells of the boxes show.
  private var seen = SeenCells()
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
    x.begin(length: box.pixelWidth)
    y.begin(length: box.pixelHeight)
    for index in layers.indices {
      layers[index].place(from: box)
      x.cut(at: layers[index].pixels.x)
      y.cut(at: layers[index].pixels.y)
    }
    x.number()
    y.number()
    guard x.count * y.count <= Self.mostCells else { return false }
    look()
    // An edge that nobody sees parts nothing: without it there are fewer cells, and rows.
    if seen.leaveOutHidden(layers, &x, &y) { look() }
    return true
  }

  /// Finds which cells of the boxes show.
  private mutating func look() {
    layers.withUnsafeMutableBufferPointer { layers in
      for index in layers.indices {
        layers[index].across = x.numbers(of: layers[index].pixels.x)
        layers[index].down = y.numbers(of: layers[index].pixels.y)
      }
    }
    seen.find(&layers, columns: x.count, rows: y.count)
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
    // What is left over from before is set to nothing, and only what is missing is added.
    if cells.count < columns * rows {
      cells.append(contentsOf: repeatElement(0, count: columns * rows - cells.count))
    }
    seen.findEnds(of: rows, &shown)
    // Each cell of a box that shows may have a colour of its own.
    let most = 2 + layers.count + seen.most
    if colors.count < most { colors.append(contentsOf: repeatElement(.zero, count: most - colors.count)) }
    // Taken out, so that it can be written beside the cells.
    var mixed = colors
    colors = []
    colorCount = cells.withUnsafeMutableBufferPointer { cells in
      mixed.withUnsafeMutableBufferPointer { colors in
        cells[..<(columns * rows)].update(repeating: 0)
        guard let cells = cells.baseAddress, let colors = colors.baseAddress else { return 0 }
        var field = CellField(cells: cells, columns: columns, colors: colors)
        _ = seen.withWords { all in
          for layer in layers { field.lay(layer, all + layer.firstSeen) }
        }
        return field.count
      }
    }
    colors = mixed
  }

  /// Cells while boxes are laid on them.
  private struct CellField {
    let cells: UnsafeMutablePointer<UInt32>
    let columns: Int
    let colors: UnsafeMutablePointer<SIMD4<Float>>
    /// How many colours there are; the first is none.
    private(set) var count = 1

    init(cells: UnsafeMutablePointer<UInt32>, columns: Int, colors: UnsafeMutablePointer<SIMD4<Float>>) {
      (self.cells, self.columns, self.colors) = (cells, columns, colors)
      colors[0] = .zero
    }

    /// Lays a box on them.
    ///
    /// - Parameter seen: which cells of its rows show, word by word.
    mutating func lay(_ layer: Layer, _ seen: UnsafePointer<UInt64>) {
      let whole = UInt32(truncatingIfNeeded: count)
      if layer.isOpaque {
        colors[count] = layer.color
        count &+= 1
      }
      let inside = layer.wholeColumns
      for part in 0..<3 {
        let rows = Int(layer.down[part])..<Int(layer.down[part &+ 1])
        guard !rows.isEmpty else { continue }
        let seen = seen + (rows.lowerBound &- layer.rows.lowerBound)
        let coverage = layer.y.coverage[part]
        mix(
          layer.color * Float(layer.x.coverage[0] * coverage), layer.columns.lowerBound..<inside.lowerBound, rows, seen,
          of: layer)
        if part == 1, layer.isOpaque {
          for row in rows { (cells + row &* columns + inside.lowerBound).update(repeating: whole, count: inside.count) }
        } else {
          mix(layer.color * Float(layer.x.coverage[1] * coverage), inside, rows, seen, of: layer)
        }
        mix(
          layer.color * Float(layer.x.coverage[2] * coverage), inside.upperBound..<layer.columns.upperBound, rows, seen,
          of: layer)
      }
    }

    /// Lays a colour on some cells. Which of them lie on the same colour would take longer to find out than to mix each.
    ///
    /// Of a cell that does not show the number is the next one's: boxes in front take its place, and no branch is needed here.
    @inline(__always)
    private mutating func mix(
      _ color: SIMD4<Float>, _ part: Range<Int>, _ rows: Range<Int>, _ seen: UnsafePointer<UInt64>, of layer: Layer
    ) {
      let rest = 1 - color.w
      for column in part {
        var shown = seen + (column >> 6) &* layer.rows.count
        var cell = cells + rows.lowerBound &* columns + column
        for _ in rows {
          colors[count] = color + colors[Int(cell.pointee)] * rest
          cell.pointee = UInt32(truncatingIfNeeded: count)
          count &+= Int(truncatingIfNeeded: shown.pointee >> UInt64(truncatingIfNeeded: column & 63) & 1)
          shown += 1
          cell += columns
        }
      }
    }
  }

  /// A box by its columns and rows of one coverage.
  struct Layer {
    fileprivate var x: Spans
    fileprivate var y: Spans
    let color: SIMD4<Float>
    /// The pixels where its spans begin, and the last one ends, from the mosaic's first.
    fileprivate(set) var pixels = (x: SIMD4<Int32>(), y: SIMD4<Int32>())
    /// The same, by the mosaic's columns and rows.
    fileprivate(set) var across = SIMD4<Int32>()
    fileprivate(set) var down = SIMD4<Int32>()
    var columns: Range<Int> { Int(across[0])..<Int(across[3]) }
    /// Those that it covers wholly, as far as its rows do; and rows.
    var wholeColumns: Range<Int> { Int(across[1])..<Int(across[2]) }
    var rows: Range<Int> { Int(down[0])..<Int(down[3]) }
    var wholeRows: Range<Int> { Int(down[1])..<Int(down[2]) }
    /// Where it is told which of its cells show.
    var firstSeen = 0
    /// Whether it leaves nothing of what it covers wholly.
    let isOpaque: Bool

    init(_ solid: SolidBox) {
      x = Spans(PixelAxis(solid.box.minX, solid.box.maxX, corner: 0), from: solid.clip.minX, to: solid.clip.maxX)
      y = Spans(PixelAxis(solid.box.minY, solid.box.maxY, corner: 0), from: solid.clip.minY, to: solid.clip.maxY)
      color = solid.color
      isOpaque = color.w == 1
    }

    /// Counts its pixels from those of the mosaic, all of which are near.
    fileprivate mutating func place(from box: DeviceBox) {
      pixels = (Self.whole(x.edges - box.minX), Self.whole(y.edges - box.minY))
    }

    /// Of a sum so large the last bits are the number.
    private static func whole(_ numbers: SIMD4<Double>) -> SIMD4<Int32> {
      SIMD4(truncatingIfNeeded: unsafeBitCast(numbers + 0x1p52, to: SIMD4<Int64>.self))
    }

    /// Its pixels; an empty box for none.
    var box: DeviceBox { DeviceBox(minX: x.edges[0], minY: y.edges[0], maxX: x.edges[3], maxY: y.edges[3]) }
  }

  /// The pixels of one axis that are covered in part, wholly, and in part again, within a clip.
  fileprivate struct Spans {
    /// Where the first begins, and each ends; they may be empty.
    var edges: SIMD4<Double>
    var coverage: SIMD3<Double>

    init(_ axis: PixelAxis, from start: Double, to end: Double) {
      var all = SIMD4(axis.low.start, axis.whole.start, axis.whole.end, axis.high.end)
      all.replace(with: start, where: all .< start)
      all.replace(with: end, where: all .> end)
      edges = all
      coverage = SIMD3(axis.low.coverage, 1, axis.high.coverage)
    }

    /// How many of them are not empty.
    var count: Int {
      (edges[0] < edges[1] ? 1 : 0) + (edges[1] < edges[2] ? 1 : 0) + (edges[2] < edges[3] ? 1 : 0)
    }
  }

  /// Where boxes begin and end along one axis.
  struct Axis {
    /// In pixels from the first, in order.
    private(set) var edges: [Int] = []
    /// A bit for each edge of a pixel: whether it is one of a box.
    private var cuts: [UInt64] = []
    /// Which it is then; of one that was left out, the last before it.
    private var places: [Int32] = []
    /// Whether somebody sees it.
    var needed: [Bool] = []

    /// How many columns, or rows, there are.
    var count: Int { edges.count - 1 }

    mutating func begin(length: Int) {
      cuts.removeAll(keepingCapacity: true)
      cuts.append(contentsOf: repeatElement(0, count: length / 64 + 1))
      let missing = length + 1 - places.count
      if missing > 0 { places.append(contentsOf: repeatElement(0, count: missing)) }
    }

    mutating func cut(at edges: SIMD4<Int32>) {
      cuts.withUnsafeMutableBufferPointer { cuts in
        for index in 0..<4 {
          let place = Int(edges[index])
          cuts[place >> 6] |= 1 << UInt64(truncatingIfNeeded: place & 63)
        }
      }
    }

    mutating func number() {
      edges.removeAll(keepingCapacity: true)
      needed.removeAll(keepingCapacity: true)
      places.withUnsafeMutableBufferPointer { places in
        for index in cuts.indices {
          var rest = cuts[index]
          while rest != 0 {
            let place = index << 6 + rest.trailingZeroBitCount
            places[place] = Int32(truncatingIfNeeded: edges.count)
            edges.append(place)
            rest &= rest &- 1
          }
        }
      }
      needed.append(contentsOf: repeatElement(false, count: edges.count))
      (needed[0], needed[edges.count - 1]) = (true, true)
    }

    /// The places among the edges, of four of them.
    func numbers(of edges: SIMD4<Int32>) -> SIMD4<Int32> {
      SIMD4(places[Int(edges[0])], places[Int(edges[1])], places[Int(edges[2])], places[Int(edges[3])])
    }

    /// Leaves out the edges that nobody needs.
    ///
    /// - Returns: whether there were any.
    mutating func leaveOutOthers() -> Bool {
      var kept = 0
      edges.withUnsafeMutableBufferPointer { edges in
        places.withUnsafeMutableBufferPointer { places in
          for number in edges.indices {
            let place = edges[number]
            if needed[number] {
              edges[kept] = place
              kept += 1
            }
            places[place] = Int32(truncatingIfNeeded: kept - 1)
          }
        }
      }
      let others = edges.count - kept
      edges.removeLast(others)
      return others > 0
    }
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
              minX: box.minX + Double(x.edges[run.start]), minY: box.minY + Double(y.edges[run.firstRow]),
              maxX: box.minX + Double(x.edges[run.end]), maxY: box.minY + Double(y.edges[row])),
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

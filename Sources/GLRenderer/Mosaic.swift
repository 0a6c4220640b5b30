import Graphics

/// Boxes of one colour each that lie on one another, as boxes that lie side by side.
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
  ///   - layers: from back to front.
  ///   - most: tiles; nil is returned if that is too few.
  init?(_ layers: [Tile], most: Int) {
    var box = DeviceBox.nothing
    for layer in layers { box.add(layer.box) }
    guard !box.isEmpty, max(box.maxX - box.minX, box.maxY - box.minY) <= Self.longestSide else { return nil }
    var x = Axis(from: box.minX, length: box.pixelWidth)
    var y = Axis(from: box.minY, length: box.pixelHeight)
    for layer in layers {
      x.cut(layer.box.minX, layer.box.maxX)
      y.cut(layer.box.minY, layer.box.maxY)
    }
    x.number()
    y.number()
    let (columns, rows) = (x.edges.count - 1, y.edges.count - 1)
    guard columns * rows <= Self.mostCells else { return nil }
    var cells = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    cells.withUnsafeMutableBufferPointer { cells in
      for layer in layers {
        let (first, end) = (x.index(of: layer.box.minX), x.index(of: layer.box.maxX))
        let rest = 1 - layer.color.w
        for row in y.index(of: layer.box.minY)..<y.index(of: layer.box.maxY) {
          for cell in row * columns + first..<row * columns + end {
            cells[cell] = layer.color + cells[cell] * rest
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
    guard let group = open.last, clips.index < 0, !group.isFrame, group.parts.isEmpty, group.shows.isEmpty,
      group.clippedBy.isEmpty, clips.box.contains(group.box), let first = group.batches.map(\.first).min(),
      group.batches.allSatisfy({ Self.mosaicPrograms.contains($0.key.program) && !$0.key.isAdditive }),
      group.batches.reduce(first, { $0 + $1.count }) == stream.plain.count
    else { return false }
    var boxes: [Mosaic.Tile] = []
    boxes.reserveCapacity(Self.mostMosaicBoxes)
    for batch in group.batches {
      let isEdged = batch.key.program.features.contains(.edged)
      for quad in stream.plain[batch.first..<batch.first + batch.count] {
        guard quad.addTiles(to: &boxes, isEdged: isEdged), boxes.count <= Self.mostMosaicBoxes else { return false }
      }
    }
    // What the surface would cost is in proportion to its pixels: to clear, to draw on and to show.
    let most = boxes.count + Int(2 * group.box.area / traits.pixelsPerPiece)
    guard let mosaic = Mosaic(boxes, most: most) else { return false }
    stream.plain.removeSubrange(first...)
    open.removeLast()
    guard !mosaic.tiles.isEmpty else { return true }
    beginPrimitive(group.box)
    var area = 0.0
    for tile in mosaic.tiles {
      stream.plain.append(PlainQuad(tile.box, color: tile.color * Float(opacity)))
      area += tile.box.area
    }
    let key = CommandStream.BatchKey(program: Self.mosaicPrograms[0], source: .none)
    open[open.count - 1].draw(
      CommandStream.Batch(key: key, first: first, count: mosaic.tiles.count, area: area))
    return true
  }

  private static let mostMosaicBoxes = 256
  private static let mosaicPrograms: [ProgramKind] = [
    ProgramKind(shape: .plain, features: .colored), ProgramKind(shape: .plain, features: [.colored, .edged]),
  ]
}

extension PlainQuad {
  /// Adds the quad as boxes of one colour each; false if it is no such box.
  ///
  /// - Parameter isEdged: whether it has straight edges.
  fileprivate func addTiles(to tiles: inout [Mosaic.Tile], isEdged: Bool) -> Bool {
    let color = corners.0.color
    guard color == corners.1.color, color == corners.2.color, color == corners.3.color else { return false }
    let (low, high) = (corners.0.position, corners.3.position)
    let pixels = DeviceBox(minX: Double(low.x), minY: Double(low.y), maxX: Double(high.x), maxY: Double(high.y))
    guard isEdged else {
      tiles.append(Mosaic.Tile(box: pixels, color: color))
      return true
    }
    let edges = corners.0.edges
    let box = DeviceBox(
      minX: Double(low.x - edges.x), minY: Double(low.y - edges.z), maxX: Double(low.x + edges.y),
      maxY: Double(low.y + edges.w))
    guard let shape = RoundedBox(box, radius: 0), let pieces = PixelPieces(filled: shape) else { return false }
    for piece in pieces.even {
      let part = piece.box.intersection(pixels)
      if !part.isEmpty { tiles.append(Mosaic.Tile(box: part, color: color * Float(piece.coverage))) }
    }
    return true
  }
}

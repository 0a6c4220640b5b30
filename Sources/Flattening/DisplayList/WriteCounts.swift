/// An overdraw map: the number of writes per pixel, by the boxes of all primitives, including those
/// of passes on the canvas's own pixels. Primitives that occlusion culling skips are counted, too.
package struct WriteCounts: Sendable {
  /// The side of a cell, in pixels.
  package let cell: Int
  /// The number of cells per row.
  package let columns: Int
  package let rows: Int
  /// The mean number of writes per pixel of each cell, in rows from the top.
  package private(set) var counts: [Float]

  /// Creates the map of a list.
  ///
  /// - Parameter cell: the side of a cell in pixels, at least 1.
  package init(_ list: DisplayList, cell: Int = 1) {
    let canvas = list.passes.first?.box ?? .empty
    self.cell = max(1, cell)
    columns = (canvas.width + self.cell - 1) / self.cell
    rows = (canvas.height + self.cell - 1) / self.cell
    // Differences along both axes, with room for an end beyond the last cell.
    counts = [Float](repeating: 0, count: (columns + 1) * (rows + 1))
    guard !canvas.isEmpty else { return }
    var index = list.passes[0].first
    while index < list.passes[0].end {
      let primitive = list.primitives[index]
      if primitive.kind == .pass {
        let inner = list.passes[Int(primitive.payload)]
        // A raster has pixels of its own.
        index = inner.canvas == canvas ? index + 1 : inner.end
        continue
      }
      add(primitive.box.intersection(canvas))
      index += 1
    }
    sumUp(canvas)
  }

  /// The contribution of a span to the cells of an axis, as at most four differences.
  private func steps(from start: Int32, to end: Int32) -> [(index: Int, value: Float)] {
    let side = Float(cell)
    let (first, last) = (Int(start) / cell, (Int(end) - 1) / cell)
    let begin = (Float((first + 1) * cell) - Float(start)) / side
    guard first < last else {
      let share = Float(end - start) / side
      return [(first, share), (first + 1, -share)]
    }
    let rest = (Float(end) - Float(last * cell)) / side
    return [(first, begin), (first + 1, 1 - begin), (last, rest - 1), (last + 1, -rest)]
  }

  private mutating func add(_ box: PixelBox) {
    guard !box.isEmpty else { return }
    let across = steps(from: box.minX, to: box.maxX)
    for (row, down) in steps(from: box.minY, to: box.maxY) {
      for (column, value) in across { counts[row * (columns + 1) + column] += down * value }
    }
  }

  /// Sums the differences up, and measures the cells at the far edges by the pixels that they have.
  private mutating func sumUp(_ canvas: PixelBox) {
    let width = columns + 1
    for row in 0..<rows {
      for column in 1..<max(1, columns) { counts[row * width + column] += counts[row * width + column - 1] }
    }
    for row in 1..<max(1, rows) {
      for column in 0..<columns { counts[row * width + column] += counts[(row - 1) * width + column] }
    }
    var cells: [Float] = []
    cells.reserveCapacity(columns * rows)
    for row in 0..<rows {
      let tall = Float(min(cell, canvas.height - row * cell)) / Float(cell)
      for column in 0..<columns {
        let wide = Float(min(cell, canvas.width - column * cell)) / Float(cell)
        let count = counts[row * width + column] / (tall * wide)
        // Sums of shares carry the rounding of all before them.
        cells.append(max(0, (count * 64).rounded() / 64))
      }
    }
    counts = cells
  }
}

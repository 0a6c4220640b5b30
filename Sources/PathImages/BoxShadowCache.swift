import Flattening

/// What a Gaussian makes of edges and of one corner, as long as frames ask for it.
package final class BoxShadowCache {
  /// The numbers of one kernel and one radius (`GaussianStep.edge`, `GaussianStep.corner`), in memory that stays where it is.
  package final class Table {
    package let across, down: UnsafeBufferPointer<Float>
    /// Rows of `columns` numbers with `margin` zeros at both ends; nil for a square corner.
    package let corner: UnsafePointer<Float>?
    /// The same with each row turned round.
    package let mirrored: UnsafePointer<Float>?
    /// Of the corner.
    package let columns, rows: Int
    /// From one row to the next.
    package var stride: Int { columns + 2 * Self.margin }
    /// The side of the corner in pixels.
    package let side: Int
    fileprivate var lastFrame = 0
    private let memory: [UnsafeMutableBufferPointer<Float>]

    /// Zeros at both ends of a row, so that eight numbers can be read at once.
    package static let margin = 8

    fileprivate init(_ kernel: GaussianStep, radius: Double) {
      side = BoxShadow.side(ofRadius: radius)
      let columns = side + 2 * Int(kernel.reachAcross) + 2
      let rows = side + 2 * Int(kernel.reachDown) + 2
      (self.columns, self.rows) = (columns, rows)
      var corner: [Float] = []
      var mirrored: [Float] = []
      if radius > 0 {
        let margin = [Float](repeating: 0, count: Self.margin)
        let numbers = kernel.corner(radius: radius)
        for row in 0..<rows {
          let row = numbers[row * columns..<(row + 1) * columns]
          corner += margin + row + margin
          mirrored += margin + row.reversed() + margin
        }
      }
      let arrays = [
        GaussianStep.edge(variance: kernel.across, reach: kernel.reachAcross),
        GaussianStep.edge(variance: kernel.down, reach: kernel.reachDown), corner, mirrored,
      ]
      memory = arrays.map { array in
        let copy = UnsafeMutableBufferPointer<Float>.allocate(capacity: array.count)
        _ = copy.initialize(from: array)
        return copy
      }
      (across, down) = (UnsafeBufferPointer(memory[0]), UnsafeBufferPointer(memory[1]))
      self.corner = radius > 0 ? UnsafeBufferPointer(memory[2]).baseAddress : nil
      self.mirrored = radius > 0 ? UnsafeBufferPointer(memory[3]).baseAddress : nil
    }

    deinit { for part in memory { part.deallocate() } }
  }

  private struct Key: Hashable {
    var across, down, radius: Double
  }

  private var tables: [Key: Table] = [:]
  private var frame = 0
  /// Frames that a table is kept for without being asked for.
  private static let patience = 60

  package init() {}

  package func table(_ kernel: GaussianStep, radius: Double) -> Table {
    let key = Key(across: kernel.across, down: kernel.down, radius: radius)
    let table = tables[key] ?? Table(kernel, radius: radius)
    table.lastFrame = frame
    tables[key] = table
    return table
  }

  package func removeAll() { tables.removeAll() }

  package func endFrame() {
    frame += 1
    guard frame % Self.patience == 0 else { return }
    tables = tables.filter { frame - $0.value.lastFrame < Self.patience }
  }
}

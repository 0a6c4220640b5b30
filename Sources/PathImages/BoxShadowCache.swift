import MultiplaneFlattening

/// A cache of blurred edges and corners for box shadows.
package final class BoxShadowCache {
  /// The tables of one kernel and radius (`GaussianStep.edge`, `GaussianStep.corner`), at a fixed
  /// address.
  package final class Table {
    package let across, down: UnsafeBufferPointer<Float>
    /// The corner in rows of `columns` numbers with `margin` zeros at both ends; nil for a square
    /// corner.
    package let corner: UnsafePointer<Float>?
    /// The corner with mirrored rows.
    package let mirrored: UnsafePointer<Float>?
    /// The size of the corner table.
    package let columns, rows: Int
    /// Numbers per row, including margins.
    package var stride: Int { columns + 2 * Self.margin }
    /// The side of the corner, in pixels.
    package let side: Int
    /// An identity of the table, which does not retain it.
    package let identity = Identity()
    fileprivate var lastFrame = 0
    private let memory: [UnsafeMutableBufferPointer<Float>]

    /// The number of zeros at both ends of a row, so that eight numbers can be read at once.
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

    fileprivate var bytes: Int { memory.reduce(0) { $0 + 4 * $1.count } }

    deinit { for part in memory { part.deallocate() } }
  }

  package final class Identity: Sendable {}

  private var tables: [BoxShadow.TableKey: Table] = [:]
  private var bytes = 0
  private var frame = 0
  /// Bytes cached between frames.
  private static let budget = 4 << 20

  package init() {}

  package func table(_ kernel: GaussianStep, radius: Double) -> Table {
    let key = BoxShadow.TableKey(across: kernel.across, down: kernel.down, radius: radius)
    if let known = tables[key] {
      known.lastFrame = frame
      return known
    }
    let made = Table(kernel, radius: radius)
    made.lastFrame = frame
    tables[key] = made
    bytes += made.bytes
    return made
  }

  /// Evicts the least recently used tables over the budget, except those of this frame.
  package func endFrame() {
    defer { frame += 1 }
    guard bytes > Self.budget else { return }
    for (key, table) in tables.sorted(by: { $0.value.lastFrame < $1.value.lastFrame }) {
      guard bytes > Self.budget, table.lastFrame < frame else { return }
      bytes -= table.bytes
      tables[key] = nil
    }
  }
}

import MultiplaneCPixels
import MultiplaneFlattening

/// A cache of blurred edges and corners for box shadows.
package final class BoxShadowCache {
  /// The tables of one kernel and radius (`GaussianStep.edge`, `GaussianStep.corner`), at a fixed
  /// address.
  package final class Table {
    package let across, down: UnsafeBufferPointer<Float>
    /// The corner in rows of `columns` numbers; empty for a square corner.
    package let corner: UnsafeBufferPointer<Float>
    /// The corner as the CPU renderer's kernels read it, and the same with mirrored rows: 16-bit
    /// numbers of which `CP_ONE` is 1, with `CP_SHADOW_MARGIN` zeros at both ends of a row. Nil for
    /// a square corner.
    package let fixedCorner, fixedMirrored: UnsafePointer<Int16>?
    /// The size of the corner table.
    package let columns, rows: Int
    /// The side of the corner, in pixels.
    package let side: Int
    /// An identity of the table, which does not retain it.
    package let identity = Identity()
    fileprivate var lastFrame = 0
    private let memory: [UnsafeMutableBufferPointer<Float>]
    private let fixed: UnsafeMutableBufferPointer<Int16>

    fileprivate init(_ kernel: GaussianStep, radius: Double) {
      side = BoxShadow.side(ofRadius: radius)
      let columns = side + 2 * Int(kernel.reachAcross) + 2
      let rows = side + 2 * Int(kernel.reachDown) + 2
      (self.columns, self.rows) = (columns, rows)
      let corner = radius > 0 ? kernel.corner(radius: radius) : []
      let arrays = [
        GaussianStep.edge(variance: kernel.across, reach: kernel.reachAcross),
        GaussianStep.edge(variance: kernel.down, reach: kernel.reachDown), corner,
      ]
      memory = arrays.map { array in
        let copy = UnsafeMutableBufferPointer<Float>.allocate(capacity: array.count)
        _ = copy.initialize(from: array)
        return copy
      }
      (across, down, self.corner) = (
        UnsafeBufferPointer(memory[0]), UnsafeBufferPointer(memory[1]), UnsafeBufferPointer(memory[2])
      )
      let margin = Int(CP_SHADOW_MARGIN)
      let stride = columns + 2 * margin
      fixed = .allocate(capacity: corner.isEmpty ? 0 : 2 * rows * stride)
      fixed.initialize(repeating: 0)
      for (index, number) in corner.enumerated() {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        let number = Int16((number * Float(CP_ONE)).rounded())
        fixed[row * stride + margin + column] = number
        fixed[(rows + row) * stride + margin + columns - 1 - column] = number
      }
      fixedCorner = corner.isEmpty ? nil : UnsafePointer(fixed.baseAddress)
      fixedMirrored = fixedCorner.map { $0 + rows * stride }
    }

    fileprivate var bytes: Int { memory.reduce(2 * fixed.count) { $0 + 4 * $1.count } }

    deinit {
      for part in memory { part.deallocate() }
      fixed.deallocate()
    }
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

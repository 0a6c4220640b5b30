import MultiplaneCPixels
import MultiplaneFlattening

/// Makes the coverage of paths as masks, for renderers that sample them.
package final class PathMasks {
  private let kernels: UnsafePointer<CPKernels>
  private let rows: OpaquePointer?
  private let plane: UnsafeMutablePointer<Float>

  package init() {
    kernels = cp_kernels_avx2() ?? cp_kernels_baseline()
    rows = cp_path_rows_create()
    plane = .allocate(capacity: Int(CP_TILE_PIXELS))
  }

  deinit {
    cp_path_rows_destroy(rows)
    plane.deallocate()
  }

  /// The coverage of each pixel of a box by a path, row by row; nil without memory.
  package func coverage(of path: BinnedPathCache.Bins, in box: PixelBox) -> [Float16]? {
    guard let rows else { return nil }
    let (width, height) = (Int32(CP_TILE_WIDTH), Int32(CP_TILE_HEIGHT))
    var coverage = [Float16](repeating: 0, count: box.width * box.height)
    for y in stride(from: box.minY & ~(height - 1), to: box.maxY, by: Int(height)) {
      for x in stride(from: box.minX & ~(width - 1), to: box.maxX, by: Int(width)) {
        let part = PixelBox(minX: x, minY: y, maxX: x + width, maxY: y + height).intersection(box)
        var tile = CPTile()
        (tile.x, tile.y) = (x, y)
        (tile.min_x, tile.min_y, tile.max_x, tile.max_y) = (part.minX - x, part.minY - y, part.maxX - x, part.maxY - y)
        let share = Int(kernels.pointee.path(&tile, path.bins, rows))
        guard share != CP_PATH_NONE else { continue }
        if share == CP_PATH_PARTIAL { kernels.pointee.path_coverage(&tile, rows, plane) }
        for row in part.minY..<part.maxY {
          let target = Int(row - box.minY) * box.width + Int(part.minX - box.minX)
          let source = plane + Int(row - y) * Int(width) + Int(part.minX - x)
          for column in 0..<part.width {
            coverage[target + column] = share == CP_PATH_WHOLE ? 1 : Float16(source[column])
          }
        }
      }
    }
    return cp_path_rows_take_failure(rows) ? nil : coverage
  }
}

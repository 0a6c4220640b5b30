import MultiplaneCPixels
import MultiplaneFlattening
import MultiplanePathImages

/// The shadows of a frame as the kernels want them.
final class ShadowTable {
  let shadows = Storage<CPBoxShadow>()
  /// Keeps the memory of the kernels' pointers alive.
  private var tables: [BoxShadowCache.Table] = []

  func prepare(_ list: [BoxShadow], _ cache: BoxShadowCache) {
    tables.removeAll(keepingCapacity: true)
    shadows.reserve(list.count)
    for (index, shadow) in list.enumerated() {
      let corners = (0..<4).map { cache.table(shadow.kernel, radius: shadow.radii[$0]) }
      tables += corners
      shadows[index] = CPBoxShadow(
        min_x: shadow.minX, min_y: shadow.minY, max_x: shadow.maxX, max_y: shadow.maxY,
        reach_x: shadow.kernel.reachAcross, reach_y: shadow.kernel.reachDown, across: corners[0].across.baseAddress,
        down: corners[0].down.baseAddress,
        corners: (
          CPShadowCorner(corners[0]), CPShadowCorner(corners[1]), CPShadowCorner(corners[2]),
          CPShadowCorner(corners[3])
        ))
    }
  }
}

extension CPShadowCorner {
  fileprivate init(_ table: BoxShadowCache.Table) {
    self.init(
      numbers: table.fixedCorner, mirrored: table.fixedMirrored, columns: Int32(table.columns), rows: Int32(table.rows))
  }
}

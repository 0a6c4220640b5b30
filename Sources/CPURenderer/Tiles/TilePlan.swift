import MultiplaneFlattening

/// The order in which the CPU renderer draws the passes of a list: whole passes first, the others
/// tile by tile.
///
/// A pass is drawn whole where filters or a raster read its neighbours, or where a backdrop in it
/// does. All others are composed in a tile while the pass around them is drawn.
package final class TilePlan {
  /// Which pixels of each pass are needed, and which primitives are hidden.
  let passes = PassPlan()
  /// Whether each pass is drawn whole; the canvas is not.
  private(set) var isWhole: [Bool] = []
  /// By pass, the innermost whole pass that it is drawn in, or itself; 0 for the canvas.
  private(set) var hosts: [Int32] = []
  /// Whole passes level by level: each after those that are in it.
  package private(set) var levels: [[Int]] = []
  /// Whole tiles of the canvas, within it, with all pixels that its backdrops read or write.
  private(set) var canvasReads = PixelBox.empty

  package init() {}

  /// - Parameter wanted: the pixels of the canvas that are drawn.
  package func prepare(_ list: DisplayList, wanted: PixelBox) {
    passes.prepare(list, wanted: wanted)
    let count = list.passes.count
    isWhole = [Bool](repeating: false, count: count)
    hosts = [Int32](repeating: 0, count: count)
    levels = []
    canvasReads = .empty
    guard count > 1 || !list.backdrops.isEmpty else { return }
    findCanvasReads(list)
    for pass in 0..<count where pass > 0 {
      isWhole[pass] = !list.passes[pass].isLocal || passes.backdrops[pass] != nil
      hosts[pass] = isWhole[pass] ? Int32(pass) : hosts[passes.parents[pass]]
    }
    sort(count)
  }

  private func findCanvasReads(_ list: DisplayList) {
    for index in passes.backdrops[0] ?? [] {
      let backdrop = Int(list.primitives[index].payload)
      let read = passes.backdropSources[backdrop].clamped(to: list.backdrops[backdrop].canvas)
      canvasReads = canvasReads.union(read).union(passes.backdropBoxes[backdrop])
    }
    canvasReads = canvasReads.roundedToTiles.intersection(list.passes[0].box)
  }

  /// A pass's level is one above those of the whole passes in it.
  private func sort(_ count: Int) {
    var heights = [Int](repeating: 0, count: count)
    for pass in (0..<count).reversed() where pass > 0 {
      if isWhole[pass], !passes.needed[pass].isEmpty {
        while levels.count <= heights[pass] { levels.append([]) }
        levels[heights[pass]].append(pass)
        heights[pass] += 1
      }
      heights[passes.parents[pass]] = max(heights[passes.parents[pass]], heights[pass])
    }
  }
}

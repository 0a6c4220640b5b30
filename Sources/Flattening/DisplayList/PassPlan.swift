/// The plan of a list's passes: which are drawn as a whole before their users and in which order,
/// the needed pixels of each, and the occluded primitives.
///
/// A pass is drawn as a whole if filters, a raster or a nested backdrop read its neighbouring
/// pixels. All others may be composed in tiles while their parent is drawn.
package final class PassPlan {
  /// By pass, its parent; 0 for the canvas itself.
  package private(set) var parents: [Int] = []
  /// Whether each pass is drawn as a whole; false for the canvas.
  package private(set) var isWhole: [Bool] = []
  /// By pass, the innermost whole pass that contains it, or itself; 0 for the canvas.
  package private(set) var hosts: [Int32] = []
  /// The needed pixels of each pass, before its filters.
  package private(set) var needed: [PixelBox] = []
  /// The needed pixels of each pass, after its filters.
  package private(set) var shown: [PixelBox] = []
  /// By backdrop, the visible pixels, and the pixels that its filters read.
  package private(set) var backdropBoxes: [PixelBox] = []
  package private(set) var backdropSources: [PixelBox] = []
  /// By pass, its backdrops as indices of primitives, in painter's order.
  package private(set) var backdrops: [Int: [Int]] = [:]
  /// The whole passes by level: each after those that it contains.
  package private(set) var levels: [[Int]] = []
  private var occlusion = Occlusion()

  package init() {}

  /// Whether later opaque primitives of the pass occlude a primitive completely.
  package func isHidden(_ primitive: Int) -> Bool { !occlusion.isHidden.isEmpty && occlusion.isHidden[primitive] }

  /// Plans a list.
  ///
  /// - Parameter wanted: the pixels of the canvas to draw.
  package func prepare(_ list: DisplayList, wanted: PixelBox) {
    let count = list.passes.count
    parents = [Int](repeating: 0, count: count)
    isWhole = [Bool](repeating: false, count: count)
    hosts = [Int32](repeating: 0, count: count)
    needed = [PixelBox](repeating: .empty, count: count)
    shown = needed
    levels = []
    canvasReads = .empty
    backdrops.removeAll(keepingCapacity: true)
    if count > 0 { needed[0] = wanted }
    occlusion.find(in: list)
    guard count > 1 || !list.backdrops.isEmpty else { return }
    backdropBoxes = [PixelBox](repeating: .empty, count: list.backdrops.count)
    backdropSources = backdropBoxes
    for pass in 0..<count { findNeeds(of: pass, list) }
    canvasReads = canvasReads.roundedToTiles.intersection(list.passes[0].box)
    sort(list)
  }

  /// Whole tiles of the canvas, clipped to it, with all pixels that its backdrops read or write.
  package private(set) var canvasReads = PixelBox.empty

  /// What a pass's primitives show of others, from the last to the first: a backdrop needs more of those beneath it.
  private func findNeeds(of pass: Int, _ list: DisplayList) {
    var own: [Int] = []
    list.forEachPrimitive(of: pass) { index in
      switch list.primitives[index].kind {
      case .surface, .raster, .backdrop: if !isHidden(index) { own.append(index) }
      default: break
      }
    }
    for index in own.reversed() {
      let primitive = list.primitives[index]
      let box = primitive.box.intersection(needed[pass])
      guard !box.isEmpty else { continue }
      switch primitive.kind {
      case .surface:
        let use = list.surfaces[Int(primitive.payload)]
        need(box, of: Int(use.pass), list)
        if use.mask >= 0 { need(box, of: Int(use.mask), list) }
      case .raster:
        let raster = Int(list.rasters[Int(primitive.payload)].pass)
        need(list.passes[raster].filteredBox, of: raster, list)
      default:
        let payload = Int(primitive.payload)
        let backdrop = list.backdrops[payload]
        if backdrop.mask >= 0 { need(box, of: Int(backdrop.mask), list) }
        backdropBoxes[payload] = box
        let source = list.input(of: backdrop.filters, for: box, canvas: backdrop.canvas)
        backdropSources[payload] = source
        backdrops[pass, default: []].insert(index, at: 0)
        let read = source.clamped(to: backdrop.canvas)
        needed[pass] = needed[pass].union(read)
        if pass == 0 { canvasReads = canvasReads.union(read).union(box) }
      }
    }
  }

  private func need(_ box: PixelBox, of pass: Int, _ list: DisplayList) {
    let values = list.passes[pass]
    let box = box.intersection(values.filteredBox)
    guard !box.isEmpty else { return }
    shown[pass] = shown[pass].union(box)
    let read = list.input(of: values.filters, for: box, canvas: values.canvas).intersection(values.box)
    needed[pass] = needed[pass].union(read)
  }

  /// Parents, hosts and levels: a pass's level is one above those of the whole passes in it.
  private func sort(_ list: DisplayList) {
    let count = list.passes.count
    var open: [Int] = [0]
    for pass in 0..<count where pass > 0 {
      while open.count > 1, !list.passes[open[open.count - 1]].holds(list.passes[pass]) { open.removeLast() }
      parents[pass] = open[open.count - 1]
      open.append(pass)
      isWhole[pass] = !list.passes[pass].isLocal || backdrops[pass] != nil
      hosts[pass] = isWhole[pass] ? Int32(pass) : hosts[parents[pass]]
    }
    var heights = [Int](repeating: 0, count: count)
    for pass in (0..<count).reversed() where pass > 0 {
      if isWhole[pass], !needed[pass].isEmpty {
        while levels.count <= heights[pass] { levels.append([]) }
        levels[heights[pass]].append(pass)
        heights[pass] += 1
      }
      heights[parents[pass]] = max(heights[parents[pass]], heights[pass])
    }
  }
}

extension RenderPass {
  fileprivate func holds(_ other: RenderPass) -> Bool { other.first > first && other.end <= end }
}

extension PixelBox {
  /// All pixels of the tiles that the box touches.
  fileprivate var roundedToTiles: PixelBox {
    PixelBox(minX: minX & ~63, minY: minY & ~63, maxX: (maxX + 63) & ~63, maxY: (maxY + 63) & ~63)
  }

  /// The pixels of a canvas that are nearest to those of the box.
  package func clamped(to canvas: PixelBox) -> PixelBox {
    guard !isEmpty, !canvas.isEmpty else { return .empty }
    let x = (min(max(minX, canvas.minX), canvas.maxX - 1), max(min(maxX, canvas.maxX), canvas.minX + 1))
    let y = (min(max(minY, canvas.minY), canvas.maxY - 1), max(min(maxY, canvas.maxY), canvas.minY + 1))
    return PixelBox(minX: x.0, minY: y.0, maxX: x.1, maxY: y.1)
  }
}

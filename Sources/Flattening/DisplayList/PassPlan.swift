/// Which pixels of each pass of a list are needed, and which primitives are hidden.
package final class PassPlan {
  /// By pass, its parent; 0 for the canvas itself.
  package private(set) var parents: [Int] = []
  /// The pixels of each pass that are needed, before its filters.
  package private(set) var needed: [PixelBox] = []
  /// The needed pixels of each pass, after its filters.
  package private(set) var shown: [PixelBox] = []
  /// By backdrop, the visible pixels, and the pixels that its filters read.
  package private(set) var backdropBoxes: [PixelBox] = []
  package private(set) var backdropSources: [PixelBox] = []
  /// By pass, its backdrops as indices of primitives, in painter's order.
  package private(set) var backdrops: [Int: [Int]] = [:]
  // Asked for each primitive.
  @exclusivity(unchecked) private var occlusion = Occlusion()

  package init() {}

  /// Whether later opaque primitives of the pass occlude a primitive completely.
  package func isHidden(_ primitive: Int) -> Bool { !occlusion.isHidden.isEmpty && occlusion.isHidden[primitive] }

  /// Plans a list.
  ///
  /// - Parameter wanted: the pixels of the canvas to draw.
  package func prepare(_ list: DisplayList, wanted: PixelBox) {
    let count = list.passes.count
    parents = [Int](repeating: 0, count: count)
    needed = [PixelBox](repeating: .empty, count: count)
    shown = needed
    backdrops.removeAll(keepingCapacity: true)
    if count > 0 { needed[0] = wanted }
    occlusion.find(in: list)
    guard count > 1 || !list.backdrops.isEmpty else { return }
    backdropBoxes = [PixelBox](repeating: .empty, count: list.backdrops.count)
    backdropSources = backdropBoxes
    for pass in 0..<count { findNeeds(of: pass, list) }
    findParents(list)
  }

  /// What a pass's primitives show of others, from the last to the first: a backdrop needs more of
  /// those beneath it.
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
        needed[pass] = needed[pass].union(source.clamped(to: backdrop.canvas))
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

  private func findParents(_ list: DisplayList) {
    var open: [Int] = [0]
    for pass in list.passes.indices where pass > 0 {
      while open.count > 1, !list.passes[open[open.count - 1]].holds(list.passes[pass]) { open.removeLast() }
      parents[pass] = open[open.count - 1]
      open.append(pass)
    }
  }
}

extension RenderPass {
  fileprivate func holds(_ other: RenderPass) -> Bool { other.first > first && other.end <= end }
}

extension PixelBox {
  /// The pixels of a canvas that are nearest to those of the box.
  package func clamped(to canvas: PixelBox) -> PixelBox {
    guard !isEmpty, !canvas.isEmpty else { return .empty }
    let x = (min(max(minX, canvas.minX), canvas.maxX - 1), max(min(maxX, canvas.maxX), canvas.minX + 1))
    let y = (min(max(minY, canvas.minY), canvas.maxY - 1), max(min(maxY, canvas.maxY), canvas.minY + 1))
    return PixelBox(minX: x.0, minY: y.0, maxX: x.1, maxY: y.1)
  }
}

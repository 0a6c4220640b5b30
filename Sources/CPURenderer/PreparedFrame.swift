import MultiplaneCPixels
import MultiplaneDrawing
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplanePathImages
import MultiplaneRenderTree

/// A display list made ready for the kernels: per primitive its edges on the device, its paint, and
/// where it certainly hides what is beneath.
///
/// Plain arrays beside the primitives, retained between frames; while tiles are painted nothing of
/// it changes, and so accesses are not checked.
final class PreparedFrame {
  private(set) var count = 0
  let primitives = Storage<Primitive>()
  /// The pass that each primitive is drawn in.
  let passOf = Storage<Int32>()
  /// The whole pass that each primitive is drawn in, or the canvas.
  let hostOf = Storage<Int32>()
  let passes = Storage<RenderPass>()
  let surfaces = Storage<SurfaceUse>()
  /// By primitive.
  let shapes = Storage<CPShape>()
  let colors = Storage<CPColor>()
  let isDrawn = Storage<Bool>()
  /// By primitive: whether it is a path that hides what is beneath where it covers a pixel whole.
  let isOpaquePath = Storage<Bool>()
  /// By primitive: the device pixels of which nothing beneath is left.
  let opaque = Storage<PixelBox>()
  /// By border; where the border fills its box there is none.
  let inners = Storage<CPShape>()
  let hasInner = Storage<Bool>()
  let gradients = GradientTable()
  let shadows = ShadowTable()
  let images = ImageTable()
  let clips = ClipTable()
  /// By path, its bins (`CPBins`); nil for a path without pixels.
  let paths = Storage<OpaquePointer?>()
  /// Whether colours may lie beyond 0…1, so that the canvas cuts what is composed.
  @exclusivity(unchecked) private(set) var hasExtendedRange = false
  /// Whether there was memory for all paths.
  private(set) var hasPathMemory = true
  let planes = PlaneTable()
  let pictures = PassPictures()
  /// By filter of the list; those that read other pixels are left out.
  private let filters = Storage<CPColorFilter>()
  var colorFilters: UnsafePointer<CPColorFilter> { UnsafePointer(filters.pointer) }
  /// By backdrop, the pass whose alpha multiplies it; −1 for none.
  @exclusivity(unchecked) private(set) var backdropMasks: [Int] = []
  @exclusivity(unchecked) private var wholePasses: [Bool] = []
  /// By raster, the primitive that shows it.
  @exclusivity(unchecked) private var rasterPrimitives: [Int] = []

  /// Whether a pass is drawn whole before what shows it.
  @inline(__always)
  func isWhole(_ pass: Int) -> Bool { wholePasses[pass] }

  func primitiveOfRaster(_ raster: Int) -> Int? { rasterPrimitives[raster] < 0 ? nil : rasterPrimitives[raster] }

  /// Primitives that one thread sets up at a time.
  private static let chunk = 512

  func prepare(
    _ list: DisplayList, _ plan: TilePlan, images: ImageCache, paths: BinnedPathCache, shadows: BoxShadowCache,
    threads: Int
  ) {
    count = list.primitives.count
    reserve(for: list)
    copy(list.primitives, to: primitives)
    copy(list.passes, to: passes)
    copy(list.surfaces, to: surfaces)
    findPasses(plan)
    planes.prepare(list.planes)
    clips.prepare(list, planes: planes, paths: paths)
    prepareEffects(list, plan)
    preparePaths(list, paths, threads: threads)
    self.images.reserve(list, cache: images, planes: planes)
    hasExtendedRange = self.images.hasExtendedRange
    gradients.prepare(list.gradients)
    self.shadows.prepare(list.shadows, shadows)
    let chunks = (count + Self.chunk - 1) / Self.chunk
    Parallel.run(chunks, threads: threads) { chunk, _ in
      let first = chunk * Self.chunk
      for index in first..<min(first + Self.chunk, self.count) { self.prepare(index, list, plan) }
    }
  }

  private func reserve(for list: DisplayList) {
    primitives.reserve(count)
    passOf.reserve(count)
    hostOf.reserve(count)
    passes.reserve(list.passes.count)
    surfaces.reserve(list.surfaces.count)
    shapes.reserve(count)
    colors.reserve(count)
    isDrawn.reserve(count)
    opaque.reserve(count)
    isOpaquePath.reserve(count)
    inners.reserve(list.borders.count)
    hasInner.reserve(list.borders.count)
  }

  private func copy<Element>(_ array: [Element], to storage: Storage<Element>) {
    array.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      storage.pointer.initialize(from: base, count: source.count)
    }
  }

  private func prepareEffects(_ list: DisplayList, _ plan: TilePlan) {
    wholePasses = plan.isWhole
    backdropMasks = list.backdrops.map { Int($0.mask) }
    pictures.prepare(list)
    filters.reserve(list.filters.count)
    for (index, step) in list.filters.enumerated() {
      if let filter = CPColorFilter(step, planes) { filters[index] = filter }
    }
    rasterPrimitives = [Int](repeating: -1, count: list.rasters.count)
    guard !list.rasters.isEmpty else { return }
    for (index, primitive) in list.primitives.enumerated() where primitive.kind == .raster {
      rasterPrimitives[Int(primitive.payload)] = index
    }
  }

  private func findPasses(_ plan: TilePlan) {
    var open: [Int32] = [0]
    for index in 0..<count {
      while open.count > 1, index >= passes[Int(open[open.count - 1])].end { open.removeLast() }
      passOf[index] = open[open.count - 1]
      hostOf[index] = plan.hosts.isEmpty ? 0 : plan.hosts[Int(passOf[index])]
      if primitives[index].kind == .pass { open.append(primitives[index].payload) }
    }
  }

  /// Bins the paths of primitives and clips.
  private func preparePaths(_ list: DisplayList, _ cache: BinnedPathCache, threads: Int) {
    self.paths.reserve(list.paths.count)
    for index in list.paths.indices { self.paths[index] = nil }
    if !list.paths.isEmpty {
      for index in 0..<count where primitives[index].kind == .path {
        let primitive = primitives[index]
        let path = list.paths[Int(primitive.payload)]
        self.paths[Int(primitive.payload)] =
          cache.bins(of: path.shape, movedBy: path.offset, on: list.planes[Int(primitive.plane)], in: primitive.box)?
          .bins
      }
    }
    Parallel.run(cache.flattenCount, threads: threads, together: 16) { path, _ in cache.flatten(path) }
    Parallel.run(cache.binCount, threads: threads, together: 16) { path, _ in cache.bin(path) }
    hasPathMemory = cache.endPreparation()
  }

  /// Sets one primitive up; several threads do so at the same time, each others.
  private func prepare(_ index: Int, _ list: DisplayList, _ plan: TilePlan) {
    let primitive = primitives[index]
    let payload = Int(primitive.payload)
    isDrawn[index] = false
    opaque[index] = .empty
    isOpaquePath[index] = false
    if plan.passes.isHidden(index) { return }
    switch primitive.kind {
    case .pass: break
    case .surface, .raster: isDrawn[index] = true
    case .shadow:
      colors[index] = CPColor(list.shadows[payload].color)
      isDrawn[index] = colors[index].isFinite
    case .backdrop: setUp(list.backdrops[payload].shape, index, primitive, list, isOpaque: false)
    case .path:
      colors[index] = CPColor(list.paths[payload].color)
      isDrawn[index] = paths[payload] != nil && colors[index].isFinite
      isOpaquePath[index] = colors[index].alpha == 1 && primitive.opacity >= 1
    case .box:
      let color = CPColor(list.boxes[payload].color)
      colors[index] = color
      setUp(list.boxes[payload].shape, index, primitive, list, isOpaque: color.alpha == 1)
      isDrawn[index] = isDrawn[index] && color.isFinite
    case .border:
      let color = CPColor(list.borders[payload].color)
      colors[index] = color
      setUp(list.borders[payload].outer, index, primitive, list, isOpaque: false)
      hasInner[payload] = false
      if let inner = list.borders[payload].inner, let shape = planes.shape(inner, plane: primitive.plane) {
        inners[payload] = shape
        hasInner[payload] = true
      }
      isDrawn[index] = isDrawn[index] && color.isFinite
    case .gradient:
      setUp(list.gradients[payload].shape, index, primitive, list, isOpaque: gradients.isOpaque(payload))
      gradients.setUp(payload, list.gradients[payload], on: planes.fromDevice(primitive.plane))
    case .image:
      setUp(list.images[payload].shape, index, primitive, list, isOpaque: images.isOpaque(payload))
    }
  }

  private func setUp(
    _ box: BoxShape, _ index: Int, _ primitive: Primitive, _ list: DisplayList, isOpaque: Bool
  ) {
    guard let shape = planes.shape(box, plane: primitive.plane) else { return }
    shapes[index] = shape
    isDrawn[index] = true
    guard isOpaque, primitive.opacity >= 1 else { return }
    var hidden = box.interior(on: list.planes[Int(primitive.plane)]).intersection(primitive.box)
    var clip = primitive.clip
    while clip >= 0, !hidden.isEmpty {
      hidden = clips.whole(of: hidden, in: Int(clip))
      clip = clips.outers[Int(clip)]
    }
    opaque[index] = hidden
  }
}

extension CPColor {
  /// Numbers that single precision has no place for become its largest.
  init(_ color: PremultipliedColor) {
    func number(_ x: Double) -> Float { Float(min(max(x, -1e30), 1e30)) }
    self.init(
      red: number(color.red), green: number(color.green), blue: number(color.blue), alpha: number(color.alpha))
  }

  var isFinite: Bool { (red * 0 + green * 0 + blue * 0 + alpha * 0) == 0 }

  /// Whether source-over with it may leave 0…1.
  var isExtended: Bool {
    !(red >= 0 && red <= alpha && green >= 0 && green <= alpha && blue >= 0 && blue <= alpha && alpha <= 1)
  }
}

import MultiplaneCPixels
import MultiplaneFlattening
import MultiplanePathImages

/// Draws one tile after another, on one thread.
///
/// Passes inside the canvas are composed in tiles of the painter's own, one a level of nesting.
final class TilePainter {
  // One thread at a time has a painter: what its inner loops change is not checked for others.
  @exclusivity(unchecked) private(set) var statistics = CPUFrameStatistics()
  @exclusivity(unchecked) private var frame: PreparedFrame?
  @exclusivity(unchecked) private var kernels: UnsafePointer<CPKernels>?
  /// Tiles of pixels by level of nesting; the first is the canvas's.
  @exclusivity(unchecked) private var tiles: [UnsafeMutablePointer<Int16>] = []
  /// A transparent tile.
  private let emptyTile: UnsafeMutablePointer<Int16>
  /// Coverage of one tile, for what a region has no room for.
  private let plane: UnsafeMutablePointer<Float>
  /// The same for a shadow's own.
  private let shadowPlane: UnsafeMutablePointer<Int16>
  /// The coverage of a tile by the paths of one region, and by one more (`CPPathRows`).
  private let pathRows: [OpaquePointer?]
  /// Tiles of one colour that are not written yet.
  @exclusivity(unchecked) private var canvasFill = CanvasFill()
  /// The primitives that are left in a tile, of all passes that are being drawn.
  @exclusivity(unchecked) private var kept: [Int32] = []

  init() {
    emptyTile = Self.zeros(Int(CP_TILE_NUMBERS))
    plane = Self.zeros(TileSize.pixelCount)
    shadowPlane = Self.zeros(TileSize.pixelCount)
    pathRows = (0...Int(CP_PATHS)).map { _ in cp_path_rows_create() }
  }

  /// Whether there was no memory for the coverage of a path since this was last asked.
  func takePathFailure() -> Bool {
    pathRows.reduce(false) { hasFailed, rows in rows.map { cp_path_rows_take_failure($0) } ?? true || hasFailed }
  }

  deinit {
    emptyTile.deallocate()
    plane.deallocate()
    shadowPlane.deallocate()
    for tile in tiles { tile.deallocate() }
    for rows in pathRows { cp_path_rows_destroy(rows) }
  }

  private static func zeros<Number: Numeric>(_ count: Int) -> UnsafeMutablePointer<Number> {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Number>.stride, alignment: 64)
      .bindMemory(to: Number.self, capacity: count)
    memory.initialize(repeating: 0, count: count)
    return memory
  }

  func begin(_ frame: PreparedFrame, _ kernels: UnsafePointer<CPKernels>) {
    statistics = CPUFrameStatistics()
    self.frame = frame
    self.kernels = kernels
  }

  /// Draws a tile of the canvas and writes those of its pixels that are wanted.
  ///
  /// - Parameter sweep: what of the canvas has been drawn already, for backdrops; nil where nothing
  ///   was.
  func paint(_ index: Int, of bins: TileBins, after sweep: PassSweep?, wanted: PixelBox, into target: PixelTarget) {
    guard let frame, let kernels else { return }
    let box = bins.box(of: index)
    let window = box.intersection(wanted)
    guard !window.isEmpty else { return }
    var tile = self.tile(level: 0, box, window: window)
    var start: Int?
    if let sweep,
      let place = sweep.surface.index(column: TileSize.column(of: box.minX), row: TileSize.row(of: box.minY))
    {
      start = sweep.progress(ofTile: place)
      if start != nil { tile.pixels = sweep.surface.pixels + place * sweep.surface.tileNumbers }
    }
    let run = TileRun(frame: frame, kernels: kernels, tile: tile, entries: bins.entries(of: index))
    // May lie before the target's first byte, where the tile begins outside of it; no such pixel is
    // wanted.
    guard let address = target.address(x: Int(box.minX), y: Int(box.minY)) else { return }
    statistics.tiles += 1
    guard start != nil else { return drawCanvas(run, into: address, target) }
    draw(pass: 0, run, level: 0, from: start)
    kernels.pointee.store(&tile, address, target.bytesPerRow, target.order == .bgra)
  }

  /// Writes what `paint` has left, after its last tile.
  func finish(into target: PixelTarget) { if let kernels { canvasFill.write(kernels, target) } }

  /// Draws a tile of a pass that is drawn whole, from where it stands to a primitive.
  func paint(_ index: Int, of sweep: PassSweep, to end: Int) {
    guard let frame, let kernels else { return }
    let surface = sweep.surface
    let box = surface.tileBox(index)
    var tile = self.tile(level: 0, box, window: box.intersection(surface.box))
    let memory = surface.pixels + index * surface.tileNumbers
    if surface.channels == 4 { tile.pixels = memory }
    guard let bin = sweep.bins.tile(column: TileSize.column(of: box.minX), row: TileSize.row(of: box.minY)) else {
      return
    }
    let run = TileRun(frame: frame, kernels: kernels, tile: tile, entries: sweep.bins.entries(of: bin))
    draw(pass: sweep.pass, run, level: 0, from: sweep.progress(ofTile: index), to: end)
    statistics.tiles += 1
    guard surface.channels == 1 else { return }
    let width = TileSize.width
    for y in 0..<TileSize.height {
      let row = tile.pixels + y * TileSize.rowNumbers
      (memory + y * width).update(from: row + 3 * width, count: width)
    }
  }

  /// A tile to draw into, of which `window` is wanted.
  private func tile(level: Int, _ box: PixelBox, window: PixelBox) -> CPTile {
    while tiles.count <= level { tiles.append(Self.zeros(Int(CP_TILE_NUMBERS))) }
    return CPTile(
      pixels: tiles[level], x: box.minX, y: box.minY, min_x: window.minX - box.minX, min_y: window.minY - box.minY,
      max_x: window.maxX - box.minX, max_y: window.maxY - box.minY)
  }

  // MARK: The canvas

  /// Draws and writes a tile of the canvas on which nothing is drawn yet.
  ///
  /// Pixels that only show the ground are written without being drawn.
  ///
  /// - Parameter address: of the tile's first pixel.
  private func drawCanvas(_ run: TileRun, into address: UnsafeMutablePointer<UInt8>, _ target: PixelTarget) {
    let first = kept.count
    defer { kept.removeSubrange(first...) }
    let values = run.frame.passes[0]
    let isHidden = keepVisible(of: 0, values.first..<values.end, run)
    let (rowBytes, isBGRA) = (target.bytesPerRow, target.order == .bgra)
    var inner = run
    var end = kept.count
    if var ground = isHidden ? hidingColor(run.frame) : CPColor(values.background) {
      if isHidden { end -= 1 }
      if first == end { return canvasFill.add(run, ground, address, target) }
      let drawn = kept[first..<end].reduce(PixelBox.empty) { $0.union(run.frame.primitives[Int($1)].box) }
      inner.tile = run.tile.narrowed(to: drawn.intersection(run.window))
      run.tile.forEachPart(around: inner.tile) { run.kernels.pointee.fill(&$0, &ground, address, rowBytes, isBGRA) }
      run.kernels.pointee.clear(&inner.tile, &ground)
    }
    for next in kept[first..<end].reversed() { draw(Int(next), inner, level: 0, isCanvas: true) }
    run.kernels.pointee.store(&inner.tile, address, rowBytes, isBGRA)
  }

  /// The colour of the lowest visible primitive, which hides what is beneath it; nil if it has more
  /// than one.
  private func hidingColor(_ frame: PreparedFrame) -> CPColor? {
    guard let index = kept.last.map(Int.init) else { return nil }
    switch frame.primitives[index].kind {
    case .box, .path: return frame.colors[index].isExtended ? nil : frame.colors[index]
    case .pass, .surface, .backdrop, .border, .shadow, .gradient, .image, .raster: return nil
    }
  }

  // MARK: Passes

  /// Draws a pass's background and its primitives, or some of them.
  ///
  /// - Parameters:
  ///   - start: where the tile stands; nil for a tile that holds anything.
  ///   - end: the primitive before which to stop; nil for all.
  private func draw(pass: Int, _ run: TileRun, level: Int, from start: Int? = nil, to end: Int? = nil) {
    let first = kept.count
    defer { kept.removeSubrange(first...) }
    let values = run.frame.passes[pass]
    let isHidden = keepVisible(of: pass, (start ?? values.first)..<max(start ?? values.first, end ?? values.end), run)
    var tile = run.tile
    if !isHidden, start == nil {
      var background = CPColor(values.background)
      run.kernels.pointee.clear(&tile, &background)
    }
    // From the first to the last, which were found backwards.
    var next = kept.count - 1
    while next >= first {
      draw(Int(kept[next]), run, level: level, isCanvas: pass == 0)
      next -= 1
    }
  }

  /// Draws what a pass shows, after its filters, into a tile of the painter's own.
  private func drawPicture(of pass: Int, _ run: TileRun, level: Int) {
    draw(pass: pass, run, level: level)
    var tile = run.tile
    for filter in run.frame.passes[pass].filters {
      run.kernels.pointee.filter(&tile, run.frame.colorFilters + Int(filter))
    }
  }

  /// Finds a pass's primitives that later opaque ones do not hide, from the last to the first.
  ///
  /// - Returns: whether one of them fills the tile, so that nothing beneath it is needed.
  private func keepVisible(of pass: Int, _ range: Range<Int>, _ run: TileRun) -> Bool {
    let frame = run.frame
    let (first, end) = (range.lowerBound, range.upperBound)
    let window = run.window
    var largest = PixelBox.empty
    var second = PixelBox.empty
    // Entries ascend: a pass within others would else look past all that lie in front of it.
    var place = run.entries.count
    var low = 0
    while low < place {
      let middle = (low + place) / 2
      if Int(run.entries[middle]) < end { low = middle + 1 } else { place = middle }
    }
    while place > 0 {
      place -= 1
      let index = Int(run.entries[place])
      if index < first { break }
      guard frame.passOf[index] == pass else { continue }
      let box = frame.primitives[index].box.intersection(window)
      guard !box.isEmpty else { continue }
      if largest.contains(box) || second.contains(box) {
        statistics.hidden += 1
        continue
      }
      var opaque = frame.opaque[index].intersection(window)
      if frame.primitives[index].kind == .path, let path = frame.paths[Int(frame.primitives[index].payload)] {
        let share = Int(cp_bins_share(path, run.tile.x, run.tile.y))
        if share == CP_PATH_NONE { continue }
        if share == CP_PATH_WHOLE, frame.isOpaquePath[index] {
          opaque = frame.clips.whole(of: box, inChain: frame.primitives[index].clip, tile: run.tile)
        }
      }
      if frame.clips.isHidden(run.tile, byChain: frame.primitives[index].clip) { continue }
      kept.append(Int32(index))
      statistics.commands += 1
      guard !opaque.isEmpty else { continue }
      if opaque == window { return true }
      if opaque.pixelCount > largest.pixelCount {
        (largest, second) = (opaque, largest)
      } else if opaque.pixelCount > second.pixelCount {
        second = opaque
      }
    }
    return false
  }

  // MARK: Primitives

  private func draw(_ index: Int, _ run: TileRun, level: Int, isCanvas: Bool) {
    let frame = run.frame
    let primitive = frame.primitives[index]
    let payload = Int(primitive.payload)
    let box = primitive.box.intersection(run.window)
    var region = CPRegion()
    let opacity = primitive.opacity > 0 ? min(primitive.opacity, 1) : 0
    let blend = primitive.blend.kernel
    // A blend mode's opacity is the source's, not the coverage's.
    region.opacity = blend == nil ? opacity : 1
    guard region.opacity > 0 else { return }
    region.min_x = box.minX - run.tile.x
    region.min_y = box.minY - run.tile.y
    region.max_x = box.maxX - run.tile.x
    region.max_y = box.maxY - run.tile.y
    var surface = CPSurface()
    switch primitive.kind {
    case .surface:
      let use = frame.surfaces[payload]
      guard drawSurface(use, run, box, level: level, needsSource: blend == nil, into: &surface) else { return }
    case .backdrop:
      guard drawBackdrop(payload, run, box, level: level, into: &surface) else { return }
    default: break
    }
    guard addCoverage(of: index, primitive, to: &region, run, box) else { return }
    let kernels = run.kernels
    var tile = run.tile
    switch primitive.kind {
    case .pass: break
    case .surface:
      region.is_cut = isCanvas && (frame.hasExtendedRange || surface.color.isExtended)
      if let blend {
        kernels.pointee.blend(&tile, &region, &surface, opacity, blend)
      } else {
        kernels.pointee.surface(&tile, &region, &surface)
      }
    case .backdrop:
      region.is_cut = isCanvas
      kernels.pointee.blend(&tile, &region, &surface, 1, Int32(CP_REPLACE))
    case .box, .border, .path:
      var color = frame.colors[index]
      region.is_cut = isCanvas && color.isExtended
      kernels.pointee.color(&tile, &region, &color)
    case .shadow:
      kernels.pointee.box_shadow(&tile, &region, frame.shadows.shadows.pointer + payload, shadowPlane)
      surface.alpha = UnsafePointer(shadowPlane)
      surface.alpha_stride = Int32(TileSize.width)
      surface.color = frame.colors[index]
      region.is_cut = isCanvas && surface.color.isExtended
      kernels.pointee.surface(&tile, &region, &surface)
    case .gradient:
      kernels.pointee.gradient(&tile, &region, frame.gradients.gradients.pointer + payload)
    case .image:
      region.is_cut = isCanvas && frame.hasExtendedRange
      drawImage(payload, run, &region)
    case .raster:
      region.is_cut = isCanvas && frame.hasExtendedRange
      guard let raster = frame.pictures.raster(payload) else { return }
      kernels.pointee.image(&tile, &region, raster.image)
    }
  }

  private func drawImage(_ payload: Int, _ run: TileRun, _ region: inout CPRegion) {
    var tile = run.tile
    let images = run.frame.images
    let cutCount = region.cut_count
    for index in Int(images.starts[payload])..<Int(images.starts[payload + 1]) {
      let part = images.parts.pointer + index
      region.cut_count = cutCount
      if let line = part.pointee.left { cp_region_cut(&region, line, false) }
      if let line = part.pointee.right { cp_region_cut(&region, line, true) }
      if let line = part.pointee.top { cp_region_cut(&region, line, false) }
      if let line = part.pointee.bottom { cp_region_cut(&region, line, true) }
      run.kernels.pointee.image(&tile, &region, &part.pointee.image)
    }
  }

  /// Finds what a surface shows, and its mask: drawn whole before, or composed in tiles of the
  /// painter's own.
  ///
  /// - Parameter needsSource: whether a surface without pixels changes nothing.
  /// - Returns: false when nothing is changed.
  private func drawSurface(
    _ use: SurfaceUse, _ run: TileRun, _ box: PixelBox, level: Int, needsSource: Bool, into surface: inout CPSurface
  ) -> Bool {
    if let picture = picture(
      of: Int(use.pass), run, box, level: level + 1, inside: use.mask < 0 ? level + 1 : level + 2)
    {
      surface.pixels = picture.pixels
      surface.alpha = picture.alpha
      surface.alpha_stride = picture.alphaStride
    } else if needsSource {
      return false
    } else {
      surface.pixels = UnsafePointer(emptyTile)
    }
    if let shadow = use.shadow {
      surface.pixels = nil
      surface.color = CPColor(shadow)
    } else if surface.pixels == nil {
      surface.color = CPColor(red: 0, green: 0, blue: 0, alpha: 1)
    }
    return use.mask < 0 || addMask(Int(use.mask), run, box, level: level, to: &surface)
  }

  /// Draws a backdrop: the pixels below it after its filters.
  private func drawBackdrop(
    _ payload: Int, _ run: TileRun, _ box: PixelBox, level: Int, into surface: inout CPSurface
  ) -> Bool {
    guard let picture = run.frame.pictures.backdropTile(payload, x: run.tile.x, y: run.tile.y) else {
      surface.pixels = UnsafePointer(emptyTile)
      return addMask(run.frame.backdropMasks[payload], run, box, level: level, to: &surface)
    }
    surface.pixels = picture.pixels
    return addMask(run.frame.backdropMasks[payload], run, box, level: level, to: &surface)
  }

  /// - Parameter mask: a pass; below 0 for none.
  private func addMask(
    _ mask: Int, _ run: TileRun, _ box: PixelBox, level: Int, to surface: inout CPSurface
  ) -> Bool {
    guard mask >= 0 else { return true }
    guard let picture = picture(of: mask, run, box, level: level + 2, inside: level + 2) else { return false }
    surface.mask = picture.alpha
    surface.mask_stride = picture.alphaStride
    return true
  }

  /// A pass's picture in a tile; nil where it shows nothing.
  private func picture(
    of pass: Int, _ run: TileRun, _ box: PixelBox, level: Int, inside: Int
  ) -> PassPictures.Tile? {
    if run.frame.isWhole(pass) { return run.frame.pictures.tile(of: pass, x: run.tile.x, y: run.tile.y) }
    let whole = PixelBox(
      minX: run.tile.x, minY: run.tile.y, maxX: run.tile.x + Int32(TileSize.width),
      maxY: run.tile.y + Int32(TileSize.height))
    var inner = run
    inner.tile = tile(level: level, whole, window: box)
    drawPicture(of: pass, inner, level: inside)
    return PassPictures.Tile(inner.tile.pixels)
  }

  // MARK: Coverage

  /// The shapes of a primitive and of the clips around it that matter in a box; false when nothing
  /// is left.
  private func addCoverage(
    of index: Int, _ primitive: Primitive, to region: inout CPRegion, _ run: TileRun, _ box: PixelBox
  ) -> Bool {
    let frame = run.frame
    var hasPlane = false
    switch primitive.kind {
    case .box, .gradient, .image, .backdrop: cp_region_add(&region, UnsafePointer(frame.shapes.pointer + index))
    case .raster:
      guard let raster = frame.pictures.raster(Int(primitive.payload)) else { return false }
      cp_region_add(&region, raster.shape)
    case .border:
      cp_region_add(&region, UnsafePointer(frame.shapes.pointer + index))
      if frame.hasInner[Int(primitive.payload)] {
        region.inner = UnsafePointer(frame.inners.pointer + Int(primitive.payload))
      }
    case .path:
      guard add(frame.paths[Int(primitive.payload)], to: &region, run, box, &hasPlane) else { return false }
    case .pass, .surface, .shadow: break
    }
    var clip = Int(primitive.clip)
    while clip >= 0 {
      switch frame.clips.kinds[clip] {
      case .nothing: return false
      case .path:
        guard add(frame.clips.paths[clip], to: &region, run, box, &hasPlane) else { return false }
      case .shape: add(clip, to: &region, run, box, &hasPlane)
      case .side: guard addCut(clip, to: &region, run, box, &hasPlane) else { return false }
      }
      clip = Int(frame.clips.outers[clip])
    }
    if hasPlane { region.plane = UnsafePointer(plane) }
    return true
  }

  private func add(
    _ clip: Int, to region: inout CPRegion, _ run: TileRun, _ box: PixelBox, _ hasPlane: inout Bool
  ) {
    let shape = UnsafePointer(run.frame.clips.shapes.pointer + clip)
    if cp_shape_is_certain(
      shape, Double(box.minX) + 0.5, Double(box.minY) + 0.5, Double(box.maxX) - 0.5, Double(box.maxY) - 0.5)
    {
      return
    }
    guard region.shape_count == Int32(CP_SHAPES) else { return cp_region_add(&region, shape) }
    // More than a region holds.
    var tile = window(box, run)
    begin(&hasPlane)
    var one = CPRegion()
    cp_region_add(&one, shape)
    run.kernels.pointee.cover(&tile, &one, plane)
  }

  /// Cuts a region along a line; false when nothing of the box is left.
  private func addCut(
    _ clip: Int, to region: inout CPRegion, _ run: TileRun, _ box: PixelBox, _ hasPlane: inout Bool
  ) -> Bool {
    let side = run.frame.clips.sides[clip]
    switch side.share(of: box) {
    case .all: return true
    case .none: return false
    case .some: break
    }
    guard region.cut_count == Int32(CP_CLIP_CUTS) else {
      cp_region_cut(&region, side.line, side.isInverse)
      return true
    }
    // More than a region holds.
    var tile = window(box, run)
    begin(&hasPlane)
    var one = CPRegion()
    cp_region_cut(&one, side.line, side.isInverse)
    run.kernels.pointee.cover(&tile, &one, plane)
    return true
  }

  /// Adds a path to a region; false when nothing of the box is left.
  private func add(
    _ path: OpaquePointer?, to region: inout CPRegion, _ run: TileRun, _ box: PixelBox, _ hasPlane: inout Bool
  ) -> Bool {
    guard let path, let rows = pathRows[Int(region.path_count)] else { return false }
    var tile = window(box, run)
    let share = Int(run.kernels.pointee.path(&tile, path, rows))
    guard share == CP_PATH_PARTIAL else { return share == CP_PATH_WHOLE }
    guard region.path_count == Int32(CP_PATHS) else {
      cp_region_add_path(&region, rows)
      return true
    }
    // More than a region holds.
    begin(&hasPlane)
    var one = CPRegion()
    cp_region_add_path(&one, rows)
    run.kernels.pointee.cover(&tile, &one, plane)
    return true
  }

  /// The tile with only a box of it wanted.
  private func window(_ box: PixelBox, _ run: TileRun) -> CPTile {
    var tile = run.tile
    tile.min_x = box.minX - tile.x
    tile.min_y = box.minY - tile.y
    tile.max_x = box.maxX - tile.x
    tile.max_y = box.maxY - tile.y
    return tile
  }

  private func begin(_ hasPlane: inout Bool) {
    if !hasPlane { plane.update(repeating: 1, count: TileSize.pixelCount) }
    hasPlane = true
  }
}

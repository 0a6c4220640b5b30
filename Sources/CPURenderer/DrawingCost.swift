import Foundation
import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplanePathImages
import MultiplaneRenderTree

/// The estimated cost of a list: peak memory, and the work of one processor core.
///
/// Time is the sum of what there is of each kind of work (`DrawingWork`), each with what one of it
/// takes.
package struct CPUDrawingCost: Sendable, Equatable {
  /// The peak memory of surfaces, coverages and texels, in bytes, without the target.
  package private(set) var bytes = 0
  package var seconds: Double { work.seconds }
  private(set) var work = DrawingWork()
  /// The part of `bytes` that the list and its prepared primitives take, with any renderer.
  package private(set) var listBytes = 0
  /// The part of `bytes` that texels of images take.
  package private(set) var imageBytes = 0
  /// The pixels of all passes, the canvas included.
  package private(set) var passPixels = 0
  /// The cost per primitive, if requested; a pass counts for the primitive that opens it. Tables of
  /// shadows, and the surface that backdrops of the canvas read, are not assigned.
  package private(set) var shares: [Share]?

  package struct Share: Sendable, Equatable {
    package var bytes = 0
    package var seconds = 0.0
  }

  /// Each thread has a tile for each level of passes; the tiles of this many levels are part of
  /// what any frame takes.
  private static let usualLevels = 8
  private static let tileBytes = MemoryLayout<Int16>.size * Int(CP_TILE_NUMBERS)

  /// Estimates a list.
  ///
  /// - Parameters:
  ///   - wanted: the pixels of the canvas to draw; nil for all.
  ///   - tellsShares: whether to estimate the cost per primitive.
  package init(of list: DisplayList, wanted: PixelBox? = nil, tellsShares: Bool = false) {
    if tellsShares { shares = Array(repeating: Share(), count: list.primitives.count) }
    guard let canvas = list.passes.first?.box else { return }
    let plan = TilePlan()
    plan.prepare(list, wanted: wanted ?? canvas)
    let depths = Self.clipDepths(list)
    passPixels = list.passes.indices.reduce(0) { $0 + plan.passes.needed[$1].pixelCount }
    work[.canvasPixel] += Double(plan.passes.needed[0].intersection(canvas).pixelCount)
    addSurfaces(list, plan)
    var passOf: [Int] = [0]
    var deepest = 0
    for (index, primitive) in list.primitives.enumerated() {
      while passOf.count > 1, index >= list.passes[passOf[passOf.count - 1]].end { passOf.removeLast() }
      guard let pass = passOf.last else { return }
      counting(index) { $0.add(listBytes: Self.listBytes(of: primitive, list)) }
      if primitive.kind == .pass {
        passOf.append(Int(primitive.payload))
        deepest = max(deepest, passOf.count)
        continue
      }
      if plan.passes.isHidden(index) { continue }
      counting(index) { cost in
        let clips = primitive.clip < 0 ? 0 : depths[Int(primitive.clip)]
        cost.add(primitive, list, seen: plan.passes.needed[pass], clips: clips)
      }
    }
    add(bytes: max(0, deepest - Self.usualLevels) * ProcessInfo.processInfo.activeProcessorCount * Self.tileBytes)
    add(listBytes: list.clips.count * Self.bytesPerClip)
    addPaths(list)
    addImages(list)
    addTables(list)
  }

  /// The excess over the limits, memory first; nil if there is none.
  ///
  /// - Parameter target: the size of all targets, in bytes.
  package func excess(over limits: DrawingLimits, target: Int) -> DrawingExcess? {
    let (sum, overflows) = bytes.addingReportingOverflow(target)
    return limits.excess(bytes: overflows ? .max : sum) ?? limits.excess(seconds: seconds)
  }

  /// How many clips lie around each clip, itself included.
  private static func clipDepths(_ list: DisplayList) -> [Int] {
    var depths: [Int] = []
    for clip in list.clips { depths.append(clip.outer < 0 ? 1 : depths[Int(clip.outer)] + 1) }
    return depths
  }

  /// Has what is added count for a primitive.
  private mutating func counting(_ primitive: Int, _ body: (inout CPUDrawingCost) -> Void) {
    guard shares != nil else { return body(&self) }
    let (bytes, seconds) = (bytes, seconds)
    body(&self)
    let (moreBytes, moreSeconds) = (max(0, self.bytes - bytes), self.seconds - seconds)
    shares?[primitive].bytes += moreBytes
    shares?[primitive].seconds += moreSeconds
  }

  private mutating func add(bytes more: Int) {
    let (sum, overflows) = bytes.addingReportingOverflow(more)
    bytes = overflows ? .max : sum
  }

  // MARK: The list

  private static let bytesPerClip = 320

  /// The bytes of a primitive in the list and in the arrays of renderers, as measured.
  private static func listBytes(of primitive: Primitive, _ list: DisplayList) -> Int {
    switch primitive.kind {
    case .pass, .box, .surface: return 512
    case .border: return 928
    case .gradient: return 640 + 48 * list.gradients[Int(primitive.payload)].stops.count
    case .image:
      let box = list.images[Int(primitive.payload)]
      return box.columns.second == nil && box.rows.second == nil ? 1232 : 2496
    case .path: return 3400
    case .shadow, .raster, .backdrop: return 768
    }
  }

  private mutating func add(listBytes more: Int) {
    add(bytes: more)
    listBytes += more
  }

  // MARK: Passes

  /// Surfaces of whole passes and what their filters take. All are counted as if they were there at
  /// once: those of one level are.
  private mutating func addSurfaces(_ list: DisplayList, _ plan: TilePlan) {
    for level in plan.levels {
      for pass in level {
        let values = list.passes[pass]
        let channels = values.isAlphaOnly ? 1 : 4
        let box = plan.passes.needed[pass].intersection(values.box)
        counting(values.first - 1) { cost in
          cost.add(surface: box, channels: channels)
          cost.add(
            filters: values.filters, list, to: plan.passes.shown[pass], canvas: values.canvas, channels: channels)
        }
      }
    }
    add(surface: plan.canvasReads, channels: 4)
    for index in plan.passes.backdrops.values.joined() {
      let payload = Int(list.primitives[index].payload)
      let backdrop = list.backdrops[payload]
      counting(index) { cost in
        cost.work[.surfacePixel] += Double(plan.passes.backdropSources[payload].pixelCount)
        cost.add(
          filters: backdrop.filters, list, to: plan.passes.backdropBoxes[payload], canvas: backdrop.canvas, channels: 4,
          isKept: false)
      }
    }
    for pass in list.passes.indices where pass > 0 && !plan.isWhole[pass] {
      counting(list.passes[pass].first - 1) { cost in
        cost.work[.groupPixel] += Double(plan.passes.needed[pass].pixelCount)
        for filter in list.passes[pass].filters {
          list.filters[Int(filter)].count(plan.passes.needed[pass], channels: 4, in: &cost.work)
        }
      }
    }
  }

  private mutating func add(surface box: PixelBox, channels: Int) {
    guard !box.isEmpty else { return }
    add(bytes: TileSurface.byteCount(of: box, channels: channels))
    work[.surfacePixel] += Double(box.pixelCount * channels) / 4
  }

  /// - Parameter isKept: whether what they make stays; else it is there for one backdrop at a time.
  private mutating func add(
    filters: Range<Int32>, _ list: DisplayList, to box: PixelBox, canvas: PixelBox, channels: Int, isKept: Bool = true
  ) {
    var target = box
    var most = 0
    for filter in filters.reversed() {
      let step = list.filters[Int(filter)]
      let source = list.input(of: filter, for: target, canvas: canvas)
      // Each pixel that squares are made on looks its square up; what it reads may be all of the
      // canvas.
      let box = if case .pixellate = step { target } else { source }
      step.count(box, channels: channels, in: &work)
      most = max(most, step.surfaceCount * TileSurface.byteCount(of: box, channels: channels))
      target = source
    }
    if isKept { add(bytes: most) } else { bytes = max(bytes, min(most, .max - bytes) + bytes / 2) }
  }

  // MARK: Primitives

  private mutating func add(_ primitive: Primitive, _ list: DisplayList, seen: PixelBox, clips: Int) {
    let box = primitive.box.intersection(seen)
    work[primitive.kind == .image ? .imagePrimitive : primitive.kind == .path ? .pathPrimitive : .primitive] += 1
    guard !box.isEmpty else { return }
    let columns = TileSize.column(of: box.maxX - 1) - TileSize.column(of: box.minX) + 1
    let rows = TileSize.row(of: box.maxY - 1) - TileSize.row(of: box.minY) + 1
    var pixels = Double(box.pixelCount)
    if let shape = list.shape(of: primitive) {
      let plane = list.planes[Int(primitive.plane)]
      let share = shape.cornerShare(on: plane)
      pixels = shape.pixelCount(on: plane, in: primitive.box) * box.share(of: primitive.box)
      work[.coveredRow] += Double(columns * box.height) * share
      work[.coveredPixel] += pixels * share
    }
    work[.tile] += Double(columns * rows)
    work[.tileRow] += Double(columns * box.height)
    work[.clippedTile] += Double(columns * rows * clips)
    work[.clippedPixel] += pixels * Double(clips)
    let payload = Int(primitive.payload)
    switch primitive.kind {
    case .pass: break
    case .box: work[.colorPixel] += pixels
    case .path: work[.pathPixel] += pixels
    case .border:
      let inner = list.borders[payload].inner?.pixelCount(on: list.planes[Int(primitive.plane)], in: primitive.box) ?? 0
      work[.borderPixel] += max(0, pixels - inner * box.share(of: primitive.box))
    case .gradient:
      let gradient = list.gradients[payload]
      work[gradient.type == .conic ? .conicPixel : .gradientPixel] += pixels
      work[.stopPixel] += pixels * Double(gradient.stops.count)
    case .image: work[list.images[payload].pixelKind(on: list.planes[Int(primitive.plane)])] += pixels
    case .raster:
      work[.rasterPixel] += pixels
      let raster = list.passes[Int(list.rasters[payload].pass)].filteredBox
      add(bytes: 8 * raster.pixelCount)
      work[.surfacePixel] += Double(raster.pixelCount)
    case .shadow: work[.shadowPixel] += pixels
    case .surface: work[primitive.blend == .normal ? .picturePixel : .blendedPixel] += pixels
    case .backdrop: work[.blendedPixel] += pixels
    }
  }

  /// The tables of shadows, each once, however many shadows share it.
  private mutating func addTables(_ list: DisplayList) {
    for table in Set(list.shadows.flatMap(\.tables)) {
      // A corner's rows stand there once more, turned round.
      add(bytes: 2 * 4 * table.work.numbers)
      work[.tableSum] += table.work.sums
    }
  }

  // MARK: Paths

  /// The edges of paths, each path once.
  private mutating func addPaths(_ list: DisplayList) {
    let boxes = list.pathClipBoxes
    var firstUsers = [Int?](repeating: nil, count: list.clips.count)
    for (index, primitive) in list.primitives.enumerated() {
      if primitive.kind == .path {
        let path = list.paths[Int(primitive.payload)]
        counting(index) { $0.add(path.shape, path.offset, on: list.planes[Int(primitive.plane)], in: primitive.box) }
      }
      var clip = primitive.clip
      while clip >= 0, firstUsers[Int(clip)] == nil {
        firstUsers[Int(clip)] = index
        clip = list.clips[Int(clip)].outer
      }
    }
    for (index, box) in boxes.enumerated() {
      guard case .path(let path, let plane, let offset) = list.clips[index].region, !box.isEmpty,
        let first = firstUsers[index]
      else { continue }
      counting(first) { $0.add(path, offset, on: list.planes[Int(plane)], in: box) }
    }
  }

  /// Each line of a path, and each row of pixels that it crosses.
  private mutating func add(_ shape: PathShape, _ offset: (x: Double, y: Double), on plane: Plane, in box: PixelBox) {
    // In perspective, places are not distinguished.
    let isAffine = plane.isAffine
    let m = plane.toDevice
    let transform =
      isAffine
      ? CGAffineTransform(a: m.xx, b: m.yx, c: m.xy, d: m.yy, tx: m.x0, ty: m.y0)
        .translatedBy(x: offset.x, y: offset.y) : .identity
    let scale = isAffine ? max(hypot(m.xx, m.yx), hypot(m.xy, m.yy)) : 1
    func measured(_ path: CGPath, reach: Double) -> OutlineSize {
      OutlineSize(
        of: path.outline, transform: transform, tolerance: Self.tolerance,
        rows: isAffine && reach.isFinite ? Double(box.minY) - reach...Double(box.maxY) + reach : nil)
    }
    let size: OutlineSize
    switch shape {
    case .fill(let path, _): size = measured(path, reach: 0)
    case .stroke(let stroke):
      let width = stroke.width * scale
      size = measured(stroke.path, reach: stroke.reach * scale)
        .stroked(
          width: width, isRound: stroke.join == .round || stroke.cap == .round,
          dashes: stroke.dashes.map { $0 * scale }, tolerance: Self.tolerance)
    }
    let climb = min(size.climb, size.lines * Double(box.height))
    add(bytes: Int(min((size.lines + climb / Double(TileSize.height)) * 64, 1e15)))
    guard !box.isEmpty else { return }
    addTime(of: OutlineWork(of: shape, transform: transform, scale: scale, in: isAffine ? box : nil), in: box)
  }

  /// The lines of a path, and the tiles and rows of tiles that they cross.
  private mutating func addTime(of outline: OutlineWork, in box: PixelBox) {
    let columns = TileSize.column(of: box.maxX - 1) - TileSize.column(of: box.minX) + 1
    let rows = TileSize.row(of: box.maxY - 1) - TileSize.row(of: box.minY) + 1
    let climb = min(outline.climb, outline.lines * Double(box.height))
    work[outline.isStroke ? .outlineLine : .line] += outline.lines
    work[.lineRow] += outline.lines + climb
    work[.edgeTile] += min(Double(columns * rows), 1 + (outline.run + climb) / Double(TileSize.width))
    let tileRows = Double(columns * max(box.height, 1))
    if tileRows > 0 { work[.sortedLine] += tileRows * Self.sortedLines(of: outline, climb: climb, in: tileRows) }
  }

  /// The lines that are sorted in a row of a tile, once for each slab that they are in
  /// (`PathOverlaps.h`), where lines are spread evenly over rows.
  private static func sortedLines(of outline: OutlineWork, climb: Double, in tileRows: Double) -> Double {
    let (crossings, ends) = ((outline.seenLines + climb) / tileRows, outline.seenLines / tileRows)
    guard crossings > 0 else { return 0 }
    // The share of rows with overlaps. The lines of fills that cross themselves overlap anywhere,
    // those of strokes where bands meet.
    let half = outline.isStroke ? 6.8 : 3.0
    let overlap = 1 / (1 + pow(half / crossings, 3))
    // Lines that meet at an end, or lean over each other, are in one group. Of ranges of one length
    // that begin anywhere, e^(length · density) touch on average.
    let lean = min(outline.run / max(outline.seenLines + climb, 1), Double(TileSize.width))
    let depth = lean * crossings / Double(TileSize.width)
    let group = min((1 + 2 * ends / crossings) * exp(min(depth, 40)), max(crossings, 1))
    // A slab ends where lines end, and where lines that lean cross each other. Groups of very many
    // lines are cut less finely, into twice as many slabs as `least_slab` cuts evenly, and their
    // lines leave the cache.
    let mostSlabs = 2 * min(max(524_288 / group, 32), 128)
    let within = (1.25 * ends + 164 * depth * depth) * group / max(crossings, 1)
    let slabs = min(1 + 8 * depth + within, mostSlabs)
    return overlap * crossings * (slabs - 0.4) * (1 + crossings / 16_000)
  }

  /// How far from a curve its lines may be, in pixels.
  private static let tolerance = BinnedPathCache.tolerance

  /// Texels, with their mip levels as half floats.
  private mutating func addImages(_ list: DisplayList) {
    var known: Set<ObjectIdentifier> = []
    for (index, primitive) in list.primitives.enumerated() where primitive.kind == .image {
      let box = list.images[Int(primitive.payload)]
      guard known.insert(ObjectIdentifier(box.image)).inserted else { continue }
      counting(index) { $0.add(texelsOf: box) }
    }
  }

  private mutating func add(texelsOf box: ImageBox) {
    let texels = (box.image.width + 1) * (box.image.height + 1)
    let isHalf = box.image.hasHalfFloats
    let size = texels * (isHalf ? 8 : 4) + (box.minification == .trilinear ? texels * 8 : 0)
    add(bytes: size)
    imageBytes += size
    work[box.minification == .trilinear ? .levelTexel : .texel] += Double(texels)
  }
}

import MultiplaneCPixels
import MultiplaneDrawing
import MultiplaneFlattening

/// Draws the passes that are drawn whole, with their filters, and what backdrops show.
struct WholePasses {
  let list: DisplayList
  let frame: PreparedFrame
  let plan: TilePlan
  let painters: [TilePainter]
  let work: FilterWork

  private var pictures: PassPictures { frame.pictures }

  /// Draws all of them, those that lie in others first.
  func draw() throws(CPURendererError) {
    for level in plan.levels {
      var sweeps: [PassSweep] = []
      for pass in level { sweeps.append(try sweep(pass)) }
      for sweep in sweeps where plan.passes.backdrops[sweep.pass] != nil { try drawToLastBackdrop(sweep) }
      finish(sweeps)
      try filter(sweeps)
    }
  }

  /// What a pass is drawn into.
  private func sweep(_ pass: Int) throws(CPURendererError) -> PassSweep {
    let values = list.passes[pass]
    let box = plan.passes.needed[pass].intersection(values.box)
    let isAlpha =
      values.isAlphaOnly && plan.passes.backdrops[pass] == nil && values.filters.allSatisfy { isBlur(Int($0)) }
    let surface = try TileSurface(box, channels: isAlpha ? 1 : 4, from: work.pool)
    let bins = TileBins()
    bins.sort(frame, values.first..<values.end, of: Int32(pass), wanted: box)
    return PassSweep(pass: pass, surface, bins: bins)
  }

  private func isBlur(_ filter: Int) -> Bool {
    if case .gaussian = list.filters[filter] { true } else { false }
  }

  /// Draws what is left of passes, the tiles of all of them at the same time.
  private func finish(_ sweeps: [PassSweep]) {
    var tiles: [(sweep: PassSweep, tile: Int)] = []
    for sweep in sweeps {
      for tile in 0..<sweep.surface.tileCount { tiles.append((sweep, tile)) }
    }
    Parallel.run(tiles.count, threads: painters.count) { number, thread in
      let (sweep, tile) = tiles[number]
      painters[thread].paint(tile, of: sweep, to: list.passes[sweep.pass].end)
      sweep.surface.trim(tile)
    }
  }

  /// Filters what was drawn: where there are enough of them a thread takes one after another,
  /// elsewhere all threads share each.
  private func filter(_ sweeps: [PassSweep]) throws(CPURendererError) {
    var results = [Result<TileSurface?, CPURendererError>](repeating: .success(nil), count: sweeps.count)
    let isShared = sweeps.count < painters.count
    let work =
      isShared ? work : FilterWork(kernels: work.kernels, pool: work.pool, threads: 1, gaussians: work.gaussians)
    results.withUnsafeMutableBufferPointer { results in
      nonisolated(unsafe) let results = results
      Parallel.run(sweeps.count, threads: isShared ? 1 : painters.count) { number, _ in
        results[number] = Result { () throws(CPURendererError) in try filtered(sweeps[number], work) }
      }
    }
    for (sweep, result) in zip(sweeps, results) {
      pictures.setPicture(try result.get(), of: sweep.pass)
      for (index, use) in list.rasters.enumerated() where Int(use.pass) == sweep.pass {
        guard let primitive = frame.primitiveOfRaster(index) else { continue }
        pictures.setRaster(index, use, plane: list.primitives[primitive].plane, frame.planes)
      }
    }
  }

  private func filtered(_ sweep: PassSweep, _ work: FilterWork) throws(CPURendererError) -> TileSurface? {
    let values = list.passes[sweep.pass]
    return try filtered(
      PictureSource(sweep.surface), by: values.filters, in: plan.passes.shown[sweep.pass], canvas: values.canvas, work)
  }

  // MARK: Backdrops

  /// Draws a pass up to the last thing that reads what lies beneath it, which is shown too.
  func drawToLastBackdrop(_ sweep: PassSweep) throws(CPURendererError) {
    for index in plan.passes.backdrops[sweep.pass] ?? [] {
      let payload = Int(list.primitives[index].payload)
      let backdrop = list.backdrops[payload]
      let (box, source) = (plan.passes.backdropBoxes[payload], plan.passes.backdropSources[payload])
      sweep.advance(to: index, in: source.clamped(to: backdrop.canvas).union(box), painters)
      // Beyond the canvas each pixel is the nearest one of it.
      let beneath = PictureSource(sweep.surface, in: source, canvas: backdrop.canvas)
      pictures.setBackdrop(
        try filtered(beneath, by: backdrop.filters, in: box, canvas: backdrop.canvas, work), payload)
      sweep.advance(to: index + 1, in: box, painters)
      pictures.setBackdrop(nil, payload)
    }
  }

  // MARK: Filters

  /// A picture after filters, as far as a box; nil for nothing.
  private func filtered(
    _ source: PictureSource, by filters: Range<Int32>, in box: PixelBox, canvas: PixelBox, _ work: FilterWork
  ) throws(CPURendererError) -> TileSurface? {
    var picture = source
    for filter in filters {
      let rest = filter + 1..<filters.upperBound
      let wanted = list.input(of: rest, for: box, canvas: canvas)
      let next = try FilterDrawing(list: list, frame: frame, work: work).filtered(picture, by: filter, in: wanted)
      guard let next else { return nil }
      picture = PictureSource(next)
    }
    return try picture.owned(work)
  }
}

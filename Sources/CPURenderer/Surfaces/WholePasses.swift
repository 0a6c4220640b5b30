import MultiplaneCPixels
import MultiplaneFlattening

/// Draws the passes that are drawn whole, with their filters, and what backdrops show.
struct WholePasses {
  let list: DisplayList
  let frame: PreparedFrame
  let plan: PassPlan
  let painters: [TilePainter]
  let work: FilterWork

  private var pictures: PassPictures { frame.pictures }

  /// Draws all of them, those that lie in others first.
  func draw() throws(CPURendererError) {
    for level in plan.levels {
      var sweeps: [PassSweep] = []
      for pass in level { sweeps.append(try sweep(pass)) }
      for sweep in sweeps where plan.backdrops[sweep.pass] != nil { try drawToLastBackdrop(sweep) }
      finish(sweeps)
      try filter(sweeps)
    }
  }

  /// What a pass is drawn into.
  private func sweep(_ pass: Int) throws(CPURendererError) -> PassSweep {
    let values = list.passes[pass]
    let box = plan.needed[pass].intersection(values.box)
    let isAlpha = values.isAlphaOnly && plan.backdrops[pass] == nil && values.filters.allSatisfy { isBlur(Int($0)) }
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

  /// Filters what was drawn: where there are enough of them a thread takes one after another, elsewhere all threads share each.
  private func filter(_ sweeps: [PassSweep]) throws(CPURendererError) {
    var results = [Result<TileSurface?, CPURendererError>](repeating: .success(nil), count: sweeps.count)
    let isShared = sweeps.count < painters.count
    let work = isShared ? work : FilterWork(kernels: work.kernels, pool: work.pool, threads: 1)
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
      sweep.surface, by: values.filters, in: plan.shown[sweep.pass], canvas: values.canvas, work)
  }

  // MARK: Backdrops

  /// Draws a pass up to the last thing that reads what lies beneath it, which is shown too.
  func drawToLastBackdrop(_ sweep: PassSweep) throws(CPURendererError) {
    for index in plan.backdrops[sweep.pass] ?? [] {
      let payload = Int(list.primitives[index].payload)
      let backdrop = list.backdrops[payload]
      let (box, source) = (plan.backdropBoxes[payload], plan.backdropSources[payload])
      sweep.advance(to: index, in: source.clamped(to: backdrop.canvas).union(box), painters)
      let beneath = try copy(sweep, over: source, canvas: backdrop.canvas)
      pictures.setBackdrop(
        try filtered(beneath, by: backdrop.filters, in: box, canvas: backdrop.canvas, work), payload)
      sweep.advance(to: index + 1, in: box, painters)
      pictures.setBackdrop(nil, payload)
    }
  }

  /// What has been drawn, where beyond the canvas each pixel is the nearest one of the canvas.
  private func copy(
    _ sweep: PassSweep, over box: PixelBox, canvas: PixelBox
  ) throws(CPURendererError) -> TileSurface {
    let copy = try TileSurface(box, channels: 4, from: work.pool)
    let view = sweep.surface.view
    work.run(copy.tileCount) { index, _ in
      let tile = copy.tileBox(index).intersection(box)
      let memory = copy.pixels + index * copy.tileFloats
      for y in tile.minY..<tile.maxY {
        let row = min(max(y, canvas.minY), canvas.maxY - 1)
        let line = memory + (Int(y) & 63) * TileSurface.side * 4
        copyRow(of: view, row, canvas: canvas.columns, to: line, tile.columns)
      }
      copy.trim(index)
    }
    return copy
  }

  /// Copies columns of a row into the row of a tile that holds the same columns.
  private func copyRow(
    of view: TileSurface.View, _ row: Int32, canvas: Range<Int32>, to line: UnsafeMutablePointer<Float>,
    _ columns: Range<Int32>
  ) {
    let side = TileSurface.side
    func source(_ column: Int32) -> UnsafeMutablePointer<Float>? {
      guard view.box.rows.contains(row), view.box.columns.contains(column) else { return nil }
      return view.tile(column: TileSurface.tile(of: column), row: TileSurface.tile(of: row))
        .map { $0 + (Int(row) & 63) * side * 4 + (Int(column) & 63) }
    }
    func fill(_ columns: Range<Int32>, with pixel: UnsafeMutablePointer<Float>?) {
      guard let first = columns.first else { return }
      for channel in 0..<4 {
        (line + channel * side + (Int(first) & 63))
          .update(repeating: pixel?[channel * side] ?? 0, count: columns.count)
      }
    }
    let inside = columns.clamped(to: canvas)
    let held = inside.clamped(to: view.box.columns)
    fill(columns.clamped(to: .min..<canvas.lowerBound), with: source(canvas.lowerBound))
    fill(columns.clamped(to: canvas.upperBound..<(.max)), with: source(canvas.upperBound - 1))
    if held != inside || !view.box.rows.contains(row) { fill(inside, with: nil) }
    guard let first = held.first, let pixels = source(first) else { return }
    for channel in 0..<4 {
      (line + channel * side + (Int(first) & 63)).update(from: pixels + channel * side, count: held.count)
    }
  }

  // MARK: Filters

  /// A surface after filters, as far as a box; nil for nothing.
  private func filtered(
    _ surface: TileSurface, by filters: Range<Int32>, in box: PixelBox, canvas: PixelBox, _ work: FilterWork
  ) throws(CPURendererError) -> TileSurface? {
    var picture = surface
    for filter in filters {
      let rest = filter + 1..<filters.upperBound
      let wanted = list.input(of: rest, for: box, canvas: canvas)
      let next = try FilterDrawing(list: list, frame: frame, work: work).filtered(picture, by: filter, in: wanted)
      guard let next else { return nil }
      picture = next
    }
    return picture
  }
}

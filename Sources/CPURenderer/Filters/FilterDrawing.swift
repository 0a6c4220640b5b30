import MultiplaneCPixels
import MultiplaneFlattening

/// Draws filters of pictures.
struct FilterDrawing {
  let list: DisplayList
  let frame: PreparedFrame
  let work: FilterWork

  /// A picture after one of the list's filters, as far as a box; nil for nothing. The picture
  /// itself may be changed.
  func filtered(
    _ picture: PictureSource, by filter: Int32, in wanted: PixelBox
  ) throws(CPURendererError) -> TileSurface? {
    switch list.filters[Int(filter)] {
    case .gaussian(let step): return try blurred(picture, step, in: wanted)
    case .mean(let step): return try Convolution(step).applied(to: picture, in: wanted, work)
    case .pixellate(let step): return try pixellated(picture.owned(work), step, in: wanted)
    case .bloom(let step): return try bloomed(picture.owned(work), step, in: wanted)
    case .color:
      let own = try picture.owned(work)
      let kernel = frame.colorFilters + Int(filter)
      work.forEachTile(of: own) { tile, _ in work.kernels.pointee.filter(&tile, kernel) }
      return own
    }
  }

  private func blurred(
    _ picture: PictureSource, _ step: GaussianStep, in wanted: PixelBox
  ) throws(CPURendererError) -> TileSurface? {
    try step.slope == 0
      ? work.gaussians.gaussian(step).applied(to: picture, in: wanted, work)
      : Convolution(step).applied(to: picture, in: wanted, work)
  }

  private func bloomed(
    _ picture: TileSurface, _ step: BloomStep, in wanted: PixelBox
  ) throws(CPURendererError) -> TileSurface? {
    let bright = PictureSource(brightPartOf: picture)
    // It reaches as far as the sum, which takes its place.
    guard let glow = try step.blur.blurs ? blurred(bright, step.blur, in: wanted) : bright.owned(work) else {
      return nil
    }
    let own = picture.view
    work.forEachTile(of: glow) { tile, index in
      let (column, row) = (TileSize.column(of: tile.x), TileSize.row(of: tile.y))
      work.kernels.pointee.add_light(
        own.tile(column: column, row: row), tile.pixels, Float(step.intensity), tile.pixels)
      glow.trim(index)
    }
    return glow
  }

  /// The mean of each square of a plane.
  private func pixellated(
    _ picture: TileSurface, _ step: PixellateStep, in wanted: PixelBox
  ) throws(CPURendererError) -> TileSurface? {
    let target = FilterStep.pixellate(step).reached(from: picture.box, on: list.planes).intersection(wanted)
    guard !picture.box.isEmpty, !target.isEmpty else { return nil }
    let result = try TileSurface(target, channels: picture.channels, from: work.pool)
    let plane = list.planes[Int(step.plane)]
    let squares = CPSquares(step, on: plane, frame.planes.horizons(of: step.plane))
    let source = CPPicture(picture.view)
    work.forEachTile(of: result) { tile, index in
      var (squares, source) = (squares, source)
      work.kernels.pointee.squares(&tile, &squares, &source)
      result.trim(index)
    }
    return result
  }
}

extension FilterWork {
  /// Calls a body for each tile of a surface, with the tile's index, on all threads.
  fileprivate func forEachTile(of surface: TileSurface, _ body: (inout CPTile, Int) -> Void) {
    run(surface.tileCount) { index, _ in
      let box = surface.tileBox(index)
      let inside = box.intersection(surface.box)
      var tile = CPTile(
        pixels: surface.pixels + index * surface.tileNumbers, x: box.minX, y: box.minY, min_x: inside.minX - box.minX,
        min_y: inside.minY - box.minY, max_x: inside.maxX - box.minX, max_y: inside.maxY - box.minY)
      body(&tile, index)
    }
  }
}

// MARK: - What they take

extension FilterStep {
  /// How many surfaces' memory there is at once beside the picture while it is drawn: of
  /// convolutions a plane of floats, which is as large as two, before each of two passes, and the
  /// result; of a bloom a copy of the picture too.
  var surfaceCount: Int {
    switch self {
    case .pixellate: 1
    case .bloom: 6
    default: 5
    }
  }

  /// Counts the work of drawing it.
  ///
  /// - Parameter box: the pixels that it reads; of squares those that it makes.
  func count(_ box: PixelBox, channels: Int, in work: inout DrawingWork) {
    let pixels = Double(box.pixelCount)
    switch self {
    case .gaussian(let step):
      // On pixels of several: a few taps for means and a spline; the kernel counts for one pixel in
      // d, and has as many fewer taps.
      func taps(_ reach: Int32, _ spacing: Int32) -> Double {
        let spacing = Double(spacing)
        return Double(2 * reach + 1) / (spacing * spacing) + (spacing > 1 ? 3 : 0)
      }
      let across = taps(step.reachAcross, step.spacingAcross)
      let down = taps(step.reachDown, step.spacingDown) * (step.slope == 0 ? 1 : 2)
      work[.tap] += pixels * Double(channels) * (across + down + 5)
    case .mean(let step):
      let rows = step.y == step.y.rounded() && step.x == step.x.rounded() ? 1.0 : 4.0
      work[.tap] += pixels * Double(channels) * (Double(2 * step.count + 1) * rows + 5)
    case .bloom(let step):
      FilterStep.gaussian(step.blur).count(box, channels: channels, in: &work)
      work[.filteredPixel] += pixels
    case .color(let step): work[step.filter.kind == .colorMatrix ? .matrixPixel : .filteredPixel] += pixels
    case .pixellate: work[.squarePixel] += pixels
    }
  }
}

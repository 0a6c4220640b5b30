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
    case .pixellate(let step):
      return try Pixellation(step, list.planes).applied(to: picture.owned(work), in: wanted, work)
    case .bloom(let step): return try bloomed(picture.owned(work), step, in: wanted)
    case .colorMatrix, .exposure, .gamma, .vignette:
      let own = try picture.owned(work)
      change(own, by: frame.colorFilters + Int(filter))
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
    let target = FilterStep.bloom(step).reached(from: picture.box, on: list.planes).intersection(wanted)
    guard !target.isEmpty else { return nil }
    let bright = try TileSurface(picture.box, channels: 4, from: work.pool)
    work.run(bright.tileCount) { index, _ in
      // Both have the same tiles.
      let start = index * bright.tileFloats
      Self.forEachPixel { place in
        let pixel = Self.pixel(picture.pixels + start + place)
        let luminance: Float = 0.2126 * pixel.x + 0.7152 * pixel.y + 0.0722 * pixel.z
        let share = pixel.w > 0 ? min(max(2 * luminance / pixel.w - 1, 0), 1) : 0
        Self.store(pixel * share, bright.pixels + start + place)
      }
    }
    guard let glow = try step.blur.blurs ? blurred(PictureSource(bright), step.blur, in: wanted) : bright else {
      return nil
    }
    let result = try TileSurface(target, channels: 4, from: work.pool)
    let (own, added, intensity) = (picture.view, glow.view, Float(step.intensity))
    work.run(result.tileCount) { index, _ in
      let column = result.firstColumn + index % result.columns
      let row = result.firstRow + index / result.columns
      let (tile, light) = (own.tile(column: column, row: row), added.tile(column: column, row: row))
      let start = result.pixels + index * result.tileFloats
      Self.forEachPixel { place in
        let pixel = tile.map { Self.pixel($0 + place) } ?? .zero
        let sum = pixel + (light.map { Self.pixel($0 + place) } ?? .zero) * intensity
        // What is beyond 1 already stays there.
        Self.store(pointwiseMax(pixel, pointwiseMin(sum, .one)), start + place)
      }
      result.trim(index)
    }
    return result
  }

  /// The places of a tile's pixels among its floats.
  @inline(__always)
  private static func forEachPixel(_ body: (Int) -> Void) {
    let side = TileSurface.side
    for row in 0..<side {
      for column in 0..<side { body(row * side * 4 + column) }
    }
  }

  /// Red, green, blue and alpha.
  @inline(__always)
  private static func pixel(_ place: UnsafeMutablePointer<Float>) -> SIMD4<Float> {
    let side = TileSurface.side
    return SIMD4(place[0], place[side], place[2 * side], place[3 * side])
  }

  @inline(__always)
  private static func store(_ pixel: SIMD4<Float>, _ place: UnsafeMutablePointer<Float>) {
    let side = TileSurface.side
    (place[0], place[side], place[2 * side], place[3 * side]) = (pixel.x, pixel.y, pixel.z, pixel.w)
  }

  private func change(_ surface: TileSurface, by filter: UnsafePointer<CPColorFilter>) {
    work.run(surface.tileCount) { index, _ in
      let box = surface.tileBox(index)
      let inside = box.intersection(surface.box)
      var tile = CPTile(
        pixels: surface.pixels + index * surface.tileFloats, x: box.minX, y: box.minY, min_x: inside.minX - box.minX,
        min_y: inside.minY - box.minY, max_x: inside.maxX - box.minX, max_y: inside.maxY - box.minY)
      work.kernels.pointee.filter(&tile, filter)
    }
  }
}

// MARK: - What they take

extension FilterStep {
  /// Seconds of a tap of a convolution, for a channel of a pixel.
  private static let perTap = 0.25e-9

  /// How many surfaces there are at once beside the picture while it is drawn: of convolutions a
  /// plane of rows before each of two passes, and the result; of a bloom the bright part and the
  /// sum too.
  var surfaceCount: Int {
    switch self {
    case .pixellate: 1
    case .bloom: 5
    default: 3
    }
  }

  /// Seconds that a core takes to draw it.
  ///
  /// - Parameter box: the pixels that it reads; of squares those that it makes.
  func seconds(_ box: PixelBox, _ channels: Int) -> Double {
    let pixels = Double(box.pixelCount)
    switch self {
    case .gaussian(let step):
      // On pixels of several: means, and what is made of them; the kernel counts for one pixel in
      // d.
      func taps(_ reach: Int32, _ spacing: Int32) -> Double {
        let spacing = Double(spacing)
        return spacing > 1 ? 12 + Double(2 * reach + 1) / (spacing * spacing) : Double(2 * reach + 1)
      }
      let across = taps(step.reachAcross, step.spacingAcross)
      let down = taps(step.reachDown, step.spacingDown) * (step.slope == 0 ? 1 : 2)
      return pixels * Double(channels) * (across + down + 20) * Self.perTap
    case .mean(let step):
      let rows = step.y == step.y.rounded() && step.x == step.x.rounded() ? 1.0 : 4.0
      return pixels * Double(channels) * (Double(2 * step.count + 1) * rows + 20) * Self.perTap
    case .bloom(let step): return FilterStep.gaussian(step.blur).seconds(box, channels) + pixels * 10e-9
    case .colorMatrix: return pixels * 6e-9
    case .exposure, .gamma: return pixels * 25e-9
    case .vignette: return pixels * 20e-9
    // A square has 64 points, and may be as small as a pixel.
    case .pixellate: return pixels * 1500e-9
    }
  }
}

import MultiplaneCPixels
import MultiplaneFlattening

/// Draws filters of pictures.
struct FilterDrawing {
  let list: DisplayList
  let frame: PreparedFrame
  let work: FilterWork

  /// A picture after one of the list's filters, as far as a box; nil for nothing. The picture itself may be changed.
  func filtered(
    _ picture: TileSurface, by filter: Int32, in wanted: PixelBox
  ) throws(CPURendererError) -> TileSurface? {
    switch list.filters[Int(filter)] {
    case .gaussian(let step): return try blurred(picture, step, in: wanted)
    case .mean(let step): return try Convolution(step).applied(to: picture, in: wanted, work)
    case .pixellate(let step): return try Pixellation(step, list.planes).applied(to: picture, in: wanted, work)
    case .colorMatrix, .exposure, .gamma, .vignette:
      change(picture, by: frame.colorFilters + Int(filter))
      return picture
    }
  }

  private func blurred(
    _ picture: TileSurface, _ step: GaussianStep, in wanted: PixelBox
  ) throws(CPURendererError) -> TileSurface? {
    try step.slope == 0
      ? SpacedGaussian(step).applied(to: picture, in: wanted, work)
      : Convolution(step).applied(to: picture, in: wanted, work)
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

  /// How many surfaces there are at once beside the picture while it is drawn: of convolutions a plane of rows before each of two
  /// passes, and the result.
  var surfaceCount: Int {
    if case .pixellate = self { 1 } else { 3 }
  }

  /// Seconds that a core takes to draw it.
  ///
  /// - Parameter box: the pixels that it reads; of squares those that it makes.
  func seconds(_ box: PixelBox, _ channels: Int) -> Double {
    let pixels = Double(box.pixelCount)
    switch self {
    case .gaussian(let step):
      // On pixels of several: means, and what is made of them; the kernel counts for one pixel in d.
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
    case .colorMatrix: return pixels * 6e-9
    case .exposure, .gamma: return pixels * 25e-9
    case .vignette: return pixels * 20e-9
    // A square has 64 points, and may be as small as a pixel.
    case .pixellate: return pixels * 1500e-9
    }
  }
}

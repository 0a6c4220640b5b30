import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneRenderTree

extension CPColorFilter {
  /// A pointwise filter; nil for another one.
  init?(_ step: FilterStep, _ planes: PlaneTable) {
    guard case .color(let step) = step else { return nil }
    self.init()
    kind = Int32(step.filter.kind.number)
    withUnsafeMutableBytes(of: &rows) { bytes in
      let numbers = bytes.bindMemory(to: Float.self)
      for (row, values) in step.filter.rows.prefix(ColorFilter.mostRows).enumerated() {
        for (column, value) in values.prefix(4).enumerated() {
          numbers[row * 4 + column] = Float(min(max(value, -1e30), 1e30))
        }
      }
    }
    map = planes.fromDevice(step.plane)
    (middle_x, middle_y) = step.middle
    scale = step.scale
  }
}

extension CPPicture {
  /// Valid as long as the surface.
  init(_ surface: TileSurface.View) {
    let box = surface.box
    self.init(
      pixels: surface.pixels, channels: surface.isAlphaOnly ? 1 : 4, min_x: box.minX, min_y: box.minY, max_x: box.maxX,
      max_y: box.maxY, first_column: Int32(surface.firstColumn), first_row: Int32(surface.firstRow),
      columns: Int32(surface.columns))
  }
}

extension CPSquares {
  /// - Parameter horizons: those of the plane; valid as long as the squares are used.
  init(_ step: PixellateStep, on plane: Plane, _ horizons: UnsafeBufferPointer<CPLine>) {
    let limit = step.limit
    self.init(
      from_device: CPMap(plane.fromDevice), to_device: CPMap(plane.toDevice), horizon_count: Int32(horizons.count),
      horizons: horizons.baseAddress, scale: step.scale, center_x: step.center.x, center_y: step.center.y,
      limit_min_x: Double(limit.minX), limit_min_y: Double(limit.minY), limit_max_x: Double(limit.maxX),
      limit_max_y: Double(limit.maxY))
  }
}

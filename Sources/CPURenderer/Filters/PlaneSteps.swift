import MultiplaneCPixels
import MultiplaneFlattening

/// The steps of a Gaussian on every d-th pixel: each makes a plane of another. Rows are shared out among threads.
///
/// Kernels make several numbers at a time: what stands behind the last one of a row is read by none whose result is kept.
struct PlaneSteps {
  let work: FilterWork
  /// How far to the left and right of what a plane holds steps read zeros.
  let reach: Int32
  /// How many more columns there are to both sides.
  let room: Int32

  /// Rows that one thread works on at a time.
  private static let band = 32

  private func makePlane(_ box: PixelBox, _ channels: Int) throws(CPURendererError) -> LinearPlane {
    try LinearPlane(
      box, columns: box.minX - reach..<box.maxX + reach, room: room, channels: channels, from: work.pool)
  }

  private func forEachRow(of box: PixelBox, _ body: (Int32) -> Void) {
    work.run((box.height + Self.band - 1) / Self.band) { band, _ in
      let top = box.minY + Int32(band * Self.band)
      for y in top..<min(top + Int32(Self.band), box.maxY) { body(y) }
    }
  }

  /// The part of a surface in a box; nil for nothing.
  func copy(of source: TileSurface, in box: PixelBox) throws(CPURendererError) -> LinearPlane? {
    let part = source.box.intersection(box)
    guard !part.isEmpty else { return nil }
    let plane = try makePlane(part, source.channels)
    let view = source.view
    forEachRow(of: part) { plane.copyRow($0, of: view) }
    return plane
  }

  // MARK: Columns

  func halveColumns(_ plane: LinearPlane, _ needed: Range<Int32>) throws(CPURendererError) -> LinearPlane {
    let own = (plane.box.minX >> 1..<(plane.box.maxX >> 1) + 1).clamped(to: needed)
    let target = try makePlane(PixelBox(own, plane.box.rows), plane.channels)
    forEachRow(of: target.box) { y in
      for channel in 0..<plane.channels {
        work.kernels.pointee.halve(
          plane.pixel(2 * own.lowerBound, y, channel: channel), Int32(own.count),
          target.pixel(own.lowerBound, y, channel: channel))
      }
    }
    return target
  }

  /// Control points for half the step.
  func doubleColumns(_ plane: LinearPlane, _ needed: Range<Int32>) throws(CPURendererError) -> LinearPlane {
    let own = (2 * (plane.box.minX - 2)..<2 * (plane.box.maxX + 1)).clamped(to: needed)
    // From an even column on; the plane that is made may hold one column more.
    let whole = own.lowerBound & ~1..<own.upperBound
    let target = try makePlane(PixelBox(whole, plane.box.rows), plane.channels)
    forEachRow(of: target.box) { y in
      for channel in 0..<plane.channels {
        work.kernels.pointee.double_(
          plane.pixel(whole.lowerBound >> 1, y, channel: channel), Int32((whole.count + 1) / 2), false,
          target.pixel(whole.lowerBound, y, channel: channel))
      }
    }
    return target
  }

  /// - Parameter weights: of the middle, and of those to either side.
  func convolveColumns(
    _ plane: LinearPlane, _ weights: [Double], _ needed: Range<Int32>
  ) throws(CPURendererError) -> LinearPlane {
    let count = Int32(weights.count - 1)
    guard count > 0 else { return plane }
    let own = (plane.box.minX - count..<plane.box.maxX + count).clamped(to: needed)
    let target = try makePlane(PixelBox(own, plane.box.rows), plane.channels)
    let taps = FilterTaps(across: weights)
    sum(plane, target, taps) { $0 }
    return target
  }

  // MARK: Rows

  func halveRows(_ plane: LinearPlane, _ needed: Range<Int32>) throws(CPURendererError) -> LinearPlane {
    let own = (plane.box.minY >> 1..<(plane.box.maxY >> 1) + 1).clamped(to: needed)
    let target = try makePlane(PixelBox(plane.box.columns, own), plane.channels)
    let taps = FilterTaps(down: [0.25, 0.5, 0.25], from: -1)
    sum(plane, target, taps) { 2 * $0 }
    return target
  }

  /// - Parameter isLast: whether the values of the spline are wanted, rather than control points for half the step.
  func doubleRows(
    _ plane: LinearPlane, _ needed: Range<Int32>, isLast: Bool
  ) throws(CPURendererError) -> LinearPlane {
    let own = (2 * (plane.box.minY - 2)..<2 * (plane.box.maxY + 1)).clamped(to: needed)
    let target = try makePlane(PixelBox(plane.box.columns, own), plane.channels)
    let at: [Double] = isLast ? [1.0 / 6, 2.0 / 3, 1.0 / 6] : [0.125, 0.75, 0.125]
    let between: [Double] = isLast ? [1.0 / 48, 23.0 / 48, 23.0 / 48, 1.0 / 48] : [0.5, 0.5]
    let even = FilterTaps(down: at, from: -1)
    let odd = FilterTaps(down: between, from: isLast ? -1 : 0)
    sum(plane, target, even, odd) { $0 >> 1 }
    return target
  }

  /// - Parameter weights: of the middle, and of those to either side.
  func convolveRows(
    _ plane: LinearPlane, _ weights: [Double], _ needed: Range<Int32>
  ) throws(CPURendererError) -> LinearPlane {
    let count = Int32(weights.count - 1)
    guard count > 0 else { return plane }
    let own = (plane.box.minY - count..<plane.box.maxY + count).clamped(to: needed)
    let target = try makePlane(PixelBox(plane.box.columns, own), plane.channels)
    let below = [Double](weights.dropFirst().reversed())
    let taps = FilterTaps(down: below + weights, from: -Int(count))
    sum(plane, target, taps) { $0 }
    return target
  }

  // MARK: What they have in common

  /// Rows of a plane from weighed sums of another.
  ///
  /// - Parameters:
  ///   - odd: of odd rows; nil where they have the same as even ones.
  ///   - place: the other's row that a row's taps count from.
  private func sum(
    _ source: LinearPlane, _ target: LinearPlane, _ even: FilterTaps, _ odd: FilterTaps? = nil,
    from place: (Int32) -> Int32
  ) {
    let sets = [even, odd ?? even].map { (taps: $0, offsets: $0.offsets(stride: source.stride)) }
    let box = target.box
    forEachRow(of: box) { y in
      let (taps, offsets) = sets[Int(y & 1)]
      for channel in 0..<source.channels {
        for x in stride(from: box.minX, to: box.maxX, by: TileBins.side) {
          work.sum(source, offsets, taps, x, place(y), channel, to: target.pixel(x, y, channel: channel))
        }
      }
    }
  }

  /// A surface of what a plane holds, or of twice as many columns.
  func surface(
    of plane: LinearPlane, _ box: PixelBox, isDoubled: Bool
  ) throws(CPURendererError) -> TileSurface {
    let surface = try TileSurface(box, channels: plane.channels, from: work.pool)
    let side = TileBins.side
    // What a doubling reads beside it is 0.
    let held = isDoubled ? plane.box.minX - 2..<plane.box.maxX + 2 : plane.box.columns
    work.run(surface.tileCount) { index, _ in
      let tile = surface.tileBox(index)
      let rows = tile.intersection(box)
      let columns = isDoubled ? tile.minX >> 1..<tile.maxX >> 1 : tile.columns
      let memory = surface.pixels + index * surface.tileFloats
      for y in rows.minY..<rows.maxY {
        for channel in 0..<plane.channels {
          let target = memory + (Int(y - tile.minY) * plane.channels + channel) * side
          if y < plane.box.minY || y >= plane.box.maxY || !columns.overlaps(held) {
            target.update(repeating: 0, count: side)
          } else if isDoubled {
            work.kernels.pointee.double_(
              plane.pixel(tile.minX >> 1, y, channel: channel), Int32(side / 2), true, target)
          } else {
            target.update(from: plane.pixel(tile.minX, y, channel: channel), count: side)
          }
        }
      }
      surface.trim(index)
    }
    return surface
  }
}

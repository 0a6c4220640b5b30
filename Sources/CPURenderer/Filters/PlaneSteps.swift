import MultiplaneCPixels
import MultiplaneFlattening

/// The steps of a Gaussian on every d-th pixel: a plane of means from a picture, planes of planes,
/// and a picture of the last. Rows are shared out among threads.
///
/// Kernels make several numbers at a time: what stands behind the last one of a row is read by none
/// whose result is kept.
struct PlaneSteps {
  let work: FilterWork

  /// How far to the left and right of what a plane holds steps read zeros: as far as a picture may
  /// lie beyond it, and a doubling reads.
  private static let reach: Int32 = 24
  /// How many more columns there are to both sides: tiles are filled whole.
  private static let room: Int32 = 64
  /// Rows that one thread works on at a time.
  private static let band: Int32 = 16
  /// Tiles that one thread fills at a time.
  private static let group = 8

  private func makePlane(_ box: PixelBox, _ channels: Int) throws(CPURendererError) -> LinearPlane {
    try LinearPlane(
      box, columns: box.minX - Self.reach..<box.maxX + Self.reach, room: Self.room, channels: channels, from: work.pool)
  }

  private func forEachBand(of rows: Range<Int32>, _ body: (Range<Int32>) -> Void) {
    work.run((rows.count + Int(Self.band) - 1) / Int(Self.band)) { band, _ in
      let top = rows.lowerBound + Int32(band) * Self.band
      body(top..<min(top + Self.band, rows.upperBound))
    }
  }

  // MARK: From a picture

  /// A picture on every d-th column and row, its rows convolved.
  ///
  /// Means of d halvings are sums weighed by a triangle. Along x they are made one after another,
  /// and from row to row at once.
  ///
  /// - Parameters:
  ///   - columns, rows: what `Axis.needs` says.
  /// - Returns: nil for nothing.
  func shrunk(
    _ source: PictureSource, _ across: SpacedGaussian.Axis, _ columns: [Range<Int32>], _ down: SpacedGaussian.Axis,
    _ rows: [Range<Int32>]
  ) throws(CPURendererError) -> LinearPlane? {
    var widths = [source.box.columns.clamped(to: columns[0])]
    for level in 0..<across.levels {
      let own = widths[level]
      widths.append((own.lowerBound >> 1..<(own.upperBound >> 1) + 1).clamped(to: columns[level + 1]))
    }
    let read = source.box.rows.clamped(to: rows[0])
    let spacing = Int32(1) << Int32(down.levels)
    let held = (read.lowerBound >> Int32(down.levels)..<((read.upperBound + spacing - 2) >> Int32(down.levels)) + 1)
      .clamped(to: rows[down.levels])
    let last = widths[across.levels]
    let reach = Int32(across.weights.count - 1)
    let made = (last.lowerBound - reach..<last.upperBound + reach).clamped(to: columns[across.levels + 1])
    guard !read.isEmpty, !held.isEmpty, !made.isEmpty, widths.allSatisfy({ !$0.isEmpty }) else { return nil }
    let plane = try makePlane(PixelBox(made, held), source.channels)
    let taps = across.taps.offsets(stride: 1)
    forEachBand(of: held) { band in
      let lines = ShrinkingLines(widths: widths, channels: source.channels, reach: Int(reach), work.kernels)
      lines.use { lines in
        // The rows above the first one's own weigh in it too.
        for row in (spacing > 1 ? band.lowerBound - 1 : band.lowerBound)..<band.upperBound {
          for y in (row * spacing..<(row + 1) * spacing).clamped(to: read) {
            let part = Float(y - row * spacing)
            let whole = Float(spacing)
            lines.read(y, of: source)
            if row >= band.lowerBound { lines.add(weight: (whole - part) / (whole * whole), to: row) }
            if part > 0, row + 1 < band.upperBound { lines.add(weight: part / (whole * whole), to: row + 1) }
          }
          guard row >= band.lowerBound else { continue }
          for channel in 0..<source.channels {
            lines.finish(
              row, channel, taps, from: Int(made.lowerBound - last.lowerBound), count: Int32(made.count),
              to: plane.pixel(made.lowerBound, row, channel: channel))
          }
        }
      }
    }
    return plane
  }

  // MARK: Planes of planes

  /// Control points for half the step.
  func doubleColumns(_ plane: LinearPlane, _ needed: Range<Int32>) throws(CPURendererError) -> LinearPlane {
    let own = (2 * (plane.box.minX - 2)..<2 * (plane.box.maxX + 1)).clamped(to: needed)
    // From an even column on; the plane that is made may hold one column more.
    let whole = own.lowerBound & ~1..<own.upperBound
    let target = try makePlane(PixelBox(whole, plane.box.rows), plane.channels)
    forEachBand(of: target.box.rows) { band in
      for y in band {
        for channel in 0..<plane.channels {
          work.kernels.pointee.double_(
            plane.pixel(whole.lowerBound >> 1, y, channel: channel), Int32((whole.count + 1) / 2), false,
            target.pixel(whole.lowerBound, y, channel: channel))
        }
      }
    }
    return target
  }

  /// Control points for half the step.
  func doubleRows(_ plane: LinearPlane, _ needed: Range<Int32>) throws(CPURendererError) -> LinearPlane {
    let own = (2 * (plane.box.minY - 2)..<2 * (plane.box.maxY + 1)).clamped(to: needed)
    return try makeRows(own, of: plane, .controlPoints)
  }

  func convolveRows(
    _ plane: LinearPlane, by axis: SpacedGaussian.Axis, _ needed: Range<Int32>
  ) throws(CPURendererError) -> LinearPlane {
    let count = Int32(axis.weights.count - 1)
    guard count > 0 else { return plane }
    let own = (plane.box.minY - count..<plane.box.maxY + count).clamped(to: needed)
    return try makeRows(own, of: plane, RowStep(axis))
  }

  /// Rows of a plane from weighed sums of another's.
  private func makeRows(
    _ rows: Range<Int32>, of source: LinearPlane, _ step: RowStep
  ) throws(CPURendererError) -> LinearPlane {
    let target = try makePlane(PixelBox(source.box.columns, rows), source.channels)
    let sums = step.sums(of: source)
    let columns = source.box.columns
    forEachBand(of: rows) { band in
      for y in band {
        for channel in 0..<source.channels {
          sums.write(
            y, columns.lowerBound, Int32(columns.count), channel, work,
            to: target.pixel(columns.lowerBound, y, channel: channel))
        }
      }
    }
    return target
  }

  // MARK: To a picture

  /// A surface of a plane's rows after a last step, and of what they hold or twice as many columns.
  func surface(
    of plane: LinearPlane, _ box: PixelBox, _ step: RowStep, isDoubled: Bool
  ) throws(CPURendererError) -> TileSurface {
    let surface = try TileSurface(box, channels: plane.channels, from: work.pool)
    let sums = step.sums(of: plane)
    // Some tiles of a row together: the processor fetches long rows of a plane ahead.
    let groups = (surface.columns + Self.group - 1) / Self.group
    work.run(groups * surface.rows) { group, _ in
      let start = group % groups * Self.group
      let tiles = start..<min(start + Self.group, surface.columns)
      let index = group / groups * surface.columns
      let pixels = surface.tileBox(index + tiles.lowerBound).union(surface.tileBox(index + tiles.upperBound - 1))
        .intersection(box)
      // Whole blocks of eight, or of sixteen where they are doubled; what is beyond the box is
      // trimmed.
      let first = pixels.minX & ~15
      let count = (pixels.maxX - first + 15) & ~15
      // A column before the first, and all that a doubling reads.
      let (half, read) = (count / 2, count / 2 + 8)
      withUnsafeTemporaryAllocation(of: Float.self, capacity: Int(read + count)) { line in
        guard let line = line.baseAddress else { return }
        let whole = line + Int(read)
        for y in pixels.minY..<pixels.maxY {
          for channel in 0..<plane.channels {
            if isDoubled {
              sums.write(y, (first >> 1) - 1, read, channel, work, to: line)
              work.kernels.pointee.double_(line + 1, half, true, whole)
            } else {
              sums.write(y, first, count, channel, work, to: whole)
            }
            var x = first
            for column in tiles {
              let end = min(surface.tileBox(index + column).maxX, first + count)
              let target = surface.pixels + (index + column) * surface.tileNumbers + surface.place(x, y)
              work.kernels.pointee.pack(whole + Int(x - first), end - x, target + channel * TileSize.width)
              x = end
            }
          }
        }
      }
      for column in tiles { surface.trim(index + column) }
    }
    return surface
  }
}

/// What rows are made of: weighed rows of a plane that has as many, or half as many.
struct RowStep {
  /// Of even rows and of odd ones, counted from the plane's row of the same place.
  private let even, odd: FilterTaps
  private let isDoubling: Bool

  private init(_ even: FilterTaps, _ odd: FilterTaps, isDoubling: Bool) {
    (self.even, self.odd, self.isDoubling) = (even, odd, isDoubling)
  }

  /// A convolution.
  init(_ axis: SpacedGaussian.Axis) { self.init(axis.rowTaps, axis.rowTaps, isDoubling: false) }

  /// A cubic B-spline's control points for half the step.
  static let controlPoints = RowStep(
    FilterTaps(down: [0.125, 0.75, 0.125], from: -1), FilterTaps(down: [0.5, 0.5], from: 0), isDoubling: true)
  /// Its values there.
  static let values = RowStep(
    FilterTaps(down: [1.0 / 6, 2.0 / 3, 1.0 / 6], from: -1),
    FilterTaps(down: [1.0 / 48, 23.0 / 48, 23.0 / 48, 1.0 / 48], from: -1), isDoubling: true)

  func sums(of plane: LinearPlane) -> Sums { Sums(self, plane) }

  struct Sums {
    private let step: RowStep
    private let plane: LinearPlane
    private let even, odd: [CPTap]

    fileprivate init(_ step: RowStep, _ plane: LinearPlane) {
      (self.step, self.plane) = (step, plane)
      even = step.even.offsets(stride: plane.stride)
      odd = step.odd.offsets(stride: plane.stride)
    }

    /// Makes numbers of a row.
    @inline(__always)
    func write(
      _ y: Int32, _ x: Int32, _ count: Int32, _ channel: Int, _ work: FilterWork,
      to numbers: UnsafeMutablePointer<Float>
    ) {
      let isOdd = y & 1 == 1
      work.sum(
        plane, isOdd ? odd : even, isOdd ? step.odd : step.even, x, step.isDoubling ? y >> 1 : y, channel, count,
        to: numbers)
    }
  }
}

/// The lines that one thread needs while it shrinks rows: a row of the picture as it is halved, and
/// the sums of the row that is made and of the next.
private struct ShrinkingLines {
  private let widths: [Range<Int32>]
  private let channels: Int
  private let kernels: UnsafePointer<CPKernels>
  /// Zeros before and behind a line.
  private static let margin = 16
  private let lineFloats, sumFloats, sumMargin: Int
  private var memory: UnsafeMutablePointer<Float>?

  init(widths: [Range<Int32>], channels: Int, reach: Int, _ kernels: UnsafePointer<CPKernels>) {
    (self.widths, self.channels, self.kernels) = (widths, channels, kernels)
    lineFloats = (widths[0].count + 3 * Self.margin + 15) & ~15
    // A row is made as far beyond the sums as weights reach, from what lies as far away again.
    sumMargin = (2 * reach + 15) & ~7
    sumFloats = ((widths.last?.count ?? 0) + 2 * sumMargin + 15) & ~15
  }

  func use(_ body: (ShrinkingLines) -> Void) {
    // A line for each channel and one for halves, and two sums for each channel.
    let count = (channels + 1) * lineFloats + 2 * channels * sumFloats
    withUnsafeTemporaryAllocation(byteCount: count * 4, alignment: 64) { bytes in
      let numbers = bytes.bindMemory(to: Float.self)
      numbers.initialize(repeating: 0)
      var lines = self
      lines.memory = numbers.baseAddress
      body(lines)
    }
  }

  private func line(_ number: Int) -> UnsafeMutablePointer<Float> { start + number * lineFloats + Self.margin }
  private var start: UnsafeMutablePointer<Float> { memory.unsafelyUnwrapped }
  private func sums(_ row: Int32, _ channel: Int) -> UnsafeMutablePointer<Float> {
    start + (channels + 1) * lineFloats + (2 * channel + Int(row & 1)) * sumFloats + sumMargin
  }

  /// Reads a row and halves it.
  func read(_ y: Int32, of source: PictureSource) {
    let width = widths[0]
    source.copyRow(y, width, to: line(0), next: lineFloats, kernels)
    for channel in 0..<channels {
      var own = line(channel)
      var other = line(channels)
      clear(own, width.count)
      for level in 1..<max(widths.count, 1) {
        let next = widths[level]
        let place = Int(2 * next.lowerBound - widths[level - 1].lowerBound)
        kernels.pointee.halve(own + place, Int32(next.count), other)
        clear(other, next.count)
        swap(&own, &other)
      }
      // What was made last stands in the channel's own line.
      if own != line(channel) { line(channel).update(from: own, count: (widths.last?.count ?? 0) + Self.margin) }
    }
  }

  /// Zeros around the numbers of a line.
  private func clear(_ line: UnsafeMutablePointer<Float>, _ count: Int) {
    (line - Self.margin).update(repeating: 0, count: Self.margin)
    (line + count).update(repeating: 0, count: 2 * Self.margin)
  }

  func add(weight: Float, to row: Int32) {
    guard let count = widths.last?.count else { return }
    for channel in 0..<channels {
      kernels.pointee.add(line(channel), weight, Int32(count), sums(row, channel))
    }
  }

  /// Convolves the sums of a row, and makes place for the one after the next.
  ///
  /// - Parameter from: the first number that is made, counted from the sums' own first.
  func finish(
    _ row: Int32, _ channel: Int, _ taps: [CPTap], from: Int, count: Int32, to numbers: UnsafeMutablePointer<Float>
  ) {
    let own = sums(row, channel)
    taps.withUnsafeBufferPointer { kernels.pointee.sum(own + from, $0.baseAddress, Int32($0.count), count, numbers) }
    own.update(repeating: 0, count: (widths.last?.count ?? 0) + 8)
  }
}

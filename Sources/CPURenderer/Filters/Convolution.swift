import MultiplaneCPixels
import MultiplaneDrawing
import MultiplaneFlattening

/// A surface convolved, in one pass or two.
struct Convolution {
  private let passes: [FilterTaps]

  init(_ step: GaussianStep) {
    passes = [FilterTaps.across(step), FilterTaps.down(step)].filter { $0.taps.count > 1 }
  }

  init(_ step: MeanStep) {
    passes = [FilterTaps(step)]
  }

  /// The pixels of `box` that a surface may colour.
  private func target(of source: PixelBox, within box: PixelBox) -> PixelBox {
    passes.reduce(source) { $1.reached(from: $0) }.intersection(box)
  }

  /// The convolved pixels of a box; nil where nothing is coloured.
  func applied(
    to source: PictureSource, in box: PixelBox, _ work: FilterWork
  ) throws(CPURendererError) -> TileSurface? {
    let target = target(of: source.box, within: box)
    guard !target.isEmpty, !source.box.isEmpty else { return nil }
    guard let first = passes.first, let last = passes.last else { return try source.owned(work) }
    var plane = try copy(of: source, for: passes.count == 1 ? target : last.source(of: target), by: first, work)
    if passes.count == 2 {
      let between = last.source(of: target).intersection(first.reached(from: source.box))
      guard !between.isEmpty else { return nil }
      let next = try LinearPlane(
        between, columns: last.columns(of: target), channels: source.channels, from: work.pool)
      convolve(plane, to: next, by: first, work)
      plane = next
    }
    let result = try TileSurface(target, channels: source.channels, from: work.pool)
    convolve(plane, to: result, by: last, work)
    return result
  }

  /// What of a surface is read for pixels of the first pass.
  private func copy(
    of source: PictureSource, for pixels: PixelBox, by taps: FilterTaps, _ work: FilterWork
  ) throws(CPURendererError) -> LinearPlane {
    let read = taps.source(of: pixels).intersection(source.box)
    let plane = try LinearPlane(
      read, columns: taps.columns(of: pixels), channels: source.channels, from: work.pool)
    let bands = (plane.box.height + TileSize.height - 1) / TileSize.height
    work.run(bands) { band, _ in
      let top = plane.box.minY + Int32(band * TileSize.height)
      for y in top..<min(top + Int32(TileSize.height), plane.box.maxY) {
        source.copyRow(
          y, plane.box.columns, to: plane.pixel(plane.box.minX, y, channel: 0), next: plane.stride * plane.box.height,
          work.kernels)
      }
    }
    return plane
  }

  /// Rows of a plane from those of another, by bands of rows.
  private func convolve(_ source: LinearPlane, to target: LinearPlane, by taps: FilterTaps, _ work: FilterWork) {
    let offsets = taps.offsets(stride: source.stride)
    let box = target.box
    work.run((box.height + TileSize.height - 1) / TileSize.height) { band, _ in
      let top = box.minY + Int32(band * TileSize.height)
      for y in top..<min(top + Int32(TileSize.height), box.maxY) {
        for channel in 0..<source.channels {
          work.sum(
            source, offsets, taps, box.minX, y, channel, box.maxX - box.minX,
            to: target.pixel(box.minX, y, channel: channel))
        }
      }
    }
  }

  /// Tiles of a surface from a plane.
  private func convolve(_ source: LinearPlane, to target: TileSurface, by taps: FilterTaps, _ work: FilterWork) {
    let offsets = taps.offsets(stride: source.stride)
    work.run(target.tileCount) { index, _ in
      let tile = target.tileBox(index)
      let rows = tile.intersection(target.box)
      let memory = target.pixels + index * target.tileNumbers
      let width = TileSize.width
      withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { line in
        guard let line = line.baseAddress else { return }
        for y in rows.minY..<rows.maxY {
          let row = memory + Int(y - tile.minY) * width * target.channels
          for channel in 0..<target.channels {
            work.sum(source, offsets, taps, tile.minX, y, channel, Int32(width), to: line)
            work.kernels.pointee.pack(line, Int32(width), row + channel * width)
          }
        }
      }
      target.trim(index)
    }
  }
}

/// What filters work with: threads, kernels and memory.
struct FilterWork {
  let kernels: UnsafePointer<CPKernels>
  let pool: SurfacePool
  let threads: Int
  let gaussians: GaussianCache

  /// Calls a body for each number of `0..<count`, with the number of the thread, on all threads.
  func run(_ count: Int, _ body: (Int, Int) -> Void) { Parallel.run(count, threads: threads, body) }

  /// The sums of a number of pixels from (x, y) on, and of up to 7 more.
  @inline(__always)
  func sum(
    _ source: LinearPlane, _ offsets: [CPTap], _ taps: FilterTaps, _ x: Int32, _ y: Int32, _ channel: Int,
    _ count: Int32, to sums: UnsafeMutablePointer<Float>
  ) {
    let used = taps.range(ofRows: source.box.minY - y..<source.box.maxY - y)
    offsets.withUnsafeBufferPointer { offsets in
      guard let base = offsets.baseAddress else { return }
      // The pixel itself may lie in no row that holds numbers.
      let row = source.pixel(x, source.box.minY, channel: channel) + Int(y - source.box.minY) * source.stride
      kernels.pointee.sum(row, base + used.lowerBound, Int32(used.count), count, sums)
    }
  }
}

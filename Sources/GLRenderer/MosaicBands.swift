import GL
import Graphics

// Mosaics as rows of pixels. Where a device draws a row that it shows again and again about as fast as one colour, all that
// lies side by side is one quad: a row of mixed colours, the edges of boxes between pixels among them, in place of a tile each.

extension Mosaic {
  /// Rows of pixels as they are, or one that fills a box.
  struct Band: Equatable {
    /// Whole pixels, all of whose columns are in the rows.
    var box: DeviceBox
    /// The place of the first row among those of the mosaic.
    var firstRow: Int
    var isStretched: Bool
  }

  /// Rows that are alike are written so often at most; more of them are a quad of their own, which costs as much as writing
  /// this many.
  private static let mostRepeats = 4

  /// How many quads and rows of pixels the bands come to; there may be more quads where rows between them are empty.
  var bandCounts: (quads: Int, rows: Int) {
    var (quads, rows) = (0, 0)
    var isStretched = true
    for (top, bottom) in zip(y.edges, y.edges.dropFirst()) {
      let height = Int(bottom - top)
      let stretches = height > Self.mostRepeats
      if stretches || isStretched { quads += 1 }
      rows += stretches ? 1 : height
      isStretched = stretches
    }
    return (quads, rows)
  }

  /// The pixels that the rows begin and end with. They begin at a fourth pixel of the device, as they do in a sheet: drivers on
  /// the CPU take four at once.
  var bandColumns: Range<Int> { Int(box.minX) & ~(PixelSheet.step - 1)..<Int(box.maxX) }

  /// Makes bands of the boxes whose edges were found.
  ///
  /// - Parameters:
  ///   - opacity: of all of them.
  ///   - pixels: where the rows are written, the first pixel of the first.
  ///   - stride: pixels from one row to the next.
  mutating func layBands(opacity: Float, in pixels: UnsafeMutablePointer<UInt32>, stride: Int) {
    fillCells()
    bands.removeAll(keepingCapacity: true)
    let start = bandColumns.lowerBound
    ends.removeAll(keepingCapacity: true)
    for edge in x.edges { ends.append(Int(edge) - start) }
    let columns = ends.count - 1
    var written = 0
    var grows = false
    for row in 0..<y.edges.count - 1 {
      let line = row * columns..<(row + 1) * columns
      guard let shown = shownColumns(of: line) else {
        grows = false
        continue
      }
      let height = Int(y.edges[row + 1] - y.edges[row])
      let isStretched = height > Self.mostRepeats
      let box = DeviceBox(
        minX: Double(start + ends[shown.lowerBound] & ~(PixelSheet.step - 1)), minY: y.edges[row],
        maxX: Double(start + ends[shown.upperBound]), maxY: y.edges[row + 1])
      if grows, !isStretched {
        bands[bands.count - 1].box.add(box)
      } else {
        bands.append(Band(box: box, firstRow: written, isStretched: isStretched))
      }
      grows = !isStretched
      let to = pixels + written * stride
      write(line, scale: opacity * 255, to: to)
      written += isStretched ? 1 : height
      if isStretched { continue }
      for copy in 1..<max(height, 1) { (to + copy * stride).update(from: to, count: ends[columns]) }
    }
  }

  /// The columns from the first to the last of a row that show anything; nil for none.
  private func shownColumns(of line: Range<Int>) -> Range<Int>? {
    cells.withUnsafeBufferPointer { cells in
      var (first, end) = (line.lowerBound, line.upperBound)
      while first < end, cells[first].w == 0 { first += 1 }
      while first < end, cells[end - 1].w == 0 { end -= 1 }
      return first < end ? first - line.lowerBound..<end - line.lowerBound : nil
    }
  }

  /// Writes the cells of a row as pixels, bytes with blue first.
  ///
  /// - Parameter scale: the opacity of all of them, times 255.
  private func write(_ line: Range<Int>, scale: Float, to pixels: UnsafeMutablePointer<UInt32>) {
    cells.withUnsafeBufferPointer { cells in
      ends.withUnsafeBufferPointer { ends in
        // Four pixels at once: what that writes too much the next column writes over, and a place in a sheet has room for it.
        var index = 0
        func fill(until end: Int, with pixel: UInt32) {
          let four = SIMD4(repeating: pixel)
          while index < end {
            UnsafeMutableRawPointer(pixels + index).storeBytes(of: four, as: SIMD4<UInt32>.self)
            index += PixelSheet.step
          }
          index = end
        }
        fill(until: ends[0], with: 0)
        for column in 0..<line.count {
          // Of a sum so large the last bits are the number, rounded.
          let bits = unsafeBitCast(cells[line.lowerBound + column] * scale + 0x1p23, to: SIMD4<UInt32>.self) & 255
          let pixel = bits.z | bits.y << 8 | bits.x << 16 | bits.w << 24
          fill(until: ends[column + 1], with: pixel.littleEndian)
        }
      }
    }
  }
}

extension Flattener {
  /// Draws the mosaic of the innermost pass in its place, in bands, where that takes less than its parts; false, and nothing is
  /// drawn, where it may not.
  mutating func addBands(insteadOf parts: Int, opacity: Double) -> Bool {
    // Surfaces may be rounded less than to bytes, and parts of the frame too.
    guard traits.stretchesRows, open.count == 2, open[0].isFrame, fineBoxes.isEmpty, mosaic.isInRange else {
      return false
    }
    let (quads, rows) = mosaic.bandCounts
    let columns = mosaic.bandColumns
    guard mosaic.box.area <= traits.pixelsPerPiece * Double(parts - quads),
      let place = stream.sheet.place(width: columns.count, height: rows)
    else { return false }
    let box = open[open.count - 1].box
    idlePasses.append(open.removeLast())
    stream.sheet.withPixels(at: place) { mosaic.layBands(opacity: Float(opacity), in: $0, stride: PixelSheet.width) }
    beginPrimitive(box)
    let first = stream.plain.count
    var area = 0.0
    for band in mosaic.bands {
      let origin = Vector2(Double(columns.lowerBound - place.x), band.box.minY - Double(place.y + band.firstRow))
      stream.plain.append(PlainQuad(band, at: origin))
      area += band.box.area
    }
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: .plain, features: .textured), source: .sheet(place.page))
    open[open.count - 1].draw(CommandStream.Batch(key: key, first: first, count: mosaic.bands.count, area: area))
    return true
  }
}

extension PlainQuad {
  /// - Parameter origin: the device pixel on which the sheet's first would lie.
  fileprivate init(_ band: Mosaic.Band, at origin: Vector2) {
    let map = PlainPaint.PixelMap(scale: Vector2(1, 1), offset: Vector2(-origin.x, -origin.y)).widened(over: band.box)
    self.init(band.box, color: .one)
    setCorners { corner, place in
      corner.texture.lowHalf = map.apply(place)
      if band.isStretched { corner.texture.y = Float(band.box.minY - origin.y + 0.5) }
    }
  }
}

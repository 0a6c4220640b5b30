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
    for row in 0..<y.count {
      let height = y.edges[row + 1] - y.edges[row]
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
  ///   - sheet: where the rows are written.
  ///   - place: in it.
  mutating func layBands(opacity: Float, in sheet: inout PixelSheet, at place: PixelSheet.Place) {
    fillCells()
    roundColors(scale: opacity * 255)
    let columns = x.count
    // From the first pixel of the rows, for edges that are counted from the first of the boxes.
    let start = bandColumns.lowerBound - Int(box.minX)
    sheet.begin(at: place, columns: x.edges, from: start)
    let colors = sheet.addColors(pixels, of: cells[..<(columns * y.count)])
    bands.removeAll(keepingCapacity: true)
    var written = 0
    var grows = false
    for row in 0..<y.count {
      let (first, last) = (Int(shown[row].x), Int(shown[row].y))
      guard first <= last else {
        grows = false
        continue
      }
      let height = y.edges[row + 1] - y.edges[row]
      let isStretched = height > Self.mostRepeats
      let left = (x.edges[first] - start) & ~(PixelSheet.step - 1)
      let band = DeviceBox(
        minX: box.minX + Double(start + left), minY: box.minY + Double(y.edges[row]),
        maxX: box.minX + Double(x.edges[last + 1]), maxY: box.minY + Double(y.edges[row + 1]))
      if grows, !isStretched {
        bands[bands.count - 1].box.add(band)
      } else {
        bands.append(Band(box: band, firstRow: written, isStretched: isStretched))
      }
      grows = !isStretched
      let count = isStretched ? 1 : height
      sheet.addRows(count, colors: colors + row * columns)
      written += count
    }
    sheet.end()
  }

  /// Makes pixels of the colours, bytes with blue first.
  ///
  /// - Parameter scale: the opacity of all of them, times 255.
  private mutating func roundColors(scale: Float) {
    let missing = colorCount - pixels.count
    if missing > 0 { pixels.append(contentsOf: repeatElement(0, count: missing)) }
    colors.withUnsafeBufferPointer { colors in
      pixels.withUnsafeMutableBufferPointer { pixels in
        guard let from = colors.baseAddress, let to = pixels.baseAddress else { return }
        for index in 0..<colorCount {
          let color = from[index]
          // Of a sum so large the last bits are the number, rounded.
          let sum = SIMD4(color.z, color.y, color.x, color.w) * scale + 0x1p23
          let bytes = SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(sum, to: SIMD4<UInt32>.self))
          to[index] = unsafeBitCast(bytes, to: UInt32.self)
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
    // A sheet rounds to bytes, which adds up in stacks of what is faint.
    if looksForDeepStacks, Float(opacity) * mosaic.leastAlpha < DeepStacks.leastAlpha { return false }
    let (quads, rows) = mosaic.bandCounts
    let columns = mosaic.bandColumns
    guard mosaic.box.area <= traits.pixelsPerPiece * Double(parts - quads),
      let place = stream.sheet.place(width: columns.count, height: rows)
    else { return false }
    let box = open[open.count - 1].box
    stream.memory.idlePasses.append(open.removeLast())
    mosaic.layBands(opacity: Float(opacity), in: &stream.sheet, at: place)
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
    let low = map.apply(Vector2(band.box.minX, band.box.minY))
    let high = map.apply(Vector2(band.box.maxX, band.box.maxY))
    let middle = Float(band.box.minY - origin.y + 0.5)
    let (top, bottom) = band.isStretched ? (middle, middle) : (low.y, high.y)
    corners.0.texture.lowHalf = SIMD2(low.x, top)
    corners.1.texture.lowHalf = SIMD2(high.x, top)
    corners.2.texture.lowHalf = SIMD2(low.x, bottom)
    corners.3.texture.lowHalf = SIMD2(high.x, bottom)
  }
}

import Dispatch
import Graphics
import RenderTree

// Images under masks between the device's pixels, mixed by the processor. Where nothing is made larger or smaller, all pixels have
// the same four weights; a driver on the CPU that reckons them pixel by pixel takes several times longer than the loop that
// knows them, and then copies rows of finished pixels. Colours, mask and edges are multiplied before anything is rounded, once.

/// An opaque image under its mask, where it lies on the device.
struct MixedPicture: Sendable {
  private let pixels: MixingPixels
  /// The whole device pixels that it touches.
  let box: DeviceBox
  /// The pixel that the box's first is mixed of, with those right of it and below.
  private let first: (column: Int, row: Int)
  private let share: Vector2
  private let coverage: MixedCoverage
  /// What shows of it, from top to bottom: rows and columns of the box.
  private(set) var bands: [Band] = []

  struct Band: Sendable {
    var rows: Range<Int>
    var columns: Range<Int>
  }

  /// Rows of a band of what a mask hides parts of.
  private static let bandRows = 16

  /// Nil for one that is not shown pixel by pixel, but for where it begins between two, or not wholly within its image.
  ///
  /// - Parameter clip: whole device pixels.
  init?(_ picture: PlainPicture, of pixels: MixingPixels, in clip: DeviceBox) {
    guard let place = picture.paint.image else { return nil }
    box = picture.shape.box.inset(by: PixelPieces.unseen).pixelsAround.intersection(clip)
    guard !box.isEmpty else { return nil }
    // The middles of pixels are half a pixel from their corners on the device and in the image.
    let start = Vector2(box.minX, box.minY) + place.offset
    let corner = Vector2(start.x.rounded(.down), start.y.rounded(.down))
    guard corner.x >= -1, corner.y >= -1, corner.x + Double(box.pixelWidth) <= Double(pixels.stride) - 2,
      corner.y + Double(box.pixelHeight) <= Double(pixels.rowCount) - 2
    else { return nil }
    self.pixels = pixels
    first = (Int(corner.x) + 1, Int(corner.y) + 1)
    share = start - corner
    coverage = MixedCoverage(
      picture.shape, opacity: picture.paint.color.w, ramp: picture.paint.ramp, in: box)
    addBands()
  }

  private mutating func addBands() {
    let columns = 0..<box.pixelWidth
    guard !pixels.shown.isEmpty else {
      bands = [Band(rows: 0..<box.pixelHeight, columns: columns)]
      return
    }
    for top in stride(from: 0, to: box.pixelHeight, by: Self.bandRows) {
      let rows = top..<min(top + Self.bandRows, box.pixelHeight)
      var (low, high) = (Int.max, Int.min)
      for shown in pixels.shown[first.row + rows.lowerBound...first.row + rows.upperBound] where !shown.isEmpty {
        (low, high) = (min(low, shown.lowerBound), max(high, shown.upperBound))
      }
      guard low < high else { continue }
      // A pixel shows in those that begin left of it too.
      let shown = (low - 1 - first.column..<high - first.column).clamped(to: columns)
      if shown.isEmpty { continue }
      if let last = bands.last, last.columns == shown, last.rows.upperBound == top {
        bands[bands.count - 1].rows = last.rows.lowerBound..<rows.upperBound
      } else {
        bands.append(Band(rows: rows, columns: shown))
      }
    }
  }

  /// Writes the pixels of all bands, premultiplied, blue first.
  ///
  /// - Parameters:
  ///   - target: where the box's first pixel goes; up to one pixel more than the box has is written in a row.
  ///   - stride: pixels from one row to the next.
  func write(to target: UnsafeMutablePointer<UInt32>, stride: Int) {
    var mixed = MixedRow(width: box.pixelWidth, share: share)
    pixels.pixels.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      for band in bands {
        let (row, column) = (first.row + band.rows.lowerBound, first.column + band.columns.lowerBound)
        var next = source + row * pixels.stride + column
        mixed.take(next, count: band.columns.count)
        for row in band.rows {
          next += pixels.stride
          mixed.take(next, count: band.columns.count)
          mixed.mix(band.columns.count)
          write(row, of: band, mixed, to: target + row * stride)
        }
      }
    }
  }

  /// Writes a row that is mixed.
  private func write(_ row: Int, of band: Band, _ mixed: borrowing MixedRow, to target: UnsafeMutablePointer<UInt32>) {
    let start = band.columns.lowerBound
    let even = coverage.even(inRow: row)
    mixed.write(band.columns.count, times: MixedRow.factor(even.factor), to: target + start)
    let inner = even.columns.clamped(to: band.columns)
    func writeUneven(_ columns: Range<Int>) {
      for column in columns {
        let factor = MixedRow.factor(coverage.factor(column, row))
        target[column] = mixed.pixel(column - start, times: factor)
      }
    }
    guard !inner.isEmpty else { return writeUneven(band.columns) }
    writeUneven(start..<inner.lowerBound)
    writeUneven(inner.upperBound..<band.columns.upperBound)
  }
}

extension Flattener {
  /// More of them in a frame, in pixels, are drawn as others are.
  private static let mostMixedPixels = 1 << 22

  /// Draws an image under its mask as pixels that the processor mixes; false, and nothing is drawn, where it may not, or the frame
  /// before did not show the same.
  mutating func addMixed(_ picture: PlainPicture, in clip: DeviceBox) -> Bool {
    // Not in parts of a canvas, one of which might be drawn so and the next not, nor where more than bytes are wanted.
    guard takesShortCuts, traits.stretchesRows, open.count == 1, frameArea.contains(canvas), fineBoxes.isEmpty,
      fineTiles == nil, let pixels = mixingPixels(of: picture.paint),
      let mixed = MixedPicture(picture, of: pixels, in: clip)
    else { return false }
    let box = mixed.box
    let count = stream.mixedPixels + box.pixelWidth * box.pixelHeight
    // Rows begin at a fourth pixel of the device, as they do in a sheet: drivers on the CPU take four at once.
    let margin = Int(box.minX) & (MixedSheet.step - 1)
    guard count <= Self.mostMixedPixels,
      let place = stream.mixedSheet.place(width: margin + box.pixelWidth, height: box.pixelHeight)
    else { return false }
    stream.mixedPixels = count
    stream.mixed.append((picture: mixed, place: MixedSheet.Place(page: place.page, x: place.x + margin, y: place.y)))
    beginPrimitive(box)
    let offset = Vector2(Double(place.x + margin) - box.minX, Double(place.y) - box.minY)
    for band in mixed.bands {
      let part = DeviceBox(
        minX: box.minX + Double(band.columns.lowerBound), minY: box.minY + Double(band.rows.lowerBound),
        maxX: box.minX + Double(band.columns.upperBound), maxY: box.minY + Double(band.rows.upperBound))
      let map = PlainPaint.PixelMap(scale: Vector2(1, 1), offset: offset).widened(over: part)
      var quad = PlainQuad(part, color: .one)
      quad.setCorners { corner, place in corner.texture.lowHalf = map.apply(place) }
      add(quad, .textured, .mixedSheet(place.page), area: part.area)
    }
    return true
  }

  /// The pixels of a paint that is an opaque image under a mask, pixel by pixel; nil for others.
  private func mixingPixels(of paint: PlainPaint) -> MixingPixels? {
    guard let mixingImages, let place = paint.image, place.isMoved,
      paint.color == SIMD4(repeating: paint.color.w), paint.color.w <= 1
    else { return nil }
    func mixing(_ image: CGImage, under mask: CGImage?) -> MixingPixels? {
      guard max(image.width, image.height) < min(MixedSheet.width, MixedSheet.longest) else { return nil }
      return mixingImages.find(image, under: mask) { MixingPixels(image, under: mask).map { ($0, $0.bytes) } }
    }
    return switch paint.source {
    case .image(let image) where paint.ramp != nil: mixing(image, under: nil)
    case .maskedImage(let image?, let mask) where paint.isJoined: mixing(image, under: mask)
    default: nil
    }
  }
}

extension CommandStream {
  /// Has the processor mix the pictures that the sheet has places for, on several threads.
  mutating func mixPictures() {
    guard !mixed.isEmpty else { return }
    for page in mixedSheet.pages.indices {
      let pictures = mixed.filter { $0.place.page == page }
      mixedSheet.withPixels(ofPage: page) { pixels in
        // Each writes where no other does.
        nonisolated(unsafe) let pixels = pixels
        DispatchQueue.concurrentPerform(iterations: pictures.count) { number in
          let (picture, place) = pictures[number]
          picture.write(to: pixels + place.y * MixedSheet.width + place.x, stride: MixedSheet.width)
        }
      }
    }
  }
}

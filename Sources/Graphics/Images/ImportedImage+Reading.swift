import Foundation

// Reading imported pixels with the processor: for renderers that draw there, and where a driver
// takes no dma-buf.

extension ImportedImage {
  /// Waits for the pixels, and reads them.
  ///
  /// Luma and chroma are converted by the colour matrix. Chroma samples are in the centre of their
  /// pixels, and interpolated.
  ///
  /// - Returns: RGBA bytes, premultiplied, tight rows, top row first.
  /// - Throws: `ImportedImageError.unreadable` for an EGLImage, for unknown formats and layouts
  ///   that are not linear, and for memory that cannot be mapped.
  package func readPixels() throws(ImportedImageError) -> [UInt8] {
    guard case .dmaBuf(let planes) = source else { throw unreadable("an EGLImage") }
    guard modifier == nil || modifier == ImportedImage.linear else { throw unreadable("another layout") }
    guard let rowBytes = pixelFormat.rowBytes(width: width) else { throw unreadable("a format of that name") }
    fence?.wait()
    var mapped: [MappedPlane] = []
    for (index, plane) in planes.enumerated() {
      let rows = index == 0 ? height : (height + 1) / 2
      guard let map = MappedPlane(plane, rows: rows, rowBytes: rowBytes[index]) else {
        throw unreadable("plane \(index), which cannot be")
      }
      mapped.append(map)
    }
    if let components = pixelFormat.components { return rgbPixels(mapped[0], components) }
    return videoPixels(mapped)
  }

  private func unreadable(_ found: String) -> ImportedImageError {
    .unreadable(format: pixelFormat, modifier: modifier, found: found)
  }

  private func rgbPixels(_ plane: MappedPlane, _ components: PackedComponents) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = components.bytes(of: plane.word(4 * x, y))
        pixels.append(pixel.red)
        pixels.append(pixel.green)
        pixels.append(pixel.blue)
        pixels.append(pixel.alpha)
      }
    }
    return pixels
  }

  private func videoPixels(_ planes: [MappedPlane]) -> [UInt8] {
    let conversion = VideoConversion(matrix: colorMatrix, range: colorRange, bits: pixelFormat.videoBits)
    let (wide, high) = ((width + 1) / 2, (height + 1) / 2)
    func chroma(_ index: Int, _ x: Int, _ y: Int) -> Double {
      switch pixelFormat {
      case .nv12: Double(planes[1].byte(2 * x + index, y))
      case .nv21: Double(planes[1].byte(2 * x + 1 - index, y))
      case .p010: Double(planes[1].number(4 * x + 2 * index, y) >> 6)
      default: Double(planes[1 + index].byte(x, y))
      }
    }
    func luma(_ x: Int, _ y: Int) -> Double {
      pixelFormat == .p010 ? Double(planes[0].number(2 * x, y) >> 6) : Double(planes[0].byte(x, y))
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      let rows = ChromaPair(y, count: high)
      for x in 0..<width {
        let columns = ChromaPair(x, count: wide)
        func mixed(_ index: Int) -> Double {
          let upper = columns.mix(chroma(index, columns.first, rows.first), chroma(index, columns.second, rows.first))
          let lower = columns.mix(chroma(index, columns.first, rows.second), chroma(index, columns.second, rows.second))
          return rows.mix(upper, lower)
        }
        let color = conversion.color(luma: luma(x, y), blue: mixed(0), red: mixed(1))
        for part in [color.red, color.green, color.blue] {
          pixels.append(UInt8((min(max(part, 0), 1) * 255).rounded()))
        }
        pixels.append(255)
      }
    }
    return pixels
  }
}

/// Luma and chroma to red, green and blue. Source: ITU-R BT.709-6, sections 3 and 4; the others
/// differ in the weights.
struct VideoConversion {
  private let weights: (red: Double, blue: Double)
  /// The number of black luma, and how many there are from there to white.
  private let black: Double
  private let white: Double
  /// The number of chroma that is no colour, and how many there are from the strongest one way to
  /// the other.
  private let middle: Double
  private let strongest: Double

  /// - Parameter bits: of each number, 8 or more: those of video's range are those of 8 bits times
  ///   a power of 2.
  init(matrix: YCbCrMatrix, range: YCbCrRange, bits: Int = 8) {
    weights = matrix.weights
    let step = Double(1 << (bits - 8))
    let most = Double(1 << bits - 1)
    middle = 128 * step
    black = range == .limited ? 16 * step : 0
    white = range == .limited ? 219 * step : most
    strongest = range == .limited ? 224 * step : most
  }

  /// - Parameters:
  ///   - luma: the stored number.
  ///   - blue: Cb as stored.
  ///   - red: Cr as stored.
  /// - Returns: encoded red, green and blue; what lies beyond 0…1 is no colour that can be shown.
  func color(luma: Double, blue: Double, red: Double) -> (red: Double, green: Double, blue: Double) {
    let y = (luma - black) / white
    let (cb, cr) = ((blue - middle) / strongest, (red - middle) / strongest)
    // Y = Kr·R + Kg·G + Kb·B, Cb = (B − Y) / (2·(1 − Kb)), Cr = (R − Y) / (2·(1 − Kr)), solved for
    // R, B and G.
    let r = y + 2 * (1 - weights.red) * cr
    let b = y + 2 * (1 - weights.blue) * cb
    let g = (y - weights.red * r - weights.blue * b) / (1 - weights.red - weights.blue)
    return (r, g, b)
  }
}

/// The two samples of chroma between which a pixel lies, along one axis, and how far it is toward
/// the second.
private struct ChromaPair {
  let first: Int
  let second: Int
  private let share: Double

  /// Chroma sample c lies between the pixels 2c and 2c + 1.
  init(_ pixel: Int, count: Int) {
    let place = (Double(pixel) + 0.5) / 2 - 0.5
    let low = place.rounded(.down)
    share = place - low
    first = min(max(Int(low), 0), count - 1)
    second = min(Int(low) + 1, count - 1)
  }

  func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
}

/// A plane mapped for reading, as long as this lives.
private final class MappedPlane {
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int
  private let offset: Int
  private let bytesPerRow: Int
  private let descriptor: Int32

  /// Nil where the memory ends before the plane does, or cannot be mapped.
  init?(_ plane: ImportedImage.Plane, rows: Int, rowBytes: Int) {
    let (before, isTooHigh) = plane.bytesPerRow.multipliedReportingOverflow(by: rows - 1)
    let (last, isTooFar) = plane.offset.addingReportingOverflow(before)
    let (count, isTooLong) = last.addingReportingOverflow(rowBytes)
    guard !isTooHigh, !isTooFar, !isTooLong, plane.offset >= 0, plane.bytesPerRow >= 0 else { return nil }
    // Access beyond the end of a mapped file raises SIGBUS.
    let end = lseek(plane.descriptor, 0, SEEK_END)
    guard end >= off_t(count) else { return nil }
    guard let memory = mmap(nil, count, PROT_READ, MAP_SHARED, plane.descriptor, 0), memory != MAP_FAILED else {
      return nil
    }
    self.memory = memory
    byteCount = count
    offset = plane.offset
    bytesPerRow = plane.bytesPerRow
    descriptor = plane.descriptor
    Self.synchronize(descriptor, Self.start)
  }

  deinit {
    Self.synchronize(descriptor, Self.end)
    _ = munmap(memory, byteCount)
  }

  func byte(_ column: Int, _ row: Int) -> UInt8 {
    memory.load(fromByteOffset: offset + row * bytesPerRow + column, as: UInt8.self)
  }

  /// Two bytes, the lower first.
  func number(_ column: Int, _ row: Int) -> UInt16 {
    UInt16(
      littleEndian: memory.loadUnaligned(fromByteOffset: offset + row * bytesPerRow + column, as: UInt16.self))
  }

  /// Four bytes, the lowest first.
  func word(_ column: Int, _ row: Int) -> UInt32 {
    UInt32(
      littleEndian: memory.loadUnaligned(fromByteOffset: offset + row * bytesPerRow + column, as: UInt32.self))
  }

  // `DMA_BUF_IOCTL_SYNC` of `linux/dma-buf.h`, with its flags for reading: caches of devices are
  // written back first.
  private static let request: UInt = 0x4008_6200
  private static let start: UInt64 = 1
  private static let end: UInt64 = 5

  /// Does nothing for memory that is no dma-buf.
  private static func synchronize(_ descriptor: Int32, _ flags: UInt64) {
    var flags = flags
    _ = ioctl(descriptor, request, &flags)
  }
}

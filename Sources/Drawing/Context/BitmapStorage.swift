import MultiplaneCCairo
import MultiplaneGraphics

/// The memory of a bitmap context, its own or the program's, and the surface that is drawn into.
final class BitmapStorage {
  let layout: BitmapLayout
  let bytesPerRow: Int
  let surface: DrawingSurface
  private let memory: UnsafeMutableRawPointer
  private let ownsMemory: Bool
  private let release: ((UnsafeMutableRawPointer?) -> Void)?
  /// The conversion between memory and surface if the memory cannot be drawn into; else nil.
  private let conversion: BitmapConversion?
  /// Whether the program knows the memory, and so may read and write it between any two calls.
  private var isShared: Bool
  /// Whether nothing was drawn, and the program does not know the memory.
  private(set) var isUntouched: Bool

  /// Nil without memory, or where a row does not fit `bytesPerRow` (0 for as many as needed).
  ///
  /// - Parameter release: called with the program's memory when it is no longer drawn into; with
  ///   nil where there is none.
  init?(
    layout: BitmapLayout, width: Int, height: Int, bytesPerRow given: Int, data: UnsafeMutableRawPointer?,
    release: ((UnsafeMutableRawPointer?) -> Void)? = nil
  ) {
    let rowBytes = width * layout.bytesPerPixel
    bytesPerRow = given == 0 ? (rowBytes + 3) / 4 * 4 : given
    guard bytesPerRow >= rowBytes, bytesPerRow <= Int(Int32.max) else { return nil }
    let (total, overflow) = bytesPerRow.multipliedReportingOverflow(by: height)
    guard !overflow, data != nil || total <= CGContext.maximumBytes else { return nil }
    ownsMemory = data == nil
    isShared = data != nil
    isUntouched = data == nil
    guard let memory = data ?? calloc(total, 1) else {
      ContentsWatch.reportMissing(bytes: total)
      return nil
    }
    self.memory = memory
    self.layout = layout
    self.release = release

    let area = PixelArea(x: 0, y: 0, width: width, height: height)
    let isAligned = bytesPerRow.isMultiple(of: 4) && UInt(bitPattern: memory).isMultiple(of: 4)
    let created: DrawingSurface?
    if layout.isDirect, isAligned {
      conversion = nil
      created = DrawingSurface(
        memory: memory.assumingMemoryBound(to: UInt8.self), area, format: layout.format, bytesPerRow: bytesPerRow)
    } else if let half = layout.half {
      conversion = nil
      created = DrawingSurface(
        HalfPixels(
          memory: memory, area, bytesPerRow: bytesPerRow, isLittleEndian: half == .littleEndian))
    } else {
      conversion = BitmapConversion(layout: layout, memory: memory, bytesPerRow: bytesPerRow, area: area)
      created = DrawingSurface(area, format: layout.format)
    }
    guard let created else {
      if ownsMemory { free(memory) }
      return nil
    }
    surface = created
  }

  /// The pages of a document, in place of memory.
  init?(pages: DrawingSurface, layout: BitmapLayout) {
    guard let memory = malloc(1) else { return nil }
    (self.layout, self.memory, surface) = (layout, memory, pages)
    (bytesPerRow, ownsMemory, isShared, isUntouched) = (0, true, false, true)
    (release, conversion) = (nil, nil)
  }

  deinit {
    cairo_surface_finish(surface.surface)
    if ownsMemory { free(memory) }
    release?(ownsMemory ? nil : memory)
  }

  /// Runs `body`, which draws into `surface`, between fetching what the program wrote and handing
  /// over what was drawn.
  func draw(_ body: () -> Void) {
    isUntouched = false
    if isShared { conversion?.load(surface) }
    body()
    if isShared { publish() }
  }

  /// The memory with all that was drawn; from now on the program knows it.
  func share() -> UnsafeMutableRawPointer {
    publish()
    isShared = true
    isUntouched = false
    return memory
  }

  /// A copy of the memory with all that was drawn; what pads rows is as it is.
  func copy() -> Data {
    publish()
    return Data(bytes: memory, count: bytesPerRow * surface.area.height)
  }

  private func publish() {
    cairo_surface_flush(surface.surface)
    conversion?.store(surface)
  }
}

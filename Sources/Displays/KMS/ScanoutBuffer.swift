import MultiplaneGL

/// Memory for one frame that is drawn into and shown.
package final class ScanoutBuffer {
  let name: ScanoutName
  /// Pixels.
  let width: Int
  /// Pixels.
  let height: Int
  /// The number of the frame that it holds, from 1; 0 if what it holds is unknown.
  var frameNumber: UInt64 = 0
  /// What a device draws into; nil where the CPU draws.
  let surface: Surface?
  private let memory: Memory
  private let card: Card

  enum Memory {
    /// The card's own.
    case own(GBMBuffer)
    /// Another device's, and the card's number for it.
    case taken(GBMBuffer, MemoryName)
    /// Written by the CPU.
    case dumb(DumbBuffer, format: FourCC)
  }

  /// Takes over memory, and makes a frame buffer of it.
  init(_ memory: Memory, layout: FrameBufferLayout, surface: Surface?, card: Card) throws(ModeSettingError) {
    self.memory = memory
    self.surface = surface
    self.card = card
    (width, height) = (layout.width, layout.height)
    do throws(ModeSettingError) {
      name = try card.modeSetting.addFrameBuffer(layout)
    } catch {
      Self.release(memory, of: card)
      throw error
    }
  }

  deinit {
    // A removed card has released everything itself.
    try? card.modeSetting.removeFrameBuffer(name)
    Self.release(memory, of: card)
  }

  private static func release(_ memory: Memory, of card: Card) {
    switch memory {
    case .own: break
    case .taken(_, let name): try? card.modeSetting.closeMemory(name)
    case .dumb(let buffer, _): try? card.modeSetting.destroyDumbBuffer(buffer)
    }
  }

  /// What of it differs from the frame that is shown last, if it is not shown yet.
  var damage = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// Whether the display reads what was drawn; otherwise `copy` has to be called for each frame.
  var isDrawnDirectly: Bool {
    if case .dumb = memory { surface == nil } else { true }
  }

  /// The target of the next frame; nil for memory that cannot be drawn into.
  func target(scale: Double, bufferAge: Int) -> FrameTarget? {
    if let surface { return .device(surface.frame(scale: scale, bufferAge: bufferAge)) }
    guard case .dumb(let buffer, let format) = memory else { return nil }
    return .memory(
      MemoryFrame(
        bytes: buffer.bytes, width: width, height: height, bytesPerRow: buffer.stride,
        isBlueFirst: format != .abgr8888 && format != .xbgr8888, bufferAge: bufferAge))
  }

  /// Its pixels as they were written by the CPU, RGBA8 with rows tight; nil where a device drew.
  func readPixels() -> [UInt8]? {
    guard surface == nil, case .dumb(let buffer, let format) = memory else { return nil }
    let redFirst = format == .abgr8888 || format == .xbgr8888
    return [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
      let target = UnsafeMutableRawBufferPointer(pixels)
      for row in 0..<height {
        let from = UnsafeRawBufferPointer(rebasing: buffer.bytes[(row * buffer.stride)...].prefix(width * 4))
        let line = UnsafeMutableRawBufferPointer(rebasing: target[(row * width * 4)...].prefix(width * 4))
        if redFirst { line.copyMemory(from: from) } else { Self.swapRedAndBlue(from: from, to: line) }
      }
      count = width * height * 4
    }
  }

  /// Copies what was drawn to where the display reads it.
  ///
  /// - Parameters:
  ///   - pixels: RGBA8, rows tight.
  ///   - rows: those that differ from what was copied here last.
  func copy(_ pixels: [UInt8], rows: Range<Int>) {
    guard case .dumb(let buffer, let format) = memory else { return }
    let redFirst = format == .abgr8888 || format == .xbgr8888
    pixels.withUnsafeBytes { source in
      for row in rows.clamped(to: 0..<height) {
        let line = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[(row * buffer.stride)...].prefix(width * 4))
        let drawn = UnsafeRawBufferPointer(rebasing: source[(row * width * 4)...].prefix(width * 4))
        if redFirst { line.copyMemory(from: drawn) } else { Self.swapRedAndBlue(from: drawn, to: line) }
      }
    }
  }

  /// Copies a row of pixels, RGBA in memory, as BGRA.
  private static func swapRedAndBlue(from source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) {
    let pixels = source.bindMemory(to: UInt32.self)
    let shown = target.bindMemory(to: UInt32.self)
    for (index, pixel) in pixels.enumerated() {
      shown[index] = pixel & 0xff00_ff00 | (pixel & 0xff) << 16 | (pixel >> 16) & 0xff
    }
  }
}

import GL

/// The textures of a frame's sheet of pixels: filled when a batch needs them, kept for the next frame's as long as the budget has
/// room.
final class SheetTextures {
  private struct Entry {
    let texture: Texture
    let holding: TextureBudget.Holding
    /// Whether it has this frame's pixels.
    var isFilled = false
  }

  private let device: Device
  private let budget: TextureBudget
  private var entries: [Int: Entry] = [:]

  init(device: Device, budget: TextureBudget) {
    self.device = device
    self.budget = budget
  }

  /// The texture of a page, filled if it is not yet. It is the caller's for as long as it draws with it.
  ///
  /// - Throws: `RenderError.device` when the driver has no room for it.
  func texture(of sheet: PixelSheet, page: Int) throws(RenderError) -> Texture {
    var entry = try entry(page, height: sheet.pages[page].height)
    budget.use(entry.holding)
    if !entry.isFilled {
      sheet.pages[page].pixels.withUnsafeBytes { bytes in
        let used = sheet.pages[page].height * PixelSheet.width * MemoryLayout<UInt32>.stride
        device.upload(
          UnsafeRawBufferPointer(rebasing: bytes[..<used]), to: entry.texture, height: sheet.pages[page].height,
          isBlueFirst: true)
      }
      entry.isFilled = true
      entries[page] = entry
    }
    return entry.texture
  }

  /// Ends a frame.
  func endFrame() {
    for page in entries.keys { entries[page]?.isFilled = false }
  }

  /// A page's texture of at least so many rows.
  private func entry(_ page: Int, height: Int) throws(RenderError) -> Entry {
    if let known = entries[page] {
      if known.texture.height >= height { return known }
      entries[page] = nil
      budget.release(known.holding)
    }
    // Powers of two: few growths, as groups come.
    var rows = 64
    while rows < height { rows *= 2 }
    budget.makeRoom(for: Texture.memoryBytes(ofPixelBytes: PixelSheet.width * rows * 4))
    do throws(GLError) {
      let texture = try device.makeTexture(
        width: PixelSheet.width, height: rows, format: .bgra8, label: "sheet of pixels \(page)")
      let holding = budget.hold(texture.memoryBytes) { [weak self] in self?.entries[page] = nil }
      return Entry(texture: texture, holding: holding)
    } catch {
      throw .device(error)
    }
  }
}

import GL

/// The textures of a frame's sheet of pixels, or of mixed images: filled when a batch needs them, kept for the next frame's as long as the budget has
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
  /// Rows of pixels on their way to a texture.
  private var memory: [UInt32] = []

  init(device: Device, budget: TextureBudget) {
    self.device = device
    self.budget = budget
  }

  /// The texture of a page, filled if it is not yet. It is the caller's for as long as it draws with it.
  ///
  /// - Throws: `RenderError.device` when the driver has no room for it.
  func texture(of sheet: PixelSheet, page: Int) throws(RenderError) -> Texture {
    let (width, height) = (sheet.pages[page].width, sheet.pages[page].height)
    return try filled(page, width: width, height: height) { texture in
      sheet.forEachPart(of: page, in: &memory) { bytes, rows in
        device.upload(bytes, to: texture, y: rows.lowerBound, width: width, height: rows.count, isBlueFirst: true)
      }
    }
  }

  /// The same of a sheet of mixed images.
  ///
  /// - Throws: `RenderError.device` when the driver has no room for it.
  func texture(of sheet: MixedSheet, page: Int) throws(RenderError) -> Texture {
    let height = sheet.pages[page].height
    return try filled(page, width: MixedSheet.width, height: height) { texture in
      sheet.pages[page].pixels.withUnsafeBytes { bytes in
        let used = UnsafeRawBufferPointer(rebasing: bytes[..<(height * MixedSheet.width * MemoryLayout<UInt32>.stride)])
        device.upload(used, to: texture, width: MixedSheet.width, height: height, isBlueFirst: true)
      }
    }
  }

  private func filled(
    _ page: Int, width: Int, height: Int, upload: (Texture) -> Void
  ) throws(RenderError) -> Texture {
    var entry = try entry(page, width: width, height: height)
    budget.use(entry.holding)
    if !entry.isFilled {
      upload(entry.texture)
      entry.isFilled = true
      entries[page] = entry
    }
    return entry.texture
  }

  /// Ends a frame.
  func endFrame() {
    for page in entries.keys { entries[page]?.isFilled = false }
  }

  /// A page's texture, of at least that size.
  private func entry(_ page: Int, width: Int, height: Int) throws(RenderError) -> Entry {
    if let known = entries[page] {
      // In one that is much wider the pixels would lie too far apart.
      if known.texture.height >= height, (width...width * 2).contains(known.texture.width) { return known }
      entries[page] = nil
      budget.release(known.holding)
    }
    // Powers of two: few growths, as groups come.
    var rows = 64
    while rows < height { rows *= 2 }
    budget.makeRoom(for: Texture.memoryBytes(ofPixelBytes: width * rows * 4))
    do throws(GLError) {
      let texture = try device.makeTexture(
        width: width, height: rows, format: .bgra8, label: "sheet of pixels \(page)")
      let holding = budget.hold(texture.memoryBytes) { [weak self] in self?.entries[page] = nil }
      return Entry(texture: texture, holding: holding)
    } catch {
      throw .device(error)
    }
  }
}

import MultiplaneGraphics

/// Carries pixels between a bitmap whose layout Cairo does not know and the surface that is drawn
/// into for it.
struct BitmapConversion {
  let layout: BitmapLayout
  let memory: UnsafeMutableRawPointer
  let bytesPerRow: Int
  /// Pixels of the whole bitmap.
  let area: PixelArea

  /// Memory to surface.
  func load(_ surface: DrawingSurface) {
    surface.forEachRow(of: area) { y, row in
      let source = memory + y * bytesPerRow
      if surface.pixelSize == 1 {
        row.update(from: source.assumingMemoryBound(to: UInt8.self), count: area.width)
        return
      }
      for x in 0..<area.width {
        let (pixel, stored) = (row + 4 * x, source + x * layout.bytesPerPixel)
        let alpha = layout.alphaOffset.map { byte(stored + $0) } ?? 255
        let color = layout.colorOffsets.map { min(byte(stored + $0), alpha) }
        pixel[layout.isRedFirst ? 2 : 0] = color[2]
        pixel[1] = color[1]
        pixel[layout.isRedFirst ? 0 : 2] = color[0]
        pixel[3] = alpha
      }
    }
  }

  /// Surface to memory.
  func store(_ surface: DrawingSurface) {
    surface.forEachRow(of: area) { y, row in
      let target = memory + y * bytesPerRow
      if surface.pixelSize == 1 {
        target.copyMemory(from: row, byteCount: area.width)
        return
      }
      for x in 0..<area.width {
        let (pixel, stored) = (row + 4 * x, target + x * layout.bytesPerPixel)
        let color = layout.isRedFirst ? [pixel[0], pixel[1], pixel[2]] : [pixel[2], pixel[1], pixel[0]]
        for (offset, component) in zip(layout.colorOffsets, color) { store(component, to: stored + offset) }
        if let offset = layout.alphaOffset { store(pixel[3], to: stored + offset) }
      }
    }
  }

  private func byte(_ stored: UnsafeMutableRawPointer) -> UInt8 { stored.load(as: UInt8.self) }

  private func store(_ component: UInt8, to stored: UnsafeMutableRawPointer) {
    stored.storeBytes(of: component, as: UInt8.self)
  }
}

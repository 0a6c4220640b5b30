import MultiplaneCCairo
import MultiplaneGraphics

/// Surfaces that hold an image, its upper left corner at 0.
enum ImageSurface {
  /// Premultiplied bytes of four, in the order that Cairo takes them in; nil for an image too large
  /// for Cairo.
  static func color(_ pixels: [UInt8], width: Int, height: Int, exchangesRedAndBlue: Bool) -> DrawingSurface? {
    guard let image = surface(width, height, CAIRO_FORMAT_ARGB32) else { return nil }
    pixels.withUnsafeBufferPointer { pixels in
      image.forEachRow(of: image.area) { y, row in
        let start = y * width * 4
        for index in stride(from: 0, to: width * 4, by: 4) {
          let pixel = start + index
          row[index] = pixels[exchangesRedAndBlue ? pixel + 2 : pixel]
          row[index + 1] = pixels[pixel + 1]
          row[index + 2] = pixels[exchangesRedAndBlue ? pixel : pixel + 2]
          row[index + 3] = pixels[pixel + 3]
        }
      }
    }
    return image
  }

  /// One byte of alpha a pixel.
  static func alpha(_ coverage: [UInt8], width: Int, height: Int) -> DrawingSurface? {
    guard let image = surface(width, height, CAIRO_FORMAT_A8) else { return nil }
    image.forEachRow(of: image.area) { y, row in
      for x in 0..<width { row[x] = coverage[y * width + x] }
    }
    return image
  }

  /// Cairo counts pixels of a side in 15 bits.
  private static func surface(_ width: Int, _ height: Int, _ format: cairo_format_t) -> DrawingSurface? {
    guard width <= 32767, height <= 32767 else { return nil }
    return DrawingSurface(PixelArea(x: 0, y: 0, width: width, height: height), format: format)
  }
}

extension PatternSource {
  /// How an image is sampled; beyond its edges the edge pixels continue, so that edges do not fade.
  func setSampling(_ filter: cairo_filter_t) {
    cairo_pattern_set_filter(pattern, filter)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
  }
}

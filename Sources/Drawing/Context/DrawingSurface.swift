import MultiplaneCCairo

/// Pixels that Cairo draws into: a part of the plane of a context's pixels, in whose coordinates it
/// is drawn to.
///
/// The context's pixels have y down and the first row at 0. Four bytes per pixel, premultiplied, or
/// one of alpha.
final class DrawingSurface {
  /// The pixels of the plane that the surface has.
  private(set) var area: PixelArea
  let format: cairo_format_t
  let surface: OpaquePointer
  let cairo: OpaquePointer
  /// The colours, where they are half floats: Cairo has the clip then, and says how much of a pixel
  /// a shape covers.
  let halves: HalfPixels?
  /// Whether it is a page of a document, which has no pixels to be read.
  let isPage: Bool
  /// The flattening tolerance of curves, in pixels: the area of the smallest disc that looks
  /// round, 3 pixels in radius, is then right to half a percent.
  static let tolerance = 0.01

  /// Allocates clear pixels; nil for no area, or without memory.
  convenience init?(_ area: PixelArea, format: cairo_format_t = CAIRO_FORMAT_ARGB32) {
    guard !area.isEmpty else { return nil }
    self.init(area, format, cairo_image_surface_create(format, Int32(area.width), Int32(area.height)))
  }

  /// Clear pixels of half floats.
  convenience init?(halves area: PixelArea) {
    guard let halves = HalfPixels(area) else { return nil }
    self.init(halves)
  }

  /// Pixels of half floats that are there.
  convenience init?(_ halves: HalfPixels) {
    let area = halves.area
    self.init(
      area, CAIRO_FORMAT_A8, cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(area.width), Int32(area.height)),
      halves: halves)
  }

  /// Draws into memory that outlives the surface. Rows begin a multiple of four bytes apart.
  convenience init?(memory: UnsafeMutablePointer<UInt8>, _ area: PixelArea, format: cairo_format_t, bytesPerRow: Int) {
    self.init(
      area, format,
      cairo_image_surface_create_for_data(memory, format, Int32(area.width), Int32(area.height), Int32(bytesPerRow)))
  }

  /// Pages of a document, in whose units a pixel is `pixelSize` wide.
  convenience init?(pages created: OpaquePointer?, _ area: PixelArea, pixelSize: Double) {
    self.init(area, CAIRO_FORMAT_ARGB32, created, isPage: true)
    cairo_scale(cairo, pixelSize, pixelSize)
  }

  /// Gives the next page of a document another size.
  func setPage(_ area: PixelArea) {
    self.area = area
  }

  private init?(
    _ area: PixelArea, _ format: cairo_format_t, _ created: OpaquePointer?, halves: HalfPixels? = nil,
    isPage: Bool = false
  ) {
    guard let created else { return nil }
    let status = cairo_surface_status(created)
    guard status == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(created) else {
      if status == CAIRO_STATUS_NO_MEMORY { ContentsWatch.reportMissing(bytes: area.width * area.height * 4) }
      cairo_surface_destroy(created)
      return nil
    }
    cairo_set_tolerance(cairo, DrawingSurface.tolerance)
    cairo_surface_set_device_offset(created, -Double(area.x), -Double(area.y))
    self.area = area
    self.halves = halves
    self.isPage = isPage
    self.format = format
    self.surface = created
    self.cairo = cairo
  }

  deinit {
    // Cairo draws nothing more after its first failure.
    if cairo_status(cairo) == CAIRO_STATUS_NO_MEMORY { ContentsWatch.reportMissing(bytes: byteCount) }
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// Bytes of a pixel, of half floats of that of a shape.
  var pixelSize: Int { format == CAIRO_FORMAT_A8 ? 1 : 4 }

  /// Bytes that are allocated.
  var byteCount: Int { area.width * area.height * (pixelSize + (halves == nil ? 0 : HalfPixels.size)) }

  /// Bytes of a pixel of a transparency layer over this.
  var layerPixelSize: Int { halves == nil ? 4 : 1 + HalfPixels.size }

  /// Whether what stands for alpha has no meaning.
  var isOpaque: Bool { format == CAIRO_FORMAT_RGB24 }

  /// Calls `body` for the rows of an area inside, each with the address of its first pixel.
  func forEachRow(of part: PixelArea, _ body: (_ y: Int, UnsafeMutablePointer<UInt8>) -> Void) {
    cairo_surface_flush(surface)
    guard !part.isEmpty, let pixels = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in part.y..<part.y + part.height {
      body(y, pixels + (y - area.y) * stride + (part.x - area.x) * pixelSize)
    }
    cairo_surface_mark_dirty(surface)
  }

  /// A copy of a part of the pixels, row after row; the part lies inside.
  func copyPixels(of part: PixelArea) -> [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(part.width * part.height * pixelSize)
    forEachRow(of: part) { _, row in
      copy += UnsafeBufferPointer(start: row, count: part.width * pixelSize)
    }
    return copy
  }

  /// The smallest area with all pixels that are not clear, of a surface of alpha; empty without
  /// any.
  var coveredArea: PixelArea {
    var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
    forEachRow(of: area) { y, row in
      let pixels = UnsafeBufferPointer(start: row, count: area.width)
      guard let first = pixels.firstIndex(where: { $0 > 0 }), let last = pixels.lastIndex(where: { $0 > 0 }) else {
        return
      }
      (left, right, top, bottom) = (min(left, first), max(right, last), min(top, y), max(bottom, y))
    }
    guard left <= right else { return PixelArea(x: area.x, y: area.y, width: 0, height: 0) }
    return PixelArea(x: area.x + left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

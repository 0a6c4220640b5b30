import Foundation
import MultiplaneCCairo
import MultiplaneGraphics

/// The glyphs of a font as outlines, and those of a colour font as pictures.
///
/// `@unchecked Sendable`, because Cairo's font is a pointer. The proof: it is used and what changes
/// here is touched only under `FontLock`.
final class GlyphFont: @unchecked Sendable {
  /// Outlines are taken from the font at this size, in pixels, where FreeType's rounding to 1/64 is
  /// a 65536th of an em.
  private static let outlineSize = 1024.0
  /// More glyphs than a page of any script has; beyond, all are read again.
  private static let maximumOutlines = 2048

  /// For a size of one point.
  let metrics: FontMetrics
  /// Whether glyphs have colours of their own, and are drawn as pictures.
  let isColored: Bool
  private let scaledFont: OpaquePointer
  /// The files of the font are kept as long as they may be read again.
  private let files: [FontFile]
  private var outlines: [UInt32: PathOutline] = [:]
  private var boxes: [UInt32: CGRect] = [:]

  /// The font of a scaled one of Pango's, which was asked for `size`, in points.
  init?(scaledFont original: OpaquePointer, size: Double, metrics: FontMetrics, isColored: Bool, files: [FontFile]) {
    guard let scaled = Self.scaled(original, by: Self.outlineSize / size) else { return nil }
    scaledFont = scaled
    (self.metrics, self.isColored, self.files) = (metrics, isColored, files)
  }

  deinit { FontLock.withLock { cairo_scaled_font_destroy(scaledFont) } }

  /// A font's outline of one glyph for a size of one point, y up, from the pen's place on the
  /// baseline.
  func outline(of glyph: UInt32) -> PathOutline {
    FontLock.withLock {
      if let known = outlines[glyph] { return known }
      if outlines.count >= Self.maximumOutlines { outlines = [:] }
      let outline = readOutline(of: glyph)
      outlines[glyph] = outline
      return outline
    }
  }

  /// The box of a glyph's outline, for a size of one point, y up; null for one without an outline.
  func box(of glyph: UInt32) -> CGRect {
    FontLock.withLock {
      if let known = boxes[glyph] { return known }
      if boxes.count >= Self.maximumOutlines { boxes = [:] }
      let outline = outlines[glyph] ?? readOutline(of: glyph)
      let box = outline.elements.isEmpty ? CGRect.null : outline.tightBounds
      boxes[glyph] = box
      return box
    }
  }

  /// The advance of a glyph, for a size of one point.
  func advance(of glyph: UInt32) -> CGFloat {
    FontLock.withLock {
      var glyphs = [cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)]
      var extents = cairo_text_extents_t()
      cairo_scaled_font_glyph_extents(scaledFont, &glyphs, 1, &extents)
      return extents.x_advance / Self.outlineSize
    }
  }

  /// A glyph of a colour font as a picture of the given number of pixels per em, and the rectangle
  /// that it fills for a size of one point, y up; nil for a glyph without any. `color` is what is
  /// painted with where the glyph has no colour of its own.
  func picture(of glyph: UInt32, pixelsPerEm: Double, color: CGColor) -> (image: CGImage, rect: CGRect)? {
    FontLock.withLock { drawPicture(of: glyph, pixelsPerEm, color) }
  }

  /// Has Cairo draw glyphs as text, in a space with y up, in the size `size`.
  func show(_ glyphs: [(id: UInt32, position: CGPoint)], size: CGFloat, on cairo: OpaquePointer) {
    FontLock.withLock {
      var matrix = cairo_matrix_t()
      cairo_scaled_font_get_font_matrix(scaledFont, &matrix)
      let scale = Double(size) / Self.outlineSize
      // A font's own space has y down.
      (matrix.xx, matrix.yx) = (matrix.xx * scale, -matrix.yx * scale)
      (matrix.xy, matrix.yy) = (matrix.xy * scale, -matrix.yy * scale)
      (matrix.x0, matrix.y0) = (0, 0)
      cairo_set_font_face(cairo, cairo_scaled_font_get_font_face(scaledFont))
      cairo_set_font_matrix(cairo, &matrix)
      var options: OpaquePointer?
      options = cairo_font_options_create()
      cairo_scaled_font_get_font_options(scaledFont, options)
      cairo_set_font_options(cairo, options)
      cairo_font_options_destroy(options)
      var placed = glyphs.map { cairo_glyph_t(index: UInt($0.id), x: $0.position.x, y: $0.position.y) }
      cairo_show_glyphs(cairo, &placed, Int32(placed.count))
    }
  }

  private func drawPicture(
    of glyph: UInt32, _ pixelsPerEm: Double, _ color: CGColor
  ) -> (image: CGImage, rect: CGRect)? {
    guard let font = Self.scaled(scaledFont, by: pixelsPerEm / Self.outlineSize) else { return nil }
    defer { cairo_scaled_font_destroy(font) }
    var glyphs = [cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)]
    var extents = cairo_text_extents_t()
    cairo_scaled_font_glyph_extents(font, &glyphs, 1, &extents)
    let ink = CGRect(x: extents.x_bearing, y: extents.y_bearing, width: extents.width, height: extents.height)
    let limits = PixelArea(x: -2048, y: -2048, width: 4096, height: 4096)
    let area = PixelArea(touchedBy: ink.insetBy(dx: -1, dy: -1), within: limits)
    guard !ink.isEmpty, let surface = DrawingSurface(area) else { return nil }
    cairo_set_scaled_font(surface.cairo, font)
    let straight = color.straight
    cairo_set_source_rgba(surface.cairo, straight.red, straight.green, straight.blue, straight.alpha)
    cairo_show_glyphs(surface.cairo, &glyphs, 1)
    guard
      let image = CGImage(premultipliedRGBA8: surface.premultipliedRGBA8(), width: area.width, height: area.height)
    else { return nil }
    let rect = CGRect(x: area.x, y: -(area.y + area.height), width: area.width, height: area.height)
    return (image, rect.applying(CGAffineTransform(scaleX: 1 / pixelsPerEm, y: 1 / pixelsPerEm)))
  }

  /// The same font in another size, without hints.
  private static func scaled(_ font: OpaquePointer, by factor: Double) -> OpaquePointer? {
    var matrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(font, &matrix)
    (matrix.xx, matrix.yx) = (matrix.xx * factor, matrix.yx * factor)
    (matrix.xy, matrix.yy) = (matrix.xy * factor, matrix.yy * factor)
    (matrix.x0, matrix.y0) = (0, 0)
    var identity = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    guard let made = cairo_scaled_font_create(cairo_scaled_font_get_font_face(font), &matrix, &identity, options) else {
      return nil
    }
    guard cairo_scaled_font_status(made) == CAIRO_STATUS_SUCCESS else {
      cairo_scaled_font_destroy(made)
      return nil
    }
    return made
  }

  private func readOutline(of glyph: UInt32) -> PathOutline {
    var outline = PathOutline()
    guard let surface = DrawingSurface(PixelArea(x: 0, y: 0, width: 1, height: 1), format: CAIRO_FORMAT_A8) else {
      return outline
    }
    cairo_set_scaled_font(surface.cairo, scaledFont)
    var glyphs = [cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)]
    cairo_glyph_path(surface.cairo, &glyphs, 1)
    guard let path = cairo_copy_path(surface.cairo) else { return outline }
    defer { cairo_path_destroy(path) }
    guard path.pointee.status == CAIRO_STATUS_SUCCESS, let data = path.pointee.data else { return outline }
    let items = UnsafeBufferPointer(start: data, count: Int(path.pointee.num_data))
    func point(_ index: Int) -> CGPoint {
      CGPoint(x: items[index].point.x / Self.outlineSize, y: -items[index].point.y / Self.outlineSize)
    }
    var next = 0
    while next < items.count, items[next].header.length > 0 {
      switch items[next].header.type {
      case CAIRO_PATH_MOVE_TO:
        // Cairo adds a move after each close; what no element follows is left out.
        let following = next + Int(items[next].header.length)
        if following < items.count { outline.move(to: point(next + 1)) }
      case CAIRO_PATH_LINE_TO: outline.addLine(to: point(next + 1))
      case CAIRO_PATH_CURVE_TO:
        outline.addCurve(to: point(next + 3), control1: point(next + 1), control2: point(next + 2))
      default: outline.closeSubpath()
      }
      next += Int(items[next].header.length)
    }
    return outline
  }
}

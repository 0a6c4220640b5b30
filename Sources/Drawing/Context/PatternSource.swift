import MultiplaneCCairo
import MultiplaneGraphics

/// A source of colours: one colour, a gradient or an image, as a Cairo pattern that is released
/// with it.
final class PatternSource {
  let pattern: OpaquePointer
  /// The same colours for a bitmap of half floats; nil where there is none to draw into.
  var wide: WideColors?

  /// Takes over a pattern; nil for one that Cairo could not make.
  init?(_ pattern: OpaquePointer?) {
    guard let pattern else { return nil }
    guard cairo_pattern_status(pattern) == CAIRO_STATUS_SUCCESS else {
      cairo_pattern_destroy(pattern)
      return nil
    }
    self.pattern = pattern
  }

  deinit { cairo_pattern_destroy(pattern) }

  /// The pixels of a surface, where they are in the context's plane.
  convenience init?(_ surface: DrawingSurface) {
    self.init(cairo_pattern_create_for_surface(surface.surface))
  }

  /// The pixels of a layer or a cell; of half floats their alpha, which is all that a shadow asks
  /// for.
  convenience init?(pixelsOf surface: DrawingSurface) {
    guard let halves = surface.halves else {
      self.init(surface)
      return
    }
    guard let alpha = DrawingSurface(surface.area, format: CAIRO_FORMAT_A8) else { return nil }
    alpha.forEachRow(of: surface.area) { y, row in
      for x in 0..<surface.area.width {
        row[x] = UInt8((min(max(halves[surface.area.x + x, y].w, 0), 1) * 255).rounded())
      }
    }
    self.init(alpha)
  }

  /// Lays the pattern out by a map from its own space to the context's pixels; false for a map
  /// without a way back.
  func place(by map: CGAffineTransform) -> Bool {
    let inverse = map.inverted()
    let numbers = [inverse.a, inverse.b, inverse.c, inverse.d, inverse.tx, inverse.ty]
    // Beyond this Cairo's numbers of 16 + 16 bits do not reach.
    guard map.determinant != 0, map.determinant.isFinite, numbers.allSatisfy({ abs($0) < 1e9 }) else { return false }
    var matrix = cairo_matrix_t(
      xx: inverse.a, yx: inverse.b, xy: inverse.c, yy: inverse.d, x0: inverse.tx, y0: inverse.ty)
    cairo_pattern_set_matrix(pattern, &matrix)
    return true
  }
}

extension PatternSource {
  /// Copies the alpha of a group of alpha only (`cairo_push_group_with_content`), where it has any,
  /// to the rows of an area.
  func copyAlpha(of area: PixelArea, to target: inout [UInt8]) {
    var surface: OpaquePointer?
    guard cairo_pattern_get_surface(pattern, &surface) == CAIRO_STATUS_SUCCESS, let surface,
      cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE,
      cairo_image_surface_get_format(surface) == CAIRO_FORMAT_A8
    else { return }
    cairo_surface_flush(surface)
    var offset = (x: 0.0, y: 0.0)
    cairo_surface_get_device_offset(surface, &offset.x, &offset.y)
    let own = PixelArea(
      x: -Int(offset.x), y: -Int(offset.y), width: Int(cairo_image_surface_get_width(surface)),
      height: Int(cairo_image_surface_get_height(surface)))
    let common = area.intersection(own)
    guard let pixels = cairo_image_surface_get_data(surface), !common.isEmpty else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in common.y..<common.y + common.height {
      let source = pixels + (y - own.y) * stride + common.x - own.x
      let start = (y - area.y) * area.width + common.x - area.x
      for x in 0..<common.width { target[start + x] = source[x] }
    }
  }
}

/// A shape and what it is filled with, in the context's pixels (y down).
struct Mark {
  /// The shape; nil for all pixels there are.
  var shape: (outline: PathOutline, rule: CGPathFillRule)?
  var source: PatternSource
  /// Multiplies the source's alpha.
  var alpha: Double = 1

  /// The pixels that it may cover, within `limits`.
  func bounds(within limits: PixelArea) -> PixelArea {
    guard let shape else { return limits }
    // Half a pixel more, for what rounding to Cairo's 1/256 may touch.
    return PixelArea(touchedBy: shape.outline.controlBounds.insetBy(dx: -0.5, dy: -0.5), within: limits)
  }
}

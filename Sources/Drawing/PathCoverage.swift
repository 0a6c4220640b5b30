import Foundation
import MultiplaneCCairo
import MultiplaneGraphics

/// The share of each pixel that a path covers, by Cairo.
///
/// Cairo's own anti-aliasing knows 15 places for an edge from one row to the next. Here each row is drawn as 16 rows and
/// their sum is kept, so that coverage is right to 1/255, rounding to bytes left out. Cairo is given polygons only: it halves curves in whole 256ths of
/// a pixel, whose errors add up to several of these, and its dashes and miters go astray with them and with rows of another
/// height.
package struct PathCoverage: Sendable {
  /// What of the path is covered.
  package enum Region: Hashable, Sendable {
    case fill(CGPathFillRule)
    case stroke(StrokeStyle)
  }

  /// How a path is stroked; lengths in the path's own unit.
  package struct StrokeStyle: Hashable, Sendable {
    package var width: Double
    package var cap: CGLineCap
    package var join: CGLineJoin
    package var miterLimit: Double
    /// Lengths of dashes and gaps by turns; empty for an unbroken line.
    package var dashes: [Double]
    package var dashPhase: Double

    package init(
      width: Double, cap: CGLineCap, join: CGLineJoin, miterLimit: Double, dashes: [Double], dashPhase: Double
    ) {
      self.width = width
      self.cap = cap
      self.join = join
      self.miterLimit = miterLimit
      self.dashes = dashes
      self.dashPhase = dashPhase
    }
  }

  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  /// 0…`full` a pixel, rows tight, the top row first.
  package private(set) var sums: [UInt16]
  /// What a pixel that is covered whole has: 255 in each of its rows.
  package static let full: UInt16 = 255 * UInt16(fineness)

  /// The same rounded to 0…255.
  package var bytes: [UInt8] { sums.map { UInt8(($0 + UInt16(Self.fineness) / 2) / UInt16(Self.fineness)) } }

  /// Rows that Cairo draws for one.
  private static let fineness = 16
  /// Bytes that Cairo draws into at a time.
  private static let bandBytes = 4 << 20
  /// How far from a curve its lines may be, in pixels.
  private static let tolerance = 0.004

  /// Rasterises a path.
  ///
  /// - Parameter transform: from the path's space to pixels, of which (0, 0)…(width, height) are drawn; what it makes of
  ///   the path must lie within 34,952 pixels: Cairo counts the 256ths of its rows, of which there are 16 to a pixel, times
  ///   15, in 32 bits.
  /// - Returns: nil when there is no memory for it.
  package init?(of path: CGPath, _ region: Region, transform: CGAffineTransform, width: Int, height: Int) {
    self.width = width
    self.height = height
    sums = [UInt16](repeating: 0, count: width * height)
    let scale = max(hypot(transform.a, transform.b), hypot(transform.c, transform.d))
    let lines = region.lines(of: path, tolerance: Self.tolerance / (scale > 0 ? scale : 1))
      .withoutSlivers(transform)
    let rows = max(1, min(height, Self.bandBytes / (max(width, 1) * Self.fineness)))
    for top in stride(from: 0, to: height, by: rows) {
      guard draw(lines, region.rule, transform, top: top, rows: min(rows, height - top)) else { return nil }
    }
  }

  /// - Returns: whether there was memory for it.
  private mutating func draw(
    _ lines: PathOutline, _ rule: CGPathFillRule, _ transform: CGAffineTransform, top: Int, rows: Int
  ) -> Bool {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(rows * Self.fineness)) else {
      return false
    }
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { return false }
    defer { cairo_destroy(context) }
    let finer = Double(Self.fineness)
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b * finer, xy: transform.c, yy: transform.d * finer, x0: transform.tx,
      y0: (transform.ty - Double(top)) * finer)
    cairo_set_matrix(context, &matrix)
    lines.trace(in: context)
    cairo_set_fill_rule(context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_fill(context)
    // A matrix that cannot be inverted draws nothing.
    if cairo_status(context) == CAIRO_STATUS_INVALID_MATRIX { return true }
    cairo_surface_flush(surface)
    guard cairo_status(context) == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface) else {
      return false
    }
    addRows(of: pixels, stride: Int(cairo_image_surface_get_stride(surface)), top: top, rows: rows)
    return true
  }

  /// Stores the sums of the fine rows.
  private mutating func addRows(of pixels: UnsafePointer<UInt8>, stride: Int, top: Int, rows: Int) {
    let width = width
    sums.withUnsafeMutableBufferPointer { sums in
      for row in 0..<rows {
        let out = (top + row) * width
        for fine in 0..<Self.fineness {
          let line = pixels + (row * Self.fineness + fine) * stride
          for x in 0..<width { sums[out + x] &+= UInt16(line[x]) }
        }
      }
    }
  }
}

extension PathCoverage.Region {
  /// By which rule its lines are filled.
  package var rule: CGPathFillRule {
    if case .fill(let rule) = self { rule } else { .winding }
  }

  /// The outline of the region of a path, made of lines; lengths in the path's own unit.
  package func lines(of path: CGPath, tolerance: Double) -> PathOutline {
    guard case .stroke(let style) = self else { return path.outline.flattened(tolerance: tolerance) }
    let line =
      style.dashes.isEmpty
      ? path.outline : path.outline.dashed(phase: style.dashPhase, lengths: style.dashes.map { CGFloat($0) })
    return line.strokeOutline(
      width: style.width, cap: style.cap, join: style.join, miterLimit: style.miterLimit, tolerance: tolerance)
  }
}

extension PathOutline {
  /// Appends an outline made of lines to a context's path, in its user space.
  fileprivate func trace(in context: OpaquePointer) {
    for element in elements {
      switch element {
      case .move(let point): cairo_move_to(context, point.x, point.y)
      case .line(let end), .quadCurve(let end, _), .curve(let end, _, _): cairo_line_to(context, end.x, end.y)
      case .close: cairo_close_path(context)
      }
    }
  }
}

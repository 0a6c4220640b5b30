import Foundation
import MultiplaneCCairo
import MultiplaneGraphics

/// The coverage of each pixel by a path, by Cairo.
///
/// Cairo's own anti-aliasing has 15 positions of an edge per row and 256 per column, rounded down.
/// Here each pixel is drawn as 32 rows of 2 columns, offset by half of the loss, and summed:
/// coverage is exact to 0.4/255, so that a path that clips three overlapping layers is exact to a
/// byte. (16 rows of whole pixels have errors up to 1.2/255; they need two thirds of the time for
/// paths of many lines, half for few.) Cairo receives only polygons, because it subdivides curves
/// in 256ths of a pixel with accumulating errors, which affect its dashes and miters, too.
package struct PathCoverage: Sendable {
  /// The covered region of a path.
  package enum Region: Hashable, Sendable {
    case fill(CGPathFillRule)
    case stroke(StrokeStyle)
  }

  /// The style of a stroke; lengths are in units of the path.
  package struct StrokeStyle: Hashable, Sendable {
    package var width: Double
    package var cap: CGLineCap
    package var join: CGLineJoin
    package var miterLimit: Double
    /// The lengths of alternating dashes and gaps; empty for a solid line.
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

  /// The width, in pixels.
  package let width: Int
  /// The height, in pixels.
  package let height: Int
  /// The coverage, 0…`full` per pixel, tight rows, top row first.
  package private(set) var sums: [UInt16]
  /// The value of a fully covered pixel: 255 in each of its parts.
  package static let full = UInt16(255 * parts)

  /// Rows and columns that Cairo draws for a pixel.
  private static let (fineRows, fineColumns) = (32, 2)
  private static var parts: Int { fineRows * fineColumns }
  /// Bytes that Cairo draws into at a time, where one row of pixels takes no more.
  private static let bandBytes = 4 << 20
  /// Rows and columns of a surface of Cairo's at most.
  private static let mostFine = 32_767
  /// The flattening tolerance of curves, in pixels.
  private static let tolerance = 0.004

  /// Rasterises a path.
  ///
  /// - Parameter transform: from the path's space to pixels, of which (0, 0)…(width, height) are
  ///   drawn. The transformed path must be within 262,144 pixels: Cairo's coordinates have 24 bits
  ///   before the point, and there are 32 rows per pixel.
  /// - Returns: nil without memory.
  package init?(of path: CGPath, _ region: Region, transform: CGAffineTransform, width: Int, height: Int) {
    self.width = width
    self.height = height
    sums = [UInt16](repeating: 0, count: width * height)
    let scale = max(hypot(transform.a, transform.b), hypot(transform.c, transform.d))
    let lines = region.lines(of: path, tolerance: Self.tolerance / (scale > 0 ? scale : 1))
      .withoutSlivers(transform)
    let columns = min(width, 4096)
    let most = Self.bandBytes / (max(columns, 1) * Self.parts)
    let rows = max(1, min(height, most, Self.mostFine / Self.fineRows))
    for top in stride(from: 0, to: height, by: rows) {
      for left in stride(from: 0, to: width, by: max(columns, 1)) {
        let band = Band(left: left, top: top, columns: min(columns, width - left), rows: min(rows, height - top))
        guard draw(lines, region.rule, transform, band) else { return nil }
      }
    }
  }

  /// Pixels that are drawn at a time.
  private struct Band {
    var left, top, columns, rows: Int
  }

  /// - Returns: whether there was memory for it.
  private mutating func draw(
    _ lines: PathOutline, _ rule: CGPathFillRule, _ transform: CGAffineTransform, _ band: Band
  ) -> Bool {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_A8, Int32(band.columns * Self.fineColumns), Int32(band.rows * Self.fineRows))
    guard let surface else { return false }
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { return false }
    defer { cairo_destroy(context) }
    let (across, down) = (Double(Self.fineColumns), Double(Self.fineRows))
    var matrix = cairo_matrix_t(
      xx: transform.a * across, yx: transform.b * down, xy: transform.c * across, yy: transform.d * down,
      x0: (transform.tx - Double(band.left)) * across + 1.0 / 512,
      y0: (transform.ty - Double(band.top)) * down + 1.0 / 60)
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
    addSums(of: pixels, stride: Int(cairo_image_surface_get_stride(surface)), band)
    return true
  }

  /// Stores the sums of the fine rows and columns.
  private mutating func addSums(of pixels: UnsafePointer<UInt8>, stride: Int, _ band: Band) {
    let width = width
    sums.withUnsafeMutableBufferPointer { sums in
      guard let first = sums.baseAddress else { return }
      for row in 0..<band.rows {
        let out = first + (band.top + row) * width + band.left
        for fine in 0..<Self.fineRows {
          let line = pixels + (row * Self.fineRows + fine) * stride
          // A pixel's two columns as one number, of which the processor takes many at once.
          line.withMemoryRebound(to: UInt16.self, capacity: band.columns) { pairs in
            for x in 0..<band.columns { out[x] &+= (pairs[x] & 0xff) &+ (pairs[x] >> 8) }
          }
        }
      }
    }
  }
}

extension PathCoverage.Region {
  /// The fill rule.
  package var rule: CGPathFillRule {
    if case .fill(let rule) = self { rule } else { .winding }
  }

  /// The outline of a path's region as lines, in units of the path.
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

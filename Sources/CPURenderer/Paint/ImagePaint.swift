import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// The mapping of an image's pixels to a plane, and their filter (rendering rules §10).
struct ImageMapping {
  /// From points of the plane to source pixels.
  var columns, rows: StretchAxis
  var minification, magnification: SamplingFilter
  var minificationBias = 0.0

  init(_ box: ImageBox) {
    (columns, rows) = (box.columns, box.rows)
    (minification, magnification) = (box.minification, box.magnification)
    minificationBias = box.minificationBias
  }

  /// A raster's pixels (§22), with one transparent one around them all.
  ///
  /// - Parameter pixels: those of the raster.
  init(_ use: RasterUse, pixels: PixelBox) {
    func axis(_ offset: Double, _ scale: Double, first: Int32, count: Int) -> StretchAxis {
      StretchAxis(
        StretchAxis.Part(start: offset, source: 1 - Double(first), slope: scale, low: 0, high: Double(count + 2)))
    }
    columns = axis(use.offset.x, use.scaleX, first: pixels.minX, count: pixels.width)
    rows = axis(use.offset.y, use.scaleY, first: pixels.minY, count: pixels.height)
    (minification, magnification) = (use.minification, use.magnification)
  }
}

/// How one image is sampled on its plane (rendering rules §10).
struct ImagePaint {
  private let box: ImageMapping
  private let texels: ImageTexels
  private let map: CPMap
  private let isProjective: Bool

  /// Above this many source pixels to a device pixel an axis is minified.
  private static let minifiedFrom = 1 + 1.0 / 1024

  init(_ box: ImageMapping, _ texels: ImageTexels, on map: CPMap) {
    self.box = box
    self.texels = texels
    self.map = map
    isProjective = map.wx != 0 || map.wy != 0 || map.w0 != 1
  }

  /// Whether the filter depends on the pixel.
  private var isFiltered: Bool {
    isProjective && (box.minification == .trilinear || box.minification.code != min(box.magnification.code, 1))
  }

  /// Whether mip levels are sampled.
  var needsLevels: Bool {
    guard box.minification == .trilinear else { return false }
    if isProjective { return true }
    let across = max(
      abs(box.columns.first.slope), abs(box.columns.second?.slope ?? 0), abs(box.columns.third?.slope ?? 0))
    let down = max(abs(box.rows.first.slope), abs(box.rows.second?.slope ?? 0), abs(box.rows.third?.slope ?? 0))
    return across * rate(map.xx, map.xy) > Self.minifiedFrom || down * rate(map.yx, map.yy) > Self.minifiedFrom
  }

  private func rate(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  /// The rule that decides per pixel how a part is sampled; nil if all are sampled alike.
  func filter(_ column: StretchAxis.Part, _ row: StretchAxis.Part) -> CPFilter? {
    guard isFiltered else { return nil }
    return CPFilter(
      levels: texels.levels, level_count: Int32(texels.levelCount), minification: box.minification.code,
      magnification: min(box.magnification.code, 1), bias: Float(min(max(box.minificationBias, -64), 64)),
      low_u: column.low, high_u: column.high, low_v: row.low, high_v: row.high)
  }

  /// One part of the image.
  func image(_ column: StretchAxis.Part, _ row: StretchAxis.Part) -> CPImage {
    var image = CPImage()
    image.is_projective = isProjective
    (image.wx, image.wy, image.w0) = (map.wx, map.wy, map.w0)
    let minifiedU = abs(column.slope) * rate(map.xx, map.xy) > Self.minifiedFrom
    let minifiedV = abs(row.slope) * rate(map.yx, map.yy) > Self.minifiedFrom
    if !isProjective, minifiedU || minifiedV, box.minification == .trilinear {
      let (sx, sy) = (column.slope, row.slope)
      let byX = (sx * map.xx * sx * map.xx) + (sy * map.yx * sy * map.yx)
      let byY = (sx * map.xy * sx * map.xy) + (sy * map.yy * sy * map.yy)
      let lambda = Double(cp_log2(Float(min(max(byX, byY), 1e30)))) / 2 + box.minificationBias
      let place = min(max(lambda, 0), Double(texels.levelCount - 1))
      let first = Int(place)
      image.fraction = Float(place - Double(first))
      image.levels.0 = level(first, column, row, nearestU: false, nearestV: false)
      image.levels.1 = level(min(first + 1, texels.levelCount - 1), column, row, nearestU: false, nearestV: false)
    } else {
      // In perspective both filters are the same here, or `CPFilter` decides.
      let isMinifying = isProjective ? (false, false) : (minifiedU, minifiedV)
      image.levels.0 = level(
        0, column, row, nearestU: (isMinifying.0 ? box.minification : box.magnification) == .nearest,
        nearestV: (isMinifying.1 ? box.minification : box.magnification) == .nearest)
    }
    return image
  }

  private func level(
    _ index: Int, _ column: StretchAxis.Part, _ row: StretchAxis.Part, nearestU: Bool, nearestV: Bool
  ) -> CPLevel {
    let own = texels.levels[index]
    let (scaleU, scaleV) = (Double(own.width) / Double(texels.width), Double(own.height) / Double(texels.height))
    let u = ends(column, scaleU, count: Double(own.width))
    let v = ends(row, scaleV, count: Double(own.height))
    // At the plane's origin, in texels of this level.
    let (baseU, slopeU) = ((column.source - column.start * column.slope) * scaleU, column.slope * scaleU)
    let (baseV, slopeV) = ((row.source - row.start * row.slope) * scaleV, row.slope * scaleV)
    return CPLevel(
      texels: own, ux: slopeU * map.xx + baseU * map.wx, uy: slopeU * map.xy + baseU * map.wy,
      u0: slopeU * map.x0 + baseU * map.w0, vx: slopeV * map.yx + baseV * map.wx,
      vy: slopeV * map.yy + baseV * map.wy, v0: slopeV * map.y0 + baseV * map.w0, low_u: u.low, high_u: u.high,
      low_v: v.low, high_v: v.high, nearest_u: nearestU, nearest_v: nearestV)
  }

  /// Half a texel inside what may be sampled, and inside the image; the middle of what is narrower
  /// than a texel.
  private func ends(_ part: StretchAxis.Part, _ scale: Double, count: Double) -> (low: Double, high: Double) {
    func limited(_ place: Double) -> Double { min(max(place, 0.5), count - 0.5) }
    let (low, high) = (part.low * scale + 0.5, part.high * scale - 0.5)
    guard low < high else {
      let middle = limited((part.low + part.high) / 2 * scale)
      return (middle, middle)
    }
    return (limited(low), limited(high))
  }
}

extension StretchAxis {
  /// One of its parts, with where it begins and ends.
  struct Span {
    /// In points; nil at the axis's own ends.
    var from, to: Double?
    var part: Part
  }

  /// One of the parts, from low to high places.
  func span(_ index: Int) -> Span {
    let part = self.part(index)
    return Span(
      from: index > 0 ? part.start - Self.seamStep : nil,
      to: index + 1 < partCount ? self.part(index + 1).start - Self.seamStep : nil, part: part)
  }
}

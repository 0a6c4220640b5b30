import Graphics

/// What each pixel of a mixed picture is multiplied by: the coverage of its edges and corners, the opacity, and the mask's ramp.
struct MixedCoverage: Sendable {
  private let shape: RoundedBox
  /// The first pixel's corner.
  private let origin: Vector2
  private let middle: Vector2
  private let half: Vector2
  /// Of each row and of each column, the ramp along the one or the other and the opacity.
  private var rows: [Float]
  private var columns: [Float]
  /// The columns that no edge and no ramp gives a factor of their own.
  private let inner: Range<Int>

  /// - Parameter box: whole pixels.
  init(_ shape: RoundedBox, opacity: Float, ramp: PlainRamp?, in box: DeviceBox) {
    self.shape = shape
    origin = Vector2(box.minX, box.minY)
    middle = shape.box.middle
    half = Vector2(shape.box.maxX - shape.box.minX, shape.box.maxY - shape.box.minY) / 2
    rows = Array(repeating: opacity, count: box.pixelHeight)
    columns = Array(repeating: 1, count: box.pixelWidth)
    let edges = Self.whole(from: shape.box.minX - box.minX, to: shape.box.maxX - box.minX, of: columns.count)
    inner = ramp?.isAcross == true ? 0..<0 : edges
    guard let ramp else { return }
    ramp.forEachPart(of: box) { part in
      if part.isAcross {
        for x in Int(part.box.minX - box.minX)..<Int(part.box.maxX - box.minX) {
          columns[x] *= part.value(at: Vector2(box.minX + Double(x) + 0.5, box.minY)).w
        }
      } else {
        for y in Int(part.box.minY - box.minY)..<Int(part.box.maxY - box.minY) {
          rows[y] *= part.value(at: Vector2(box.minX, box.minY + Double(y) + 0.5)).w
        }
      }
    }
  }

  /// The pixels between two places, of so many, that begin and end between them.
  private static func whole(from start: Double, to end: Double, of count: Int) -> Range<Int> {
    let first = min(max((start - PixelPieces.unseen).rounded(.up), 0), Double(count))
    let last = min(max((end + PixelPieces.unseen).rounded(.down), first), Double(count))
    return Int(first)..<Int(last)
  }

  /// The columns of a row that have one factor, and that.
  func even(inRow row: Int) -> (columns: Range<Int>, factor: Float) {
    let depth = half.y - abs(origin.y + Double(row) + 0.5 - middle.y)
    var straight = min(max(depth + 0.5, 0), 1)
    if shape.countsTwice { straight *= straight }
    let factor = rows[row] * Float(straight)
    let rest = shape.radius - depth
    guard shape.radius > 0, rest > 0 else { return (inner, factor) }
    // Within the arc by half a pixel and more.
    let inside = max(shape.radius - 0.5, 0)
    guard rest <= inside else { return (0..<0, factor) }
    let inset = shape.radius - (inside * inside - rest * rest).squareRoot() - 0.5
    let arc = Self.whole(
      from: shape.box.minX + inset - origin.x, to: shape.box.maxX - inset - origin.x, of: columns.count)
    return (inner.clamped(to: arc), factor)
  }

  /// The factor of a pixel (docs/rendering.md, section 4).
  func factor(_ column: Int, _ row: Int) -> Float {
    let x = half.x - abs(origin.x + Double(column) + 0.5 - middle.x)
    let y = half.y - abs(origin.y + Double(row) + 0.5 - middle.y)
    let straight = min(max(x + 0.5, 0), 1) * min(max(y + 0.5, 0), 1)
    var coverage = straight
    if shape.radius > 0 {
      let (restX, restY) = (max(shape.radius - x, 0), max(shape.radius - y, 0))
      coverage = min(coverage, max(shape.radius - (restX * restX + restY * restY).squareRoot() + 0.5, 0))
    }
    if shape.countsTwice { coverage *= straight }
    return rows[row] * columns[column] * Float(coverage)
  }
}

import Graphics
import RenderTree

/// A rectangle along the device's axes with four alike corners, in device pixels: what most layers are.
struct RoundedBox {
  var box: DeviceBox
  /// 0 for square corners.
  var radius: Double
  /// Whether its straight edges count twice: a layer's and those of its mask, which are the same.
  var countsTwice = false

  /// Beyond so many pixels a position in single precision is off by more than 1/256 pixel.
  private static let longest = 32768.0

  /// Nil for what is no such rectangle: turned, in perspective, with unlike or continuous corners or with edges that are
  /// not anti-aliased, or thinner than a pixel.
  init?(_ rect: CGRect, radii: CornerRadii, style: Float, on plane: Plane) {
    guard style == 0, plane.isAxisParallel, radii.isUniform else { return nil }
    let scale = plane.pointsPerPixel
    guard radii.isSquare || abs(scale.x - scale.y) <= 1e-9 * scale.x else { return nil }
    self.init(plane.box(of: rect), radius: radii.isSquare ? 0 : radii.minXMinY / scale.x)
  }

  /// Nil for a box that is thinner than a pixel or too long.
  init?(_ box: DeviceBox, radius: Double) {
    let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
    guard width >= 1, height >= 1, width <= Self.longest, height <= Self.longest else { return nil }
    self.box = box
    self.radius = radius
  }

  /// A box of pixels that are certainly covered wholly; it may be empty.
  ///
  /// - Parameter inset: how far inside of the edges, and of the corners' arcs, it begins.
  func pixelsCovered(inset: Double = 0) -> DeviceBox {
    let inside = box.inset(by: pixelsToInside + inset)
    return DeviceBox(
      minX: inside.minX.rounded(.up), minY: inside.minY.rounded(.up), maxX: inside.maxX.rounded(.down),
      maxY: inside.maxY.rounded(.down))
  }

  /// How far from the edges a rectangle begins that keeps out of the corners' arcs.
  var pixelsToInside: Double { radius > 0 ? radius * (1 - 0.5.squareRoot()) + 1 : 0 }

  /// The rectangle inside that begins so far from the edges, with corners about the same middles; nil when it would be
  /// thinner than a pixel.
  func inset(by distance: Double) -> RoundedBox? {
    RoundedBox(box.inset(by: distance), radius: max(0, radius - distance))
  }
}

extension CornerRadii {
  fileprivate var isUniform: Bool {
    smoothing == 0 && minXMinY == maxXMinY && minXMinY == minXMaxY && minXMinY == maxXMaxY
  }
}

/// A shape in whole pixels: those that share one coverage, and those of which each has its own.
struct PixelPieces: Sendable {
  /// What no 8-bit colour shows, of a pixel.
  static let unseen = 1.0 / 4096

  var even: [(box: DeviceBox, coverage: Double)] = []
  var uneven: [DeviceBox] = []
  /// Whether the coverage of the even ones counts twice.
  private var isSquared = false

  /// None.
  init() {}

  /// Empties the arrays and keeps their memory.
  mutating func removeAll() {
    even.removeAll(keepingCapacity: true)
    uneven.removeAll(keepingCapacity: true)
    isSquared = false
  }

  /// Adds those of a rounded box, filled. False when its sides are too short to be parted.
  mutating func add(filled shape: RoundedBox) -> Bool {
    let x = PixelAxis(shape.box.minX, shape.box.maxX, corner: shape.radius)
    let y = PixelAxis(shape.box.minY, shape.box.maxY, corner: shape.radius)
    guard !x.middle.isEmpty, !y.middle.isEmpty else { return false }
    isSquared = shape.countsTwice
    addRows(of: y, x.middle)
    add(x.low, y.middle)
    add(x.lowerRest, y.middle)
    add(x.upperRest, y.middle)
    add(x.high, y.middle)
    if shape.radius > 0 {
      addCorners(x, y)
    } else {
      add(x.low, y.low)
      add(x.high, y.low)
      add(x.low, y.high)
      add(x.high, y.high)
    }
    return true
  }

  /// How many pieces a filled box with round corners has; nil when its sides are too short to be parted.
  static func count(filled shape: RoundedBox) -> Int? {
    let x = PixelAxis(shape.box.minX, shape.box.maxX, corner: shape.radius)
    let y = PixelAxis(shape.box.minY, shape.box.maxY, corner: shape.radius)
    guard !x.middle.isEmpty, !y.middle.isEmpty else { return nil }
    func pieces(_ a: PixelAxis.Span, _ b: PixelAxis.Span, _ c: PixelAxis.Span) -> Int {
      (a.isEmpty ? 0 : 1) + (b.isEmpty ? 0 : 1) + (c.isEmpty ? 0 : 1)
    }
    // The rows with the middle, the columns beside it, and the corners.
    return pieces(y.low, y.whole, y.high) + pieces(x.low, x.lowerRest, x.upperRest) + (x.high.isEmpty ? 0 : 1) + 4
  }

  /// Adds those of a rounded box, filled: the rows between its corners as far as they are covered wholly, and what lies around. False
  /// where there are none.
  mutating func add(middleOf shape: RoundedBox) -> Bool {
    let x = PixelAxis(shape.box.minX, shape.box.maxX, corner: 0)
    let y = PixelAxis(shape.box.minY, shape.box.maxY, corner: shape.radius)
    guard !x.middle.isEmpty, !y.middle.isEmpty else { return false }
    let middle = DeviceBox(x.middle, y.middle)
    even.append((middle, 1))
    shape.box.inset(by: Self.unseen).pixelsAround.forEachPart(without: middle) { uneven.append($0) }
    return true
  }

  /// Adds those of the line of a width along the inside of a rounded box. False when its sides are too short to be parted.
  mutating func add(line width: Double, of shape: RoundedBox) -> Bool {
    let corner = max(shape.radius, width)
    let x = PixelAxis(shape.box.minX, shape.box.maxX, corner: corner)
    let y = PixelAxis(shape.box.minY, shape.box.maxY, corner: corner)
    guard !x.middle.isEmpty, !y.middle.isEmpty else { return false }
    let top = PixelAxis(shape.box.minY, shape.box.minY + width, corner: 0)
    let bottom = PixelAxis(shape.box.maxY - width, shape.box.maxY, corner: 0)
    addRows(of: top, x.middle)
    addRows(of: bottom, x.middle)
    let left = PixelAxis(shape.box.minX, shape.box.minX + width, corner: 0)
    let right = PixelAxis(shape.box.maxX - width, shape.box.maxX, corner: 0)
    addColumns(of: left, y.middle)
    addColumns(of: right, y.middle)
    addCorners(x, y)
    return true
  }

  private mutating func addRows(of axis: PixelAxis, _ column: PixelAxis.Span) {
    add(column, axis.low)
    add(column, axis.whole)
    add(column, axis.high)
  }

  private mutating func addColumns(of axis: PixelAxis, _ row: PixelAxis.Span) {
    add(axis.low, row)
    add(axis.whole, row)
    add(axis.high, row)
  }

  private mutating func add(_ column: PixelAxis.Span, _ row: PixelAxis.Span) {
    guard !column.isEmpty, !row.isEmpty else { return }
    let coverage = column.coverage * row.coverage
    even.append((DeviceBox(column, row), isSquared ? coverage * coverage : coverage))
  }

  private mutating func addCorners(_ x: PixelAxis, _ y: PixelAxis) {
    uneven.append(DeviceBox(x.lowerCorner, y.lowerCorner))
    uneven.append(DeviceBox(x.upperCorner, y.lowerCorner))
    uneven.append(DeviceBox(x.lowerCorner, y.upperCorner))
    uneven.append(DeviceBox(x.upperCorner, y.upperCorner))
  }
}

extension DeviceBox {
  init(_ column: PixelAxis.Span, _ row: PixelAxis.Span) {
    self.init(minX: column.start, minY: row.start, maxX: column.end, maxY: row.end)
  }
}

/// One axis of a rectangle in whole pixels (docs/rendering.md, section 4). Spans may be empty.
struct PixelAxis {
  /// Pixels next to each other that are covered alike.
  struct Span {
    var start: Double
    var end: Double
    var coverage = 1.0

    var isEmpty: Bool { start >= end }
  }

  /// The pixel at either end that is covered in part, if the edge is none of a pixel's, and those between, wholly.
  let low: Span
  let whole: Span
  let high: Span
  /// From the corner at one end to that at the other.
  let middle: Span
  /// What lies between the pixel in part and the middle.
  let lowerRest: Span
  let upperRest: Span

  /// The pixels of the corner at either end.
  var lowerCorner: Span { Span(start: low.start, end: middle.start) }
  var upperCorner: Span { Span(start: middle.end, end: high.end) }

  init(_ start: Double, _ end: Double, corner: Double) {
    let unseen = PixelPieces.unseen
    let first = (start + unseen).rounded(.down)
    let last = (end - unseen).rounded(.up)
    let wholeStart = (start - unseen).rounded(.up)
    let wholeEnd = (end + unseen).rounded(.down)
    if wholeStart <= wholeEnd {
      low = Span(start: first, end: wholeStart, coverage: wholeStart - start)
      whole = Span(start: wholeStart, end: wholeEnd)
      high = Span(start: wholeEnd, end: last, coverage: end - wholeEnd)
    } else {
      // Within one pixel.
      low = Span(start: first, end: last, coverage: end - start)
      whole = Span(start: last, end: last)
      high = whole
    }
    let middleStart = corner > 0 ? max(whole.start, (start + corner).rounded(.up)) : whole.start
    let middleEnd = corner > 0 ? min(whole.end, (end - corner).rounded(.down)) : whole.end
    middle = Span(start: middleStart, end: middleEnd)
    lowerRest = Span(start: whole.start, end: middleStart)
    upperRest = Span(start: middleEnd, end: whole.end)
  }
}

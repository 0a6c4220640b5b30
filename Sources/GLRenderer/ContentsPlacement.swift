import Graphics
import RenderTree

/// Where an image lies in a layer, and which pixels lie where (docs/rendering.md, section 9).
struct ContentsPlacement {
  /// From the layer's plane to image pixels: u = p · scale + offset.
  struct Mapping {
    var scale: Vector2
    var offset: Vector2
  }

  /// A rectangle that shows a part of the image.
  struct Part {
    /// In points of the layer.
    var rect: CGRect
    var mapping: Mapping
    /// The image pixels that may be sampled: min x, min y, max x, max y.
    var sampled: SIMD4<Float>
    /// Which of its edges meet another part.
    var seams: Edges

    /// Places that are so little before a seam, in points, are behind it: so are those on it, however they are rounded.
    private static let seamStep: Float = 1.0 / 1024

    fileprivate init(rect: CGRect, _ u: Axis, _ v: Axis, seams: Edges) {
      self.rect = rect
      mapping = Mapping(scale: Vector2(u.scale, v.scale), offset: Vector2(u.offset, v.offset))
      sampled = SIMD4(Float(u.low), Float(v.low), Float(u.high), Float(v.high))
      self.seams = seams
    }

    /// All of an image of so many pixels in a rectangle.
    init(whole rect: CGRect, width: Double, height: Double, isFlipped: Bool) {
      func axis(_ start: CGFloat, _ length: CGFloat, _ pixels: Double, isFlipped: Bool) -> Axis {
        ContentsPlacement.axis(
          Strip(start: start, length: length, from: 0, to: 1), rect: (0, 1), pixels: pixels, isFlipped: isFlipped)
      }
      self.init(
        rect: rect, axis(rect.minX, rect.width, width, isFlipped: false),
        axis(rect.minY, rect.height, height, isFlipped: isFlipped), seams: [])
    }

    /// Whether what may be sampled ends on the edges of pixels of the image.
    var samplesWholePixels: Bool {
      let off = sampled - sampled.rounded(.toNearestOrEven)
      return max(abs(off.x), abs(off.y), abs(off.z), abs(off.w)) < 1.0 / 512
    }

    /// Whether the part shows nothing that lies farther beyond the image's edges than so many of its pixels.
    func showsNothing(beyond margin: Double, pixelsAround image: CGImage) -> Bool {
      let size = Vector2(Double(image.width), Double(image.height))
      let a = Vector2(rect.minX, rect.minY) * mapping.scale + mapping.offset
      let b = Vector2(rect.maxX, rect.maxY) * mapping.scale + mapping.offset
      let (low, high) = (pointwiseMin(a, b), pointwiseMax(a, b) - size)
      return low.min() >= -margin && high.max() <= margin
    }

    /// Where the part shows: to its seams, and without end where it has none. As `image.frag` reads it.
    func cell(from origin: Vector2) -> SIMD4<Float> {
      let edges = rect.vector(from: origin) - Self.seamStep
      let endless: Float = 1e30
      return SIMD4(
        seams.contains(.minX) ? edges.x : -endless, seams.contains(.minY) ? edges.y : -endless,
        seams.contains(.maxX) ? edges.z : endless, seams.contains(.maxY) ? edges.w : endless)
    }
  }

  /// Edges of a rectangle.
  struct Edges: OptionSet {
    let rawValue: UInt8
    static let minX = Edges(rawValue: 1)
    static let maxX = Edges(rawValue: 2)
    static let minY = Edges(rawValue: 4)
    static let maxY = Edges(rawValue: 8)
  }

  /// The rectangle of the whole, in points of the layer; nil when nothing is shown.
  let target: CGRect?
  /// The whole, where that is one part, as it is of most contents: they need no array.
  let wholePart: Part?
  private let severalParts: [Part]
  /// Row after row.
  var parts: [Part] { wholePart.map { [$0] } ?? severalParts }

  init(_ contents: Contents, bounds: CGRect, isFlipped: Bool) {
    let pixels = CGSize(width: contents.image.width, height: contents.image.height)
    let size = CGSize(
      width: pixels.width * contents.rect.width / contents.scale,
      height: pixels.height * contents.rect.height / contents.scale)
    let target = Self.place(size, in: bounds, gravity: contents.gravity)
    guard target.isFinite, target.width > 0, target.height > 0 else {
      self.target = nil
      (wholePart, severalParts) = (nil, [])
      return
    }
    self.target = target
    guard let center = contents.center else {
      let u = Self.axis(
        Strip(start: target.minX, length: target.width, from: 0, to: 1),
        rect: (contents.rect.minX, contents.rect.width),
        pixels: pixels.width, isFlipped: false)
      let v = Self.axis(
        Strip(start: target.minY, length: target.height, from: 0, to: 1),
        rect: (contents.rect.minY, contents.rect.height), pixels: pixels.height, isFlipped: isFlipped)
      (wholePart, severalParts) = (Part(rect: target, u, v, seams: []), [])
      return
    }
    let columns = Self.strips(from: target.minX, to: target.maxX, size: size.width, center.minX, center.maxX)
    let rows = Self.strips(from: target.minY, to: target.maxY, size: size.height, center.minY, center.maxY)
    let across = columns.map {
      Self.axis($0, rect: (contents.rect.minX, contents.rect.width), pixels: pixels.width, isFlipped: false)
    }
    let down = rows.map {
      Self.axis($0, rect: (contents.rect.minY, contents.rect.height), pixels: pixels.height, isFlipped: isFlipped)
    }
    wholePart = nil
    severalParts = rows.indices.flatMap { y in
      columns.indices.map { x in
        var seams: Edges = []
        if x > 0 { seams.insert(.minX) }
        if x < columns.count - 1 { seams.insert(.maxX) }
        if y > 0 { seams.insert(.minY) }
        if y < rows.count - 1 { seams.insert(.maxY) }
        let (column, row) = (columns[x], rows[y])
        let rect = CGRect(x: column.start, y: row.start, width: column.length, height: row.length)
        return Part(rect: rect, across[x], down[y], seams: seams)
      }
    }
  }

  /// The rectangle of a size in the bounds.
  private static func place(_ size: CGSize, in bounds: CGRect, gravity: CALayerContentsGravity) -> CGRect {
    var size = size
    switch gravity {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      let (x, y) = (bounds.width / size.width, bounds.height / size.height)
      let factor = gravity == .resizeAspect ? min(x, y) : max(x, y)
      size = CGSize(width: size.width * factor, height: size.height * factor)
    default: break
    }
    var x = bounds.midX - size.width / 2
    var y = bounds.midY - size.height / 2
    switch gravity {
    case .left, .topLeft, .bottomLeft: x = bounds.minX
    case .right, .topRight, .bottomRight: x = bounds.maxX - size.width
    default: break
    }
    switch gravity {
    case .bottom, .bottomLeft, .bottomRight: y = bounds.minY
    case .top, .topLeft, .topRight: y = bounds.maxY - size.height
    default: break
    }
    return CGRect(x: x, y: y, width: size.width, height: size.height)
  }

  /// A stretch of one axis that maps linearly: from `start`, `length` points, showing the fractions `from` to `to` of
  /// contentsRect.
  fileprivate struct Strip {
    var start: CGFloat
    var length: CGFloat
    var from: CGFloat
    var to: CGFloat
    /// Whether the image goes on across its seams, so that pixels of all of contentsRect may be sampled.
    var isJoined = true
  }

  /// What the outer parts may take of the target if there is to be a middle.
  private static let mostOfSides: CGFloat = 1 - 1.0 / 1_000_000

  /// The columns or rows of nine parts; those of no length are left out.
  ///
  /// - Parameters:
  ///   - start: where the target begins, in points.
  ///   - end: where it ends.
  ///   - size: the image's length in points, unstretched.
  ///   - low: where the stretching part begins, as a fraction.
  ///   - high: where it ends.
  private static func strips(
    from start: CGFloat, to end: CGFloat, size: CGFloat, _ low: CGFloat, _ high: CGFloat
  ) -> [Strip] {
    guard low > 0 || high < 1 else { return [Strip(start: start, length: end - start, from: 0, to: 1)] }
    let length = end - start
    let first = size * low
    let last = size * (1 - high)
    // Where nothing is left for the middle, the sides meet at one place: no rounding may leave a sliver of it.
    let fits = first + last <= length * mostOfSides
    let seam = start + (fits ? first : length * first / (first + last))
    let otherSeam = fits ? end - last : seam
    return [
      Strip(start: start, length: seam - start, from: 0, to: low, isJoined: fits),
      Strip(start: seam, length: otherSeam - seam, from: low, to: high),
      Strip(start: otherSeam, length: end - otherSeam, from: high, to: 1, isJoined: fits),
    ].filter { $0.length > 0 }
  }

  /// One axis of a mapping, and the pixels that may be sampled.
  fileprivate typealias Axis = (scale: Double, offset: Double, low: Double, high: Double)

  /// The mapping of one axis from points to image pixels, and the pixels of it that may be sampled: those of contentsRect, or
  /// of a strip that joins no other its own, cut to those that there are; where that selects none, the nearest edge.
  fileprivate static func axis(
    _ strip: Strip, rect: (start: CGFloat, length: CGFloat), pixels: CGFloat, isFlipped: Bool
  ) -> Axis {
    func pixel(_ fraction: CGFloat) -> CGFloat { (rect.start + fraction * rect.length) * pixels }
    let scale = (pixel(strip.to) - pixel(strip.from)) / strip.length
    let offset = pixel(strip.from) - strip.start * scale
    let low = min(max(pixel(strip.isJoined ? 0 : strip.from), 0), pixels)
    let high = min(max(pixel(strip.isJoined ? 1 : strip.to), 0), pixels)
    return isFlipped ? (-scale, pixels - offset, pixels - high, pixels - low) : (scale, offset, low, high)
  }
}

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
    /// Which of its edges min x, max x, min y, max y meet another part.
    var seams: [Bool]

    var hasSeams: Bool { seams.contains(true) }

    /// Whether what may be sampled ends between pixels of the image.
    var samplesWholePixels: Bool {
      let off = sampled - sampled.rounded(.toNearestOrEven)
      return max(abs(off.x), abs(off.y), abs(off.z), abs(off.w)) < 1.0 / 512
    }

    /// Where the part shows: to its seams, and without end where it has none. As `image.frag` reads it.
    func cell(from origin: Vector2) -> SIMD4<Float> {
      let edges = rect.vector(from: origin)
      let endless: Float = 1e30
      return SIMD4(
        seams[0] ? edges.x : -endless, seams[2] ? edges.y : -endless, seams[1] ? edges.z : endless,
        seams[3] ? edges.w : endless)
    }
  }

  /// The rectangle of the whole, in points of the layer; nil when nothing is shown.
  let target: CGRect?
  let parts: [Part]

  init(_ contents: Contents, bounds: CGRect, isFlipped: Bool) {
    let pixels = CGSize(width: contents.image.width, height: contents.image.height)
    let size = CGSize(
      width: pixels.width * contents.rect.width / contents.scale,
      height: pixels.height * contents.rect.height / contents.scale)
    let target = Self.place(size, in: bounds, gravity: contents.gravity)
    guard target.isFinite, target.width > 0, target.height > 0 else {
      self.target = nil
      parts = []
      return
    }
    self.target = target
    let center = contents.center ?? CGRect(x: 0, y: 0, width: 1, height: 1)
    let columns = Self.strips(from: target.minX, length: target.width, size: size.width, center.minX, center.maxX)
    let rows = Self.strips(from: target.minY, length: target.height, size: size.height, center.minY, center.maxY)
    var parts: [Part] = []
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        let u = Self.axis(
          column, rect: (contents.rect.minX, contents.rect.width), pixels: pixels.width, isFlipped: false)
        let v = Self.axis(
          row, rect: (contents.rect.minY, contents.rect.height), pixels: pixels.height, isFlipped: isFlipped)
        parts.append(
          Part(
            rect: CGRect(x: column.start, y: row.start, width: column.length, height: row.length),
            mapping: Mapping(scale: Vector2(u.scale, v.scale), offset: Vector2(u.offset, v.offset)),
            sampled: SIMD4(Float(u.low), Float(v.low), Float(u.high), Float(v.high)),
            seams: [x > 0, x < columns.count - 1, y > 0, y < rows.count - 1]))
      }
    }
    self.parts = parts
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
    if [.left, .topLeft, .bottomLeft].contains(gravity) { x = bounds.minX }
    if [.right, .topRight, .bottomRight].contains(gravity) { x = bounds.maxX - size.width }
    if [.bottom, .bottomLeft, .bottomRight].contains(gravity) { y = bounds.minY }
    if [.top, .topLeft, .topRight].contains(gravity) { y = bounds.maxY - size.height }
    return CGRect(x: x, y: y, width: size.width, height: size.height)
  }

  /// A stretch of one axis that maps linearly: from `start`, `length` points, showing the fractions `from` to `to` of
  /// contentsRect.
  private struct Strip {
    var start: CGFloat
    var length: CGFloat
    var from: CGFloat
    var to: CGFloat
  }

  /// The columns or rows of nine parts; those of no length are left out.
  ///
  /// - Parameters:
  ///   - size: the image's length in points, unstretched.
  ///   - low: where the stretching part begins, as a fraction.
  ///   - high: where it ends.
  private static func strips(
    from start: CGFloat, length: CGFloat, size: CGFloat, _ low: CGFloat, _ high: CGFloat
  ) -> [Strip] {
    var first = size * low
    var last = size * (1 - high)
    if first + last > length {
      let factor = length / (first + last)
      first *= factor
      last *= factor
    }
    return [
      Strip(start: start, length: first, from: 0, to: low),
      Strip(start: start + first, length: length - first - last, from: low, to: high),
      Strip(start: start + length - last, length: last, from: high, to: 1),
    ].filter { $0.length > 0 }
  }

  /// The mapping of one axis from points to image pixels, and the pixels of it that may be sampled: those of the strip,
  /// cut to those that there are; where it selects none, the nearest edge.
  private static func axis(
    _ strip: Strip, rect: (start: CGFloat, length: CGFloat), pixels: CGFloat, isFlipped: Bool
  ) -> (scale: Double, offset: Double, low: Double, high: Double) {
    let from = (rect.start + strip.from * rect.length) * pixels
    let to = (rect.start + strip.to * rect.length) * pixels
    // A stretching part of no width shows the one pixel at its place.
    let isPixel = to <= from
    let scale = isPixel ? 0 : (to - from) / strip.length
    let place = isPixel ? from.rounded(.down) + 0.5 : from
    let offset = place - strip.start * scale
    let low = min(max(isPixel ? place : from, 0), pixels)
    let high = min(max(isPixel ? place : to, 0), pixels)
    return isFlipped ? (-scale, pixels - offset, pixels - high, pixels - low) : (scale, offset, low, high)
  }
}

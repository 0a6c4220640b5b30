import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// The images of a frame as the kernels want them: one part each, or a nine-patch where a
/// `contentsCenter` stretches them.
final class ImageTable {
  /// A part of an image between seams.
  struct Part {
    var image: CPImage
    /// Its ends across and down, as lines whose positive side is behind the seam; none at the
    /// image's own ends.
    var left, right, top, bottom: CPLine?
  }

  let parts = Storage<Part>()
  /// By image, the first part; one more than there are images.
  let starts = Storage<Int32>()
  /// One a part.
  private let filters = Storage<CPFilter>()
  private let opaque = Storage<Bool>()
  /// Whether an image has colours beyond 0…1.
  private(set) var hasExtendedRange = false

  func isOpaque(_ index: Int) -> Bool { opaque[index] }

  /// Images that no primitive shows have no parts.
  func reserve(_ list: DisplayList, cache: ImageCache, planes: PlaneTable) {
    hasExtendedRange = false
    // Three parts each way at most.
    let count = list.images.reduce(0) { $0 + ($1.columns.second == nil && $1.rows.second == nil ? 1 : 9) }
    filters.reserve(count)
    parts.reserve(count)
    starts.reserve(list.images.count + 1)
    opaque.reserve(list.images.count)
    guard !list.images.isEmpty else { return }
    var planeOf = [Int32](repeating: -1, count: list.images.count)
    for primitive in list.primitives where primitive.kind == .image {
      planeOf[Int(primitive.payload)] = primitive.plane
    }
    list.images.withUnsafeBufferPointer { images in
      var next = 0
      for index in 0..<images.count {
        starts[index] = Int32(next)
        opaque[index] = false
        guard planeOf[index] >= 0 else { continue }
        let texels = cache.texels(of: images[index].image)
        if texels.isHalf { hasExtendedRange = true }
        let tint = CPColor(images[index].tint)
        opaque[index] = texels.isOpaque && tint.red == 1 && tint.green == 1 && tint.blue == 1 && tint.alpha == 1
        add(images[index], index, texels, tint, on: planes.fromDevice(planeOf[index]), &next)
      }
      starts[images.count] = Int32(next)
    }
  }

  /// - Parameter next: the number of the next part.
  private func add(
    _ box: ImageBox, _ index: Int, _ texels: ImageTexels, _ tint: CPColor, on m: CPMap, _ next: inout Int
  ) {
    let paint = ImagePaint(ImageMapping(box), texels, on: m)
    if paint.needsLevels { texels.makeLevels() }
    for row in 0..<box.rows.partCount {
      for column in 0..<box.columns.partCount {
        set(next, index, paint, tint, box.columns.span(column), box.rows.span(row), m)
        next += 1
      }
    }
  }

  private func set(
    _ part: Int, _ index: Int, _ paint: ImagePaint, _ tint: CPColor, _ column: StretchAxis.Span,
    _ row: StretchAxis.Span, _ m: CPMap
  ) {
    var image = paint.image(column.part, row.part)
    image.tint = tint
    image.is_opaque = isOpaque(index)
    if let filter = paint.filter(column.part, row.part) {
      filters[part] = filter
      image.filter = UnsafePointer(filters.pointer + part)
    }
    func across(_ place: Double) -> CPLine {
      CPLine(a: m.xx - place * m.wx, b: m.xy - place * m.wy, c: m.x0 - place * m.w0)
    }
    func down(_ place: Double) -> CPLine {
      CPLine(a: m.yx - place * m.wx, b: m.yy - place * m.wy, c: m.y0 - place * m.w0)
    }
    parts[part] = Part(
      image: image, left: column.from.map(across), right: column.to.map(across), top: row.from.map(down),
      bottom: row.to.map(down))
  }
}

extension CPColor {
  fileprivate init(_ tint: StraightColor) {
    // Alpha is in all of an image's components already (§17).
    self.init(
      PremultipliedColor(
        red: tint.red * tint.alpha, green: tint.green * tint.alpha, blue: tint.blue * tint.alpha, alpha: tint.alpha))
  }
}

extension SamplingFilter {
  /// As `CPFilter` has it.
  var code: Int32 { self == .nearest ? 0 : self == .trilinear ? 2 : 1 }
}

import Graphics
import RenderTree

extension Flattener {
  /// Places the surface of a pass, pixel on pixel.
  ///
  /// - Parameters:
  ///   - area: the device pixels that it shows.
  ///   - origin: where the surface begins; nil for where the area does.
  ///   - sampling: what the program's `a_sampling` takes.
  ///   - features: what the program needs beside clips.
  ///   - isAdditive: whether it adds to what is there rather than lie over it.
  mutating func addSurface(
    _ shape: ProgramKind.Shape, _ source: CommandStream.Source, area: DeviceBox, origin: Vector2? = nil,
    sampling: SIMD4<Float> = .zero, part: SIMD4<Float> = .zero, opacity: Double, clip: Int,
    features: ProgramKind.Features = [], isAdditive: Bool = false
  ) {
    let record = ImageRecord(
      showing: area, origin: origin ?? Vector2(area.minX, area.minY), part: part, sampling: sampling,
      opacity: opacity, clip: clip)
    addSurface(record, shape, source, area: area, features: features, isAdditive: isAdditive)
  }

  /// Places a surface, or more than one, by a record of whole device pixels.
  ///
  /// - Parameters:
  ///   - area: the device pixels that it shows.
  ///   - features: what the program needs beside clips.
  ///   - isAdditive: whether they add to what is there rather than lie over it.
  ///   - isLast: whether nothing later shows the surfaces, so that others may have their memory.
  mutating func addSurface(
    _ record: ImageRecord, _ shape: ProgramKind.Shape, _ source: CommandStream.Source, area: DeviceBox,
    features: ProgramKind.Features = [], isAdditive: Bool = false, isLast: Bool = true
  ) {
    guard !area.isEmpty else { return }
    if shape == .surface, record.clip < 0, !isAdditive, traits.drawsPlainQuads {
      beginPrimitive(area)
      if isLast { open[open.count - 1].show(source) }
      let origin = Vector2(Double(record.mapping.z), Double(record.mapping.w))
      addEven(
        area,
        PlainPaint(
          color: SIMD4(repeating: record.opacity), source: source,
          image: PlainPaint.PixelMap(scale: Vector2(1, 1), offset: -origin)),
        replaces: features.contains(.replacing), isSoft: features.contains(.fetching))
      return
    }
    var features = features
    if record.clip >= 0 { features.insert(.clipped) }
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: shape, features: features), source: source, isAdditive: isAdditive)
    beginPrimitive(area)
    if isLast { open[open.count - 1].show(source) }
    add(record, Outline(quad: area.quad, pixels: area, middle: area.middle, area: area.area), key)
  }
}

extension CommandStream.Source {
  /// The passes whose surfaces it needs.
  var passes: FewElements<3, Int> {
    var passes = FewElements<3, Int>(filler: 0)
    func add(_ first: Int?, _ second: Int? = nil, _ third: Int? = nil) {
      if let first { passes.append(first) }
      if let second { passes.append(second) }
      if let third { passes.append(third) }
    }
    switch self {
    case .none, .image, .atlas, .maskedImage, .coverage, .sheet, .mixedSheet, .raster, .underlay, .shadow: break
    case .surface(let pass, _): add(pass)
    case .masked(let pass, let mask): add(pass, mask)
    case .means(let pass, let other, _): add(pass, other)
    case .blended(let pass, let backdrop, let mask): add(pass, backdrop, mask)
    }
    return passes
  }
}

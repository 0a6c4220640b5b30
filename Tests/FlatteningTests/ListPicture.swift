import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

@testable import MultiplaneFlattening
@testable import MultiplaneReferenceRenderer

/// Draws a display list in real numbers, pass after pass, each whole: the plainest back end there
/// can be.
///
/// It takes coverage, sampling and blending from the reference renderer; which pixels, passes,
/// clips and filters come together is the list's alone.
final class ListPicture {
  private let list: DisplayList
  private let planes: [ReferencePlane?]
  private let images = ImageCache()
  /// The coverage of clips that are shapes.
  private let shapes: [Coverage?]
  /// Regions of paths by clip, on the pixels of the pass that they were asked for in.
  private var regions: [[Int]: NumberPlane] = [:]

  init(_ list: DisplayList) {
    self.list = list
    let planes = list.planes.map(\.reference)
    self.planes = planes
    shapes = list.clips.map { clip in
      guard case .shape(let shape, let plane) = clip.region else { return nil }
      return planes[Int(plane)].flatMap { Coverage(shape, on: $0) }
    }
  }

  /// The canvas's numbers: four a pixel.
  func numbers() -> [Double] { drawn(0).numbers }

  // MARK: Passes

  /// What a pass shows, after its filters.
  private func picture(of pass: Int) -> ReferenceSurface {
    let pass = (number: pass, values: list.passes[pass])
    let surface = drawn(pass.number)
    return filtered(
      surface, by: pass.values.filters, in: pass.values.filteredBox, canvas: pass.values.canvas)
  }

  private func drawn(_ number: Int) -> ReferenceSurface {
    let pass = list.passes[number]
    let surface = ReferenceSurface(ReferenceBox(pass.box), isCanvas: number == 0)
    if pass.background != .clear { surface.fill(pass.background) }
    list.forEachPrimitive(of: number) { index in draw(list.primitives[index], on: surface, in: number) }
    return surface
  }

  // MARK: Primitives

  private func draw(_ primitive: ListPrimitive, on surface: ReferenceSurface, in pass: Int) {
    switch primitive.kind {
    case .pass: break
    case .raster: draw(list.rasters[Int(primitive.payload)], primitive, on: surface, in: pass)
    case .surface: draw(list.surfaces[Int(primitive.payload)], primitive, on: surface, in: pass)
    case .backdrop: draw(list.backdrops[Int(primitive.payload)], primitive, on: surface, in: pass)
    case .shadow: draw(list.shadows[Int(primitive.payload)], primitive, on: surface, in: pass)
    case .path:
      let path = list.paths[Int(primitive.payload)]
      let region = region(path.shape, plane: primitive.plane, path.offset, in: surface.box)
      paint(primitive, on: surface, in: pass, coverage: { region?.value($0, $1) ?? 0 }, color: { _, _ in path.color })
    default: drawShape(primitive, on: surface, in: pass)
    }
  }

  private func drawShape(_ primitive: ListPrimitive, on surface: ReferenceSurface, in pass: Int) {
    guard let plane = planes[Int(primitive.plane)] else { return }
    let payload = Int(primitive.payload)
    let shape: BoxShape
    let color: (Double, Double) -> PremultipliedColor
    var inner: Coverage?
    switch primitive.kind {
    case .border:
      let border = list.borders[payload]
      shape = border.outer
      inner = border.inner.flatMap { Coverage($0, on: plane, isLimited: false) }
      color = { _, _ in border.color }
    case .gradient:
      let gradient = list.gradients[payload]
      shape = gradient.shape
      color = { x, y in
        let p = plane.position(x, y)
        return gradient.color(at: p.x, p.y)
      }
    case .image:
      let image = list.images[payload]
      shape = image.shape
      guard let sampler = sampler(of: image) else { return }
      color = { x, y in image.color(at: plane.point(x, y), sampler) }
    default:
      shape = list.boxes[payload].shape
      color = { [list] _, _ in list.boxes[payload].color }
    }
    guard let outline = Coverage(shape, on: plane) else { return }
    let seen = list.planes[Int(primitive.plane)]
    paint(
      primitive, on: surface, in: pass,
      coverage: { x, y in seen.isSeen(x, y) ? max(0, outline.value(x, y) - (inner?.value(x, y) ?? 0)) : 0 },
      color: color)
  }

  private func paint(
    _ primitive: ListPrimitive, on surface: ReferenceSurface, in pass: Int,
    coverage: (Double, Double) -> Double, color: (Double, Double) -> PremultipliedColor
  ) {
    surface.update(in: ReferenceBox(primitive.box)) { x, y, below in
      var share = coverage(x, y) * Double(primitive.opacity)
      if share > 0 { share *= clipped(x, y, by: primitive.clip, in: pass) }
      guard share > 0 else { return below }
      let painted = color(x, y).times(share)
      return (pass == 0 ? painted.cutOff : painted).over(below)
    }
  }

  private func draw(_ shadow: BoxShadow, _ primitive: ListPrimitive, on surface: ReferenceSurface, in pass: Int) {
    let radii = shadow.radii
    let shape = BoxShape(
      minX: shadow.minX, minY: shadow.minY, maxX: shadow.maxX, maxY: shadow.maxY,
      radii: CornerRadii(
        minXMinY: radii.x, maxXMinY: radii.y, minXMaxY: radii.z, maxXMaxY: radii.w), hardEdges: [])
    guard let plane = ReferencePlane(scaleX: 1, scaleY: 1), let outline = Coverage(shape, on: plane) else { return }
    let box = ReferenceBox(
      minX: Int(shadow.minX) - 2, minY: Int(shadow.minY) - 2, maxX: Int(shadow.maxX) + 2, maxY: Int(shadow.maxY) + 2)
    let caster = NumberPlane(box, channels: 1)
    for y in box.minY..<box.maxY {
      for x in box.minX..<box.maxX { caster.pixel(x, y).pointee = outline.value(Double(x) + 0.5, Double(y) + 0.5) }
    }
    let blurred = shadow.kernel.applied(to: caster, in: ReferenceBox(primitive.box))
    paint(primitive, on: surface, in: pass, coverage: { blurred.value($0, $1) }, color: { _, _ in shadow.color })
  }

  private func draw(_ use: SurfaceUse, _ primitive: ListPrimitive, on surface: ReferenceSurface, in pass: Int) {
    let picture = picture(of: Int(use.pass))
    let mask = use.mask >= 0 ? self.picture(of: Int(use.mask)) : nil
    let opacity = Double(primitive.opacity)
    guard primitive.blend == .normal else {
      surface.update(in: ReferenceBox(primitive.box)) { x, y, below in
        let blended = primitive.blend.blended(picture.color(x, y).times(opacity), over: below)
        let share = clipped(x, y, by: primitive.clip, in: pass) * (mask?.color(x, y).alpha ?? 1)
        return below.mixed(with: blended, share)
      }
      return
    }
    var plain = primitive
    plain.opacity = 1
    paint(plain, on: surface, in: pass) { x, y in
      opacity * (mask?.color(x, y).alpha ?? 1)
    } color: { x, y in
      let color = picture.color(x, y)
      return use.shadow.map { $0.times(color.alpha) } ?? color
    }
  }

  private func draw(_ backdrop: Backdrop, _ primitive: ListPrimitive, on surface: ReferenceSurface, in pass: Int) {
    guard let plane = planes[Int(primitive.plane)], let outline = Coverage(backdrop.shape, on: plane) else { return }
    let canvas = backdrop.canvas
    let source = ReferenceSurface(ReferenceBox(backdrop.source))
    source.update(in: source.box) { x, y, _ in
      surface.color(
        min(max(x, Double(canvas.minX) + 0.5), Double(canvas.maxX) - 0.5),
        min(max(y, Double(canvas.minY) + 0.5), Double(canvas.maxY) - 0.5))
    }
    let filtered = filtered(source, by: backdrop.filters, in: primitive.box, canvas: canvas)
    let mask = backdrop.mask >= 0 ? picture(of: Int(backdrop.mask)) : nil
    let seen = list.planes[Int(primitive.plane)]
    surface.update(in: ReferenceBox(primitive.box)) { x, y, below in
      guard seen.isSeen(x, y) else { return below }
      let share =
        outline.value(x, y) * Double(primitive.opacity) * clipped(x, y, by: primitive.clip, in: pass)
        * (mask?.color(x, y).alpha ?? 1)
      return below.mixed(with: filtered.color(x, y), share)
    }
  }

  private func draw(_ use: RasterUse, _ primitive: ListPrimitive, on surface: ReferenceSurface, in pass: Int) {
    let picture = picture(of: Int(use.pass))
    // The raster's first pixel is the plane's origin.
    let way = CATransform3DMakeTranslation(use.offset.x, use.offset.y, 0)
    guard let plane = planes[Int(primitive.plane)]?.plane(placedBy: way),
      let outline = Coverage(
        BoxShape(
          minX: use.offset.x, minY: use.offset.y, maxX: use.offset.x + 1, maxY: use.offset.y + 1, radii: .square,
          hardEdges: []), on: plane)
    else { return }
    let raster = RasterPrimitive(
      raster: picture, scaleX: use.scaleX, scaleY: use.scaleY, plane: plane, outline: outline,
      minification: use.minification, magnification: use.magnification)
    let seen = list.planes[Int(primitive.plane)]
    paint(primitive, on: surface, in: pass) { x, y in
      seen.isSeen(x, y) ? 1 : 0
    } color: { x, y in
      raster.color(x, y)
    }
  }

  private func sampler(of box: ImageBox) -> Sampler? {
    var values = LayerValues()
    values.contents = box.image
    values.minificationFilter = box.minification
    values.magnificationFilter = box.magnification
    values.minificationFilterBias = Float(box.minificationBias)
    guard let source = images.pixels(of: box.image) else { return nil }
    return Contents(values).map { Sampler(source, contents: $0) }
  }

  // MARK: Clips

  private func clipped(_ x: Double, _ y: Double, by first: Int32, in pass: Int) -> Double {
    var product = 1.0
    var index = Int(first)
    while index >= 0, product > 0 {
      switch list.clips[index].region {
      case .shape(_, let plane):
        guard let coverage = shapes[index] else { return 0 }
        product *= list.planes[Int(plane)].isSeen(x, y) ? coverage.value(x, y) : 0
      case .path(let path, let plane, let offset):
        let key = [index, pass]
        if regions[key] == nil {
          regions[key] = region(path, plane: plane, offset, in: ReferenceBox(list.passes[pass].box))
        }
        product *= regions[key]?.value(x, y) ?? 0
      case .side(let line): product *= line.value(x, y) >= 0 ? 1 : 0
      }
      index = Int(list.clips[index].outer)
    }
    return product
  }

  private func region(
    _ path: PathShape, plane: Int32, _ offset: (x: Double, y: Double), in box: ReferenceBox
  ) -> NumberPlane? {
    let way = CATransform3DMakeTranslation(offset.x, offset.y, 0)
    guard let plane = planes[Int(plane)]?.plane(placedBy: way) else { return nil }
    switch path {
    case .fill(let path, let rule):
      return RegionPrimitive(path.outline, rule: rule, color: .white, on: plane, in: box).coverage
    case .stroke(let stroke): return RegionPrimitive(stroke, on: plane, in: box)?.coverage
    }
  }

  // MARK: Filters

  private func filtered(
    _ surface: ReferenceSurface, by filters: Range<Int32>, in box: ListBox, canvas: ListBox
  ) -> ReferenceSurface {
    var boxes = [box]
    for filter in filters.reversed().dropLast() {
      boxes.insert(list.input(of: filter, for: boxes[0], canvas: canvas), at: 0)
    }
    return zip(filters, boxes).reduce(surface) { picture, step in
      filtered(picture, by: list.filters[Int(step.0)], in: ReferenceBox(step.1))
    }
  }

  private func filtered(_ picture: ReferenceSurface, by step: FilterStep, in box: ReferenceBox) -> ReferenceSurface {
    switch step {
    case .gaussian(let step):
      return ReferenceSurface(painted: step.applied(to: picture.copyOfPainted().plane, in: box))
    case .mean(let step):
      return ReferenceSurface(painted: step.applied(to: picture.copyOfPainted().plane, in: box))
    case .bloom(let step):
      let glow = step.blur.applied(to: Bloom.brightPart(of: picture).plane, in: box)
      return Bloom.sum(of: picture, ReferenceSurface(painted: glow), intensity: step.intensity, in: box)
    case .color(let step):
      guard let plane = planes[Int(step.plane)] else { return picture }
      // Bounds of a diagonal that is two units.
      let bounds = CGRect(x: step.middle.x - 1 / step.scale, y: step.middle.y, width: 2 / step.scale, height: 0)
      return ColorFilterStep(step.filter, bounds: bounds, plane: plane).applied(to: picture, in: box)
    case .pixellate(let step):
      guard let plane = planes[Int(step.plane)],
        let derivative = ReferenceDerivative(of: plane, atMiddleOf: .zero) ?? .unit
      else { return picture }
      let center = CGPoint(x: step.center.x, y: step.center.y)
      return Pixellation(
        scale: step.scale, center: center, plane: plane, derivative,
        canvas: ReferenceBox(step.limit.grown(byX: -1024, y: -1024))
      ).applied(to: picture, in: box)
    }
  }
}

extension ReferenceDerivative {
  fileprivate static var unit: ReferenceDerivative? {
    ReferencePlane(scaleX: 1, scaleY: 1).flatMap { ReferenceDerivative(of: $0, atMiddleOf: .zero) }
  }
}

extension ReferenceBox {
  fileprivate init(_ box: ListBox) {
    self.init(minX: Int(box.minX), minY: Int(box.minY), maxX: Int(box.maxX), maxY: Int(box.maxY))
  }
}

extension ListPlane {
  /// The same for the reference renderer, but for the horizons of the planes around it.
  fileprivate var reference: ReferencePlane? {
    let m = toDevice
    var matrix = CATransform3DIdentity
    (matrix.m11, matrix.m21, matrix.m41) = (m.xx, m.xy, m.x0)
    (matrix.m12, matrix.m22, matrix.m42) = (m.yx, m.yy, m.y0)
    (matrix.m14, matrix.m24, matrix.m44) = (m.wx, m.wy, m.w0)
    return ReferencePlane(scaleX: 1, scaleY: 1)?.plane(placedBy: matrix)
  }
}

extension Coverage {
  fileprivate convenience init?(_ shape: BoxShape, on plane: ReferencePlane, isLimited: Bool = true) {
    self.init(
      RoundedRectangle(minX: shape.minX, minY: shape.minY, maxX: shape.maxX, maxY: shape.maxY, radii: shape.radii),
      on: plane, leavingOut: OpenEdges(rawValue: Int(shape.openEdges.rawValue)), hard: shape.hardEdges,
      isLimited: isLimited)
  }
}

extension GradientBox {
  fileprivate func color(at x: Double, _ y: Double) -> PremultipliedColor {
    let place = (x: (self.x * SIMD3(x, y, 1)).sum(), y: (self.y * SIMD3(x, y, 1)).sum())
    let tie = 1.0 / 65536
    var t = place.x
    switch type {
    case .radial:
      guard self.x.x.isFinite, self.y.y.isFinite else { return .clear }
      t = hypot(place.x, place.y)
    case .conic:
      let turns = atan2(place.y, place.x) / (2 * .pi)
      t = turns < 0 ? turns + 1 : turns
      if hypot(place.x, place.y) < tie || t > 1 - tie { t = 0 }
    default: break
    }
    guard let index = stops.lastIndex(where: { $0.location <= t + tie }) else { return stops[0].color.premultiplied }
    guard index + 1 < stops.count else { return stops[index].color.premultiplied }
    let (low, high) = (stops[index], stops[index + 1])
    let share = max(0, (t - low.location) / (high.location - low.location))
    let mixed = low.color.components + (high.color.components - low.color.components) * share
    return StraightColor(red: mixed.x, green: mixed.y, blue: mixed.z, alpha: mixed.w).premultiplied
  }
}

extension StraightColor {
  /// Red, green, blue and alpha; the tests have colours of the same names.
  fileprivate var components: SIMD4<Double> {
    var opaque = self
    opaque.alpha = 1
    let color = opaque.premultiplied
    return SIMD4(color.red, color.green, color.blue, alpha)
  }
}

extension ImageBox {
  fileprivate func color(at p: PlanePoint, _ sampler: Sampler) -> PremultipliedColor {
    let (column, row) = (columns.part(at: p.x), rows.part(at: p.y))
    let color = sampler.color(
      SampledPoint(
        u: column.source + (p.x - column.start) * column.slope, v: row.source + (p.y - row.start) * row.slope,
        uRange: SampledRange(from: column.low, to: column.high, size: Double(image.width)),
        vRange: SampledRange(from: row.low, to: row.high, size: Double(image.height)),
        uByX: column.slope * p.dxByX, uByY: column.slope * p.dxByY, vByX: row.slope * p.dyByX,
        vByY: row.slope * p.dyByY))
    let tint = tint.components * tint.alpha
    return PremultipliedColor(
      red: color.red * tint.x, green: color.green * tint.y, blue: color.blue * tint.z,
      alpha: color.alpha * self.tint.alpha)
  }
}

extension GaussianStep {
  private func weights(_ variance: Double, reach: Int32) -> [Double] {
    guard reach > 0 else { return [1] }
    let weights = (0...reach).map { exp(-Double($0 * $0) / (2 * variance)) }
    let total = weights.reduce(0) { $0 + 2 * $1 } - weights[0]
    return weights.map { $0 / total }
  }

  fileprivate func applied(to source: NumberPlane, in box: ReferenceBox) -> NumberPlane {
    let (across, down) = (weights(across, reach: reachAcross), weights(self.down, reach: reachDown))
    let (columns, rows, aside) = (Int(reachAcross), Int(reachDown), Int(reachAside))
    let target = NumberPlane(
      source.box.grown(byX: columns + aside, y: rows).intersection(box), channels: source.channels)
    let between = NumberPlane(
      source.box.grown(byX: columns, y: 0).intersection(target.box.grown(byX: aside, y: rows)),
      channels: source.channels)
    guard !target.box.isEmpty, !between.box.isEmpty else { return target }
    for y in between.box.rows {
      for step in -columns...columns {
        between.addRow(y, weight: across[abs(step)], of: source, row: y, dx: step, within: source.box)
      }
    }
    for y in target.box.rows {
      for step in -rows...rows where between.box.rows.contains(y + step) {
        target.addRow(y, weight: down[abs(step)], of: between, row: y + step, aside: Double(step) * slope)
      }
    }
    return target
  }
}

extension MeanStep {
  fileprivate func applied(to source: NumberPlane, in box: ReferenceBox) -> NumberPlane {
    let target = NumberPlane(
      source.box.grown(byX: Int(reachX), y: Int(reachY)).intersection(box), channels: source.channels)
    let count = Int(count)
    let weights = (-count...count).map { min(max(reach + 0.5 - abs(Double($0)), 0), 1) }
    let total = weights.reduce(0, +)
    for row in target.box.rows {
      for (weight, step) in zip(weights, -count...count) {
        let down = Double(step) * y
        let whole = down.rounded(.down)
        for (other, share) in [(row + Int(whole), 1 - (down - whole)), (row + Int(whole) + 1, down - whole)]
        where share > 0 && source.box.rows.contains(other) {
          target.addRow(row, weight: weight / total * share, of: source, row: other, aside: Double(step) * x)
        }
      }
    }
    return target
  }
}

import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// One drawing of a filter: pixels of a box, out of a picture.
struct FilterStage {
  enum Kind {
    /// Means along a line: (step, how many to each side, what they are multiplied by, a Gaussian's
    /// variance or 0, a mean's reach).
    case convolve(step: SIMD2<Double>, count: Int32, scale: Double, variance: Double, reach: Double)
    case squares(PixellateStep)
    case colors(ColorStep)
    /// The part of the picture that is brighter than a half.
    case bright
    /// The picture times the intensity, added to what is held.
    case sum(intensity: Double)

    var stage: ProgramKey.Stage {
      switch self {
      case .convolve: .convolve
      case .squares: .squares
      case .colors: .colors
      case .bright, .sum: .bloom
      }
    }
  }

  var kind: Kind
  /// The pixels that it makes.
  var box: PixelBox
  /// Whether what it reads is held, for a later one that reads it too.
  var holdsSource = false
  /// Whether it reads what is held.
  var readsHeld = false
}

extension DisplayList {
  /// What filters of a picture draw, one after another.
  ///
  /// - Parameters:
  ///   - source: the pixels that the picture has.
  ///   - box: those that are shown of the last.
  /// - Returns: nil where nothing is shown.
  func stages(of filters: Range<Int32>, source: PixelBox, for box: PixelBox, canvas: PixelBox) -> [FilterStage]? {
    var stages: [FilterStage] = []
    var picture = source
    guard !picture.isEmpty else { return nil }
    for filter in filters {
      let wanted = input(of: filter + 1..<filters.upperBound, for: box, canvas: canvas)
      switch self.filters[Int(filter)] {
      case .gaussian(let step): stages += step.stages(of: picture, for: wanted)
      case .mean(let step):
        stages.append(
          FilterStage(
            kind: .convolve(
              step: SIMD2(step.x, step.y), count: step.count, scale: 1 / step.totalWeight, variance: 0,
              reach: step.reach),
            box: picture.grown(byX: step.reachX, y: step.reachY).intersection(wanted)))
      case .bloom(let step):
        let blur = step.blur
        func reached(from box: PixelBox) -> PixelBox {
          box.grown(byX: blur.reachAcross + blur.reachAside, y: blur.reachDown)
        }
        let target = reached(from: picture).intersection(wanted)
        guard !target.isEmpty else { return nil }
        let bright = picture.intersection(reached(from: wanted))
        stages.append(FilterStage(kind: .bright, box: bright, holdsSource: true))
        stages += blur.stages(of: bright, for: wanted)
        stages.append(FilterStage(kind: .sum(intensity: step.intensity), box: target, readsHeld: true))
      case .pixellate(let step):
        let reached = FilterStep.pixellate(step).reached(from: picture, on: planes)
        stages.append(FilterStage(kind: .squares(step), box: reached.intersection(wanted)))
      case .color(let step): stages.append(FilterStage(kind: .colors(step), box: picture.intersection(wanted)))
      }
      if let last = stages.last { picture = last.box }
      guard !picture.isEmpty else { return nil }
    }
    return stages
  }
}

extension GaussianStep {
  /// Along x, then from row to row.
  fileprivate func stages(of source: PixelBox, for wanted: PixelBox) -> [FilterStage] {
    let reached = source.grown(byX: reachAcross + reachAside, y: reachDown)
    let target = reached.intersection(wanted)
    var stages: [FilterStage] = []
    if reachAcross > 0 {
      var box = target
      if reachDown > 0 {
        let between = source.grown(byX: reachAcross, y: 0)
        box = target.grown(byX: reachAside, y: reachDown).intersection(between)
      }
      stages.append(FilterStage(kind: kind(SIMD2(1, 0), across, reachAcross), box: box))
    }
    if reachDown > 0 { stages.append(FilterStage(kind: kind(SIMD2(slope, 1), down, reachDown), box: target)) }
    return stages
  }

  private func kind(_ step: SIMD2<Double>, _ variance: Double, _ reach: Int32) -> FilterStage.Kind {
    let total = (1...reach).reduce(1.0) { $0 + 2 * GaussianStep.bell(Double($1), variance: variance) }
    return .convolve(step: step, count: reach, scale: 1 / total, variance: variance, reach: 0)
  }
}

extension RecordWriter {
  /// One drawing of a filter.
  mutating func filter(
    _ stage: FilterStage, of use: PictureUse, held: PictureUse?, _ planes: [Plane], in place: Place
  ) -> Record {
    var record = place.record(.slot(use.slot, ofTexture: 0))
    if let held { record.kind.insert(.slot(held.slot, ofTexture: 1)) }
    record.data = Int32(data.count)
    let (picture, offset) = (use.region, use.offset(from: place.box))
    switch stage.kind {
    case .convolve(let step, let count, let scale, let variance, let reach):
      data.append(picture.area)
      data.append(SIMD4(lowHalf: offset, highHalf: SIMD2(Float(step.x), Float(step.y))))
      data.append(SIMD4(Float(count), Float(scale), Float(variance), Float(reach)))
    case .squares(let step): append(step, picture, planes[Int(step.plane)], place)
    case .colors(let step):
      data.append(picture.area)
      data.append(SIMD4(lowHalf: offset, highHalf: SIMD2(Float(step.filter.kind.number), 0)))
      append(step, planes, place)
    case .bright:
      data.append(picture.area)
      data.append(SIMD4(lowHalf: offset, highHalf: .zero))
    case .sum(let intensity):
      data.append(picture.area)
      data.append(SIMD4(lowHalf: offset, highHalf: SIMD2(1, Float(intensity))))
      data.append(held?.region.area ?? .zero)
      data.append(SIMD4(lowHalf: held?.offset(from: place.box) ?? .zero, highHalf: .zero))
    }
    return record
  }

  private mutating func append(_ step: PixellateStep, _ picture: PictureRegion, _ plane: Plane, _ place: Place) {
    let rows = place.rows(plane)
    let (center, scale) = (step.center, step.scale)
    data.append(picture.area)
    data.append(SIMD4((rows.x - center.x * rows.w) / scale, Double(rows.horizons.count)))
    data.append(SIMD4((rows.y - center.y * rows.w) / scale))
    data.append(SIMD4(rows.w))
    let m = plane.toDevice
    func back(_ row: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(row.x * scale, row.y * scale, row.x * center.x + row.y * center.y + row.z)
    }
    let w = back(SIMD3(m.wx, m.wy, m.w0))
    data.append(SIMD4(back(SIMD3(m.xx, m.xy, m.x0)) - Double(picture.box.minX) * w))
    data.append(SIMD4(back(SIMD3(m.yx, m.yy, m.y0)) - Double(picture.box.minY) * w))
    data.append(SIMD4(w))
    data.append(
      SIMD4(
        Float(step.limit.minX - picture.box.minX), Float(step.limit.minY - picture.box.minY),
        Float(step.limit.maxX - picture.box.minX), Float(step.limit.maxY - picture.box.minY)))
    for line in rows.horizons { data.append(rows.moved(line)) }
  }

  /// Three texels that map the box to positions in the layer, and the filter's rows.
  private mutating func append(_ step: ColorStep, _ planes: [Plane], _ place: Place) {
    let rows = place.rows(planes[Int(step.plane)])
    data.append(SIMD4((rows.x - step.middle.x * rows.w) * step.scale))
    data.append(SIMD4((rows.y - step.middle.y * rows.w) * step.scale))
    data.append(SIMD4(rows.w))
    for row in step.filter.rows.prefix(ColorFilter.mostRows) {
      func number(_ index: Int) -> Float { row.indices.contains(index) ? Float(min(max(row[index], -1e30), 1e30)) : 0 }
      data.append(SIMD4(number(0), number(1), number(2), number(3)))
    }
  }
}

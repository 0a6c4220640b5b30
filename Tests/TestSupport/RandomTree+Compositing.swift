import MultiplaneGraphics
import MultiplaneRenderTree

// How layers are put together: edges, filters, blend modes, backdrops, rasters.

extension RandomTree {
  mutating func addCompositing(to values: inout LayerValues, isRoot: Bool) {
    if chance(0.12) {
      values.compositing.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: UInt32(whole(0...15)))
    }
    if chance(0.04) { values.compositing.allowsEdgeAntialiasing = false }
    if chance(0.2) { values.compositing.allowsGroupOpacity = false }
    if chance(0.1) { values.compositing.filters = (0..<whole(1...2)).map { _ in filter() } }
    if chance(0.14) { values.compositing.blendMode = blendMode() }
    if chance(0.06) {
      values.compositing.backgroundFilters = (0..<whole(1...2)).map { _ in filter() }
    }
    if chance(0.06), !isRoot {
      values.compositing.shouldRasterize = true
      values.compositing.rasterizationScale = pick([1, 2, 0.5, 1.3])
    }
  }

  /// Mostly a mode that mixes colours: one that takes the backdrop away often leaves nothing to
  /// compare.
  private mutating func blendMode() -> BlendMode {
    let isOfColor = chance(0.7)
    return pick(BlendMode.allCases.filter { $0.isOfColor == isOfColor })
  }

  /// Any filter, of a strength that shows and small enough to be quick.
  mutating func filter() -> FilterValue {
    var filter = FilterValue(pick(FilterDescription.all))
    for input in filter.description.inputs {
      filter.inputs[input.key] = value(of: input, filter.description.name)
    }
    if chance(0.05) { filter.isEnabled = false }
    return filter
  }

  private mutating func value(of input: FilterDescription.Input, _ filter: String) -> FilterValue.Input {
    switch (filter, input.key) {
    case ("CIGaussianBlur", _): .number(number(0.3, chance(0.15) ? 60 : 4))
    case ("CIBoxBlur", _): .number(number(0.3, chance(0.15) ? 60 : 6))
    case (_, "inputSaturation"): .number(number(0, 2))
    case (_, "inputBrightness"): .number(number(-0.3, 0.3))
    case (_, "inputContrast"): .number(number(0.5, 1.5))
    case (_, "inputAngle"): .number(number(-3, 3))
    case (_, "inputEV"): .number(number(-1.5, 1))
    case (_, "inputPower"): .number(number(0.7, 2))
    case ("CIVignette", "inputIntensity"): .number(number(-0.5, 1.5))
    case ("CIVignette", _): .number(number(0.4, 1.5))
    case ("CISepiaTone", _): .number(number(0, 1))
    case (_, "inputScale"): .number(number(1.5, 12))
    case (_, "inputCenter"): .vector([number(-20, 80), number(-20, 80)])
    case (_, "inputBiasVector"):
      .vector([number(-0.2, 0.2), number(-0.2, 0.2), number(-0.2, 0.2), chance(0.5) ? 0 : number(-0.2, 0)])
    case (_, let key) where key.hasPrefix("inputA"): alpha(input.defaultValue)
    default: nearby(input.defaultValue)
    }
  }

  /// Numbers that make alpha. What is added only takes alpha away: what it gave would jump where
  /// the layer's own alpha ends (section 2).
  private mutating func alpha(_ value: FilterValue.Input) -> FilterValue.Input {
    guard case .vector(let components) = value else { return nearby(value) }
    return .vector(components.map { $0 == 0 ? number(-0.4, 0) : number(0.4, 1.6) })
  }

  /// An input a little off its default.
  private mutating func nearby(_ value: FilterValue.Input) -> FilterValue.Input {
    switch value {
    case .number(let number): .number(number + self.number(-0.4, 0.4))
    case .vector(let components): .vector(components.map { $0 + number(-0.4, 0.4) })
    }
  }
}

import MultiplaneGraphics
import MultiplaneSceneFile

// Effects and layer styles.

extension LottieNode {
  /// The first drop shadow among effects, or else among styles.
  func shadow() throws(SceneError) -> ShadowModel? {
    var shadow: ShadowModel?
    for effect in try self["ef"]?.elements("effects") ?? .empty where try effect["en"]?.flag() ?? true {
      guard try effect.required("ty", "the type of the effect").integer(in: 0...10_000) == 25 else { continue }
      if shadow == nil { shadow = try effect.shadowEffect() }
    }
    for style in try self["sy"]?.elements("styles") ?? .empty {
      guard try style.required("ty", "the type of the style").integer(in: 0...10_000) == 1 else {
        style.warn("only drop shadows among layer styles are supported; the style is left out")
        continue
      }
      if shadow == nil { shadow = try style.shadowStyle() }
    }
    return shadow
  }

  /// The other effects that are supported. (Source of the numbers: Lottie specification,
  /// "Effects".)
  func effects() throws(SceneError) -> [EffectModel] {
    var effects: [EffectModel] = []
    for effect in try self["ef"]?.elements("effects") ?? .empty where try effect["en"]?.flag() ?? true {
      switch try effect.required("ty", "the type of the effect").integer(in: 0...10_000) {
      case 20:
        effects.append(
          .tint(
            black: try effect.colorValue(0, Color(0, 0, 0, 1)), white: try effect.colorValue(1, Color(1, 1, 1, 1)),
            amount: try effect.value(2, 100).map { min(max($0 / 100, 0), 1) }))
      case 21:
        effects.append(
          .fill(
            try effect.colorValue(2, Color(1, 0, 0, 1)), opacity: try effect.value(6, 1).map { min(max($0, 0), 1) }))
      case 23:
        if try !effect.value(3, 0).isConstant({ $0 == 0 }) {
          effect.warn("blending a tritone with the original is not supported; the tritone is whole")
        }
        effects.append(.halves)
        effects.append(
          .mix(
            shadows: try effect.colorValue(2, Color(0, 0, 0, 1)),
            midtones: try effect.colorValue(1, Color(0.5, 0.5, 0.5, 1)),
            highlights: try effect.colorValue(0, Color(1, 1, 1, 1))))
      case 25: break
      case 29:
        if try !effect.value(1, 1).isConstant({ $0 <= 1 }) {
          effect.warn("blurring in one direction is not supported; the blur is in both")
        }
        // The standard deviation that resembles the blurriness. (Source: lottie-web,
        // `SVGGaussianBlurEffect`.)
        effects.append(.blur(radius: try effect.value(0, 0).map { max(0, $0 * 0.3) }))
      case 5: effects += try effect.namedEffects()
      default: try effect.warnOfEffect()
      }
    }
    return effects
  }

  private func warnOfEffect() throws(SceneError) {
    let name = try self["nm"].map { (node) throws(SceneError) in try node.string() } ?? ""
    warn("the effect \(OneLine.quoted(name)) is not supported; it is left out")
  }

  /// An effect without a type of its own, by its match name. Controls only feed expressions.
  private func namedEffects() throws(SceneError) -> [EffectModel] {
    let name = try self["mn"].map { (node) throws(SceneError) in try node.string() } ?? ""
    switch name {
    case "ADBE Invert":
      if try !value(0, 1).isConstant({ $0 == 1 }) {
        warn("inverting one channel is not supported; all are inverted")
      }
      return [
        .linear(try value(1, 0).map { Pair(first: min(max($0 / 50, 0), 2) - 1, second: 1 - min(max($0 / 100, 0), 1)) })
      ]
    case "ADBE Brightness & Contrast 2":
      // (Source: Skottie, `BrightnessContrastAdapter`, the formula without curves.)
      let values = zipped(try value(0, 0), try value(1, 0)).map { pair in
        let (brightness, contrast) = (min(max(pair.first / 100, -1), 1), min(max(pair.second / 100, -1), 1))
        let factor = contrast > 0 ? 1 / max(1 - contrast, 1e-3) : 1 + contrast
        return Pair(first: factor, second: (1 - factor) / 2 + brightness * max(factor, 1))
      }
      return [.linear(values)]
    case "ADBE HUE SATURATION":
      if try !value(5, 0).isConstant({ $0 == 0 }) { warn("colorizing is not supported; the hue is moved") }
      let lightness = try value(4, 0).map { min(max($0 / 100, -1), 1) }
      return [
        .hue(try value(2, 0)), .saturation(try value(3, 0).map { max(0, 1 + $0 / 100) }),
        .linear(lightness.map { Pair(first: 1 - abs($0), second: max($0, 0)) }),
      ]
    case "ADBE Exposure2":
      return [.exposure(try value(named: "ADBE Exposure2-0003", 0).map { min(max($0, -20), 20) })]
    default:
      let isControl = name.isEmpty || name.hasSuffix(" Control") || name.hasPrefix("Pseudo/")
      if !isControl { try warnOfEffect() }
      return []
    }
  }

  private func value(named name: String, _ usual: Double) throws(SceneError) -> Track<Double> {
    for node in try self["ef"]?.elements("values") ?? .empty where node["mn"]?.text == name {
      return try node["v"]?.numberTrack() ?? Track(usual)
    }
    return Track(usual)
  }

  /// The track of one of an effect's values.
  private func value(_ index: Int, _ usual: Double) throws(SceneError) -> Track<Double> {
    let values = try required("ef", "the values of the effect").elements("values")
    guard let node = values.element(index)?["v"] else { return Track(usual) }
    return try node.numberTrack()
  }

  private func colorValue(_ index: Int, _ usual: Color) throws(SceneError) -> Track<Color> {
    let values = try required("ef", "the values of the effect").elements("values")
    guard let node = values.element(index)?["v"] else { return Track(usual) }
    return try node.colorTrack()
  }

  /// A drop shadow effect: colour, opacity 0…255, direction, distance, softness.
  private func shadowEffect() throws(SceneError) -> ShadowModel {
    // Core Animation's radius that looks like the softness; the direction's 0 is up.
    return ShadowModel(
      color: try colorValue(0, Color(0, 0, 0, 1)),
      opacity: try value(1, 127.5).map { $0 / 255 }, angle: try value(2, 135).map { $0 - 90 },
      distance: try value(3, 5), radius: try value(4, 0).map { $0 / 5 })
  }

  private func shadowStyle() throws(SceneError) -> ShadowModel {
    ShadowModel(
      color: try self["c"]?.colorTrack() ?? Track(Color(0, 0, 0, 1)),
      opacity: try numberTrack("o", default: 75).map { $0 / 100 }, angle: try numberTrack("a", default: 120),
      distance: try numberTrack("d", default: 5), radius: try numberTrack("s", default: 5).map { $0 / 2 })
  }
}

import MultiplaneGraphics
import MultiplaneSceneFile

// Effects and layer styles.

extension LottieNode {
  /// The first drop shadow among effects, or else among styles.
  func shadow() throws(SceneError) -> ShadowModel? {
    var shadow: ShadowModel?
    for effect in try self["ef"]?.elements("effects") ?? [] where try effect["en"]?.flag() ?? true {
      guard try effect.required("ty", "the type of the effect").integer(in: 0...10_000) == 25 else { continue }
      if shadow == nil { shadow = try effect.shadowEffect() }
    }
    for style in try self["sy"]?.elements("styles") ?? [] {
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
    for effect in try self["ef"]?.elements("effects") ?? [] where try effect["en"]?.flag() ?? true {
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
      case 25: break
      case 29:
        if try !effect.value(1, 1).isConstant({ $0 <= 1 }) {
          effect.warn("blurring in one direction is not supported; the blur is in both")
        }
        // The standard deviation that resembles the blurriness. (Source: lottie-web,
        // `SVGGaussianBlurEffect`.)
        effects.append(.blur(radius: try effect.value(0, 0).map { max(0, $0 * 0.3) }))
      // Controls only feed expressions.
      case 5: break
      default:
        let name = try effect["nm"].map { (node) throws(SceneError) in try node.string() } ?? ""
        effect.warn("the effect \(OneLine.quoted(name)) is not supported; it is left out")
      }
    }
    return effects
  }

  /// The track of one of an effect's values.
  private func value(_ index: Int, _ usual: Double) throws(SceneError) -> Track<Double> {
    let values = try required("ef", "the values of the effect").elements("values")
    guard index < values.count, let node = values[index]["v"] else { return Track(usual) }
    return try node.numberTrack()
  }

  private func colorValue(_ index: Int, _ usual: Color) throws(SceneError) -> Track<Color> {
    let values = try required("ef", "the values of the effect").elements("values")
    guard index < values.count, let node = values[index]["v"] else { return Track(usual) }
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

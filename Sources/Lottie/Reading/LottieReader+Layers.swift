import MultiplaneGraphics
import MultiplaneSceneFile

// Layers and masks.

extension LottieNode {
  /// The layers of a composition.
  func layers() throws(SceneError) -> [LayerModel] {
    var layers: [LayerModel] = []
    for node in try elements("layers") { layers.append(try node.layer()) }
    return layers
  }

  private func layer() throws(SceneError) -> LayerModel {
    guard isObject else { throw invalid("a layer") }
    let range = -1_000_000_000...1_000_000_000
    var layer = LayerModel(
      name: try self["nm"].map { (node) throws(SceneError) in try node.string() } ?? "",
      index: try self["ind"].map { (node) throws(SceneError) in try node.integer(in: range) },
      parent: try self["parent"].map { (node) throws(SceneError) in try node.integer(in: range) },
      content: .none, transform: TransformModel(), inFrame: try required("ip", "the first frame").number(),
      outFrame: try required("op", "the frame after the last").number(), startTime: try self["st"]?.number() ?? 0,
      stretch: try self["sr"]?.number() ?? 1, masks: [], isMatte: try self["td"]?.flag() ?? false,
      isHidden: try self["hd"]?.flag() ?? false, place: place)
    layer.transform = try self["ks"]?.transform() ?? TransformModel()
    layer.matteIndex = try self["tp"].map { (node) throws(SceneError) in try node.integer(in: range) }
    layer.content = try content()
    if let matte = self["tt"] { layer.matte = try matte.matte() }
    if let mode = self["bm"] { layer.blendMode = try mode.blendMode() }
    for mask in try self["masksProperties"]?.elements("masks") ?? [] {
      if let model = try mask.mask() { layer.masks.append(model) }
    }
    if try self["ao"]?.flag() ?? false { self["ao"]?.warn("auto-orientation is not supported; it is left out") }
    layer.shadow = try shadow()
    return layer
  }

  private func content() throws(SceneError) -> LayerModel.Content {
    let type = try required("ty", "the type of the layer")
    switch try type.integer(in: -1...1000) {
    case 0:
      let size = CGSize(
        width: try required("w", "a width").number(), height: try required("h", "a height").number())
      let remap = try self["tm"].map { (node) throws(SceneError) in try node.numberTrack() }
      return .composition(name: try required("refId", "the name of a composition").string(), size: size, remap: remap)
    case 1:
      let size = CGSize(
        width: try required("sw", "a width").number(), height: try required("sh", "a height").number())
      return .solid(size: size, color: try required("sc", "a colour such as \"#ff8000\"").color())
    case 2: return .image(name: try required("refId", "the name of an image").string())
    case 3: return .none
    case 4:
      var items: [ShapeItem] = []
      for node in try required("shapes", "a list of shapes").elements("shapes") {
        if let item = try node.shapeItem() { items.append(item) }
      }
      return .shapes(items)
    case 5: return .text(try required("t", "a text").text())
    case 6: warn("audio layers are not supported; the layer is left out")
    case 13: warn("cameras are not supported; the layer is left out")
    case let number: warn("layers of type \(number) are not supported; the layer is left out")
    }
    return .none
  }

  private func matte() throws(SceneError) -> LayerModel.Matte? {
    switch try integer(in: 0...4) {
    case 1: .alpha
    case 2: .invertedAlpha
    case 3: .luma
    case 4: .invertedLuma
    default: nil
    }
  }

  /// The names of the blend modes as compositing filters, by Lottie's numbers.
  private static let blendModes = [
    nil, "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight",
    "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusL",
  ]

  /// The compositing filter of a blend mode; nil for source over.
  func blendMode() throws(SceneError) -> String? {
    let number = try integer(in: 0...1000)
    guard number < Self.blendModes.count else {
      warn("blend mode \(number) is not supported; the layer is drawn over those behind it")
      return nil
    }
    return Self.blendModes[number].map { $0 == "plusL" ? $0 : $0 + "BlendMode" }
  }

  private func mask() throws(SceneError) -> MaskModel? {
    let mode: MaskModel.Mode
    switch try self["mode"]?.string() ?? "a" {
    case "n": return nil
    case "a": mode = .add
    case "s": mode = .subtract
    case "i": mode = .intersect
    case "f": mode = .difference
    case "l", "d":
      self["mode"]?.warn("lighten and darken masks are not supported; the mask is added")
      mode = .add
    default: throw self["mode"]?.invalid("a mode: a, s, i, f or n") ?? invalid("a mask")
    }
    if let expansion = self["x"], try !expansion.numberTrack().isConstant({ $0 == 0 }) {
      expansion.warn("mask expansion is not supported; it is left out")
    }
    // "f" was the inverted feather of early exporters.
    if let feather = self["f"], feather.isObject, try !feather.vectorTrack().isConstant({ $0.x == 0 && $0.y == 0 }) {
      feather.warn("mask feather is not supported; it is left out")
    }
    return MaskModel(
      mode: mode, isInverted: try self["inv"]?.flag() ?? false,
      outline: try required("pt", "a path").outlineTrack(), opacity: try numberTrack("o", default: 100))
  }

  /// The first drop shadow among effects, or else among styles.
  private func shadow() throws(SceneError) -> ShadowModel? {
    var shadow: ShadowModel?
    for effect in try self["ef"]?.elements("effects") ?? [] where try effect["en"]?.flag() ?? true {
      guard try effect.required("ty", "the type of the effect").integer(in: 0...10_000) == 25 else {
        try effect.warnOfEffect()
        continue
      }
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

  private func warnOfEffect() throws(SceneError) {
    // Controls only feed expressions.
    let type = try required("ty", "the type of the effect").number()
    let name = try self["nm"].map { (node) throws(SceneError) in try node.string() } ?? ""
    guard type != 5 else { return }
    warn("the effect \(OneLine.quoted(name)) is not supported; it is left out")
  }

  /// A drop shadow effect: colour, opacity 0…255, direction, distance, softness.
  private func shadowEffect() throws(SceneError) -> ShadowModel {
    let values = try required("ef", "the values of the effect").elements("values")
    func value(_ index: Int, _ usual: Double) throws(SceneError) -> Track<Double> {
      guard index < values.count, let node = values[index]["v"] else { return Track(usual) }
      return try node.numberTrack()
    }
    // Core Animation's radius that looks like the softness; the direction's 0 is up.
    return ShadowModel(
      color: try values.first?["v"]?.colorTrack() ?? Track(Color(0, 0, 0, 1)),
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

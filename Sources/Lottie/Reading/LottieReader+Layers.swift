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
    let masks = try self["masksProperties"]?.elements("masks") ?? .empty
    for mask in masks {
      if let model = try mask.mask() { layer.masks.append(model) }
    }
    if case .text(var text) = layer.content, let path = text.path {
      guard let mask = masks.element(path.mask) else {
        throw reading.invalid(
          place.key("t").key("p").key("m"), "expected the position of one of \(masks.count) masks, found \(path.mask)")
      }
      text.path?.outline = try mask.required("pt", "a path").outlineTrack()
      layer.content = .text(text)
    }
    if try self["ao"]?.flag() ?? false { try layer.transform.orient(reading, place) }
    layer.shadow = try shadow()
    layer.effects = try effects()
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
    case 2:
      let name = try required("refId", "the name of an image").string()
      let parameter = try self["nm"]?.string() ?? ""
      let named = reading.value(ofParameter: parameter, .image, default: nil)
      guard case .image(let image)? = reading.replacements[index] ?? named else {
        return .image(name: name)
      }
      return .image(name: name, replacement: image)
    case 3: return .none
    case 4:
      var items: [ShapeItem] = []
      for node in try required("shapes", "a list of shapes").elements("shapes") {
        if let item = try node.shapeItem() { items.append(item) }
      }
      return .shapes(items)
    case 5: return .text(try required("t", "a text").text(ofLayer: self["nm"]?.string() ?? ""))
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
    // "f" was the inverted feather of early exporters.
    var feather = Track(Vector.zero)
    if let node = self["f"], node.isObject {
      feather = try node.vectorTrack()
      if !feather.allSatisfy({ $0.x == $0.y }) {
        node.warn("different feathers in x and y are not supported; that in x counts")
      }
    }
    return MaskModel(
      mode: mode, isInverted: try self["inv"]?.flag() ?? false,
      outline: try required("pt", "a path").outlineTrack(), opacity: try numberTrack("o", default: 100),
      expansion: try numberTrack("x", default: 0), feather: feather.map { max(0, $0.x) })
  }
}

import MultiplaneGraphics
import MultiplaneSceneFile

// Text layers: documents, animators, fonts and the letters of the file.

extension LottieNode {
  /// The text of a layer.
  ///
  /// - Parameter layer: the name of the layer, which is that of the text as a parameter unless it
  ///   has a slot.
  func text(ofLayer layer: String) throws(SceneError) -> TextModel {
    let original = try required("d", "a text")
    let data = original.inSlot
    let keys = try data.required("k", "a list of texts").elements("texts")
    try reading.addKeys(keys.count, data.place)
    var documents: [(frame: Double, document: TextDocument)] = []
    for node in keys {
      documents.append((try node["t"]?.number() ?? 0, try node.required("s", "a text").textDocument()))
    }
    guard !documents.isEmpty else { throw reading.invalid(data.place.key("k"), "expected at least one text") }
    let order = documents.indices.sorted { (documents[$0].frame, $0) < (documents[$1].frame, $1) }
    if let text = original.slotName.flatMap({ reading.themeTexts[$0] }) {
      for index in documents.indices { documents[index].document.text = text }
    }
    let first = ParameterValue.string(documents[0].document.text)
    let named = reading.value(ofParameter: original.slotName ?? layer, .text, default: first)
    if case .string(let text)? = reading.replacements[original.index] ?? named {
      for index in documents.indices { documents[index].document.text = text }
    }
    if let expression = data["x"], expression.text?.isEmpty == false {
      expression.warn("expressions are not supported; the stored text is shown")
    }
    var animators: [TextAnimator] = []
    for node in try self["a"]?.elements("animators") ?? .empty { animators.append(try node.textAnimator()) }
    let options = self["m"]
    let alignment = try options?["a"]?.vectorTrack() ?? Track(Vector.zero)
    if let node = options?["a"], alignment.isAnimated || alignment.first.y != 0 {
      node.warn("only a constant horizontal grouping alignment is supported; the rest is left out")
    }
    let units: [TextUnit] = [.character, .word, .line, .all]
    return TextModel(
      documents: order.map { documents[$0] }, animators: animators,
      grouping: units[try (options?["g"]?.integer(in: 1...4) ?? 1) - 1], alignment: alignment.first.x,
      path: try self["p"]?.textPath())
  }

  /// The options of a text along a path; nil without a path.
  private func textPath() throws(SceneError) -> TextPathModel? {
    guard let mask = self["m"] else { return nil }
    func flag(_ key: JSONDocument.Key, default value: Double) throws(SceneError) -> Bool {
      try numberTrack(key, default: value).first != 0
    }
    return TextPathModel(
      mask: try mask.integer(in: 0...10_000), firstMargin: try numberTrack("f", default: 0),
      lastMargin: try numberTrack("l", default: 0), isReversed: try flag("r", default: 0),
      isPerpendicular: try flag("p", default: 1), isForced: try flag("a", default: 0))
  }

  private func textDocument() throws(SceneError) -> TextDocument {
    let size = try required("s", "a size").number()
    guard size >= 0, size <= 100_000 else { throw self["s"]?.invalid("a size from 0 to 100000") ?? invalid("a size") }
    let justification = try self["j"]?.integer(in: 0...6) ?? 0
    let sides: [TextDocument.Justification] = [.left, .right, .center, .left, .right, .center, .left]
    var document = TextDocument(
      text: try self["t"].map { (node) throws(SceneError) in try node.text(orNumber: true) } ?? "",
      font: try self["f"]?.string() ?? "", size: size, justification: sides[justification],
      tracking: try self["tr"]?.number() ?? 0, lineHeight: try self["lh"]?.number(),
      baselineShift: try self["ls"]?.number() ?? 0, fill: try self["fc"]?.optionalColor(),
      stroke: try self["sc"]?.optionalColor(), strokeWidth: try self["sw"]?.number() ?? 1,
      isStrokeOver: try self["of"]?.flag() ?? false, place: place)
    document.isJustified = justification >= 3
    document.isLastJustified = justification == 6
    if let box = self["sz"], !box.isEmptyList {
      let (size, origin) = (try box.point(), try self["ps"]?.point() ?? .zero)
      document.box = CGRect(x: origin.x, y: origin.y, width: max(0, size.x), height: max(0, size.y))
    }
    switch try self["ca"]?.integer(in: 0...2) ?? 0 {
    case 1: document.text = document.text.uppercased()
    case 2: self["ca"]?.warn("small capitals are not supported; the letters stay as they are")
    default: break
    }
    return document
  }

  private func text(orNumber: Bool) throws(SceneError) -> String {
    if case .number = json { return json.flatText }
    return try string()
  }

  /// A colour; nil for an empty list that is not replaced.
  private func optionalColor() throws(SceneError) -> Color? {
    isEmptyList ? replacedColor : try color()
  }

  // MARK: Animators

  private func textAnimator() throws(SceneError) -> TextAnimator {
    var animator = TextAnimator(selector: RangeSelector())
    if let selector = self["s"] { animator.selector = try selector.rangeSelector() }
    for (key, node) in self["a"]?.members ?? [] {
      switch key {
      case "o": animator.opacity = try node.numberTrack()
      case "a": animator.anchor = try node.vectorTrack()
      case "p": animator.position = try node.vectorTrack()
      case "s": animator.scale = try node.vectorTrack(missing: 100)
      case "r", "rz": animator.rotation = try node.numberTrack()
      case "rx": animator.rotationX = try node.numberTrack()
      case "ry": animator.rotationY = try node.numberTrack()
      case "fc": animator.fill = try node.colorTrack()
      case "sc": animator.stroke = try node.colorTrack()
      case "sw": animator.strokeWidth = try node.numberTrack()
      case "t": animator.tracking = try node.numberTrack()
      case "sk": animator.skew = try node.numberTrack()
      case "sa": animator.skewAxis = try node.numberTrack()
      case "fh", "fs", "fb", "fo", "sh", "ss", "sb", "so", "ls", "bl":
        guard try !node.vectorTrack().isConstant({ $0.x == 0 }) else { continue }
        node.warn("this property of text animators is not supported; it is left out")
      default: break
      }
    }
    return animator
  }

  private func rangeSelector() throws(SceneError) -> RangeSelector {
    var selector = RangeSelector()
    if let type = self["t"], try type.number() != 0 {
      type.warn("expression selectors are not supported; all letters are chosen")
      return selector
    }
    selector.start = try numberTrack("s", default: 0)
    selector.isCount = try self["r"]?.number() == 2
    // Counts go to the end by default.
    selector.end = try numberTrack("e", default: selector.isCount ? 1_000_000 : 100)
    selector.offset = try numberTrack("o", default: 0)
    selector.amount = try numberTrack("a", default: 100)
    let units: [TextUnit] = [.character, .visibleCharacter, .word, .line]
    selector.unit = units[try (self["b"]?.integer(in: 1...4) ?? 1) - 1]
    selector.shape = RangeSelector.Shape(rawValue: try self["sh"]?.integer(in: 1...6) ?? 1) ?? .square
    selector.easeHigh = try numberTrack("xe", default: 0).first
    selector.easeLow = try numberTrack("ne", default: 0).first
    selector.smoothness = try numberTrack("sm", default: 100).first
    if let order = self["rn"], try order.flag() {
      order.warn("a random order of letters is not supported; they are in order")
    }
    return selector
  }

  // MARK: Fonts

  /// The fonts of an animation, by name.
  func fonts() throws(SceneError) -> [String: FontModel] {
    var fonts: [String: FontModel] = [:]
    for node in try self["list"]?.elements("fonts") ?? .empty {
      let ascent = try node["ascent"]?.number() ?? 0
      fonts[try node.required("fName", "a name").string()] = FontModel(
        family: try node["fFamily"]?.string() ?? "", style: try node["fStyle"]?.string() ?? "",
        ascent: ascent > 0 ? ascent : nil)
    }
    return fonts
  }

  /// The letters of the file.
  func glyphs() throws(SceneError) -> [GlyphModel.Key: GlyphModel] {
    var glyphs: [GlyphModel.Key: GlyphModel] = [:]
    for node in try elements("letters") {
      let key = GlyphModel.Key(
        text: try node.required("ch", "a letter").string(), family: try node["fFamily"]?.string() ?? "",
        style: try node["style"]?.string() ?? "")
      var outlines: [Outline] = []
      var rest: [LottieNode] = try node["data"]?["shapes"]?.elements("shapes").reversed() ?? []
      if node["data"]?["refId"] != nil {
        node.warn("letters that are compositions are not supported; the letter is left out")
      }
      while let shape = rest.popLast() {
        if let items = shape["it"] {
          rest += try items.elements("shapes").reversed()
        } else if let path = shape["ks"], try shape["ty"]?.string() == "sh" {
          outlines.append(try path.outlineTrack().first)
        }
      }
      glyphs[key] = GlyphModel(width: try node.required("w", "a width").number(), outlines: outlines)
    }
    return glyphs
  }
}

import MultiplaneGraphics
import MultiplaneSceneFile

// Items of shape layers.

extension LottieNode {
  /// A shape item; nil for a hidden one.
  func shapeItem() throws(SceneError) -> ShapeItem? {
    let type = try required("ty", "the type of the shape")
    guard try !(self["hd"]?.flag() ?? false) else { return nil }
    reading.itemCount += 1
    let id = reading.itemCount
    let kind = try kind(of: type)
    let name = try self["nm"].map { (node) throws(SceneError) in try node.string() } ?? ""
    return ShapeItem(id: id, name: name, kind: kind, place: place)
  }

  private func kind(of type: LottieNode) throws(SceneError) -> ShapeItem.Kind {
    switch try type.string() {
    case "gr":
      var items: [ShapeItem] = []
      for node in try required("it", "a list of shapes").elements("shapes") {
        if let item = try node.shapeItem() { items.append(item) }
      }
      return .group(items)
    case "sh": return .geometry(.path(try required("ks", "a path").outlineTrack()))
    case "rc", "el", "sr": return .geometry(try geometry(try type.string()))
    case "fl", "st", "gf", "gs": return .paint(try paint(try type.string()))
    case "tr": return .transform(try transform())
    case "tm":
      return .modifier(
        .trim(
          TrimModel(
            isSequential: try self["m"]?.number() == 2, start: try numberTrack("s", default: 0),
            end: try numberTrack("e", default: 100), offset: try numberTrack("o", default: 0))))
    case "rd": return .modifier(.roundedCorners(try required("r", "a radius").numberTrack()))
    case "rp": return try repeater()
    case "mm":
      // Mode 1 draws all paths together, which paths of one group do anyway.
      let modes: [MergeMode?] = [nil, .union, .subtract, .intersect, .exclude]
      if let mode = modes[try (self["mm"]?.integer(in: 1...5) ?? 1) - 1] { return .modifier(.merge(mode)) }
    case "pb": return .modifier(.puckerAndBloat(try required("a", "an amount").numberTrack()))
    case "op":
      return .modifier(
        .offset(
          try required("a", "an amount").numberTrack(), join: try join(),
          miterLimit: try self["ml"].map { (node) throws(SceneError) in
            node.isObject ? try node.numberTrack().first : try node.number()
          } ?? 4))
    case "zz":
      return .modifier(
        .zigZag(
          amplitude: try required("s", "an amplitude").numberTrack(),
          ridges: try required("r", "a number of ridges").numberTrack(),
          isSmooth: try self["pt"].map { (node) throws(SceneError) in try node.numberTrack().first } == 2))
    case "tw":
      return .modifier(
        .twist(try required("a", "an angle").numberTrack(), center: try vectorTrack("c", default: 0)))
    case let name: warn("shapes of type \(OneLine.quoted(name)) are not supported; the shape is left out")
    }
    return .none
  }

  private func geometry(_ type: String) throws(SceneError) -> Geometry {
    let position = try required("p", "a position").vectorTrack()
    let isReversed = try self["d"]?.number() == 3
    switch type {
    case "rc":
      return .rectangle(
        position: position, size: try required("s", "a size").vectorTrack(),
        radius: try numberTrack("r", default: 0), isReversed: isReversed)
    case "el":
      return .ellipse(position: position, size: try required("s", "a size").vectorTrack(), isReversed: isReversed)
    default:
      return .star(
        StarModel(
          isPolygon: try self["sy"]?.number() == 2, isReversed: isReversed, position: position,
          points: try required("pt", "a number of points").numberTrack(), rotation: try numberTrack("r", default: 0),
          outerRadius: try required("or", "a radius").numberTrack(), innerRadius: try numberTrack("ir", default: 0),
          outerRoundness: try numberTrack("os", default: 0), innerRoundness: try numberTrack("is", default: 0)))
    }
  }

  private func paint(_ type: String) throws(SceneError) -> PaintModel {
    let opacity = try numberTrack("o", default: 100)
    let source: PaintModel.Source
    if type == "fl" || type == "st" {
      source = .color(try required("c", "a colour").colorTrack())
    } else {
      source = .gradient(try gradient())
    }
    var paint = PaintModel(source: source, opacity: opacity)
    if type == "st" || type == "gs" { paint.stroke = try stroke() }
    paint.isEvenOdd = try self["r"]?.number() == 2
    if let mode = self["bm"], try mode.blendMode() != nil {
      mode.warn("blend modes of fills and strokes are not supported; they are left out")
    }
    return paint
  }

  private func stroke() throws(SceneError) -> StrokeModel {
    let caps: [CAShapeLayerLineCap] = [.butt, .round, .square]
    var stroke = StrokeModel(
      width: try required("w", "a width").numberTrack(),
      cap: caps[try (self["lc"]?.integer(in: 1...3) ?? 2) - 1],
      join: try join(),
      miterLimit: try self["ml"]?.number() ?? 4, dashes: [], dashOffset: Track(0))
    for dash in try self["d"]?.elements("dashes") ?? .empty {
      let value = try dash.required("v", "a length").numberTrack()
      if try dash["n"]?.string() == "o" { stroke.dashOffset = value } else { stroke.dashes.append(value) }
    }
    return stroke
  }

  private func join() throws(SceneError) -> CAShapeLayerLineJoin {
    let joins: [CAShapeLayerLineJoin] = [.miter, .round, .bevel]
    return joins[try (self["lj"]?.integer(in: 1...3) ?? 2) - 1]
  }

  private func gradient() throws(SceneError) -> GradientModel {
    let colors = try required("g", "the colours of the gradient")
    let list = try colors.required("k", "a list of colours")
    let count = try colors.required("p", "the number of colours").integer(in: 0...10_000)
    let stops = try list.numbersTrack()
    guard stops.allSatisfy({ $0.values.count >= 4 * count }) else {
      throw reading.invalid(list.place, "expected \(count) colours of four numbers, found fewer")
    }
    let type = try self["t"]?.integer(in: 0...10) ?? 1
    if let highlight = self["h"], type == 2, try !highlight.numberTrack().isConstant({ $0 == 0 }) {
      highlight.warn("highlights of gradients are not supported; the gradient is round")
    }
    return GradientModel(
      isRadial: type == 2, start: try required("s", "a point").vectorTrack(),
      end: try required("e", "a point").vectorTrack(), colorCount: count, stops: stops)
  }

  private func repeater() throws(SceneError) -> ShapeItem.Kind {
    let copies = try required("c", "a number of copies").numberTrack()
    let transform = try required("tr", "a transform")
    let most = copies.resampled.keys.reduce(0) { max($0, $1.value) }
    guard most <= Double(reading.limits.maximumLayers) else {
      throw reading.invalid(
        place.key("c"), "expected at most \(reading.limits.maximumLayers) copies, found \(most)")
    }
    return .repeater(
      RepeaterModel(
        copies: copies, offset: try numberTrack("o", default: 0), isAbove: try self["m"]?.number() == 2,
        transform: try transform.transform(), startOpacity: try transform.numberTrack("so", default: 100),
        endOpacity: try transform.numberTrack("eo", default: 100)))
  }
}

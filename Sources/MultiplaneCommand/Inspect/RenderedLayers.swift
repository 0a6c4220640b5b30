import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneSceneFile

extension InspectedLayers {
  /// What `--stage render` shows: the layers that can be seen, the root first, in drawing order,
  /// with all that a renderer uses.
  ///
  /// - Parameters:
  ///   - titles: the classes of the layers that the tree was evaluated from.
  ///   - images: what the scene calls its images.
  init(_ tree: RenderTree, titles: LayerTitles, images: ImageNames) {
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    let count = tree.root?.count ?? 0
    var layers: [InspectedLayer] = []
    if let root = tree.root { Self.add(root, titles, images, to: &layers) }
    let seen = [
      InspectedFact(
        "pixels", .of([Double(width), Double(height)]), whole: "\(width) x \(height) pixels"),
      InspectedFact("time", .of(tree.time), whole: "time \(numberText(tree.time)) s"),
      InspectedFact("layerCount", .of(titles.count), whole: "\(titles.count) layers"),
      InspectedFact("drawnCount", .of(count), whole: "\(count) drawn"),
    ]
    self.init(
      canvas: Self.canvas(size: tree.size, scale: tree.scale, background: tree.background) + seen, layers: layers)
  }

  private static func add(
    _ node: RenderNode, _ titles: LayerTitles, _ images: ImageNames, isMask: Bool = false, in parent: Int? = nil,
    to layers: inout [InspectedLayer]
  ) {
    let index = layers.count
    let depth = parent.map { layers[$0].depth + 1 } ?? 0
    var inspected = InspectedLayer(
      identifier: node.identifier, parent: parent, depth: depth, isMask: isMask,
      className: titles.className(node.identifier), name: node.name)
    inspected.facts = RenderedFacts.geometry(node.geometry) + RenderedFacts.appearance(node, images)
    layers.append(inspected)
    if let mask = node.mask { add(mask, titles, images, isMask: true, in: index, to: &layers) }
    for sublayer in node.sublayers { add(sublayer, titles, images, in: index, to: &layers) }
  }
}

/// The values of a resolved layer, those that do something.
private enum RenderedFacts {
  /// Bounds and position always. Points.
  static func geometry(_ geometry: LayerGeometry) -> [InspectedFact] {
    let middle = CGPoint(x: 0.5, y: 0.5)
    let parts: [InspectedFact?] = [
      InspectedFact("bounds", geometry.bounds),
      InspectedFact("position", geometry.position),
      geometry.anchorPoint == middle ? nil : InspectedFact("anchorPoint", geometry.anchorPoint),
      geometry.anchorPointZ == 0 ? nil : InspectedFact("anchorPointZ", Double(geometry.anchorPointZ)),
      geometry.zPosition == 0 ? nil : InspectedFact("zPosition", Double(geometry.zPosition)),
      CATransform3DIsIdentity(geometry.transform) ? nil : InspectedFact("transform", geometry.transform),
      CATransform3DIsIdentity(geometry.sublayerTransform)
        ? nil : InspectedFact("sublayerTransform", geometry.sublayerTransform),
      geometry.isGeometryFlipped ? InspectedFact("geometryFlipped", .boolean(true), "true") : nil,
      geometry.placement.map { InspectedFact("placement", $0) },
    ]
    return parts.compactMap { $0 }
  }

  static func appearance(_ node: RenderNode, _ images: ImageNames) -> [InspectedFact] {
    let parts: [InspectedFact?] = [
      node.opacity == 1 ? nil : InspectedFact("opacity", node.opacity),
      node.isDoubleSided ? nil : InspectedFact("doubleSided", .boolean(false), "false"),
      node.hardEdges.isEmpty ? nil : edges(node.hardEdges),
      node.clipsToBounds ? InspectedFact("masksToBounds", .boolean(true), "true") : nil,
      node.background.map { InspectedFact("backgroundColor", $0.color) },
      node.gradient.map(gradient),
    ]
    // One array at a time: a sum of seven takes the type checker seconds.
    var facts = node.corners.isSquare ? [] : corners(node.corners)
    facts += parts.compactMap { $0 }
    facts += node.contents.map { contents($0, images) } ?? []
    facts += node.shape?.fill.map(fill) ?? []
    facts += node.shape?.stroke.map(stroke) ?? []
    facts += node.border.map(border) ?? []
    facts += node.shadow.map(shadow) ?? []
    return facts + compositing(node)
  }

  /// What the layer's picture and its backdrop go through.
  private static func compositing(_ node: RenderNode) -> [InspectedFact] {
    let parts: [InspectedFact?] = [
      node.filters.isEmpty ? nil : filters("filters", node.filters),
      node.backgroundFilters.isEmpty ? nil : filters("backgroundFilters", node.backgroundFilters),
      node.blendMode == .normal
        ? nil : InspectedFact("compositingFilter", .string(node.blendMode.filterName), node.blendMode.filterName),
      node.fadesAsGroup ? nil : InspectedFact("allowsGroupOpacity", .boolean(false), "false"),
      node.isIsolated ? InspectedFact("isolated", whole: "isolated") : nil,
      node.rasterScale.map { InspectedFact("rasterizationScale", $0) },
    ]
    return parts.compactMap { $0 }
  }

  private static func filters(_ key: String, _ filters: [Filter]) -> InspectedFact {
    let texts = filters.map { filterText($0) }
    return InspectedFact(key, .array(texts.map { .string($0) }), "[\(texts.joined(separator: ", "))]")
  }

  /// The edges that are anti-aliased: all but the hard ones.
  private static func edges(_ hard: CAEdgeAntialiasingMask) -> InspectedFact? {
    let key = "edgeAntialiasingMask"
    guard let row = LayerProperties.layer.first(where: { $0.key == key }) else { return nil }
    let soft = CAEdgeAntialiasingMask.all.subtracting(hard)
    return InspectedFact(key, .options(UInt(soft.rawValue)), kind: row.kind)
  }

  private static func path(_ key: String, _ path: CGPath) -> InspectedFact {
    InspectedFact(key, .string(pathText(path)), pathText(path))
  }

  private static func border(_ border: Border) -> [InspectedFact] {
    [
      InspectedFact("borderWidth", border.width),
      InspectedFact("borderColor", border.color),
    ] + dashes(border.dashes, phase: border.dashPhase, "borderDashPattern", "borderDashPhase")
  }

  /// In points; nothing for an unbroken line.
  private static func dashes(
    _ lengths: [Double], phase: Double, _ key: String, _ phaseKey: String
  ) -> [InspectedFact] {
    guard !lengths.isEmpty else { return [] }
    let text = "[\(lengths.map(numberText).joined(separator: ", "))]"
    return [InspectedFact(key, .of(lengths), text)] + (phase == 0 ? [] : [InspectedFact(phaseKey, phase)])
  }

  private static func fill(_ fill: Shape.Fill) -> [InspectedFact] {
    let evenOdd = CAShapeLayerFillRule.evenOdd.rawValue
    let facts = [InspectedFact("fillColor", fill.color), path("path", fill.path)]
    return facts + (fill.rule == .evenOdd ? [InspectedFact("fillRule", .string(evenOdd), evenOdd)] : [])
  }

  /// The part that is stroked; width and dashes in points.
  private static func stroke(_ stroke: Shape.Stroke) -> [InspectedFact] {
    let (cap, join) = ("\(stroke.cap)", "\(stroke.join)")
    let parts: [InspectedFact?] = [
      InspectedFact("lineWidth", Double(stroke.width)),
      InspectedFact("strokeColor", stroke.color),
      path("strokePath", stroke.path),
      stroke.cap == .butt ? nil : InspectedFact("lineCap", .string(cap), cap),
      stroke.join == .miter
        ? InspectedFact("miterLimit", Double(stroke.miterLimit)) : InspectedFact("lineJoin", .string(join), join),
    ]
    return parts.compactMap { $0 } + dashes(stroke.dashes, phase: stroke.dashPhase, "lineDashPattern", "lineDashPhase")
  }

  /// Each stop as its location and colour; points in the unit square.
  private static func gradient(_ gradient: Gradient) -> InspectedFact {
    let stops = gradient.stops.map { "\(numberText($0.location)) \(colorText($0.color))" }.joined(separator: ", ")
    let (start, end) = (gradient.start, gradient.end)
    let data = JSONValue.members([
      "type": .string(gradient.type.rawValue), "startPoint": .of([Double(start.x), Double(start.y)]),
      "endPoint": .of([Double(end.x), Double(end.y)]),
      "stops": .array(
        gradient.stops.map { .members(["location": .of($0.location), "color": .of($0.color)]) }),
    ])
    return InspectedFact(
      "gradient", data,
      "\(gradient.type.rawValue) \(listText(start.x, start.y))…\(listText(end.x, end.y)) [\(stops)]")
  }

  /// Offset and radius in points.
  private static func shadow(_ shadow: Shadow) -> [InspectedFact] {
    let offset = CGPoint(x: shadow.offset.width, y: shadow.offset.height)
    return [
      InspectedFact("shadowColor", shadow.color),
      InspectedFact("shadowOffset", offset),
      InspectedFact("shadowRadius", Double(shadow.radius)),
    ] + (shadow.path.map { [path("shadowPath", $0)] } ?? [])
  }

  /// The one radius, or minXMinY, maxXMinY, minXMaxY, maxXMaxY, in points; how far they are from
  /// circular, 0…1.
  private static func corners(_ corners: CornerRadii) -> [InspectedFact] {
    let radii = [corners.minXMinY, corners.maxXMinY, corners.minXMaxY, corners.maxXMaxY]
    let radius =
      Set(radii).count == 1
      ? InspectedFact("cornerRadius", radii[0])
      : InspectedFact(
        "cornerRadii", .of(radii), listText(corners.minXMinY, corners.maxXMinY, corners.minXMaxY, corners.maxXMaxY))
    return [radius] + (corners.smoothing == 0 ? [] : [InspectedFact("cornerSmoothing", corners.smoothing)])
  }

  private static func contents(_ contents: Contents, _ images: ImageNames) -> [InspectedFact] {
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    let (smaller, larger) = (contents.minificationFilter.rawValue, contents.magnificationFilter.rawValue)
    let parts: [InspectedFact?] = [
      images.fact("contents", contents.image),
      contents.rect == whole ? nil : InspectedFact("contentsRect", contents.rect),
      contents.center.map { InspectedFact("contentsCenter", $0) },
      InspectedFact("contentsGravity", .string(contents.gravity.rawValue), contents.gravity.rawValue),
      contents.scale == 1 ? nil : InspectedFact("contentsScale", Double(contents.scale)),
      InspectedFact("minificationFilter", .string(smaller), smaller),
      InspectedFact("magnificationFilter", .string(larger), larger),
      contents.tint == .white ? nil : InspectedFact("tint", contents.tint),
    ]
    return parts.compactMap { $0 }
  }
}

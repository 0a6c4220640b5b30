import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneSceneFile

extension InspectedLayers {
  /// What `--stage render` shows: the layers that can be seen, the root first, in drawing order, with all that a renderer uses.
  ///
  /// - Parameter images: what the scene calls its images.
  init(_ tree: RenderTree, images: ImageNames = ImageNames()) {
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    let count = tree.root?.count ?? 0
    var layers: [InspectedLayer] = []
    if let root = tree.root { Self.add(root, images, to: &layers) }
    let seen = [
      InspectedFact(
        "pixels", .of([Double(width), Double(height)]), whole: "\(width) x \(height) pixels"),
      InspectedFact("time", .of(tree.time), whole: "time \(numberText(tree.time)) s"),
      InspectedFact("layerCount", .of(count), whole: "\(count) layers"),
    ]
    self.init(
      canvas: Self.canvas(size: tree.size, scale: tree.scale, background: tree.background) + seen, layers: layers)
  }

  private static func add(
    _ node: RenderNode, _ images: ImageNames, isMask: Bool = false, in parent: Int? = nil,
    to layers: inout [InspectedLayer]
  ) {
    let index = layers.count
    let depth = parent.map { layers[$0].depth + 1 } ?? 0
    var inspected = InspectedLayer(
      identifier: node.identifier, parent: parent, depth: depth, isMask: isMask,
      kind: node.isSpace ? "space" : "layer", name: node.name)
    inspected.facts = RenderedFacts.geometry(node.geometry) + RenderedFacts.appearance(node, images)
    layers.append(inspected)
    if let mask = node.mask { add(mask, images, isMask: true, in: index, to: &layers) }
    for sublayer in node.sublayers { add(sublayer, images, in: index, to: &layers) }
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
      geometry.isGeometryFlipped ? InspectedFact("flipped", whole: "flipped") : nil,
      geometry.placement.map { InspectedFact("placement", $0) },
    ]
    return parts.compactMap { $0 }
  }

  static func appearance(_ node: RenderNode, _ images: ImageNames) -> [InspectedFact] {
    let parts: [InspectedFact?] = [
      node.opacity == 1 ? nil : InspectedFact("opacity", node.opacity),
      node.isDoubleSided ? nil : InspectedFact("singleSided", whole: "singleSided"),
      node.corners.isSquare ? nil : corners(node.corners),
      node.hardEdges.isEmpty ? nil : hardEdges(node.hardEdges),
      node.clipsToBounds ? InspectedFact("clips", whole: "clips") : nil,
      node.background.map { InspectedFact("background", $0.color) },
      node.gradient.map(gradient),
    ]
    let shown =
      (node.contents.map { contents($0, images) } ?? []) + (node.shape?.fill.map(fill) ?? [])
      + (node.shape?.stroke.map(stroke) ?? [])
    return parts.compactMap { $0 } + shown + (node.border.map(border) ?? []) + (node.shadow.map(shadow) ?? [])
      + compositing(node)
  }

  /// What the layer's picture and its backdrop go through.
  private static func compositing(_ node: RenderNode) -> [InspectedFact] {
    let parts: [InspectedFact?] = [
      node.filters.isEmpty ? nil : filters("filters", node.filters),
      node.backgroundFilters.isEmpty ? nil : filters("backgroundFilters", node.backgroundFilters),
      node.blendMode == .normal
        ? nil : InspectedFact("blend", .string(node.blendMode.rawValue), node.blendMode.rawValue),
      node.fadesAsGroup ? nil : InspectedFact("fadesEach", whole: "fadesEach"),
      node.isIsolated ? InspectedFact("isolated", whole: "isolated") : nil,
      node.rasterScale.map { InspectedFact("raster", $0) },
    ]
    return parts.compactMap { $0 }
  }

  private static func filters(_ key: String, _ filters: [Filter]) -> InspectedFact {
    let texts = filters.map { filterText($0) }
    return InspectedFact(key, .array(texts.map { .string($0) }), "[\(texts.joined(separator: ", "))]")
  }

  private static func hardEdges(_ edges: CAEdgeAntialiasingMask) -> InspectedFact {
    let all: [(CAEdgeAntialiasingMask, String)] = [
      (.layerLeftEdge, "left"), (.layerRightEdge, "right"), (.layerBottomEdge, "bottom"), (.layerTopEdge, "top"),
    ]
    let names = all.filter { edges.contains($0.0) }.map(\.1)
    return InspectedFact("hardEdges", .array(names.map { .string($0) }), names.joined(separator: ","))
  }

  private static func path(_ key: String, _ path: CGPath) -> InspectedFact {
    InspectedFact(key, .string(pathText(path)), whole: pathText(path))
  }

  private static func border(_ border: Border) -> [InspectedFact] {
    [
      InspectedFact("borderWidth", border.width, label: "border"),
      InspectedFact("borderColor", .of(border.color), whole: colorText(border.color)),
    ] + dashes(border.dashes, phase: border.dashPhase, "borderDashes", "borderDashPhase")
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
    let facts = [InspectedFact("fillColor", fill.color, label: "fill"), path("fillPath", fill.path)]
    return facts + (fill.rule == .evenOdd ? [InspectedFact("evenOdd", whole: "evenOdd")] : [])
  }

  /// The part that is stroked; width and dashes in points.
  private static func stroke(_ stroke: Shape.Stroke) -> [InspectedFact] {
    let (cap, join) = ("\(stroke.cap)", "\(stroke.join)")
    let parts: [InspectedFact?] = [
      InspectedFact("strokeWidth", Double(stroke.width), label: "stroke"),
      InspectedFact("strokeColor", .of(stroke.color), whole: colorText(stroke.color)),
      path("strokePath", stroke.path),
      stroke.cap == .butt ? nil : InspectedFact("cap", .string(cap), cap),
      stroke.join == .miter
        ? InspectedFact("miterLimit", Double(stroke.miterLimit)) : InspectedFact("join", .string(join), join),
    ]
    return parts.compactMap { $0 } + dashes(stroke.dashes, phase: stroke.dashPhase, "dashes", "dashPhase")
  }

  /// Each stop as its location and colour; points in the unit square.
  private static func gradient(_ gradient: Gradient) -> InspectedFact {
    let stops = gradient.stops.map { "\(numberText($0.location)) \(colorText($0.color))" }.joined(separator: ", ")
    let (start, end) = (gradient.start, gradient.end)
    let data = JSONValue.members([
      "type": .string(gradient.type.rawValue), "start": .of([Double(start.x), Double(start.y)]),
      "end": .of([Double(end.x), Double(end.y)]),
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
      InspectedFact("shadowColor", shadow.color, label: "shadow"),
      InspectedFact("shadowOffset", offset, label: "offset"),
      InspectedFact("shadowRadius", Double(shadow.radius), label: "radius"),
    ]
      + (shadow.path.map { [InspectedFact("shadowPath", .string(pathText($0)), whole: "of " + pathText($0))] } ?? [])
  }

  /// The one radius, or minXMinY, maxXMinY, minXMaxY, maxXMaxY, in points; how far they are from circular, 0…1.
  private static func corners(_ corners: CornerRadii) -> InspectedFact {
    let radii = [corners.minXMinY, corners.maxXMinY, corners.minXMaxY, corners.maxXMaxY]
    let text =
      Set(radii).count == 1
      ? numberText(radii[0]) : listText(corners.minXMinY, corners.maxXMinY, corners.minXMaxY, corners.maxXMaxY)
    let smoothing = corners.smoothing == 0 ? "" : " smoothing=\(numberText(corners.smoothing))"
    let data = JSONValue.members(["radii": .of(radii), "smoothing": .of(corners.smoothing)])
    return InspectedFact("corners", data, text + smoothing)
  }

  private static func contents(_ contents: Contents, _ images: ImageNames) -> [InspectedFact] {
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    let filters = "\(contents.minificationFilter.rawValue)/\(contents.magnificationFilter.rawValue)"
    let parts: [InspectedFact?] = [
      images.fact("contents", contents.image),
      contents.rect == whole ? nil : InspectedFact("contentsRect", contents.rect),
      contents.center.map { InspectedFact("contentsCenter", $0) },
      InspectedFact("gravity", .string(contents.gravity.rawValue), contents.gravity.rawValue),
      contents.scale == 1 ? nil : InspectedFact("contentsScale", Double(contents.scale)),
      InspectedFact("contentsFilters", .string(filters), filters, label: "filters"),
      contents.tint == .white ? nil : InspectedFact("tint", contents.tint),
    ]
    return parts.compactMap { $0 }
  }
}

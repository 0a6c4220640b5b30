import MultiplaneGraphics
import MultiplaneRenderTree

/// The render tree as `inspect --stage render` prints it: a line a layer that can be seen, with all that a renderer uses.
enum RenderTreeLines {
  /// All lines, the canvas first, then the root and its sublayers, indented, in drawing order.
  static func lines(of tree: RenderTree) -> [String] {
    var lines = [
      canvasText(size: tree.size, scale: tree.scale, background: tree.background)
        + ", \(tree.pixelWidth) x \(tree.pixelHeight) pixels, time \(numberText(tree.time)) s, "
        + "\(tree.root?.count ?? 0) layers"
    ]
    if let root = tree.root { add(root, depth: 0, to: &lines) }
    return lines
  }

  private static func add(_ node: RenderNode, _ role: String = "", depth: Int, to lines: inout [String]) {
    let kind = node.isSpace ? "space" : "layer"
    let title = String(repeating: "  ", count: depth) + role + layerTitle(node.identifier, kind, node.name)
    let parts = geometry(node.geometry) + appearance(node)
    lines.append(([title] + parts).joined(separator: " "))
    if let mask = node.mask { add(mask, "mask ", depth: depth + 1, to: &lines) }
    for sublayer in node.sublayers { add(sublayer, depth: depth + 1, to: &lines) }
  }

  /// Bounds and position always, the rest where it does something. Points.
  private static func geometry(_ geometry: LayerGeometry) -> [String] {
    let middle = CGPoint(x: 0.5, y: 0.5)
    let parts: [String?] = [
      "bounds=\(rectText(geometry.bounds))",
      "position=\(listText(geometry.position.x, geometry.position.y))",
      geometry.anchorPoint == middle
        ? nil : "anchorPoint=\(listText(geometry.anchorPoint.x, geometry.anchorPoint.y))",
      geometry.anchorPointZ == 0 ? nil : "anchorPointZ=\(numberText(Double(geometry.anchorPointZ)))",
      geometry.zPosition == 0 ? nil : "zPosition=\(numberText(Double(geometry.zPosition)))",
      CATransform3DIsIdentity(geometry.transform) ? nil : "transform=\(transformText(geometry.transform))",
      CATransform3DIsIdentity(geometry.sublayerTransform)
        ? nil : "sublayerTransform=\(transformText(geometry.sublayerTransform))",
      geometry.isGeometryFlipped ? "flipped" : nil,
      geometry.placement.map { "placement=\(transformText($0))" },
    ]
    return parts.compactMap { $0 }
  }

  private static func appearance(_ node: RenderNode) -> [String] {
    let parts: [String?] = [
      node.opacity == 1 ? nil : "opacity=\(numberText(node.opacity))",
      node.isDoubleSided ? nil : "singleSided",
      node.corners.isSquare ? nil : "corners=\(corners(node.corners))",
      node.hardEdges.isEmpty ? nil : "hardEdges=\(edges(node.hardEdges))",
      node.clipsToBounds ? "clips" : nil,
      node.background.map { "background=\(colorText($0.color))" },
      node.gradient.map(gradient),
      node.contents.map(contents),
      node.shape?.fill.map(fill),
      node.shape?.stroke.map(stroke),
      node.border.map { "border=\(numberText($0.width)) \(colorText($0.color))" },
      node.shadow.map(shadow),
    ]
    return parts.compactMap { $0 } + compositing(node)
  }

  /// What the layer's picture and its backdrop go through.
  private static func compositing(_ node: RenderNode) -> [String] {
    let parts: [String?] = [
      node.filters.isEmpty ? nil : "filters=\(filters(node.filters))",
      node.backgroundFilters.isEmpty ? nil : "backgroundFilters=\(filters(node.backgroundFilters))",
      node.blendMode == .normal ? nil : "blend=\(node.blendMode.rawValue)",
      node.fadesAsGroup ? nil : "fadesEach",
      node.isIsolated ? "isolated" : nil,
      node.rasterScale.map { "raster=\(numberText($0))" },
    ]
    return parts.compactMap { $0 }
  }

  private static func filters(_ filters: [Filter]) -> String {
    "[" + filters.map { filterText($0) }.joined(separator: ", ") + "]"
  }

  private static func edges(_ edges: CAEdgeAntialiasingMask) -> String {
    let names: [(CAEdgeAntialiasingMask, String)] = [
      (.layerLeftEdge, "left"), (.layerRightEdge, "right"), (.layerBottomEdge, "bottom"), (.layerTopEdge, "top"),
    ]
    return names.filter { edges.contains($0.0) }.map(\.1).joined(separator: ",")
  }

  private static func fill(_ fill: Shape.Fill) -> String {
    "fill=\(colorText(fill.color)) \(pathText(fill.path))" + (fill.rule == .evenOdd ? " evenOdd" : "")
  }

  /// The part that is stroked; width and dashes in points.
  private static func stroke(_ stroke: Shape.Stroke) -> String {
    let parts: [String?] = [
      "stroke=\(numberText(stroke.width)) \(colorText(stroke.color)) \(pathText(stroke.path))",
      stroke.cap == .butt ? nil : "cap=\(stroke.cap)",
      stroke.join == .miter ? "miterLimit=\(numberText(stroke.miterLimit))" : "join=\(stroke.join)",
      stroke.dashes.isEmpty ? nil : "dashes=[\(stroke.dashes.map(numberText).joined(separator: ", "))]",
      stroke.dashes.isEmpty || stroke.dashPhase == 0 ? nil : "dashPhase=\(numberText(stroke.dashPhase))",
    ]
    return parts.compactMap { $0 }.joined(separator: " ")
  }

  /// Each stop as its location and colour; points in the unit square.
  private static func gradient(_ gradient: Gradient) -> String {
    let stops = gradient.stops.map { "\(numberText($0.location)) \(colorText($0.color))" }.joined(separator: ", ")
    let (start, end) = (gradient.start, gradient.end)
    return "gradient=\(gradient.type.rawValue) \(listText(start.x, start.y))…\(listText(end.x, end.y)) [\(stops)]"
  }

  /// Offset and radius in points.
  private static func shadow(_ shadow: Shadow) -> String {
    let offset = listText(shadow.offset.width, shadow.offset.height)
    let path = shadow.path.map { " of " + pathText($0) } ?? ""
    return "shadow=\(colorText(shadow.color)) offset=\(offset) radius=\(numberText(shadow.radius))" + path
  }

  /// The one radius, or minXMinY, maxXMinY, minXMaxY, maxXMaxY, in points; how far they are from circular, 0…1.
  private static func corners(_ corners: CornerRadii) -> String {
    let radii = [corners.minXMinY, corners.maxXMinY, corners.minXMaxY, corners.maxXMaxY]
    let text =
      Set(radii).count == 1
      ? numberText(radii[0]) : listText(corners.minXMinY, corners.maxXMinY, corners.minXMaxY, corners.maxXMaxY)
    return text + (corners.smoothing == 0 ? "" : " smoothing=\(numberText(corners.smoothing))")
  }

  private static func contents(_ contents: Contents) -> String {
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    let parts: [String?] = [
      "contents=\(imageText(contents.image))",
      contents.rect == whole ? nil : "contentsRect=\(rectText(contents.rect))",
      contents.center.map { "contentsCenter=\(rectText($0))" },
      "gravity=\(contents.gravity.rawValue)",
      contents.scale == 1 ? nil : "contentsScale=\(numberText(contents.scale))",
      "filters=\(contents.minificationFilter.rawValue)/\(contents.magnificationFilter.rawValue)",
      contents.tint == .white ? nil : "tint=\(colorText(contents.tint))",
    ]
    return parts.compactMap { $0 }.joined(separator: " ")
  }
}

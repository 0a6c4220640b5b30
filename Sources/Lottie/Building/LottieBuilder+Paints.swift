import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Fills and strokes: shape layers, and gradient layers with a shape layer as mask.

extension LottieBuilder {
  /// Adds the paints of a group for outlines.
  ///
  /// - Parameter trim: of strokes.
  func addPaints(
    of group: PaintGroup, trim: TrimModel?, to outlines: Track<Outlines>, in parent: CALayer, _ map: TimeMap,
    _ place: LottiePlace
  ) throws(SceneError) {
    let paints = group.paints
    if let paint = paints.first, case .gradient(let gradient) = paint.source {
      guard let layer = try gradientLayer(gradient, paint, outlines, map, place) else { return }
      let shape = try shapeLayer(outlines, of: group, trim, map, place)
      shape.fillColor = paint.isFill ? CGColor(gray: 0, alpha: 1) : nil
      shape.strokeColor = paint.isFill ? nil : CGColor(gray: 0, alpha: 1)
      layer.mask = shape
      try setOpacity(paint.opacity, of: layer, map)
      parent.addSublayer(layer)
      return
    }
    let shape = try shapeLayer(outlines, of: group, trim, map, place)
    shape.fillColor = nil
    for paint in paints {
      guard case .color(let color) = paint.source else { continue }
      if paint.isFill {
        if let color = try animate(color, "fillColor", of: shape, map, \.cgColor) { shape.fillColor = color }
      } else {
        if let color = try animate(color, "strokeColor", of: shape, map, \.cgColor) { shape.strokeColor = color }
      }
    }
    if let opacity = paints.first?.opacity { try setOpacity(opacity, of: shape, map) }
    parent.addSublayer(shape)
  }

  /// A shape layer with the outlines and the stroke of a group, without colours.
  private func shapeLayer(
    _ outlines: Track<Outlines>, of group: PaintGroup, _ trim: TrimModel?, _ map: TimeMap, _ place: LottiePlace
  ) throws(SceneError) -> CAShapeLayer {
    let shape = try prepared(CAShapeLayer(), place)
    if group.paints.contains(where: { $0.isFill && $0.isEvenOdd }) { shape.fillRule = .evenOdd }
    var copies = 1
    if let stroke = group.paints.lazy.compactMap(\.stroke).first {
      shape.lineCap = stroke.cap
      shape.lineJoin = stroke.join
      shape.miterLimit = stroke.miterLimit
      try set(stroke.width, "lineWidth", of: shape, map)
      try setDashes(of: stroke, of: shape, map)
      if let trim { copies = try set(trim, of: shape, map, place) }
    }
    if copies > 1 { try reading.addVertices(of: outlines, copies: copies, place) }
    try setPath(outlines, of: shape, copies: copies, map)
    return shape
  }

  private func setDashes(of stroke: StrokeModel, of shape: CAShapeLayer, _ map: TimeMap) throws(SceneError) {
    guard let first = stroke.dashes.first, !stroke.dashes.allSatisfy({ $0.isConstant { $0 <= 0 } }) else { return }
    let pattern = stroke.dashes.dropFirst().reduce(first.map { Numbers(values: [$0]) }) { list, dash in
      zipped(list, dash).map { Numbers(values: $0.first.values + [$0.second]) }
    }
    try set(pattern, "lineDashPattern", of: shape, map) { $0.values.map { NSNumber(value: $0) } }
    try set(stroke.dashOffset, "lineDashPhase", of: shape, map)
  }

  // MARK: Trims

  /// Trims the stroke of a shape.
  ///
  /// - Returns: how often the path must be in the layer, one after the other, for an offset beyond
  ///   its end.
  private func set(
    _ trim: TrimModel, of shape: CAShapeLayer, _ map: TimeMap, _ place: LottiePlace
  ) throws(SceneError) -> Int {
    let range = zipped(trim.start, trim.end)
    if trim.offset.isConstant({ $0 == 0 }), !trim.isWrapped {
      let isForward = range.allSatisfy { $0.first <= $0.second }
      if isForward || range.allSatisfy({ $0.first >= $0.second }) {
        try set(isForward ? trim.start : trim.end, "strokeStart", of: shape, map, times: 0.01)
        try set(isForward ? trim.end : trim.start, "strokeEnd", of: shape, map, times: 0.01)
        return 1
      }
    }
    let moved = zipped(range, trim.offset).map { value in
      let offset = value.second / 360
      let (start, end) = (value.first.first / 100, value.first.second / 100)
      return Pair(first: min(start, end) + offset, second: max(start, end) + offset)
    }
    let lowest = (moved.keys.map(\.value.first).min() ?? 0).rounded(.down)
    let copies = max(1, (moved.keys.map(\.value.second).max() ?? 1).rounded(.up) - lowest)
    guard copies <= 1000 else {
      throw reading.invalid(place, "expected trim offsets within 1000 turns of each other, found \(Int(copies))")
    }
    try set(moved, "strokeStart", of: shape, map) { ($0.first - lowest) / copies }
    try set(moved, "strokeEnd", of: shape, map) { ($0.second - lowest) / copies }
    return Int(copies)
  }

  // MARK: Gradients

  /// A gradient layer that covers outlines; nil if it shows nothing.
  private func gradientLayer(
    _ gradient: GradientModel, _ paint: PaintModel, _ outlines: Track<Outlines>, _ map: TimeMap, _ place: LottiePlace
  ) throws(SceneError) -> CAGradientLayer? {
    let count = gradient.colorCount
    let isOpaque = gradient.stops.allSatisfy { GradientStops.isOpaque($0.values, colorCount: count) }
    let colors = gradient.stops.map { GradientStops($0.values, colorCount: count, isOpaque: isOpaque) }
    guard !colors.first.stops.isEmpty else { return nil }
    var box = outlines.keys.reduce(CGRect.null) { $0.union($1.value.controlBox) }
    guard !box.isNull else { return nil }
    // The pace of a path may overshoot.
    let overshoots = outlines.keys.contains { $0.curve.y1 < 0 || $0.curve.y1 > 1 || $0.curve.y2 < 0 || $0.curve.y2 > 1 }
    var margin = overshoots ? max(box.width, box.height) : 1
    if let stroke = paint.stroke {
      let width = stroke.width.keys.map(\.value).max() ?? 0
      margin += width * max(1.5, stroke.join == .miter ? stroke.miterLimit : 1)
    }
    // A square: a gradient layer measures in the unit square of its bounds.
    let side = max(box.width, box.height) + 2 * margin
    box = CGRect(x: box.midX - side / 2, y: box.midY - side / 2, width: side, height: side)
    let layer = try prepared(CAGradientLayer(), place)
    // The coordinates inside are those around it.
    layer.bounds = box
    layer.position = box.origin
    layer.type = gradient.isRadial ? .radial : .axial
    if let list = try animate(colors, "colors", of: layer, map, { $0.stops.map(\.color.cgColor) }) {
      layer.colors = list
    }
    if let list = try animate(
      colors, "locations", of: layer, map, { $0.stops.map { NSNumber(value: $0.location) } })
    {
      layer.locations = list
    }
    func point(_ point: Vector) -> CGPoint {
      CGPoint(x: (point.x - box.minX) / box.width, y: (point.y - box.minY) / box.height)
    }
    if let start = try animate(gradient.start, "startPoint", of: layer, map, point) { layer.startPoint = start }
    guard gradient.isRadial else {
      if let end = try animate(gradient.end, "endPoint", of: layer, map, point) { layer.endPoint = end }
      return layer
    }
    let corner = zipped(gradient.start, gradient.end)
    let end = try animate(corner, "endPoint", of: layer, map) { pair in
      let radius = hypot(pair.second.x - pair.first.x, pair.second.y - pair.first.y)
      return point(pair.first + Vector(radius, radius, 0))
    }
    if let end { layer.endPoint = end }
    return layer
  }
}

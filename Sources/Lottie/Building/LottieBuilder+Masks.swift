import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Masks: what each adds to, takes from or leaves of those before it.

extension LottieBuilder {
  /// A far corner for what has no edge, in points.
  private static let far = 100_000.0

  /// The mask of a layer.
  func mask(_ masks: [MaskModel], _ map: TimeMap, _ place: LottiePlace) throws(SceneError) -> CALayer {
    if masks.count == 1, let mask = masks.first {
      // A first mask that is subtracted leaves what is outside of it.
      let isOutside = mask.isInverted != (mask.mode == .subtract)
      if mask.mode != .subtract || mask.opacity.isConstant({ $0 >= 100 }) {
        return try shape(of: mask, isInverted: isOutside, map, place)
      }
    }
    var container = try makeSpace(place)
    for (index, mask) in masks.enumerated() {
      let isFirst = index == 0
      switch mask.mode {
      case .add:
        container.addSublayer(try shape(of: mask, isInverted: mask.isInverted, map, place))
      case .subtract:
        if isFirst { container.addSublayer(try ground(place)) }
        let shape = try shape(of: mask, isInverted: mask.isInverted, map, place)
        shape.compositingFilter = "destOut"
        container.addSublayer(shape)
      case .difference:
        let shape = try shape(of: mask, isInverted: mask.isInverted, map, place)
        if !isFirst { shape.compositingFilter = "xor" }
        container.addSublayer(shape)
      case .intersect:
        let shape = try shape(of: mask, isInverted: mask.isInverted, map, place)
        guard !isFirst else {
          container.addSublayer(shape)
          continue
        }
        container.mask = shape
        let outer = try makeSpace(place)
        outer.addSublayer(container)
        container = outer
      }
    }
    return container
  }

  /// An opaque layer that is larger than any composition.
  private func ground(_ place: LottiePlace) throws(SceneError) -> CALayer {
    let layer = try prepared(CALayer(), place)
    layer.bounds = CGRect(x: -Self.far, y: -Self.far, width: 2 * Self.far, height: 2 * Self.far)
    layer.position = CGPoint(x: -Self.far, y: -Self.far)
    layer.backgroundColor = CGColor(gray: 0, alpha: 1)
    return layer
  }

  /// The layer of a mask.
  private func shape(of mask: MaskModel, isInverted: Bool, _ map: TimeMap, _ place: LottiePlace) throws(SceneError)
    -> CALayer
  {
    if mask.expansion.isConstant({ $0 == 0 }), mask.feather.isConstant({ $0 == 0 }) {
      let layer = try hardShape(of: mask, isInverted: isInverted, map, place)
      try setOpacity(mask.opacity, of: layer, map)
      return layer
    }
    var layer: CALayer = try makeSpace(place)
    let shape = try hardShape(of: mask, isInverted: false, map, place)
    layer.addSublayer(shape)
    func setLine(of shape: CAShapeLayer, _ sign: Double) throws(SceneError) {
      shape.lineJoin = .round
      shape.strokeColor = CGColor(gray: 0, alpha: 1)
      try set(mask.expansion, "lineWidth", of: shape, map) { max(0, 2 * sign * $0) }
    }
    if !mask.expansion.allSatisfy({ $0 <= 0 }) { try setLine(of: shape, 1) }
    if !mask.expansion.allSatisfy({ $0 >= 0 }) {
      let edge = try hardShape(of: mask, isInverted: false, map, place)
      edge.fillColor = nil
      try setLine(of: edge, -1)
      edge.compositingFilter = "destOut"
      layer.addSublayer(edge)
    }
    if !mask.feather.isConstant({ $0 == 0 }), let blur = CIFilter(name: "CIGaussianBlur") {
      blur.name = "feather"
      layer.filters = [blur]
      // The standard deviation that resembles the width. (Source: Skottie, `MaskAdapter`.)
      try set(mask.feather, "filters.feather.inputRadius", of: layer, map, times: 0.3)
    }
    if isInverted {
      let outside = try makeSpace(place)
      outside.addSublayer(try ground(place))
      layer.compositingFilter = "destOut"
      outside.addSublayer(layer)
      layer = outside
    }
    try setOpacity(mask.opacity, of: layer, map)
    return layer
  }

  /// The fill of a mask, or what is outside of it.
  private func hardShape(
    of mask: MaskModel, isInverted: Bool, _ map: TimeMap, _ place: LottiePlace
  ) throws(SceneError) -> CAShapeLayer {
    let layer = try prepared(CAShapeLayer(), place)
    layer.fillColor = CGColor(gray: 0, alpha: 1)
    layer.fillRule = .evenOdd
    let far = Self.far
    let outside = Outline(
      vertices: [.init(-far, -far), .init(far, -far), .init(far, far), .init(-far, far)], isClosed: true)
    try setPath(mask.outline.map { Outlines(list: isInverted ? [outside, $0] : [$0]) }, of: layer, map)
    return layer
  }

  /// Sets or animates the path of a shape layer.
  ///
  /// - Parameter copies: how often the path is in it, one after the other.
  func setPath(
    _ track: Track<Outlines>, of layer: CAShapeLayer, copies: Int = 1, _ map: TimeMap
  ) throws(SceneError) {
    var lines = track.first.straightSegments
    for key in track.keys.dropFirst() {
      let others = key.value.straightSegments
      // Outlines of different lengths cannot be interpolated; each has its own curves.
      guard others.count == lines.count else {
        if let path = try animate(
          track, "path", of: layer, map, { $0.path(lines: $0.straightSegments, copies: copies) })
        {
          layer.path = path
        }
        return
      }
      lines = zip(lines, others).map { $0 && $1 }
    }
    if let path = try animate(track, "path", of: layer, map, { [lines] in $0.path(lines: lines, copies: copies) }) {
      layer.path = path
    }
  }
}

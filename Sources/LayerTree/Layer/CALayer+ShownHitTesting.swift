import MultiplaneGraphics
import MultiplaneRenderTree

// Hit testing of what is shown, without the presentation layers that it is defined by: making one
// costs microseconds, a pointer moves a hundred times per second, and a tree may have thousands of
// layers.
//
// It walks the program's layers and takes from each what was committed, with the animations
// applied. A layer of the program's own class, which may have its own `hitTest(_:)` or
// `contains(_:)`, is asked through its presentation.

extension CALayer {
  /// The frontmost model layer at a point of the presentation:
  /// `presentation()?.hitTest(_:)?.model()`.
  ///
  /// - Parameters:
  ///   - point: as in `hitTest(_:)`, in points.
  ///   - mediaTime: in seconds of `CACurrentMediaTime`.
  package func shownLayer(at point: CGPoint, atMediaTime mediaTime: Double) -> CALayer? {
    guard let shown = presentation(atMediaTime: mediaTime) else { return nil }
    guard isOfOurClass, !shown.isSpace else { return shown.hitTest(point)?.model() }
    return shownHit(
      ShownValues(shown.values, kind), at: shown.projectionToSuperplane.inverse?.projectSeen(point),
      HitTime(media: mediaTime, local: localTime(atMediaTime: mediaTime)))
  }

  /// - Parameters:
  ///   - shown: of this layer, which has a plane of its own and can be hit.
  ///   - point: in this layer's coordinates; nil where there is none that is seen.
  private func shownHit(_ shown: ShownValues, at point: CGPoint?, _ time: HitTime) -> CALayer? {
    guard let point, shown.canBeHit else { return nil }
    let isInside = shown.contains(point)
    if shown.masksToBounds && !isInside { return nil }
    return shownSublayerHit(shown.geometry, nil, point, time) ?? (isInside ? self : nil)
  }

  /// - Parameters:
  ///   - geometry: of this layer, as it is shown.
  ///   - space: from this layer's coordinates to those of the plane that the point is in, if this
  ///     layer is only a space.
  private func shownSublayerHit(
    _ geometry: LayerGeometry, _ space: CATransform3D?, _ point: CGPoint, _ time: HitTime
  ) -> CALayer? {
    if storedChildren.isEmpty { return nil }
    for sublayer in shownSublayersFromFront(time) {
      guard sublayer.isOfOurClass else {
        if let hit = sublayer.presentedHit(point, time) { return hit }
        continue
      }
      let subtime = HitTime(media: time.media, local: sublayer.timing.localTime(fromParent: time.local))
      guard let shown = sublayer.shownValues(at: subtime.local), shown.canBeHit else { continue }
      if space == nil, !shown.isSpace, let offset = shown.geometry.offset(in: geometry) {
        let local = CGPoint(x: point.x - offset.x, y: point.y - offset.y)
        if let hit = sublayer.shownHit(shown, at: local, subtime) { return hit }
        continue
      }
      var matrix = shown.geometry.matrix(in: geometry)
      if let space { matrix = CATransform3DConcat(matrix, space) }
      let hit =
        shown.isSpace
        ? sublayer.shownSublayerHit(shown.geometry, matrix, point, subtime)
        : sublayer.shownHit(shown, at: PlaneProjection(dropping: matrix).inverse?.projectSeen(point), subtime)
      if let hit { return hit }
    }
    return nil
  }

  /// The hit in a layer that may have hit tests of its own.
  private func presentedHit(_ point: CGPoint, _ time: HitTime) -> CALayer? {
    guard let shown = presentation(atMediaTime: time.media) else { return nil }
    let isOpenSpace = shown.isSpace && !shown.isHidden && shown.allowsHitTesting
    return (isOpenSpace ? shown.hitTestSublayers(point) : shown.hitTest(point))?.model()
  }

  /// The sublayers that were committed, in the order of hit testing.
  private func shownSublayersFromFront(_ time: HitTime) -> [CALayer] {
    guard Self.hitTestOrder == .zPosition else { return storedChildren.reversed() }
    let depths = storedChildren.map { layer -> CGFloat in
      guard let committed = layer.lastCommitted else { return 0 }
      if committed.animations.isEmpty { return committed.values.geometry.zPosition }
      return layer.shownValues(at: layer.timing.localTime(fromParent: time.local))?.geometry.zPosition ?? 0
    }
    guard depths.contains(where: { $0 != depths[0] }) else { return storedChildren.reversed() }
    return depths.indices.sorted { (depths[$0], $0) > (depths[$1], $1) }.map { storedChildren[$0] }
  }

  /// The presented values at a local time, in seconds; nil before the first commit.
  ///
  /// Never inlined: the values are large, and a deep tree has to fit the stack.
  @inline(never) private func shownValues(at time: Double) -> ShownValues? {
    guard let committed = lastCommitted else { return nil }
    if committed.animations.isEmpty { return ShownValues(committed.values, kind) }
    return ShownValues(committed.values(at: time), kind)
  }

  /// Whether the layer is of a class of Core Animation's, whose hit tests have nothing of their
  /// own.
  private var isOfOurClass: Bool { Self.hitTestedClasses.contains(ObjectIdentifier(type(of: self))) }

  private static let hitTestedClasses: Set<ObjectIdentifier> = [
    ObjectIdentifier(CALayer.self), ObjectIdentifier(CATransformLayer.self), ObjectIdentifier(CAGradientLayer.self),
    ObjectIdentifier(CAShapeLayer.self), ObjectIdentifier(CAReplicatorLayer.self), ObjectIdentifier(CAScrollLayer.self),
    ObjectIdentifier(CAEmitterLayer.self), ObjectIdentifier(CATextLayer.self), ObjectIdentifier(CATiledLayer.self),
  ]
}

/// When a layer is looked at, in seconds: in media time, and in a layer's own.
private struct HitTime {
  let media: Double
  let local: Double
}

/// The values of a layer that a hit test needs.
private struct ShownValues {
  let geometry: LayerGeometry
  let canBeHit: Bool
  let masksToBounds: Bool
  /// Whether the layer has no plane of its own.
  let isSpace: Bool

  init(_ values: LayerValues, _ kind: LayerKind) {
    geometry = values.geometry
    canBeHit = !values.isHidden && values.allowsHitTesting
    masksToBounds = values.masksToBounds
    isSpace = values.isSpace(kind)
  }

  /// As `CALayer.contains(_:)`.
  func contains(_ point: CGPoint) -> Bool {
    let bounds = geometry.bounds
    return point.x >= bounds.minX && point.x < bounds.maxX && point.y >= bounds.minY && point.y < bounds.maxY
  }
}

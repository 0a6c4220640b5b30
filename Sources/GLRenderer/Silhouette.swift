import Graphics
import RenderTree

/// A rounded rectangle that is all of what a layer with its sublayers covers: its shadow needs no surface.
struct Silhouette: Equatable {
  /// In points of its own plane.
  var rect: CGRect
  var radii: CornerRadii
  /// The alpha that it has everywhere.
  var alpha: Double
  /// Its own plane.
  var plane: Plane
  /// From its plane to the layer's; nil where they are one.
  var matrix: CATransform3D?
  /// Points of the layer that one of its plane is long, in every direction.
  var scale = 1.0
  /// Pixels by which its edges may seem to lie elsewhere: in pixels that it covers in part, several things of the layer together
  /// cover another share than it does.
  var looseness = 0.0

  /// Nil when what casts the shadow is not known to be a rounded rectangle.
  ///
  /// - Parameter plane: the layer's, moved by the shadow's offset.
  init?(of shadow: Shadow, _ node: RenderNode, on plane: Plane) {
    guard plane.isAffine else { return nil }
    if let path = shadow.path {
      self.init(path, on: plane)
    } else {
      self.init(node, on: plane)
    }
  }

  private init?(_ node: RenderNode, on plane: Plane) {
    guard node.mask == nil, node.filters.isEmpty, node.backgroundFilters.isEmpty, node.rasterScale == nil else {
      return nil
    }
    if let background = node.background {
      self.init(background, of: node, on: plane)
    } else {
      self.init(sublayersOf: node, on: plane)
    }
  }

  /// That of a layer's bounds, if nothing in the layer reaches beyond them.
  private init?(_ background: Background, of node: RenderNode, on plane: Plane) {
    guard node.hardEdges.isEmpty, node.corners.smoothing == 0 else { return nil }
    rect = node.geometry.bounds
    radii = node.corners
    alpha = 1
    self.plane = plane
    if node.ownPrimitives == 1 && node.sublayers.isEmpty {
      alpha = background.color.alpha
      return
    }
    // An opaque background hides the alpha of what lies on it, if that stays inside.
    guard background.color.alpha == 1 else { return nil }
    let rim = SilhouetteRim(of: self)
    var inside = SilhouetteRim.Load()
    if node.clipsToBounds {
      guard node.sublayers.allSatisfy(\.keepsAlpha) else { return nil }
      inside = rim.clippedLoad(of: node.sublayers, in: node, .identity)
    } else {
      let staysInside = node.contents.map { node.corners.isSquare && $0.staysInBounds } ?? true
      guard staysInside, node.shape == nil, let load = rim.load(of: node.sublayers[...], in: node, .identity)
      else { return nil }
      inside = load
    }
    looseness = rim.looseness(of: node, inside)
  }

  /// That of the lowest sublayer of a layer that shows nothing itself, if the others stay inside.
  private init?(sublayersOf node: RenderNode, on plane: Plane) {
    guard node.ownPrimitives == 0, !node.clipsToBounds, let lowest = node.sublayers.first, !lowest.isSpace,
      lowest.opacity == 1, lowest.isDoubleSided, lowest.shadow == nil, lowest.keepsAlphaItself
    else { return nil }
    var placed = lowest.geometry.placedMatrix
    if let sublayerMatrix = node.geometry.sublayerMatrix { placed = CATransform3DConcat(placed, sublayerMatrix) }
    // What else would the formula's round Gaussian be on the sublayer's plane?
    guard let placedScale = placed.uniformScale, let inner = Plane(placed, in: plane), inner.isAffine,
      let sublayer = Silhouette(lowest, on: inner)
    else { return nil }
    self = sublayer
    let whole = sublayer.matrix.map { CATransform3DConcat($0, placed) } ?? placed
    matrix = whole
    scale = sublayer.scale * placedScale
    let others = node.sublayers.dropFirst()
    if others.isEmpty { return }
    let rim = SilhouetteRim(of: self)
    guard alpha == 1, let load = rim.load(of: others, in: node, CATransform3DInvert(whole)) else { return nil }
    looseness += load.looseness
  }

  private init?(_ path: CGPath, on plane: Plane) {
    var found = CGRect.zero
    alpha = 1
    self.plane = plane
    if path.isRect(&found) {
      (rect, radii) = (found, .square)
      return
    }
    // A rounded rectangle begins at the middle of a side, and goes from there to a corner.
    rect = path.boundingBoxOfPath
    guard path.elements.count > 2, case .line(let corner) = path.elements[1] else { return nil }
    let radius = rect.maxY - corner.y
    guard radius > 0, radius <= min(rect.width, rect.height) / 2,
      path == CGPath(roundedRect: rect, cornerWidth: radius, cornerHeight: radius)
    else { return nil }
    radii = CornerRadii(minXMinY: radius, maxXMinY: radius, minXMaxY: radius, maxXMaxY: radius)
  }
}

extension CATransform3D {
  /// How much longer it makes every length within the plane; nil where that depends on the direction, and out of the plane.
  fileprivate var uniformScale: Double? {
    guard CATransform3DIsAffine(self) else { return nil }
    let (x, y) = (m11 * m11 + m12 * m12, m21 * m21 + m22 * m22)
    guard x > 0, abs(x - y) <= 1e-6 * x, abs(m11 * m21 + m12 * m22) <= 1e-6 * x else { return nil }
    return x.squareRoot()
  }
}

extension Flattener {
  /// Draws the shadow of a rounded rectangle by its formula; false, and nothing drawn, where that does not hold.
  ///
  /// - Parameters:
  ///   - target: the clips around the shadow.
  ///   - hidden: device pixels where it is not seen.
  mutating func addSoft(
    _ silhouette: Silhouette, _ shadow: Shadow, clips target: ClipChain, opacity: Double, hidden: DeviceBox? = nil
  ) -> Bool {
    guard
      let radius = silhouette.formulaRadius(
        of: shadow, opacity: opacity, within: fineBoxes.isEmpty ? 1 : Silhouette.shareOfMany)
    else { return false }
    if addKept(silhouette, shadow, clips: target, opacity: opacity, hidden: hidden) { return true }
    let plane = silhouette.plane
    let pixel = plane.pointsPerPixel
    // A pixel is a square of its own variance, 1/12.
    let deviation = Vector2(
      (radius * radius + pixel.x * pixel.x / 12).squareRoot(), (radius * radius + pixel.y * pixel.y / 12).squareRoot())
    let reach = silhouette.rect.insetBy(dx: -3 * deviation.x, dy: -3 * deviation.y)
    guard let outline = outline(of: reach, on: plane, in: target.box) else { return true }
    let origin = plane.point(at: outline.middle)
    let color = shadow.color.premultiplied.vector * Float(opacity * silhouette.alpha)
    let record = FillRecord(
      corners: outline.quad.vectors, matrix: DeviceMatrix(plane.fromDevice, from: origin),
      rect: silhouette.rect.vector(from: origin), radii: silhouette.radii.vector, style: Float(deviation.y),
      color: color,
      borderWidth: Float(deviation.x), clip: target.index)
    beginPrimitive(outline.pixels)
    add(
      record, outline,
      CommandStream.BatchKey(
        program: ProgramKind(
          shape: .softRect, features: target.index >= 0 ? softFeatures.union(.clipped) : softFeatures),
        source: .none))
    return true
  }
}

extension Silhouette {
  /// Blurs of less than this many pixels are left to samples: the formula is that of a Gaussian without pixels.
  private static let leastDeviation = 2.0

  /// A shadow's radius on the silhouette's plane, in points, where the formula holds for it; nil where it does not.
  ///
  /// - Parameter most: what its colour may be off, in 255ths.
  func formulaRadius(of shadow: Shadow, opacity: Double, within most: Double) -> Double? {
    let pixel = plane.pointsPerPixel
    let radius = shadow.radius / scale
    guard radius >= Self.leastDeviation * max(pixel.x, pixel.y), radius * 3 / min(pixel.x, pixel.y) < 1024,
      mayMove(looseness, shadow, opacity: opacity, within: most)
    else { return nil }
    return radius
  }

  /// What a shadow's colour may be off, in 255ths, because its edges lie elsewhere, where many shadows lie on one another.
  static let shareOfMany = 0.5

  /// Whether nobody sees it if the edges of what casts a shadow lie so many pixels elsewhere.
  ///
  /// - Parameter most: what its colour may be off, in 255ths.
  func mayMove(_ pixels: Double, _ shadow: Shadow, opacity: Double, within most: Double) -> Bool {
    let pixel = plane.pointsPerPixel
    let deviation = shadow.radius / scale / max(pixel.x, pixel.y)
    // A Gaussian's height is 1/√(2π) of its deviation.
    return 255 * shadow.color.alpha * alpha * opacity * 0.4 * pixels <= most * deviation
  }
}

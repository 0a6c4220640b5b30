import Graphics
import RenderTree

/// A rounded rectangle that is all of what a layer with its sublayers covers: its shadow needs no surface.
struct Silhouette {
  /// In points of its own plane.
  var rect: CGRect
  var radii: CornerRadii
  /// The alpha that it has everywhere.
  var alpha: Double
  /// From its plane to the layer's; nil where they are one.
  var matrix: CATransform3D?
  /// Points of the layer that one of its plane is long, in every direction.
  var scale = 1.0

  /// Nil when what casts the shadow is not known to be a rounded rectangle.
  init?(of shadow: Shadow, _ node: RenderNode) {
    if let path = shadow.path {
      self.init(path)
    } else {
      self.init(node)
    }
  }

  private init?(_ node: RenderNode) {
    guard node.mask == nil, node.filters.isEmpty, node.backgroundFilters.isEmpty, node.rasterScale == nil else {
      return nil
    }
    if let background = node.background {
      self.init(background, of: node)
    } else {
      self.init(sublayersOf: node)
    }
  }

  /// That of a layer's bounds, if nothing in the layer reaches beyond them.
  private init?(_ background: Background, of node: RenderNode) {
    guard node.hardEdges.isEmpty, node.corners.smoothing == 0 else { return nil }
    let isAlone =
      node.gradient == nil && node.contents == nil && node.shape == nil && node.border == nil && node.sublayers.isEmpty
    rect = node.geometry.bounds
    radii = node.corners
    alpha = isAlone ? background.color.alpha : 1
    if isAlone { return }
    // An opaque background hides the alpha of what lies on it, if that stays inside.
    guard background.color.alpha == 1 else { return nil }
    if node.clipsToBounds {
      guard node.sublayers.allSatisfy(\.keepsAlpha) else { return nil }
    } else {
      let staysInside = node.contents.map { node.corners.isSquare && $0.staysInBounds } ?? true
      guard staysInside, node.shape == nil, contains(node.sublayers, in: node, .identity) else { return nil }
    }
  }

  /// That of the lowest sublayer of a layer that shows nothing itself, if the others stay inside.
  private init?(sublayersOf node: RenderNode) {
    guard node.showsNothingItself, !node.clipsToBounds, let lowest = node.sublayers.first, !lowest.isSpace,
      lowest.opacity == 1, lowest.isDoubleSided, lowest.shadow == nil, lowest.keepsAlphaItself
    else { return nil }
    var placed = lowest.geometry.placedMatrix
    if let sublayerMatrix = node.geometry.sublayerMatrix { placed = CATransform3DConcat(placed, sublayerMatrix) }
    // What else would the formula's round Gaussian be on the sublayer's plane?
    guard let placedScale = placed.uniformScale, let sublayer = Silhouette(lowest) else { return nil }
    self = sublayer
    let whole = sublayer.matrix.map { CATransform3DConcat($0, placed) } ?? placed
    matrix = whole
    scale = sublayer.scale * placedScale
    let others = Array(node.sublayers.dropFirst())
    if others.isEmpty { return }
    guard alpha == 1, contains(others, in: node, CATransform3DInvert(whole)) else { return nil }
  }

  private init?(_ path: CGPath) {
    var found = CGRect.zero
    alpha = 1
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

  /// Whether sublayers, with all in them, lie inside the rounded rectangle and let its alpha be.
  ///
  /// - Parameter matrix: from their superlayer's coordinates to the rectangle's.
  private func contains(_ sublayers: [RenderNode], in superlayer: RenderNode, _ matrix: CATransform3D) -> Bool {
    guard !sublayers.isEmpty else { return true }
    guard superlayer.geometry.sublayerMatrix == nil else { return false }
    return sublayers.allSatisfy { node in
      let matrix = CATransform3DConcat(node.geometry.placedMatrix, matrix)
      guard CATransform3DIsAffine(matrix), node.keepsAlphaItself, node.shadow == nil, node.filters.isEmpty,
        node.shape == nil, node.contents?.staysInBounds != false || node.clipsToBounds,
        contains(node.geometry.bounds.applying(CATransform3DGetAffineTransform(matrix)))
      else { return false }
      return node.clipsToBounds
        ? node.sublayers.allSatisfy(\.keepsAlpha) : contains(node.sublayers, in: node, matrix)
    }
  }

  /// Whether a rectangle lies inside; as the rounded one is convex, its corners tell.
  private func contains(_ box: CGRect) -> Bool {
    guard rect.contains(box) else { return false }
    func isInside(_ x: Double, _ y: Double, _ radius: Double) -> Bool {
      // x and y are distances from the sides of a corner.
      let (a, b) = (radius - x, radius - y)
      return a <= 0 || b <= 0 || a * a + b * b <= radius * radius
    }
    let (left, top) = (box.minX - rect.minX, box.minY - rect.minY)
    let (right, bottom) = (rect.maxX - box.maxX, rect.maxY - box.maxY)
    return isInside(left, top, radii.minXMinY) && isInside(right, top, radii.maxXMinY)
      && isInside(left, bottom, radii.minXMaxY) && isInside(right, bottom, radii.maxXMaxY)
  }
}

extension RenderNode {
  /// Whether all that can be seen of the layer are its sublayers. (That it has no background is known.)
  fileprivate var showsNothingItself: Bool { gradient == nil && contents == nil && shape == nil && border == nil }

  /// Whether nothing in the layer takes alpha away from what lies beneath.
  fileprivate var keepsAlpha: Bool { keepsAlphaItself && sublayers.allSatisfy(\.keepsAlpha) }

  /// The same without its sublayers.
  fileprivate var keepsAlphaItself: Bool { blendMode == .normal && backgroundFilters.isEmpty }
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

extension Contents {
  /// Whether the image's rectangle never runs over the bounds.
  fileprivate var staysInBounds: Bool { gravity == .resize || gravity == .resizeAspect }
}

extension Flattener {
  /// Blurs of less than this many pixels are left to samples: the formula is that of a Gaussian without pixels.
  private static let leastDeviation = 1.5

  /// Draws the shadow of a rounded rectangle by its formula; false, and nothing drawn, where that does not hold.
  ///
  /// - Parameters:
  ///   - plane: the layer's, moved by the shadow's offset.
  ///   - target: the clips around the shadow.
  ///   - hidden: device pixels where it is not seen.
  mutating func addSoft(
    _ silhouette: Silhouette, _ shadow: Shadow, on plane: Plane, clips target: ClipChain, opacity: Double,
    hidden: DeviceBox? = nil
  ) -> Bool {
    guard plane.isAffine else { return false }
    var plane = plane
    if let matrix = silhouette.matrix {
      guard let inner = Plane(matrix, in: plane), inner.isAffine else { return false }
      plane = inner
    }
    let pixel = plane.pointsPerPixel
    let radius = shadow.radius / silhouette.scale
    guard radius >= Self.leastDeviation * max(pixel.x, pixel.y), radius * 3 / min(pixel.x, pixel.y) < 1024
    else { return false }
    if addKept(silhouette, shadow, on: plane, clips: target, opacity: opacity, hidden: hidden) { return true }
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
        program: ProgramKind(shape: .softRect, features: target.index >= 0 ? .clipped : []), source: .none))
    return true
  }
}

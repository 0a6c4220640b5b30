import Graphics
import RenderTree

/// A rounded rectangle that is all of what a layer with its sublayers covers: its shadow needs no surface.
struct Silhouette {
  /// In points of the layer.
  var rect: CGRect
  var radii: CornerRadii
  /// The alpha that it has everywhere.
  var alpha: Double

  /// Nil when what casts the shadow is not known to be a rounded rectangle.
  init?(of shadow: Shadow, _ node: RenderNode) {
    if let path = shadow.path {
      self.init(path)
    } else {
      self.init(node)
    }
  }

  private init?(_ node: RenderNode) {
    guard let background = node.background, node.mask == nil, node.filters.isEmpty, node.backgroundFilters.isEmpty,
      node.hardEdges.isEmpty, node.corners.smoothing == 0, node.rasterScale == nil
    else { return nil }
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
  /// Whether nothing in the layer takes alpha away from what lies beneath.
  fileprivate var keepsAlpha: Bool { keepsAlphaItself && sublayers.allSatisfy(\.keepsAlpha) }

  /// The same without its sublayers.
  fileprivate var keepsAlphaItself: Bool { blendMode == .normal && backgroundFilters.isEmpty }
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
  ///   - plane: of the silhouette, moved by the shadow's offset.
  ///   - target: the clips around the shadow.
  mutating func addSoft(
    _ silhouette: Silhouette, _ shadow: Shadow, on plane: Plane, clips target: ClipChain, opacity: Double
  ) -> Bool {
    guard plane.isAffine else { return false }
    let pixel = plane.pointsPerPixel
    guard shadow.radius >= Self.leastDeviation * max(pixel.x, pixel.y), shadow.radius * 3 / min(pixel.x, pixel.y) < 1024
    else { return false }
    // A pixel is a square of its own variance, 1/12.
    let deviation = Vector2(
      (shadow.radius * shadow.radius + pixel.x * pixel.x / 12).squareRoot(),
      (shadow.radius * shadow.radius + pixel.y * pixel.y / 12).squareRoot())
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

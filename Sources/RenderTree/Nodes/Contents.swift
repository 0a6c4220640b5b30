import MultiplaneGraphics

/// The image of a layer with its placement in the bounds (rendering rules §9 and §10).
package struct Contents: Sendable {
  package var image: CGImage
  /// The visible part of the image, in unit coordinates, with the direction of the layer's y axis
  /// (§9); may extend beyond the image. Sides are above 0: negative ones are standardised.
  package var rect: CGRect
  package var gravity: ContentsGravity
  /// Image pixels per point, above 0.
  package var scale: Double
  package var minificationFilter: SamplingFilter
  package var magnificationFilter: SamplingFilter
  /// The bias of the mip level, in levels.
  package var minificationFilterBias: Double
  /// The colour that multiplies the image, by component (§9, §17).
  package var tint = StraightColor.white
  /// Nil for most images. Stored apart, because every layer with an image has contents.
  private var stretching: Stretching?

  /// How an image stretches that does not do so as a whole and into the bounds.
  private final class Stretching: Sendable {
    let frame: CGRect
    let center: CGRect?

    init(frame: CGRect, center: CGRect?) {
      self.frame = frame
      self.center = center
    }
  }

  /// The rectangle that counts as the bounds, in unit coordinates of the bounds: larger for an
  /// image with an overhang (`ImageOverhang`), else the unit square.
  package var frame: CGRect { stretching?.frame ?? Self.unitSquare }
  /// The stretching part of `rect` (nine-patch), in unit coordinates, clamped to it, with sides of
  /// 0 widened to a pixel; nil if the whole image stretches.
  package var center: CGRect? { stretching?.center }

  /// Resolves the contents; nil without a visible image. All values are finite.
  package init?(_ values: LayerValues) {
    self.init(whole: values)
    guard let rect = Self.shown(values.contentsRect) else { return nil }
    show(rect, center: values.contentsCenter)
  }

  /// The whole image, of which nothing stretches by itself; nil when the layer has none.
  init?(whole values: LayerValues) {
    guard let image = values.shownContents, image.width > 0, image.height > 0 else { return nil }
    self.image = image
    rect = Self.unitSquare
    gravity = ContentsGravity(values.contentsGravity)
    scale = values.contentsScale > 0 ? Double(values.contentsScale) : 1
    minificationFilter = SamplingFilter(values.minificationFilter)
    magnificationFilter = SamplingFilter(values.magnificationFilter)
    minificationFilterBias = Double(values.minificationFilterBias)
    tint = values.contentsMultiplyColor?.straight ?? .white
  }

  /// Shows another part of the image.
  ///
  /// - Parameters:
  ///   - rect: as `shown` gives it.
  ///   - center: what of it stretches, as a layer has it.
  mutating func show(_ rect: CGRect, center: CGRect) {
    self.rect = rect
    var frame = Self.unitSquare
    if let inner = image.partInBounds {
      if rect == Self.unitSquare, gravity == .resize, center == Self.unitSquare {
        let (width, height) = (1 / inner.width, 1 / inner.height)
        frame = CGRect(x: -inner.minX * width, y: -inner.minY * height, width: width, height: height)
      } else {
        // Other placements show the part in the bounds.
        self.rect = CGRect(
          x: inner.minX + rect.minX * inner.width, y: inner.minY + rect.minY * inner.height,
          width: rect.width * inner.width, height: rect.height * inner.height)
      }
    }
    let part = stretchingPart(
      center,
      pixels: CGSize(width: Double(image.width) * self.rect.width, height: Double(image.height) * self.rect.height))
    stretching = frame == Self.unitSquare && part == nil ? nil : Stretching(frame: frame, center: part)
  }

  private static let unitSquare = CGRect(x: 0, y: 0, width: 1, height: 1)

  /// `rect` of a layer's `contentsRect`; nil when that shows nothing.
  static func shown(_ rect: CGRect) -> CGRect? {
    let rect = rect.standardized
    return rect.width > 0 && rect.height > 0 ? rect : nil
  }

  /// `contentsCenter` clamped to the unit square; nil when it selects everything or the gravity
  /// does not resize.
  ///
  /// - Parameter pixels: those that `contentsRect` selects, each way.
  private func stretchingPart(_ center: CGRect, pixels: CGSize) -> CGRect? {
    guard center != Self.unitSquare, [.resize, .resizeAspect, .resizeAspectFill].contains(gravity) else { return nil }
    let across = Self.stretchingSide(center.minX, center.maxX, pixels: pixels.width)
    let down = Self.stretchingSide(center.minY, center.maxY, pixels: pixels.height)
    let part = CGRect(x: across.low, y: down.low, width: across.high - across.low, height: down.high - down.low)
    return part == Self.unitSquare ? nil : part
  }

  /// One direction of it: clamped to 0…1; without extent, one pixel about its place (§9).
  private static func stretchingSide(
    _ from: CGFloat, _ to: CGFloat, pixels: CGFloat
  ) -> (low: CGFloat, high: CGFloat) {
    let low = min(max(from, 0), 1)
    let high = min(max(to, low), 1)
    guard low == high else { return (low, high) }
    return (max(low - 0.5 / pixels, 0), min(high + 0.5 / pixels, 1))
  }
}

extension Contents {
  /// Whether the image reaches beyond the bounds.
  package var overhangs: Bool { stretching != nil && frame != Self.unitSquare }

  /// The rectangle that its gravity places it in, in the layer's coordinates.
  package func box(in bounds: CGRect) -> CGRect {
    guard overhangs else { return bounds }
    return CGRect(
      x: bounds.minX + frame.minX * bounds.width, y: bounds.minY + frame.minY * bounds.height,
      width: frame.width * bounds.width, height: frame.height * bounds.height)
  }

  /// The image with its colour multiplied (§17).
  func tinted(_ tint: StraightColor) -> Contents {
    var copy = self
    copy.tint = copy.tint.tinted(tint)
    return copy
  }
}

extension Contents: Equatable {
  /// Whether the values are equal, and the images identical.
  package static func == (a: Contents, b: Contents) -> Bool {
    a.image === b.image && a.rect == b.rect && a.frame == b.frame && a.center == b.center && a.gravity == b.gravity
      && a.scale == b.scale
      && a.minificationFilter == b.minificationFilter && a.magnificationFilter == b.magnificationFilter
      && a.minificationFilterBias == b.minificationFilterBias && a.tint == b.tint
  }
}

/// The placement of an image in the bounds (rendering rules §9): `CALayerContentsGravity` as a
/// number, because display lists copy it for each image, and copies of a string are counted.
package enum ContentsGravity: String, Sendable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  case resize, resizeAspect, resizeAspectFill

  /// An unknown name counts as `center`, as in Core Animation.
  init(_ gravity: CALayerContentsGravity) {
    // What nearly all layers have costs one comparison.
    self = gravity == .resize ? .resize : ContentsGravity(rawValue: gravity.rawValue) ?? .center
  }
}

/// The sampling filter of an image (rendering rules §10): `CALayerContentsFilter` as a number.
package enum SamplingFilter: String, Sendable, CaseIterable {
  case nearest, linear, trilinear

  /// An unknown name counts as `linear`, the default.
  package init(_ filter: CALayerContentsFilter) {
    switch filter {
    case .nearest: self = .nearest
    case .trilinear: self = .trilinear
    default: self = .linear
    }
  }
}

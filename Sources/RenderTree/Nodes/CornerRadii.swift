import MultiplaneGraphics

/// The corner radii of a layer's bounds, in points of the layer (rendering rules §6).
package struct CornerRadii: Sendable, Equatable {
  package var minXMinY: Double
  package var maxXMinY: Double
  package var minXMaxY: Double
  package var maxXMaxY: Double
  /// The smoothing of corners, from circular (0) to continuous (1) (§4).
  package var smoothing = 0.0

  /// The length of a continuous corner along an edge, in radii.
  package static let continuousReach = 1.528665

  package static let square = CornerRadii(minXMinY: 0, maxXMinY: 0, minXMaxY: 0, maxXMaxY: 0)

  package init(minXMinY: Double, maxXMinY: Double, minXMaxY: Double, maxXMaxY: Double) {
    self.minXMinY = minXMinY
    self.maxXMinY = maxXMinY
    self.minXMaxY = minXMaxY
    self.maxXMaxY = maxXMaxY
  }

  /// The effective radii: not below 0, not above half a side, and 0 for corners that are not
  /// rounded.
  init(radius wanted: CGFloat, of rounded: CACornerMask, isContinuous: Bool, in bounds: CGRect) {
    let limit = Double(min(bounds.width, bounds.height)) / 2
    let wanted = Double(wanted)
    let radius = wanted > 0 ? min(wanted, limit) : 0
    minXMinY = rounded.contains(.layerMinXMinYCorner) ? radius : 0
    maxXMinY = rounded.contains(.layerMaxXMinYCorner) ? radius : 0
    minXMaxY = rounded.contains(.layerMinXMaxYCorner) ? radius : 0
    maxXMaxY = rounded.contains(.layerMaxXMaxYCorner) ? radius : 0
    if radius > 0, isContinuous {
      smoothing = min(max((limit / radius - 1) / 0.528665, 0), 1)
    }
  }

  /// The radii of the outline, inset by a distance.
  package func inset(by distance: Double) -> CornerRadii {
    var inner = self
    inner.minXMinY = max(0, minXMinY - distance)
    inner.maxXMinY = max(0, maxXMinY - distance)
    inner.minXMaxY = max(0, minXMaxY - distance)
    inner.maxXMaxY = max(0, maxXMaxY - distance)
    return inner
  }

  package var isSquare: Bool { max(minXMinY, maxXMinY, minXMaxY, maxXMaxY) <= 0 }
}

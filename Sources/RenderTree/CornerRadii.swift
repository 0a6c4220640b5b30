import Graphics

/// The radius of each corner of a layer's bounds, in points of layer space (rendering rules §6).
package struct CornerRadii: Sendable, Equatable {
  package var minXMinY: Double
  package var maxXMinY: Double
  package var minXMaxY: Double
  package var maxXMaxY: Double

  package static let square = CornerRadii(minXMinY: 0, maxXMinY: 0, minXMaxY: 0, maxXMaxY: 0)

  package init(minXMinY: Double, maxXMinY: Double, minXMaxY: Double, maxXMaxY: Double) {
    self.minXMinY = minXMinY
    self.maxXMinY = maxXMinY
    self.minXMaxY = minXMaxY
    self.maxXMaxY = maxXMaxY
  }

  /// The effective radii: not below 0, not above half a side, and 0 for corners that are not masked.
  package init(_ values: LayerValues) {
    let bounds = values.geometry.bounds
    let limit = Double(min(bounds.width, bounds.height)) / 2
    let wanted = Double(values.cornerRadius)
    let radius = wanted > 0 ? min(wanted, limit) : 0
    let rounded = values.maskedCorners
    minXMinY = rounded.contains(.layerMinXMinYCorner) ? radius : 0
    maxXMinY = rounded.contains(.layerMaxXMinYCorner) ? radius : 0
    minXMaxY = rounded.contains(.layerMinXMaxYCorner) ? radius : 0
    maxXMaxY = rounded.contains(.layerMaxXMaxYCorner) ? radius : 0
  }

  /// Those of the same outline moved inwards.
  package func inset(by distance: Double) -> CornerRadii {
    CornerRadii(
      minXMinY: max(0, minXMinY - distance), maxXMinY: max(0, maxXMinY - distance),
      minXMaxY: max(0, minXMaxY - distance), maxXMaxY: max(0, maxXMaxY - distance))
  }

  package var isSquare: Bool { self == .square }
}

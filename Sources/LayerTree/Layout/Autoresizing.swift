import MultiplaneGraphics

/// How a layer gives way along one axis when the size of its superlayer changes.
///
/// A third of the change belongs to each of the margin before the layer, its extent and the margin
/// after it. A part that does not give way hands its third to the margins that do, or to the extent
/// if no margin does. If no part gives way, nothing changes, so that the margin before it is fixed.
struct Autoresizing {
  /// Whether the margin before the layer, on the side of the least coordinate, gives way.
  var leading: Bool
  var extent: Bool
  /// Whether the margin after the layer gives way.
  var trailing: Bool

  /// Along x.
  init(horizontally mask: CAAutoresizingMask) {
    leading = mask.contains(.layerMinXMargin)
    extent = mask.contains(.layerWidthSizable)
    trailing = mask.contains(.layerMaxXMargin)
  }

  /// Along y.
  init(vertically mask: CAAutoresizingMask) {
    leading = mask.contains(.layerMinYMargin)
    extent = mask.contains(.layerHeightSizable)
    trailing = mask.contains(.layerMaxYMargin)
  }

  /// Where the layer begins and how long it is afterwards, in points. What gave way ends up on
  /// whole points: the beginning rounded down, the end up.
  ///
  /// - Parameter change: by how much the superlayer grew; negative when it shrank.
  func interval(origin: CGFloat, length: CGFloat, after change: CGFloat) -> (origin: CGFloat, length: CGFloat) {
    guard leading || extent || trailing, change != 0 else { return (origin, length) }
    let margins: CGFloat = (leading ? 1 : 0) + (trailing ? 1 : 0)
    // In thirds of the change: what the rigid parts pass on.
    let handedOn: CGFloat = 3 - margins - (extent ? 1 : 0)
    let leadingThirds: CGFloat = leading ? 1 + handedOn / margins : 0
    let extentThirds: CGFloat = extent ? (margins > 0 ? 1 : 3) : 0
    let start = origin + change * leadingThirds / 3
    let end = start + length + change * extentThirds / 3
    let first = min(start, end).rounded(.down)
    return (first, max(start, end).rounded(.up) - first)
  }
}

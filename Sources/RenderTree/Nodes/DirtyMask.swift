/// The parts of a node that evaluation recomputes when an animation changes a property.
struct DirtyMask: OptionSet, Sendable {
  let rawValue: UInt16

  /// Numbers of the geometry, which have to be finite.
  static let numbers = DirtyMask(rawValue: 1 << 0)
  /// Whether the layer lies in its superlayer's plane.
  static let depth = DirtyMask(rawValue: 1 << 1)
  /// The origin of the layer's own coordinates in its bounds: sublayer transforms are about the
  /// anchor point.
  static let anchor = DirtyMask(rawValue: 1 << 2)
  /// The size of the bounds.
  static let size = DirtyMask(rawValue: 1 << 3)
  static let opacity = DirtyMask(rawValue: 1 << 4)
  static let background = DirtyMask(rawValue: 1 << 5)
  static let transform = DirtyMask(rawValue: 1 << 6)
  static let sublayerTransform = DirtyMask(rawValue: 1 << 7)
  static let corners = DirtyMask(rawValue: 1 << 8)
  static let border = DirtyMask(rawValue: 1 << 9)
  static let shadow = DirtyMask(rawValue: 1 << 10)
  static let contents = DirtyMask(rawValue: 1 << 11)
  static let gradient = DirtyMask(rawValue: 1 << 12)
  static let shape = DirtyMask(rawValue: 1 << 13)

  /// The style's parts that animations change directly.
  private static let styleNumbers: DirtyMask = [.corners, .border, .shadow, .contents, .gradient, .shape]
  /// The inputs of the style. Corner radii are at most half a side, and a layer without a size
  /// shows nothing.
  static let style: DirtyMask = [.styleNumbers, .size]
  /// The inputs of the layer's extent in its own coordinates. A layer without a background may show
  /// nothing in its bounds.
  static let extent: DirtyMask = [.styleNumbers, .anchor, .background, .sublayerTransform]
  /// The inputs that can move the layer out of its superlayer's plane.
  static let plane: DirtyMask = [.depth, .transform]
}

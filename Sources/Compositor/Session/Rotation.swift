/// How a picture is turned on a screen, clockwise as seen by who looks at the screen before it was turned.
public enum Rotation: Int, Sendable, CaseIterable {
  /// Upright, as the panel is.
  case none = 0
  /// 90° clockwise.
  case quarter = 90
  /// 180°: upside down.
  case half = 180
  /// 270° clockwise.
  case threeQuarters = 270

  /// Whether width and height change places.
  package var swapsSides: Bool { self == .quarter || self == .threeQuarters }
}

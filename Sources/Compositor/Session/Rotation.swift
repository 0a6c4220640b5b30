/// How a picture is turned on a screen, clockwise as seen by who looks at the screen before it was turned.
public enum Rotation: Int, Sendable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// Whether width and height change places.
  package var swapsSides: Bool { self == .quarter || self == .threeQuarters }
}

/// The clockwise rotation of a picture on a display.
public enum Rotation: Int, Sendable, CaseIterable {
  /// No rotation.
  case none = 0
  /// 90° clockwise.
  case quarter = 90
  /// 180°.
  case half = 180
  /// 270° clockwise.
  case threeQuarters = 270

  /// Whether it exchanges width and height.
  package var swapsSides: Bool { self == .quarter || self == .threeQuarters }
}

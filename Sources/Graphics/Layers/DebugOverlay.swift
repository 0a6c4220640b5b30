/// A debug overlay, drawn over each frame of a running program. It is not part of the scene, and is
/// off by default.
///
/// ```swift
/// renderer.debugOverlay = [.damage, .frames]
/// ```
public struct DebugOverlay: OptionSet, Sendable, Hashable {
  /// The raw bits, equal to `mp_overlay_flags` of the C API.
  public let rawValue: UInt32
  /// Creates an overlay from any bits; unknown ones have no effect.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An outline and the name of each visible layer.
  public static let layers = DebugOverlay(rawValue: 1)
  /// The damaged rectangles, which are redrawn.
  public static let damage = DebugOverlay(rawValue: 2)
  /// Overdraw: pixels written twice are blue, three times green, four times orange, more often red.
  public static let overdraw = DebugOverlay(rawValue: 4)
  /// An outline of each render pass with its reason, and the previous frame's number of passes,
  /// batches and quads.
  public static let batches = DebugOverlay(rawValue: 8)
  /// The frame number, the interval since the previous frame, and its drawing time.
  public static let frames = DebugOverlay(rawValue: 16)

  /// All overlays with the names of options and commands.
  package static let named: [(name: String, overlay: DebugOverlay)] = [
    ("layers", .layers), ("damage", .damage), ("overdraw", .overdraw), ("batches", .batches), ("frames", .frames),
  ]

  /// Creates overlays from names.
  ///
  /// - Returns: nil for an unknown name.
  package init?(names: some Sequence<String>) {
    self = []
    for name in names {
      guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
      insert(found.overlay)
    }
  }

  /// The names of the overlays.
  package var names: [String] { Self.named.filter { contains($0.overlay) }.map(\.name) }
}

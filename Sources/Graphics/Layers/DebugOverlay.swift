/// A debug overlay, drawn over the frames of a program that runs. It is part of no scene.
///
/// ```swift
/// renderer.debugOverlay = [.damage, .frames]
/// ```
public struct DebugOverlay: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An outline around each layer that can be seen, with its name.
  public static let layers = DebugOverlay(rawValue: 1)
  /// The rectangles that differ from the frame before, and are drawn anew.
  public static let damage = DebugOverlay(rawValue: 2)
  /// How often pixels are written: twice blue, three times green, four times orange, more often red.
  public static let overdraw = DebugOverlay(rawValue: 4)
  /// An outline around each render pass with why there is one, and how many passes, batches and quads the frame before had.
  public static let batches = DebugOverlay(rawValue: 8)
  /// The number of the frame, how long ago the one before it was, and how long that took to draw.
  public static let frames = DebugOverlay(rawValue: 16)

  /// All of them by the names that options and commands have for them.
  package static let named: [(name: String, overlay: DebugOverlay)] = [
    ("layers", .layers), ("damage", .damage), ("overdraw", .overdraw), ("batches", .batches), ("frames", .frames),
  ]

  /// The overlays of some names.
  ///
  /// - Returns: nil for a name that there is none of.
  package init?(names: some Sequence<String>) {
    self = []
    for name in names {
      guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
      insert(found.overlay)
    }
  }

  /// The names of those that it has.
  package var names: [String] { Self.named.filter { contains($0.overlay) }.map(\.name) }
}

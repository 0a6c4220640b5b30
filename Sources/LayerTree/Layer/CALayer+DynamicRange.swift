// A layer's settings for light brighter than white. Displays have no headroom here, so these
// settings change no picture; they are stored and returned (`CALayer.swift`). (Source of names and
// defaults: CALayer.h.)

extension CALayer {
  /// The dynamic range of a layer.
  public struct DynamicRange: RawRepresentable, Hashable, Sendable {
    /// The name of the constant in Core Animation.
    public let rawValue: String
    /// Creates a value with any name; unknown names count as `standard`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The range of the contents.
    public static let automatic = DynamicRange(rawValue: "automatic")
    /// Not brighter than white. The default.
    public static let standard = DynamicRange(rawValue: "standard")
    /// A moderate range above white.
    public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
    /// The whole range of the display.
    public static let high = DynamicRange(rawValue: "high")

    /// Nil for a name that is not Core Animation's.
    var knownName: String? {
      let known: [DynamicRange] = [.automatic, .standard, .constrainedHigh, .high]
      return known.contains(self) ? rawValue : nil
    }
  }

  /// The tone mapping of contents to the range of the display.
  public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
    /// The name of the constant in Core Animation.
    public let rawValue: String
    /// Creates a value with any name; unknown names count as `automatic`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// As the contents need. The default.
    public static let automatic = ToneMapMode(rawValue: "automatic")
    /// No tone mapping.
    public static let never = ToneMapMode(rawValue: "never")
    /// Tone mapping if the system supports it.
    public static let ifSupported = ToneMapMode(rawValue: "ifSupported")

    /// Nil for a name that is not Core Animation's.
    var knownName: String? {
      let known: [ToneMapMode] = [.automatic, .never, .ifSupported]
      return known.contains(self) ? rawValue : nil
    }
  }
}

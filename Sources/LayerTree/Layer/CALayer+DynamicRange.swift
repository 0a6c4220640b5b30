// A layer's settings for light brighter than white. Displays have no headroom here, so these
// settings change no picture; they are stored and returned (`CALayer.swift`). (Source of names and
// defaults: CALayer.h.)

extension CALayer {
  /// How much brighter than white a layer may be.
  public struct DynamicRange: RawRepresentable, Hashable, Sendable {
    /// Core Animation's name.
    public let rawValue: String
    /// Takes any name; one that is not known counts as `standard`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// As the contents are.
    public static let automatic = DynamicRange(rawValue: "automatic")
    /// Not brighter than white: the default.
    public static let standard = DynamicRange(rawValue: "standard")
    /// Somewhat brighter.
    public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
    /// As much as the display can show.
    public static let high = DynamicRange(rawValue: "high")

    /// Nil for a name that is not Core Animation's.
    var knownName: String? {
      let known: [DynamicRange] = [.automatic, .standard, .constrainedHigh, .high]
      return known.contains(self) ? rawValue : nil
    }
  }

  /// Whether contents are toned down to what the display can show.
  public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
    /// Core Animation's name.
    public let rawValue: String
    /// Takes any name; one that is not known counts as `automatic`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Where the contents need it: the default.
    public static let automatic = ToneMapMode(rawValue: "automatic")
    /// Never.
    public static let never = ToneMapMode(rawValue: "never")
    /// Where that is possible.
    public static let ifSupported = ToneMapMode(rawValue: "ifSupported")

    /// Nil for a name that is not Core Animation's.
    var knownName: String? {
      let known: [ToneMapMode] = [.automatic, .never, .ifSupported]
      return known.contains(self) ? rawValue : nil
    }
  }
}

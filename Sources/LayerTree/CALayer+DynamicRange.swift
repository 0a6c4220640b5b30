import Foundation
import Graphics

// What a layer says about light that is brighter than white. Displays here have no headroom, so that nothing of it changes
// a picture; a program reads what it set. (Source of names and defaults: CALayer.h.)

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
  }

  /// How much brighter than white the layer may be; an unknown name is stored as `standard`. Default `standard`.
  public var preferredDynamicRange: DynamicRange {
    get { (value(forKey: "preferredDynamicRange") as? String).map(DynamicRange.init) ?? .standard }
    set {
      let known: [DynamicRange] = [.automatic, .standard, .constrainedHigh, .high]
      setValue(known.contains(newValue) ? newValue.rawValue : nil, forKey: "preferredDynamicRange")
    }
  }

  /// Whether contents are toned down; an unknown name is stored as `automatic`. Default `automatic`.
  public var toneMapMode: ToneMapMode {
    get { (value(forKey: "toneMapMode") as? String).map(ToneMapMode.init) ?? .automatic }
    set {
      let known: [ToneMapMode] = [.automatic, .never, .ifSupported]
      setValue(known.contains(newValue) ? newValue.rawValue : nil, forKey: "toneMapMode")
    }
  }

  /// How many times as bright as white the contents were made for; any number is kept. Default 0.
  public var contentsHeadroom: CGFloat {
    get { (value(forKey: "contentsHeadroom") as? NSNumber).map { CGFloat($0.doubleValue) } ?? 0 }
    set { setValue(NSNumber(value: Double(newValue)), forKey: "contentsHeadroom") }
  }

  /// Whether contents may be brighter than white. Default false.
  public var wantsExtendedDynamicRangeContent: Bool {
    get { (value(forKey: "wantsExtendedDynamicRangeContent") as? NSNumber)?.boolValue ?? false }
    set { setValue(NSNumber(value: newValue), forKey: "wantsExtendedDynamicRangeContent") }
  }
}

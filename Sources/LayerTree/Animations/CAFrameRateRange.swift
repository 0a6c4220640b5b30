// swift-format-ignore-file: AlwaysUseLowerCamelCase

import MultiplaneGraphics

/// A range of frame rates, in frames per second. (Source: CAFrameRateRange.h.)
public struct CAFrameRateRange: Hashable, Sendable {
  /// The lowest acceptable rate; 0 for no preference.
  public var minimum: Float
  /// The highest acceptable rate; 0 for no preference.
  public var maximum: Float
  /// The preferred rate; nil or 0 for no preference.
  public var preferred: Float?

  /// No preference: the rate of the display.
  public static let `default` = CAFrameRateRange()

  /// Creates a range without preference.
  public init() { self.init(minimum: 0, maximum: 0) }

  /// Creates a range with an optional preferred rate.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }
}

/// Creates a `CAFrameRateRange`.
public func CAFrameRateRangeMake(_ minimum: Float, _ maximum: Float, _ preferred: Float) -> CAFrameRateRange {
  CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
}

/// Whether two ranges are equal. A missing preferred rate equals 0.
public func CAFrameRateRangeIsEqualToRange(_ range: CAFrameRateRange, _ other: CAFrameRateRange) -> Bool {
  range.minimum == other.minimum && range.maximum == other.maximum
    && range.preferred ?? 0 == other.preferred ?? 0
}

/// The constant `CAFrameRateRange.default`.
public let CAFrameRateRangeDefault = CAFrameRateRange.default

// swift-format-ignore-file: AlwaysUseLowerCamelCase

import MultiplaneGraphics

/// How often a second something is to be drawn. (Source: CAFrameRateRange.h.)
public struct CAFrameRateRange: Hashable, Sendable {
  /// Frames a second at least; 0 for no wish.
  public var minimum: Float
  /// Frames a second at most; 0 for no wish.
  public var maximum: Float
  /// The best number of frames a second; nil or 0 for no wish.
  public var preferred: Float?

  /// No wish: what the display does by itself.
  public static let `default` = CAFrameRateRange()

  /// No wish.
  public init() { self.init(minimum: 0, maximum: 0) }

  /// A range, and the best number within it.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }
}

/// `CAFrameRateRange(minimum:maximum:preferred:)`.
public func CAFrameRateRangeMake(_ minimum: Float, _ maximum: Float, _ preferred: Float) -> CAFrameRateRange {
  CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
}

/// Whether two ranges have the same numbers; no preferred one counts as 0.
public func CAFrameRateRangeIsEqualToRange(_ range: CAFrameRateRange, _ other: CAFrameRateRange) -> Bool {
  range.minimum == other.minimum && range.maximum == other.maximum
    && range.preferred ?? 0 == other.preferred ?? 0
}

/// `CAFrameRateRange.default`.
public let CAFrameRateRangeDefault = CAFrameRateRange.default

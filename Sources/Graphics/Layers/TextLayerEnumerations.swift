import Foundation

// The enumerations that `CATextLayer` properties take. Source of names and raw values: CATextLayer.h.

/// Where text that does not fit is cut.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nowhere: the default.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// At its start.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// At its end.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// In its middle.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")

  package static let all: [CATextLayerTruncationMode] = [.none, .start, .end, .middle]
}

/// How the lines of text are aligned.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// As is usual for the text's language: the default.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// To the left.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// To the right.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// In the middle.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// To both sides.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")

  package static let all: [CATextLayerAlignmentMode] = [.natural, .left, .right, .center, .justified]
}

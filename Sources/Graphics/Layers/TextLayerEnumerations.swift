import Foundation

// The enumerations that `CATextLayer` properties take. Source of names and raw values:
// CATextLayer.h.

/// The truncation of text that does not fit.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No truncation. The default.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// At the start.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// At the end.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// In the middle.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")

  package static let all: [CATextLayerTruncationMode] = [.none, .start, .end, .middle]
}

/// The alignment of lines of text.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The natural alignment of the text's script. The default.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// Left-aligned.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// Right-aligned.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// Centred.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// Justified.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")

  package static let all: [CATextLayerAlignmentMode] = [.natural, .left, .right, .center, .justified]
}

/// The vertical placement of text in its layer. Not part of Core Animation.
public struct TextVerticalAlignment: RawRepresentable, Hashable, Sendable {
  /// The name, as in scene files.
  public let rawValue: String
  /// Creates a value with any name; an unknown one is placed at the top.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The first line touches the top of the layer. The default.
  public static let top = TextVerticalAlignment(rawValue: "top")
  /// The lines are centred, by their ascent and descent.
  public static let middle = TextVerticalAlignment(rawValue: "middle")
  /// The last line touches the bottom.
  public static let bottom = TextVerticalAlignment(rawValue: "bottom")
  /// The baseline of the last line is the bottom of the layer; descenders are below it.
  public static let baseline = TextVerticalAlignment(rawValue: "baseline")

  package static let all: [TextVerticalAlignment] = [.top, .middle, .bottom, .baseline]
}

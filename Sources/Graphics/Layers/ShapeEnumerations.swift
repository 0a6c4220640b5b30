import Foundation

// The enumerations of shape layers, of corners' curves and of edges. Source of names and raw
// values: CAShapeLayer.h and CALayer.h.

/// The fill rule of a shape layer.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name; unknown ones count as `nonZero`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Non-zero winding number. The default.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// Odd number of crossings.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")

  package static let all: [CAShapeLayerFillRule] = [.nonZero, .evenOdd]
}

/// The joins of a shape layer's stroke.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name; unknown ones count as `miter`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A sharp corner, up to the miter limit. The default.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// A round corner.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// A bevelled corner.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")

  package static let all: [CAShapeLayerLineJoin] = [.miter, .round, .bevel]
}

/// The caps of a shape layer's stroke.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name; unknown ones count as `butt`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Ends at the end point. The default.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// Ends with a semicircle.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// Ends half a line width beyond the end point.
  public static let square = CAShapeLayerLineCap(rawValue: "square")

  package static let all: [CAShapeLayerLineCap] = [.butt, .round, .square]
}

/// The curve of a layer's rounded corners.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name; unknown ones count as `circular`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A circular arc. The default.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// A longer curve with continuous curvature.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")

  package static let all: [CALayerCornerCurve] = [.circular, .continuous]
}

/// Edges of a layer, in its own coordinates, that are anti-aliased.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt32
  /// Creates a mask from any bits; unknown ones have no effect.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The edge of least x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  /// The edge of greatest x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  /// The edge of least y.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  /// The edge of greatest y.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)

  /// All four edges: the default.
  package static let all: CAEdgeAntialiasingMask = [.layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge]
}

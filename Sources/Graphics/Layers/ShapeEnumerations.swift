import Foundation

// The enumerations of shape layers, of corners' curves and of edges. Source of names and raw values: CAShapeLayer.h and
// CALayer.h.

/// Which points are inside a shape layer's path.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name; one that is not known counts as `nonZero`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Those around which the path winds: the default.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// Those from which a ray crosses the path an odd number of times.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")

  package static let all: [CAShapeLayerFillRule] = [.nonZero, .evenOdd]
}

/// How a shape layer's stroke goes round the corners of its path.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name; one that is not known counts as `miter`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// To a point, where that is not too long: the default.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// Along a circle.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// Cut off.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")

  package static let all: [CAShapeLayerLineJoin] = [.miter, .round, .bevel]
}

/// How a shape layer's stroke ends.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name; one that is not known counts as `butt`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Where the path ends: the default.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// With half a circle.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// Half a line width later.
  public static let square = CAShapeLayerLineCap(rawValue: "square")

  package static let all: [CAShapeLayerLineCap] = [.butt, .round, .square]
}

/// The curve of a layer's rounded corners.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name; one that is not known counts as `circular`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A quarter of a circle: the default.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// A longer curve that bends in gradually.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")

  package static let all: [CALayerCornerCurve] = [.circular, .continuous]
}

/// Which edges of a layer are anti-aliased, in the layer's own coordinates.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// One bit an edge.
  public let rawValue: UInt32
  /// Takes any bits; those that name no edge have no effect.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The edge of the least x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  /// The edge of the greatest x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  /// The edge of the least y.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  /// The edge of the greatest y.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)

  /// All four edges: the default.
  package static let all: CAEdgeAntialiasingMask = [.layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge]
}

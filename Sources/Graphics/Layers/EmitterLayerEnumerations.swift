import Foundation

// The enumerations that `CAEmitterLayer` properties take. Source of names and raw values: CAEmitterLayer.h.

/// The shape that particles come from.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A point: the default.
  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  /// A line along x, as long as the emitter is wide.
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  /// A rectangle of the emitter's size.
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  /// A box of the emitter's size and depth.
  public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
  /// A circle, whose radius is the emitter's width.
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
  /// A sphere, whose radius is the emitter's width.
  public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")

  package static let all: [CAEmitterLayerEmitterShape] = [.point, .line, .rectangle, .cuboid, .circle, .sphere]
}

/// Which part of the shape particles come from.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its corners.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// Its edges.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// Its faces.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  /// All of it: the default.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")

  package static let all: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]
}

/// In which order particles are drawn.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In any: the default.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// The oldest beneath.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// The oldest on top.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// By their depth.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// In any, their colours added.
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")

  package static let all: [CAEmitterLayerRenderMode] = [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
}

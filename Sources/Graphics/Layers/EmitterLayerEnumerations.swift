import Foundation

// The enumerations that `CAEmitterLayer` properties take. Source of names and raw values:
// CAEmitterLayer.h.

/// The shape of an emitter.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A point. The default.
  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  /// A line along x, with the width of the emitter's size.
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  /// A rectangle of the emitter's size.
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  /// A cuboid of the emitter's size and depth.
  public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
  /// A circle with the width of the emitter's size as its radius.
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
  /// A sphere with the width of the emitter's size as its radius.
  public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")

  package static let all: [CAEmitterLayerEmitterShape] = [.point, .line, .rectangle, .cuboid, .circle, .sphere]
}

/// The part of an emitter's shape that emits.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The corners.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// The edges.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// The faces.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  /// The whole volume. The default.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")

  package static let all: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]
}

/// The drawing order of particles.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Any order. The default.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// Oldest first, at the back.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// Oldest last, at the front.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// Sorted by depth, from back to front.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// Any order, with additive blending.
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")

  package static let all: [CAEmitterLayerRenderMode] = [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
}

import MultiplaneGraphics

/// The gradient of a gradient layer, above its background (rendering rules §14).
package struct Gradient: Sendable, Equatable {
  package struct Stop: Sendable, Equatable {
    /// The position, in 0…1, not below the previous stop.
    package var location: Double
    package var color: StraightColor
  }

  package var type: CAGradientLayerType
  /// The stops, at least two.
  package var stops: [Stop]
  /// The position of the first stop, in unit coordinates of the bounds.
  package var start: CGPoint
  package var end: CGPoint

  /// What of a gradient animations change, but for its colours: where it begins and ends, in the
  /// unit square of the bounds.
  struct Ends: Sendable {
    var start: CGPoint
    var end: CGPoint

    init(_ gradient: GradientValues) {
      start = gradient.startPoint
      end = gradient.endPoint
    }
  }

  /// The gradient between two corners of the bounds; nil where the layer draws none: with fewer
  /// than two colours, or another number of locations.
  init?(anywhere gradient: GradientValues) {
    guard let colors = gradient.colors, colors.count > 1 else { return nil }
    let locations = gradient.locations ?? Self.evenLocations(colors.count)
    guard locations.count == colors.count, locations.allSatisfy(\.isFinite) else { return nil }
    type = CAGradientLayerType.all.contains(gradient.type) ? gradient.type : .axial
    (start, end) = (.zero, CGPoint(x: 1, y: 1))
    var last = 0.0
    stops = zip(locations, colors).map { location, color in
      last = min(max(location, last), 1)
      return Stop(location: last, color: color.straight)
    }
  }

  /// The same between other points; nil when it draws nothing then.
  func moved(to ends: Ends) -> Gradient? {
    let (start, end) = (ends.start, ends.end)
    guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else { return nil }
    var gradient = self
    (gradient.start, gradient.end) = (start, end)
    return Self.hasExtent(type, start, end) ? gradient : nil
  }

  /// A radial one needs two radii.
  private static func hasExtent(_ type: CAGradientLayerType, _ start: CGPoint, _ end: CGPoint) -> Bool {
    type != .radial || start.x != end.x && start.y != end.y
  }

  /// The default locations of the given number of stops: evenly spaced from 0 to 1.
  static func evenLocations(_ count: Int) -> [Double] {
    (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
  }

  /// The gradient with its colours multiplied (§17).
  func tinted(_ tint: StraightColor) -> Gradient {
    var copy = self
    for index in copy.stops.indices { copy.stops[index].color = copy.stops[index].color.tinted(tint) }
    return copy
  }
}

import Foundation

/// The extension of a gradient beyond its ends, in its end colours.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  /// The raw bits, equal to Apple's.
  public let rawValue: UInt32

  /// Creates options from raw bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The first colour extends before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1 << 0)
  /// The last colour extends after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 1 << 1)
}

/// A gradient: colour stops at locations in 0…1. Immutable.
public final class CGGradient: Sendable {
  /// A colour stop.
  package struct Stop: Sendable, Equatable {
    /// The location: 0 is the start of the gradient and 1 its end.
    package var location: Double
    package var color: CGColor
  }

  /// The stops in ascending order; at equal locations the colour jumps.
  package let stops: [Stop]
  /// The space in which colours are mixed, and which all stops are in.
  package let space: CGColorSpace

  /// `locations`, if given, has as many numbers as there are colours, which are in `space`.
  private init?(_ space: CGColorSpace, colors: [CGColor], locations: [CGFloat]?) {
    guard !colors.isEmpty else { return nil }
    if let locations, locations.count < colors.count { return nil }
    let even = Double(max(colors.count - 1, 1))
    let unordered = colors.enumerated().map { index, color in
      let location = locations.map { Double($0[index]) } ?? Double(index) / even
      return Stop(location: location.isNaN ? 0 : min(max(location, 0), 1), color: color)
    }
    self.space = space
    // Stable: colours of one place keep their order, which says what jumps to what.
    stops = unordered.enumerated()
      .sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
      .map(\.element)
  }

  /// Creates a gradient from `CGColor`s. Without `locations`, the stops are evenly spaced;
  /// locations are clamped to 0…1.
  ///
  /// Colours are converted to `space`, or without one to Apple's Generic RGB, of the power 1.8, and
  /// mixed there. Nil without colours, for an element that is no colour, for a pattern or indexed
  /// space, or with fewer locations than colours.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: [CGFloat]?) {
    let mixing = space ?? .genericRGBSpace
    var converted: [CGColor] = []
    for element in colors {
      guard let color = element as? CGColor else { return nil }
      let plain = color.pattern == nil || space != nil ? color : CGColor(color.straight)
      guard let inSpace = plain.converted(to: mixing, intent: .defaultIntent, options: nil) else { return nil }
      converted.append(inSpace)
    }
    self.init(mixing, colors: converted, locations: locations)
  }

  /// The colour at a location 0…1: components and alpha of the stops around it, mixed. Of several
  /// stops at one location, the last.
  package func color(at location: Double) -> CGColor {
    guard let first = stops.first, let last = stops.last else { return .clear }
    guard let next = stops.firstIndex(where: { $0.location > location }) else { return last.color }
    guard next > 0 else { return first.color }
    let (low, high) = (stops[next - 1], stops[next])
    let share = CGFloat((location - low.location) / (high.location - low.location))
    let mixed = zip(low.color.components ?? [], high.color.components ?? []).map { $0 + ($1 - $0) * share }
    return CGColor(colorSpace: space, components: mixed) ?? low.color
  }

  /// Creates a gradient from `CGColor`s, with a pointer to one location per colour.
  @_disfavoredOverload  // Arrays and nil are for the other, which knows how many there are.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
    self.init(
      colorsSpace: space, colors: colors, locations: locations.map { Self.numbers(at: $0, count: colors.count) })
  }

  /// Creates a gradient from `count` colours, each as consecutive components followed by alpha.
  ///
  /// Without `locations`, the stops are evenly spaced. Nil if numbers are missing, or the count is
  /// below 1.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents: [CGFloat], locations: [CGFloat]?, count: Int
  ) {
    let size = space.numberOfComponents + 1
    guard count > 0, count <= colorComponents.count / size else { return nil }
    let colors = (0..<count).compactMap {
      CGColor(colorSpace: space, components: Array(colorComponents[$0 * size..<($0 + 1) * size]))
    }
    self.init(space, colors: colors, locations: locations)
  }

  /// Creates a gradient from pointers to the components and locations of `count` colours.
  @_disfavoredOverload
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents: UnsafePointer<CGFloat>, locations: UnsafePointer<CGFloat>?,
    count: Int
  ) {
    guard count > 0, count < Int.max / (space.numberOfComponents + 1) else { return nil }
    self.init(
      colorSpace: space,
      colorComponents: Self.numbers(at: colorComponents, count: count * (space.numberOfComponents + 1)),
      locations: locations.map { Self.numbers(at: $0, count: count) }, count: count)
  }

  private static func numbers(at start: UnsafePointer<CGFloat>, count: Int) -> [CGFloat] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }
}

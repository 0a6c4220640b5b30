import Foundation

/// A shading: colours along a line or between two circles, computed by a function. Immutable.
public final class CGShading: Sendable {
  /// The geometry of the gradient.
  package enum Axis: Sendable {
    /// Along the line between two points.
    case linear(start: CGPoint, end: CGPoint)
    /// From one circle to another.
    case radial(start: CGPoint, startRadius: CGFloat, end: CGPoint, endRadius: CGFloat)
  }

  /// The colour space of the function's results.
  public let colorSpace: CGColorSpace
  package let axis: Axis
  /// The extension beyond the ends, in the end colours.
  package let options: CGGradientDrawingOptions
  private let function: CGFunction

  private init?(
    _ axis: Axis, _ space: CGColorSpace, _ function: CGFunction, extendStart: Bool, extendEnd: Bool
  ) {
    // Its input goes from 0 to 1; its results are components and alpha, or components of an opaque
    // colour.
    let count = space.numberOfComponents
    guard space.model != .pattern, function.inputCount == 1, [count, count + 1].contains(function.outputCount)
    else { return nil }
    self.axis = axis
    colorSpace = space
    self.function = function
    var options = CGGradientDrawingOptions()
    if extendStart { options.insert(.drawsBeforeStartLocation) }
    if extendEnd { options.insert(.drawsAfterEndLocation) }
    self.options = options
  }

  /// Creates an axial shading: colours along the line from `start` to `end`, constant across it.
  ///
  /// `function` has one input in 0…1, and the components of `space` followed by alpha as results.
  /// Nil for other dimensions.
  public convenience init?(
    axialSpace space: CGColorSpace, start: CGPoint, end: CGPoint, function: CGFunction, extendStart: Bool,
    extendEnd: Bool
  ) {
    self.init(
      .linear(start: start, end: end), space, function, extendStart: extendStart, extendEnd: extendEnd)
  }

  /// Creates a radial shading: circles that change from one to the other, the last one on top.
  ///
  /// `function` is as for an axial shading.
  public convenience init?(
    radialSpace space: CGColorSpace, start: CGPoint, startRadius: CGFloat, end: CGPoint, endRadius: CGFloat,
    function: CGFunction, extendStart: Bool, extendEnd: Bool
  ) {
    self.init(
      .radial(start: start, startRadius: startRadius, end: end, endRadius: endRadius), space, function,
      extendStart: extendStart, extendEnd: extendEnd)
  }

  /// The colour at a position 0…1.
  package func color(at place: Double) -> CGColor {
    var numbers = function.values(at: [CGFloat(place)])
    if numbers.count == colorSpace.numberOfComponents { numbers.append(1) }
    return CGColor(colorSpace: colorSpace, components: numbers) ?? .clear
  }
}

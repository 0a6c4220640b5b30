import Foundation

/// A colour: the components of a colour space, and alpha, which is not multiplied into them.
///
/// Immutable. Equal are colours of equal spaces, components and alpha. A component that its space cannot hold is cut to
/// 0…1 when the colour is made, alpha always; what is not a number becomes 0.
public final class CGColor: Sendable {
  /// The space that gives the components their meaning; never nil, optional as Apple's is.
  public let colorSpace: CGColorSpace?
  /// The colour components, then alpha; never nil, optional as Apple's is.
  public let components: [CGFloat]?
  /// Opacity, 0…1.
  public let alpha: CGFloat
  /// The colour in sRGB, cut to 0…1, alpha not multiplied in. Kept, because converting takes powers.
  package let straight: StraightColor
  /// The pattern that this paints with; nil for a colour proper.
  public let pattern: CGPattern?

  /// `components` holds as many numbers as `space` asks for.
  private init(space: CGColorSpace, _ components: [CGFloat], alpha: CGFloat) {
    let limited = space.limited(components.map { Double($0) }).map { CGFloat($0) }
    let opacity: CGFloat = alpha.isNaN ? 0 : min(max(alpha, 0), 1)
    colorSpace = space
    self.components = limited + [opacity]
    self.alpha = opacity
    let rgb = space.convert(limited.map { Double($0) }, to: .srgbSpace)
    straight = StraightColor(red: rgb[0], green: rgb[1], blue: rgb[2], alpha: Double(opacity))
    pattern = nil
  }

  /// Makes a colour that paints with a pattern: `components` are alpha for a coloured one, those of the space's base and
  /// alpha for another.
  ///
  /// Nil if `space` is no space of patterns, or has no base for an uncoloured one, and for fewer components. Where a colour proper is
  /// asked for, as by a layer's background, it is clear.
  public init?(patternSpace space: CGColorSpace, pattern: CGPattern, components numbers: [CGFloat]) {
    guard space.model == .pattern, pattern.isColored || space.baseColorSpace != nil else { return nil }
    let count = pattern.isColored ? 0 : space.numberOfComponents
    guard numbers.count > count else { return nil }
    let opacity: CGFloat = numbers[count].isNaN ? 0 : min(max(numbers[count], 0), 1)
    colorSpace = space
    self.components = numbers.prefix(count) + [opacity]
    alpha = opacity
    straight = StraightColor(red: 0, green: 0, blue: 0, alpha: 0)
    self.pattern = pattern
  }

  /// The same, with components somewhere in memory (`&components`), of which there must be enough.
  @_disfavoredOverload  // Arrays are for the other, which knows how many there are.
  public convenience init?(patternSpace space: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>) {
    let count = pattern.isColored ? 0 : space.numberOfComponents
    let numbers = [CGFloat](UnsafeBufferPointer(start: components, count: count + 1))
    self.init(patternSpace: space, pattern: pattern, components: numbers)
  }

  /// Of a pattern without colours of its own the one that it is painted with.
  package var patternTint: CGColor? {
    guard let base = colorSpace?.baseColorSpace, let components, pattern?.isColored == false else { return nil }
    return CGColor(colorSpace: base, components: components)
  }

  /// Makes a colour of the display's RGB space, which is sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .srgbSpace, [red, green, blue], alpha: alpha)
  }

  /// Makes an sRGB colour.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .srgbSpace, [red, green, blue], alpha: alpha)
  }

  /// Makes a grey of the generic grey space, the one with a power of 2.2.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(space: .grayGamma22Space, [gray], alpha: alpha)
  }

  /// Makes a grey of the generic grey space, the one with a power of 2.2.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(space: .grayGamma22Space, [gray], alpha: alpha)
  }

  /// Makes an ink colour without a profile.
  public convenience init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    self.init(space: .deviceCMYKSpace, [cyan, magenta, yellow, black], alpha: alpha)
  }

  /// Makes a colour of the space's components followed by alpha; nil where there are fewer numbers than that.
  public convenience init?(colorSpace space: CGColorSpace, components: [CGFloat]) {
    let count = space.numberOfComponents
    guard space.model != .pattern, components.count > count else { return nil }
    self.init(space: space, Array(components.prefix(count)), alpha: components[count])
  }

  /// Makes a colour of the space's components followed by alpha, of which there must be enough (`&components`); nil for a
  /// space of patterns. A mutable pointer, so that an array never goes here, whose length is known.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafeMutablePointer<CGFloat>) {
    guard space.model != .pattern else { return nil }
    let count = space.numberOfComponents
    self.init(
      space: space, Array(UnsafeBufferPointer(start: components, count: count)), alpha: components[count])
  }

  /// Makes an sRGB colour.
  package convenience init(_ color: StraightColor) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  /// White, opaque.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Black, opaque.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Black of alpha 0.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The default of a layer's border, shadow and fill: black in sRGB, so of four components, which programs index.
  package static let opaqueBlack = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  /// The default of text, of replicated layers and of particles: white in sRGB.
  package static let opaqueWhite = CGColor(red: 1, green: 1, blue: 1, alpha: 1)

  /// The number of components, alpha included.
  public var numberOfComponents: Int { components?.count ?? 0 }

  /// The colour itself, which nothing can change.
  public func copy() -> CGColor? { self }

  /// The same colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    guard let space = colorSpace, let components else { return nil }
    guard let pattern else { return CGColor(space: space, Array(components.dropLast()), alpha: alpha) }
    return CGColor(patternSpace: space, pattern: pattern, components: components.dropLast() + [alpha])
  }

  /// The colour's components in another space, without alpha, cut to what that space can hold.
  package func components(in space: CGColorSpace) -> [Double] {
    guard let ownSpace = colorSpace, let components, pattern == nil else {
      return [Double](repeating: 0, count: max(space.numberOfComponents, 1))
    }
    return ownSpace.convert(components.dropLast().map { Double($0) }, to: space)
  }

  /// The colour in another space, cut to what that space can hold; nil for a pattern. The intent and the options change
  /// nothing.
  public func converted(
    to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
  ) -> CGColor? {
    guard let ownSpace = colorSpace, let components, pattern == nil, space.model != .pattern else { return nil }
    let converted = ownSpace.convert(components.dropLast().map { Double($0) }, to: space)
    return CGColor(space: space, converted.map { CGFloat($0) }, alpha: alpha)
  }
}

extension CGColor: Hashable {
  /// Whether space and components are the same; a colour converted to another space differs.
  public static func == (a: CGColor, b: CGColor) -> Bool {
    a === b || (a.components == b.components && a.colorSpace == b.colorSpace && a.pattern === b.pattern)
  }

  /// Hashes space and components.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(components)
    hasher.combine(colorSpace)
  }
}

extension CGColor: _ExpressibleByColorLiteral {
  /// For `#colorLiteral(red:green:blue:alpha:)`: an sRGB colour.
  public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(srgbRed: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }
}

extension CGColor: CustomStringConvertible {
  /// Its space and components, for people.
  public var description: String {
    let numbers = (components ?? []).map { "\($0)" }.joined(separator: " ")
    return "CGColor(\(colorSpace?.knownName ?? "no space"): \(numbers))"
  }
}

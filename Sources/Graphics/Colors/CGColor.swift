import Foundation

/// A colour: the unpremultiplied components of a colour space, and alpha.
///
/// Immutable. Two colours are equal if their spaces, components and alpha are. Components are
/// clamped to the range of the space, and alpha to 0…1; NaN becomes 0.
public final class CGColor: Sendable {
  /// The colour space. Never nil; optional as in Apple's API.
  public let colorSpace: CGColorSpace?
  /// The colour components, followed by alpha. Never nil; optional as in Apple's API.
  public let components: [CGFloat]?
  /// The opacity, 0…1.
  public let alpha: CGFloat
  /// The colour in sRGB, unpremultiplied and clamped to 0…1. Stored, because the conversion is
  /// expensive.
  package let straight: StraightColor
  /// The pattern; nil for a plain colour.
  public let pattern: CGPattern?
  /// The brightest component relative to white: 1 for colours of a standard range, more for HDR; 0
  /// if it is unknown. Stored, without effect.
  public let contentHeadroom: Float

  /// `components` holds as many numbers as `space` asks for.
  private init(space: CGColorSpace, _ components: [CGFloat], alpha: CGFloat, headroom: Float? = nil) {
    let limited = space.limited(components.map { Double($0) }).map { CGFloat($0) }
    let opacity: CGFloat = alpha.isNaN ? 0 : min(max(alpha, 0), 1)
    colorSpace = space
    self.components = limited + [opacity]
    self.alpha = opacity
    let rgb = space.convert(limited.map { Double($0) }, to: .srgbSpace)
    straight = StraightColor(red: rgb[0], green: rgb[1], blue: rgb[2], alpha: Double(opacity))
    pattern = nil
    contentHeadroom = headroom ?? (CGColorSpaceIsHDR(space) ? 0 : 1)
  }

  /// Creates a colour that paints with a pattern. `components` are alpha for a coloured pattern,
  /// and those of the base space followed by alpha for an uncoloured one.
  ///
  /// Nil if `space` is no pattern space, has no base space for an uncoloured pattern, or if
  /// components are missing. Where a plain colour is needed, such as a layer's background, it
  /// counts as clear.
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
    contentHeadroom = 1
  }

  /// Creates a colour that paints with a pattern. `components` points to as many numbers as the
  /// pattern needs.
  @_disfavoredOverload  // Arrays are for the other, which knows how many there are.
  public convenience init?(patternSpace space: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>) {
    let count = pattern.isColored ? 0 : space.numberOfComponents
    let numbers = [CGFloat](UnsafeBufferPointer(start: components, count: count + 1))
    self.init(patternSpace: space, pattern: pattern, components: numbers)
  }

  /// The colour of an uncoloured pattern.
  package var patternTint: CGColor? {
    guard let base = colorSpace?.baseColorSpace, let components, pattern?.isColored == false else { return nil }
    return CGColor(colorSpace: base, components: components)
  }

  /// Creates a colour in the device RGB space, which is sRGB. Components are clamped to 0…1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .srgbSpace, [red, green, blue], alpha: alpha)
  }

  /// Creates a colour in sRGB. Components are clamped to 0…1.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .srgbSpace, [red, green, blue], alpha: alpha)
  }

  /// Creates a grey in the Generic Gray space, of the power 1.8: 0.5 is 146 of 255 in sRGB.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(space: .genericGraySpace, [gray], alpha: alpha)
  }

  /// Creates a grey in the generic grey space, with gamma 2.2.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(space: .grayGamma22Space, [gray], alpha: alpha)
  }

  /// Creates a colour in `CGColorSpace.genericCMYK`.
  public convenience init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    self.init(space: .genericCMYKSpace, [cyan, magenta, yellow, black], alpha: alpha)
  }

  /// Creates a colour from the space's components, followed by alpha; nil if there are too few
  /// numbers.
  public convenience init?(colorSpace space: CGColorSpace, components: [CGFloat]) {
    let count = space.numberOfComponents
    guard space.model != .pattern, components.count > count else { return nil }
    self.init(space: space, Array(components.prefix(count)), alpha: components[count])
  }

  /// Creates a colour from a pointer to the space's components and alpha (`&components`); nil for a
  /// pattern space. The pointer is mutable, so that arrays choose the overload that checks their
  /// length.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafeMutablePointer<CGFloat>) {
    guard space.model != .pattern else { return nil }
    let count = space.numberOfComponents
    self.init(
      space: space, Array(UnsafeBufferPointer(start: components, count: count)), alpha: components[count])
  }

  /// Creates a colour with a headroom: how many times as bright as white its brightest component
  /// may be shown, at least 1, or 0 for unknown. Nil for less, and for a space that is not RGB.
  public convenience init?(
    headroom: Float, colorSpace space: CGColorSpace, red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    guard space.model == .rgb, headroom == 0 || headroom >= 1 else { return nil }
    self.init(space: space, [red, green, blue], alpha: alpha, headroom: headroom)
  }

  /// Creates a colour from a constant pointer to the space's components and alpha; nil for a
  /// pattern space. Generic, because Swift makes a pointer of an array only where the type is
  /// written out.
  public convenience init?<Pointer: _Pointer>(colorSpace space: CGColorSpace, components: Pointer)
  where Pointer.Pointee == CGFloat {
    guard space.model != .pattern else { return nil }
    let numbers = UnsafePointer<CGFloat>(components._rawValue)
    self.init(
      colorSpace: space, components: Array(UnsafeBufferPointer(start: numbers, count: space.numberOfComponents + 1)))
  }

  /// Creates an sRGB colour.
  package convenience init(_ color: StraightColor) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  /// Opaque white.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Opaque black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Transparent black.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The default of borders, shadows and fills: black in sRGB, with four components, because
  /// programs index them.
  package static let opaqueBlack = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  /// The default of text, replicated layers and particles: white in sRGB.
  package static let opaqueWhite = CGColor(red: 1, green: 1, blue: 1, alpha: 1)

  /// The number of components, including alpha.
  public var numberOfComponents: Int { components?.count ?? 0 }

  /// Returns the colour itself, because it is immutable.
  public func copy() -> CGColor? { self }

  /// Returns the colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    guard let space = colorSpace, let components else { return nil }
    guard let pattern else { return CGColor(space: space, Array(components.dropLast()), alpha: alpha) }
    return CGColor(patternSpace: space, pattern: pattern, components: components.dropLast() + [alpha])
  }

  /// The colour's components in another space, without alpha, clamped to its range.
  package func components(in space: CGColorSpace) -> [Double] {
    guard let ownSpace = colorSpace, let components, pattern == nil else {
      return [Double](repeating: 0, count: max(space.numberOfComponents, 1))
    }
    return ownSpace.convert(components.dropLast().map { Double($0) }, to: space)
  }

  /// Converts the colour to another space, clamped to its range; nil for a pattern, and to a
  /// pattern or indexed space. Intent and options have no effect.
  public func converted(
    to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
  ) -> CGColor? {
    guard let ownSpace = colorSpace, let components, pattern == nil, space.model != .pattern, space.model != .indexed
    else { return nil }
    let converted = ownSpace.convert(components.dropLast().map { Double($0) }, to: space)
    return CGColor(space: space, converted.map { CGFloat($0) }, alpha: alpha)
  }
}

extension CGColor: Hashable {
  /// Whether spaces and components are equal. A colour that was converted to another space differs.
  public static func == (a: CGColor, b: CGColor) -> Bool {
    a === b
      || (a.components == b.components && a.colorSpace == b.colorSpace && a.pattern === b.pattern
        && a.contentHeadroom == b.contentHeadroom)
  }

  /// Hashes space and components.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(components)
    hasher.combine(colorSpace)
  }
}

extension CGColor: _ExpressibleByColorLiteral {
  /// Creates an sRGB colour; for `#colorLiteral(red:green:blue:alpha:)`.
  public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(srgbRed: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }
}

extension CGColor: CustomStringConvertible {
  /// The space and the components as text.
  public var description: String {
    let numbers = (components ?? []).map { "\($0)" }.joined(separator: " ")
    return "CGColor(\(colorSpace?.knownName ?? "no space"): \(numbers))"
  }
}

import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct CGColorTests {
  @Test func componentsEndWithAlpha() {
    let color = CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    #expect(color.components == [0.1, 0.2, 0.3, 0.4])
    #expect(color.numberOfComponents == 4)
    #expect(color.straight == StraightColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4))
    #expect(CGColor.white.components == [1, 1])
    #expect(CGColor.clear.alpha == 0)
  }

  @Test func equalityAsksSpaceAndComponents() {
    let color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(color == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    #expect(color.hashValue == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1).hashValue)
    #expect(color !== CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(color != CGColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(CGColor(gray: 1, alpha: 1) != CGColor(red: 1, green: 1, blue: 1, alpha: 1))
  }

  @Test func componentsAreCutOnlyInSpacesThatEnd() throws {
    #expect(CGColor(red: 2, green: -1, blue: .nan, alpha: 7).components == [1, 0, 0, 1])
    let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let bright = try #require(CGColor(colorSpace: extended, components: [2, -1, 0.5, 1]))
    #expect(bright.components == [2, -1, 0.5, 1])
    #expect(bright.straight == StraightColor(red: 1, green: 0, blue: 0.5, alpha: 1))
  }

  @Test func tooFewComponentsMakeNoColor() {
    #expect(CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 1, 1]) == nil)
    #expect(CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: []) == nil)
  }

  @Test func copyChangesAlphaOnly() throws {
    let copy = try #require(CGColor(red: 0.5, green: 0.25, blue: 0, alpha: 1).copy(alpha: 0.5))
    #expect(copy.components == [0.5, 0.25, 0, 0.5])
    #expect(copy.straight.premultiplied == PremultipliedColor(red: 0.25, green: 0.125, blue: 0, alpha: 0.5))
  }
}

@Suite struct ColorConversionTests {
  @Test(arguments: [
    // The published value of sRGB's middle grey, both pieces of the curve, and both ends.
    (0.0, 0.0), (0.04045, 0.04045 / 12.92), (0.5, 0.21404114), (1.0, 1.0), (-0.5, -0.21404114),
  ])
  func srgbCurve(encoded: Double, light: Double) {
    #expect(abs(TransferFunction.srgb.light(encoded) - light) < 1e-8)
    #expect(abs(TransferFunction.srgb.encoded(light) - encoded) < 1e-7)
  }

  @Test func matrixOfSRGBIsThePublishedOne() {
    // IEC 61966-2-1 gives the luminances of the primaries as 0.2126, 0.7152 and 0.0722.
    let toXYZ = RGBPrimaries.srgb.toXYZ
    #expect(abs((toXYZ * LinearColor(1, 0, 0)).y - 0.2126) < 1e-4)
    #expect(abs((toXYZ * LinearColor(0, 1, 0)).y - 0.7152) < 1e-4)
    #expect(abs((toXYZ * LinearColor(0, 0, 1)).y - 0.0722) < 1e-4)
  }

  @Test func displayP3RedLiesOutsideSRGB() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let red = try #require(CGColor(colorSpace: p3, components: [1, 0, 0, 1]))
    #expect(red.straight == StraightColor(red: 1, green: 0, blue: 0, alpha: 1))
    let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let parts = try #require(red.converted(to: extended, intent: .defaultIntent, options: nil)?.components)
    // Published by CSS Color 4: color(display-p3 1 0 0) is color(srgb 1.0930 -0.2267 -0.1501).
    for (part, expected) in zip(parts, [1.0930, -0.2267, -0.1501, 1]) { #expect(abs(part - expected) < 2e-4) }
  }

  @Test(
    arguments: [
      CGColorSpace.sRGB, CGColorSpace.linearSRGB, CGColorSpace.extendedSRGB, CGColorSpace.extendedLinearSRGB,
      CGColorSpace.displayP3, CGColorSpace.extendedDisplayP3, CGColorSpace.linearDisplayP3,
      CGColorSpace.extendedLinearDisplayP3, CGColorSpace.genericRGBLinear, CGColorSpace.deviceCMYK,
      CGColorSpace.extendedGray, CGColorSpace.extendedLinearGray, CGColorSpace.adobeRGB1998, CGColorSpace.itur_2020,
      CGColorSpace.linearITUR_2020, CGColorSpace.extendedITUR_2020, CGColorSpace.itur_709,
      CGColorSpace.genericGrayGamma2_2, CGColorSpace.linearGray, CGColorSpace.coreMedia709,
    ].map { $0 as String })
  func thereAndBackIsTheSame(_ name: String) throws {
    let space = try #require(CGColorSpace(name: name as CFString))
    #expect(space.name as String? == name)
    let isGray = space.model == .monochrome
    let color = isGray ? [0.4, 0.4, 0.4] : [0.25, 0.5, 0.75]
    let there = CGColorSpace.srgbSpace.convert(color, to: space)
    #expect(there.count == space.numberOfComponents)
    let back = space.convert(there, to: .srgbSpace)
    for (value, expected) in zip(back, color) { #expect(abs(value - expected) < 1e-9) }
  }

  /// Published by the tests of CSS Color 4: each of these is an sRGB colour without red and blue.
  @Test(arguments: [
    ("kCGColorSpaceAdobeRGB1998", [0.281363, 0.498012, 0.116746], 128.0 / 255),
    ("kCGColorSpaceITUR_2020", [0.299218, 0.533327, 0.120785], 0.6),
    ("kCGColorSpaceDisplayP3", [0.26374, 0.59085, 0.16434], 0.6),
  ])
  func widerSpaces(_ name: String, _ components: [Double], green: Double) throws {
    let space = try #require(CGColorSpace(name: name as CFString))
    let color = try #require(CGColor(colorSpace: space, components: components.map { CGFloat($0) } + [1])).straight
    #expect(abs(color.red) < 1e-3 && abs(color.green - green) < 1e-4 && abs(color.blue) < 1e-3)
    #expect(space.isWideGamutRGB && space.supportsOutput)
  }

  /// BT.709, table 1: 0.5 of light is 1.099 · 0.5^0.45 − 0.099, and 0.01 is 0.045.
  @Test func rec709() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_709))
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let light = try #require(CGColor(colorSpace: linear, components: [0.5, 0.01, 1, 1]))
    let found = try #require(light.converted(to: space, intent: .defaultIntent, options: nil)?.components)
    #expect(abs(found[0] - 0.7055) < 2e-4 && abs(found[1] - 0.045) < 1e-9 && abs(found[2] - 1) < 1e-9)
    #expect(!space.isWideGamutRGB)
  }

  @Test func knownColors() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let middle = try #require(CGColor(colorSpace: linear, components: [0.21404114, 0, 1, 1]))
    #expect(abs(middle.straight.red - 0.5) < 1e-7)
    #expect(middle.straight.green == 0)
    #expect(middle.straight.blue == 1)
    let ink = CGColor(genericCMYKCyan: 1, magenta: 0, yellow: 0, black: 0, alpha: 1)
    #expect(ink.colorSpace?.name == CGColorSpace.genericCMYK && ink.straight.red < 0.01)
    let deviceGray = try #require(CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.5, 1]))
    #expect(abs(deviceGray.straight.red - 0.5) < 1e-12)
    // 0.5 to the power of 2.2, through sRGB's curve: 1.055 · 0.217638^(1/2.4) − 0.055.
    #expect(abs(CGColor(genericGrayGamma2_2Gray: 0.5, alpha: 1).straight.green - 0.503867) < 1e-6)
    // To the power of 1.8: 1.055 · 0.287175^(1/2.4) − 0.055.
    #expect(abs(CGColor(gray: 0.5, alpha: 1).straight.green - 0.572307) < 1e-5)
  }

  @Test func whiteAndBlackAreExact() {
    #expect(CGColor.white.straight == StraightColor(red: 1, green: 1, blue: 1, alpha: 1))
    #expect(CGColor.black.straight == StraightColor(red: 0, green: 0, blue: 0, alpha: 1))
  }

  @Test func unknownNameMakesNoSpace() {
    #expect(CGColorSpace(name: "kCGColorSpaceNone") == nil)
    #expect(CGColorSpaceCreateDeviceRGB() == CGColorSpace(name: CGColorSpace.sRGB))
  }
}

@Suite struct CGGradientTests {
  @Test func colorsWithoutLocationsAreEvenlySpaced() throws {
    let colors = [CGColor.white, CGColor.clear, CGColor.black]
    let gradient = try #require(CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil))
    #expect(gradient.stops.map(\.location) == [0, 0.5, 1])
    #expect(gradient.stops.map(\.color.alpha) == [1, 0, 1])
  }

  @Test func componentsAreReadColorByColor() throws {
    let gradient = try #require(
      CGGradient(
        colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: [1, 0, 0, 1, 0, 0, 1, 0.5],
        locations: [0.75, 0.25],
        count: 2))
    #expect(gradient.stops.map(\.location) == [0.25, 0.75])
    #expect(gradient.stops[0].color.straight == StraightColor(red: 0, green: 0, blue: 1, alpha: 0.5))
  }

  @Test func tooLittleMakesNoGradient() {
    let space = CGColorSpaceCreateDeviceRGB()
    #expect(CGGradient(colorSpace: space, colorComponents: [1, 0, 0], locations: nil, count: 1) == nil)
    #expect(CGGradient(colorSpace: space, colorComponents: [1, 0, 0, 1], locations: nil, count: 0) == nil)
    #expect(CGGradient(colorsSpace: nil, colors: [CGColor.white, CGColor.black] as CFArray, locations: [0]) == nil)
    #expect(CGGradient(colorsSpace: nil, colors: ["red"] as CFArray, locations: nil) == nil)
  }
}

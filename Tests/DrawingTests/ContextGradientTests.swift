import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextGradientTests {
  static func gradient(_ colors: [CGColor], _ locations: [CGFloat]? = nil) throws -> CGGradient {
    try gradient(colors, locations, in: CGColorSpace(name: CGColorSpace.sRGB))
  }

  static func gradient(
    _ colors: [CGColor], _ locations: [CGFloat]? = nil, in space: CGColorSpace?
  ) throws -> CGGradient {
    try #require(CGGradient(colorsSpace: space, colors: colors as CFArray, locations: locations))
  }

  @Test(arguments: [Bitmap.rgba, Bitmap.bgra])
  func alongALine(info: UInt32) throws {
    let bitmap = try #require(Bitmap(20, 2, info: info))
    let gradient = try Self.gradient([opaqueRed, opaqueBlue])
    bitmap.context.drawLinearGradient(
      gradient, start: CGPoint(x: 5, y: 0), end: CGPoint(x: 15, y: 0), options: [])
    for x in 0..<10 {
      let t = (Double(x) + 0.5) / 10
      #expect(isNear(bitmap.pixel(5 + x, 1), [Int(255 * (1 - t)), 0, Int(255 * t), 255], step: 2))
    }
    #expect(bitmap.alpha(4, 1) == 0 && bitmap.alpha(15, 1) == 0)
  }

  /// In Generic RGB, of the power 1.8, as in pictures of Apple's systems: blue to cyan is
  /// (3, 120, 255) in the row 80 of 128. Rows count from the top, and the gradient begins at the
  /// bottom: from the top, no power up to 3 comes to that.
  @Test func withoutASpace() throws {
    let bitmap = try #require(Bitmap(1, 128))
    let cyan = CGColor(srgbRed: 0, green: 1, blue: 1, alpha: 1)
    bitmap.context.drawLinearGradient(
      try Self.gradient([opaqueBlue, cyan], in: nil), start: .zero, end: CGPoint(x: 0, y: 128), options: [])
    let row80 = bitmap.pixel(0, 127 - 80)
    #expect(isNear(row80, [3, 120, 255, 255]), "\(row80)")
    // In sRGB it would be (0, 95, 255).
    #expect(isNear(bitmap.pixel(0, 0), [4, 51, 255, 255], step: 2))
  }

  /// Half of the light is 188 of 255 in sRGB, in bytes and in half floats.
  @Test func inASpaceOfItsOwn() throws {
    let colors = [CGColor(red: 0, green: 0, blue: 0, alpha: 1), CGColor(red: 1, green: 1, blue: 1, alpha: 1)]
    let gradient = try Self.gradient(colors, in: CGColorSpace(name: CGColorSpace.linearSRGB))
    let bitmap = try #require(Bitmap(101, 1))
    bitmap.context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 101, y: 0), options: [])
    #expect(isNear(bitmap.pixel(50, 0), [188, 188, 188, 255]))
    let halves = try ContextHalfFloatTests.bitmap(101, 1, CGColorSpace.extendedSRGB)
    halves.context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 101, y: 0), options: [])
    try ContextHalfFloatTests.expect(halves, 50, 0, [0.7354, 0.7354, 0.7354, 1], within: 0.001)
  }

  @Test("colours beyond sRGB are the gradient's as they are a fill's") func wideColors() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let red = try #require(CGColor(colorSpace: space, components: [1, 0, 0, 1]))
    let (plain, ramp) = (try #require(Bitmap(2, 1, space: space)), try #require(Bitmap(2, 1, space: space)))
    plain.context.setFillColor(red)
    plain.context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    ramp.context.drawLinearGradient(
      try Self.gradient([red, red], in: space), start: .zero, end: CGPoint(x: 2, y: 0), options: [])
    let (expected, found) = (try #require(plain.context.data), try #require(ramp.context.data))
    #expect(memcmp(expected, found, 8) == 0 && expected.load(as: UInt8.self) == 255)
    let bright = try ContextHalfFloatTests.bitmap(2, 1, CGColorSpace.extendedSRGB)
    let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let light = try #require(CGColor(colorSpace: extended, components: [2, 0, 0, 1]))
    bright.context.drawLinearGradient(
      try Self.gradient([light, light], in: extended), start: .zero, end: CGPoint(x: 2, y: 0), options: [])
    try ContextHalfFloatTests.expect(bright, 0, 0, [2, 0, 0, 1])
  }

  @Test(arguments: [UInt32(0), 1, 2, 3])
  func beyondTheEnds(options: UInt32) throws {
    let bitmap = try #require(Bitmap(20, 20))
    // The first location is not 0: before it is still within the gradient.
    let gradient = try Self.gradient([opaqueRed, opaqueBlue], [0.3, 0.8])
    bitmap.context.drawLinearGradient(
      gradient, start: CGPoint(x: 0, y: 15), end: CGPoint(x: 0, y: 5),
      options: CGGradientDrawingOptions(rawValue: options))
    #expect(bitmap.pixel(3, 14) == [255, 0, 0, 255] && bitmap.pixel(3, 5) == [0, 0, 255, 255])
    #expect(bitmap.pixel(3, 17) == (options & 1 != 0 ? [255, 0, 0, 255] : [0, 0, 0, 0]))
    #expect(bitmap.pixel(3, 2) == (options & 2 != 0 ? [0, 0, 255, 255] : [0, 0, 0, 0]))
  }

  @Test func alphaIsMixedStraight() throws {
    let bitmap = try #require(Bitmap(100, 1))
    let gradient = try Self.gradient([opaqueRed, opaqueBlue.copy(alpha: 0) ?? .clear])
    bitmap.context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 100, y: 0), options: [])
    // In the middle purple, (0.5, 0, 0.5), at alpha 0.5.
    #expect(isNear(bitmap.pixel(50, 0), [64, 0, 64, 127], step: 2))
  }

  @Test func aroundACentre() throws {
    let bitmap = try #require(Bitmap(40, 40))
    let gradient = try Self.gradient([opaqueRed, opaqueBlue])
    let center = CGPoint(x: 20, y: 20)
    bitmap.context.drawRadialGradient(
      gradient, startCenter: center, startRadius: 5, endCenter: center, endRadius: 15,
      options: [.drawsBeforeStartLocation])
    #expect(bitmap.pixel(20, 20) == [255, 0, 0, 255])
    for x in 26..<34 {
      let t = (hypot(Double(x) + 0.5 - 20, 0.5) - 5) / 10
      #expect(isNear(bitmap.pixel(x, 20), [Int(255 * (1 - t)), 0, Int(255 * t), 255], step: 3))
    }
    #expect(bitmap.alpha(36, 20) == 0)
    let hollow = try #require(Bitmap(40, 40))
    hollow.context.drawRadialGradient(
      gradient, startCenter: center, startRadius: 5, endCenter: center, endRadius: 15, options: [.drawsAfterEndLocation]
    )
    #expect(hollow.alpha(20, 20) == 0 && hollow.pixel(0, 0) == [0, 0, 255, 255])
  }

  @Test func aroundATurn() throws {
    let bitmap = try #require(Bitmap(40, 40))
    let gradient = try Self.gradient([opaqueRed, opaqueGreen, opaqueBlue], [0, 0.5, 0.75])
    bitmap.context.drawConicGradient(gradient, center: CGPoint(x: 20, y: 20), angle: .pi / 2)
    for (x, y) in [(5, 30), (12, 4), (3, 21), (19, 39)] {
      let angle = atan2(Double(y) - 19.5, Double(x) - 19.5) - .pi / 2
      let t = (angle < 0 ? angle + 2 * .pi : angle) / .pi
      #expect(isNear(bitmap.pixel(x, y), [Int(255 * (1 - t)), Int(255 * t), 0, 255], step: 2), "\(x), \(y)")
    }
    #expect(bitmap.pixel(30, 30) == [0, 0, 255, 255])
  }

  @Test func clippedFadedAndTransformed() throws {
    let bitmap = try #require(Bitmap(10, 10))
    let gradient = try Self.gradient([opaqueRed, opaqueRed])
    bitmap.context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 10))
    bitmap.context.setAlpha(0.5)
    bitmap.context.rotate(by: .pi / 2)
    bitmap.context.drawLinearGradient(gradient, start: CGPoint(x: 2, y: 0), end: CGPoint(x: 6, y: 0), options: [])
    #expect(isNear(bitmap.pixel(2, 4), [128, 0, 0, 128]) && bitmap.alpha(2, 1) == 0 && bitmap.alpha(2, 6) == 0)
    #expect(bitmap.alpha(5, 4) == 0)
  }
}

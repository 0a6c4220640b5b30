import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Bitmaps of half floats: what is drawn is finer than eight bits, and in extended spaces reaches
/// beyond white.
@Suite struct ContextHalfFloatTests {
  static let info = CGImageAlphaInfo.premultipliedLast.rawValue | 0x1100

  static func bitmap(_ width: Int, _ height: Int, _ name: CFString = CGColorSpace.sRGB) throws -> Bitmap {
    let space = try #require(CGColorSpace(name: name))
    return try #require(Bitmap(width, height, bits: 16, space: space, info: info))
  }

  /// The numbers as they are stored, the lower left corner first.
  static func numbers(_ bitmap: Bitmap, _ x: Int, _ y: Int) throws -> [Float] {
    let data = try #require(bitmap.context.data)
    let first = (bitmap.context.height - 1 - y) * bitmap.context.bytesPerRow + x * 8
    return (0..<4).map {
      Float(Float16(bitPattern: data.load(fromByteOffset: first + 2 * $0, as: UInt16.self)))
    }
  }

  static func expect(
    _ bitmap: Bitmap, _ x: Int, _ y: Int, _ expected: [Float], within tolerance: Float = 0.0005,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try numbers(bitmap, x, y)
    #expect(
      zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }, "\(found), not \(expected)",
      sourceLocation: sourceLocation)
  }

  static let whole = CGRect(x: 0, y: 0, width: 4, height: 4)

  @Test func finerThanEightBits() throws {
    let bitmap = try Self.bitmap(1, 1)
    // 0.3 is 76.5 of 255: bytes would give 0.298 or 0.302.
    bitmap.context.setFillColor(CGColor(red: 0.3, green: 0.1, blue: 0.7, alpha: 1))
    bitmap.context.fill(Self.whole)
    try Self.expect(bitmap, 0, 0, [0.3, 0.1, 0.7, 1], within: 0.0003)
    // A thousandth, a hundred times: bytes would never leave 0.
    let faint = try Self.bitmap(1, 1)
    faint.context.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 0.001))
    for _ in 0..<100 { faint.context.fill(Self.whole) }
    // 1 − 0.999¹⁰⁰ = 0.0952.
    try Self.expect(faint, 0, 0, [0.0952, 0.0952, 0.0952, 0.0952], within: 0.001)
  }

  @Test func brighterThanWhite() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let bitmap = try Self.bitmap(1, 1, CGColorSpace.extendedLinearSRGB)
    bitmap.context.setFillColor(try #require(CGColor(colorSpace: space, components: [4, 0.5, -0.25, 1])))
    bitmap.context.fill(Self.whole)
    try Self.expect(bitmap, 0, 0, [4, 0.5, -0.25, 1])
    // Half of it over: (4 + 1)/2, (0.5 + 1)/2, (−0.25 + 1)/2.
    bitmap.context.setFillColor(try #require(CGColor(colorSpace: space, components: [1, 1, 1, 0.5])))
    bitmap.context.fill(Self.whole)
    try Self.expect(bitmap, 0, 0, [2.5, 0.75, 0.375, 1])
    // And through an image, which keeps it.
    let image = try #require(bitmap.context.makeImage())
    let copy = try Self.bitmap(1, 1, CGColorSpace.extendedLinearSRGB)
    copy.context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    try Self.expect(copy, 0, 0, [2.5, 0.75, 0.375, 1])
    // A space that is not extended ends at 1.
    let limited = try Self.bitmap(1, 1)
    limited.context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try Self.numbers(limited, 0, 0)[0] == 1)
  }

  @Test func coverageOfEdges() throws {
    let bitmap = try Self.bitmap(4, 4)
    bitmap.context.setFillColor(opaqueRed)
    bitmap.context.fill(CGRect(x: 0.5, y: 1, width: 2, height: 1))
    try Self.expect(bitmap, 0, 1, [0.5, 0, 0, 0.5], within: 0.004)
    try Self.expect(bitmap, 1, 1, [1, 0, 0, 1])
    try Self.expect(bitmap, 1, 2, [0, 0, 0, 0])
  }

  @Test func gradientsClipsAndLayers() throws {
    let gradient = try #require(
      CGGradient(
        colorsSpace: CGColorSpaceCreateDeviceRGB(),
        colors: [CGColor(red: 0, green: 0, blue: 0, alpha: 1), opaqueRed] as CFArray,
        locations: nil))
    let bitmap = try Self.bitmap(1000, 1)
    bitmap.context.clip(to: CGRect(x: 0, y: 0, width: 900, height: 1))
    bitmap.context.setAlpha(0.5)
    bitmap.context.beginTransparencyLayer(auxiliaryInfo: nil)
    bitmap.context.drawLinearGradient(
      gradient, start: .zero, end: CGPoint(x: 1000, y: 0), options: .drawsAfterEndLocation)
    bitmap.context.endTransparencyLayer()
    // A thousand steps where bytes have 256, each (x + ½)/1000 · ½.
    for x in [0, 1, 2, 500, 899] {
      try Self.expect(bitmap, x, 0, [(Float(x) + 0.5) / 2000, 0, 0, 0.5], within: 0.0003)
    }
    try Self.expect(bitmap, 900, 0, [0, 0, 0, 0])
  }

  /// Along a radial gradient of radius 10 the place is the distance over 10.
  @Test func radialAndConic() throws {
    let gradient = try #require(
      CGGradient(
        colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: [CGColor.black, opaqueGreen] as CFArray, locations: nil))
    let bitmap = try Self.bitmap(20, 20)
    let middle = CGPoint(x: 10, y: 10)
    bitmap.context.drawRadialGradient(
      gradient, startCenter: middle, startRadius: 0, endCenter: middle, endRadius: 10, options: [])
    try Self.expect(bitmap, 13, 14, [0, Float(hypot(3.5, 4.5) / 10), 0, 1])
    try Self.expect(bitmap, 0, 0, [0, 0, 0, 0])
    let turned = try Self.bitmap(20, 20)
    turned.context.drawConicGradient(gradient, center: middle, angle: 0)
    try Self.expect(turned, 13, 14, [0, Float(atan2(4.5, 3.5) / (2 * Double.pi)), 0, 1])
  }

  @Test func shadow() throws {
    let bitmap = try Self.bitmap(8, 8)
    bitmap.context.setShadow(
      offset: CGSize(width: 4, height: 0), blur: 0, color: CGColor(red: 0, green: 0, blue: 1, alpha: 0.3))
    bitmap.context.setFillColor(opaqueRed)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 2, height: 8))
    try Self.expect(bitmap, 1, 4, [1, 0, 0, 1])
    try Self.expect(bitmap, 4, 4, [0, 0, 0.3, 0.3])
    try Self.expect(bitmap, 3, 4, [0, 0, 0, 0])
  }

  @Test func masks() throws {
    let bitmap = try Self.bitmap(2, 1)
    let provider = try #require(CGDataProvider(data: Data([51, 255])))
    let mask = try #require(
      CGImage(
        width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2,
        space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [], provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent))
    bitmap.context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1), mask: mask)
    bitmap.context.setFillColor(opaqueGreen)
    bitmap.context.fill(Self.whole)
    try Self.expect(bitmap, 0, 0, [0, 0.2, 0, 0.2])
    try Self.expect(bitmap, 1, 0, [0, 1, 0, 1])
  }

  /// Scaled by two, the pixels in between have three quarters of the nearer one.
  @Test func imagesAreInterpolated() throws {
    let row = try #require(CGImage(premultipliedRGBA8: [0, 0, 0, 255, 255, 255, 255, 255], width: 2, height: 1))
    let bitmap = try Self.bitmap(4, 1)
    bitmap.context.draw(row, in: CGRect(x: 0, y: 0, width: 4, height: 1))
    for (x, value) in [0, 0.25, 0.75, 1].enumerated() {
      try Self.expect(bitmap, x, 0, [Float(value), Float(value), Float(value), 1])
    }
    let small = try Self.bitmap(1, 1)
    small.context.draw(row, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    try Self.expect(small, 0, 0, [0.5, 0.5, 0.5, 1])
  }

  /// Source S = (0.4, 0.2, 0.1) at alpha 0.5 over D = (0.5, 0.5, 0.5) at 1, by the formulas of ISO
  /// 32000-1, 11.3.5; S and D straight.
  @Test(
    arguments: [
      (.multiply, [0.35, 0.3, 0.275]), (.screen, [0.6, 0.55, 0.525]), (.overlay, [0.45, 0.35, 0.3]),
      (.hardLight, [0.45, 0.35, 0.3]), (.darken, [0.45, 0.35, 0.3]), (.lighten, [0.5, 0.5, 0.5]),
      (.difference, [0.3, 0.4, 0.45]), (.exclusion, [0.5, 0.5, 0.5]), (.colorDodge, [0.66667, 0.5625, 0.52778]),
      (.colorBurn, [0.25, 0.25, 0.25]), (.softLight, [0.475, 0.425, 0.4]), (.plusLighter, [0.7, 0.6, 0.55]),
      (.destinationOver, [0.5, 0.5, 0.5]), (.sourceAtop, [0.45, 0.35, 0.3]),
    ] as [(CGBlendMode, [Float])])
  func blendModes(mode: CGBlendMode, expected: [Float]) throws {
    let bitmap = try Self.bitmap(1, 1)
    bitmap.context.setFillColor(CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1))
    bitmap.context.fill(Self.whole)
    bitmap.context.setBlendMode(mode)
    bitmap.context.setFillColor(CGColor(red: 0.4, green: 0.2, blue: 0.1, alpha: 0.5))
    bitmap.context.fill(Self.whole)
    try Self.expect(bitmap, 0, 0, expected + [1])
  }

  /// Every mode gives what it gives in bytes, to a byte.
  @Test(arguments: (0...27).compactMap { CGBlendMode(rawValue: $0) })
  func asInBytes(mode: CGBlendMode) throws {
    let bitmaps = [try Self.bitmap(3, 1), try #require(Bitmap(3, 1))]
    for bitmap in bitmaps {
      bitmap.context.setFillColor(CGColor(red: 0.9, green: 0.4, blue: 0.2, alpha: 0.8))
      bitmap.context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
      bitmap.context.setBlendMode(mode)
      bitmap.context.setFillColor(CGColor(red: 0.1, green: 0.6, blue: 0.7, alpha: 0.6))
      bitmap.context.fill(CGRect(x: 1, y: 0, width: 1.5, height: 1))
    }
    for x in 0..<3 {
      #expect(isNear(bitmaps[0].pixel(x, 0), bitmaps[1].pixel(x, 0), step: 2), "\(x)")
    }
  }
}

import Foundation
import Testing

@testable import MultiplaneGraphics

/// Spaces of profiles, and those beyond primaries and a curve.
@Suite struct CGColorSpaceProfileTests {
  private func space(_ name: CFString) throws -> CGColorSpace {
    try #require(CGColorSpace(name: name))
  }

  private func profile(of name: CFString) throws -> CGColorSpace {
    let data = try space(name).copyICCData()
    let read = try CGColorSpace(iccData: #require(data))
    return try #require(read)
  }

  private func near(_ found: [Double], _ expected: [Double], within tolerance: Double = 1e-4)
    -> Bool
  {
    found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < tolerance }
  }

  /// A profile that is written and read back means what the space does; numbers in profiles are
  /// rounded to 1/65536.
  @Test(
    arguments: [
      CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.itur_2020, CGColorSpace.adobeRGB1998,
      CGColorSpace.dcip3,
      CGColorSpace.rommrgb, CGColorSpace.linearSRGB, CGColorSpace.itur_709,
    ].map { $0 as String })
  func profilesOfNamedSpaces(_ name: String) throws {
    let own = try space(name as CFString)
    let read = try profile(of: name as CFString)
    #expect(
      read.model == .rgb && read.name == nil && read.supportsOutput
        && read.isWideGamutRGB == own.isWideGamutRGB)
    for color in [[0.25, 0.5, 0.75], [1, 0, 0], [1, 1, 1], [0, 0, 0]] {
      let expected = own.convert(color, to: .extendedSRGBSpace)
      #expect(near(read.convert(color, to: .extendedSRGBSpace), expected, within: 4e-4))
      // Near 0 a power's root makes much of what is rounded.
      guard color.allSatisfy({ $0 > 0 }) else { continue }
      #expect(near(CGColorSpace.extendedSRGBSpace.convert(expected, to: read), color, within: 1e-3))
    }
    let again = try profile(of: name as CFString)
    #expect(own.copyICCData() == read.copyICCData() && read == again)
    let other = try profile(of: CGColorSpace.displayP3)
    #expect(name == CGColorSpace.displayP3 as String || read != other)
  }

  @Test func grayProfiles() throws {
    let gray = try profile(of: CGColorSpace.genericGrayGamma2_2)
    let color = try #require(CGColor(colorSpace: gray, components: [0.5, 0.25]))
    #expect(gray.model == .monochrome && gray.numberOfComponents == 1 && color.alpha == 0.25)
    #expect(abs(color.straight.green - 0.503867) < 1e-4)
  }

  /// Display P3 by its profile, as bytes of an image, with and without alpha; and in half floats
  /// beyond sRGB.
  @Test func imagesInAProfilesSpace() throws {
    let space = try profile(of: CGColorSpace.displayP3)
    let bytes = Data([255, 0, 0, 255, 64, 128, 191, 255, 32, 64, 96, 128])
    let provider = try #require(CGDataProvider(data: bytes))
    func image(_ space: CGColorSpace) -> CGImage? {
      CGImage(
        width: 3, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 12, space: space,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
        provider: provider, decode: nil,
        shouldInterpolate: true, intent: .defaultIntent)
    }
    let found = try #require(image(space)).premultipliedRGBA8()
    let expected = try #require(image(self.space(CGColorSpace.displayP3))).premultipliedRGBA8()
    #expect(found == expected && found[4] < 64)
    let extended = try #require(image(space)).premultipliedFloats(in: .extendedSRGBSpace)
    #expect(abs(extended[0].x - 1.0930) < 1e-3 && abs(extended[0].y + 0.2267) < 1e-3)
  }

  /// Data that is no profile, is truncated, or belongs to no device.
  @Test func damagedProfiles() throws {
    let data = try space(CGColorSpace.displayP3).copyICCData()
    let bytes = try Data(referencing: #require(data))
    for count in [0, 1, 127, 128, 200, 300] {
      #expect(CGColorSpace(iccData: bytes.prefix(count) as NSData) == nil)
    }
    #expect(CGColorSpace(iccData: NSString(string: "profile")) == nil)
    var link = bytes
    link.replaceSubrange(12..<16, with: Data("link".utf8))
    #expect(CGColorSpace(iccData: link as NSData) == nil)
    var seed: UInt64 = 22
    func random(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0..<3 { changed[random(changed.count)] = UInt8(random(256)) }
      guard let space = CGColorSpace(iccData: changed as NSData) else { continue }
      let color = space.convert(
        [Double](repeating: 0.3, count: space.numberOfComponents), to: .srgbSpace)
      #expect(color.allSatisfy { (0...1).contains($0) })
    }
  }

  /// Published by CSS Color 4's tests: lab(46.2775% -47.5621 48.5837) is sRGB's (0, 128, 0), and
  /// lab(50% 0 0) a grey.
  @Test func lab() throws {
    let lab = try space(CGColorSpace.genericLab)
    let green = try #require(CGColor(colorSpace: lab, components: [46.2775, -47.5621, 48.5837, 1]))
    #expect(
      near([green.straight.red, green.straight.green, green.straight.blue], [0, 128.0 / 255, 0]))
    let gray = try #require(CGColor(colorSpace: lab, components: [50, 0, 0, 1])).straight
    #expect(near([gray.red, gray.green, gray.blue], [0.46633, 0.46633, 0.46633], within: 1e-5))
    #expect(
      CGColor(colorSpace: lab, components: [200, -300, .nan, 1])?.components == [100, -128, 0, 1])
    #expect(
      lab.numberOfComponents == 3 && lab.copyICCData() == nil
        && CGColorSpaceCreateLinearized(lab) == nil)
    let own = try #require(
      CGColorSpace(labWhitePoint: [0.9505, 1, 1.089], blackPoint: nil, range: [-50, 50, -60, 60]))
    #expect(
      CGColor(colorSpace: own, components: [100, 70, -70, 1])?.components == [100, 50, -60, 1])
    #expect(near(own.convert([100, 0, 0], to: .srgbSpace), [1, 1, 1]))
    #expect(CGColorSpace(labWhitePoint: [0, 1, 1], blackPoint: nil, range: nil) == nil)
    #expect(
      CGColorSpace(labWhitePoint: [0.95, 1, 1], blackPoint: nil, range: [1, 0, 0, 1]) == nil)
  }

  /// Published by CSS Color 4's tests: color(prophoto-rgb 0.230479 0.395789 0.129968) is sRGB's (0,
  /// 128, 0).
  @Test func romm() throws {
    let found = try space(CGColorSpace.rommrgb).convert(
      [0.230479, 0.395789, 0.129968], to: .srgbSpace)
    #expect(near(found, [0, 128.0 / 255, 0], within: 2e-4))
  }

  /// The white of each is the white of all.
  @Test func whites() throws {
    for name in [
      CGColorSpace.dcip3, CGColorSpace.rommrgb, CGColorSpace.acescgLinear,
      CGColorSpace.itur_2020_sRGBGamma,
    ] {
      #expect(
        near(try space(name).convert([1, 1, 1], to: .extendedSRGBSpace), [1, 1, 1], within: 1e-9))
    }
    #expect(
      near(
        try space(CGColorSpace.genericXYZ).convert([0.9642, 1, 0.8249], to: .srgbSpace), [1, 1, 1]))
  }

  /// Rec. ITU-R BT.2408, table 1: a white of 203 cd/m² is 58 % of PQ and 75 % of HLG. 10,000 and
  /// 1000 cd/m² are the most.
  @Test func highDynamicRange() throws {
    let linear = try space(CGColorSpace.extendedLinearSRGB)
    for (name, white, peak) in [
      (CGColorSpace.itur_2100_PQ, 0.5806, 10_000.0 / 203),
      (CGColorSpace.displayP3_PQ, 0.5806, 10_000.0 / 203),
      (CGColorSpace.itur_2100_HLG, 0.75, 1000.0 / 203),
      (CGColorSpace.displayP3_HLG, 0.75, 1000.0 / 203),
    ] {
      let space = try space(name)
      #expect(near(space.convert([white, white, white], to: linear), [1, 1, 1], within: 2e-3))
      #expect(near(space.convert([1, 1, 1], to: linear), [peak, peak, peak], within: 1e-4 * peak))
      #expect(
        near(
          linear.convert(space.convert([0.3, 0.7, 0.5], to: linear), to: space), [0.3, 0.7, 0.5],
          within: 1e-9))
      #expect(
        space.copyICCData() == nil && CGColorSpaceIsHDR(space) && CGColorSpaceUsesITUR_2100TF(space)
      )
    }
    #expect(try CGColorSpaceIsPQBased(space(CGColorSpace.itur_709_PQ)))
    #expect(
      try CGColorSpaceIsHLGBased(space(CGColorSpace.itur_709_HLG)) && !CGColorSpaceIsHDR(.srgbSpace)
    )
  }

  @Test func variants() throws {
    let p3 = try space(CGColorSpace.displayP3)
    #expect(CGColorSpaceCreateLinearized(p3)?.name == CGColorSpace.linearDisplayP3)
    #expect(CGColorSpaceCreateExtended(p3)?.name == CGColorSpace.extendedDisplayP3)
    #expect(
      CGColorSpaceCreateExtendedLinearized(.srgbSpace)?.name == CGColorSpace.extendedLinearSRGB)
    let extended = try #require(CGColorSpaceCreateExtended(p3))
    #expect(
      CGColorSpaceUsesExtendedRange(extended)
        && CGColorSpaceCreateCopyWithStandardRange(extended) == p3)
    // One without a name.
    let adobe = try space(CGColorSpace.adobeRGB1998)
    let linear = try #require(CGColorSpaceCreateLinearized(adobe))
    #expect(linear.name == nil && linear == CGColorSpaceCreateLinearized(adobe) && linear != adobe)
    #expect(near(adobe.convert([0.5, 0.5, 0.5], to: linear), [0.21775, 0.21775, 0.21775]))
    #expect(CGColorSpaceCreateExtended(try profile(of: CGColorSpace.sRGB)) == nil)
  }
}

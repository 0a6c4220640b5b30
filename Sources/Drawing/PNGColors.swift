import MultiplaneGraphics

/// The colour information of a PNG file: the first valid one of `cICP` (code points), `iCCP` (a
/// profile), `sRGB`, and `gAMA` with `cHRM` or alone. (Source: Portable Network Graphics
/// Specification, third edition, section 4.3.)
struct PNGColors {
  private var code: ArraySlice<UInt8>?
  /// The first counts: each that is unpacked may take a thousand times its length.
  private var profile: ArraySlice<UInt8>?
  private var isSRGB = false
  private var power: Double?
  private var chromaticities: [Double]?

  /// Takes what a chunk holds.
  mutating func take(_ kind: String, _ contents: ArraySlice<UInt8>) {
    func numbers() -> [Double] {
      stride(from: contents.startIndex, to: contents.endIndex - 3, by: 4).map { start in
        Double(contents[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }) / 100_000
      }
    }
    switch kind {
    case "cICP" where contents.count == 4: code = contents
    case "iCCP" where profile == nil: profile = contents
    case "sRGB": isSRGB = true
    case "gAMA" where contents.count == 4: power = numbers().first { $0 > 0 }
    case "cHRM" where contents.count == 32: chromaticities = numbers()
    default: break
    }
  }

  /// The colours of samples, and a power to apply to them before.
  ///
  /// - Parameter isGray: whether the file has no colours.
  func meaning(isGray: Bool) -> (colors: ImageColors?, power: Double?) {
    // Only RGB of the full range (matrix 0, range 1) can stand in a PNG.
    if let code = code.map(Array.init), code[2...] == [0, 1],
      let colors = ImageProfile.colors(primaries: code[0], transfer: code[1])
    {
      return (colors, nil)
    }
    if let profile,
      let colors = ImageProfile.colors(icc: ColorProfile.bytes(pngChunk: profile), model: isGray ? .monochrome : .rgb)
    {
      return (colors, nil)
    }
    guard !isSRGB, let power else { return (isSRGB ? .sRGB : nil, nil) }
    // Primaries that are those of sRGB leave the power to be applied, to greys as to colours.
    if !isGray, let chromaticities, !Self.areSRGB(chromaticities),
      let colors = ImageProfile.colors(chromaticities: chromaticities, power: power)
    {
      return (colors, nil)
    }
    return (nil, power)
  }

  private static func areSRGB(_ chromaticities: [Double]) -> Bool {
    zip(chromaticities, [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]).allSatisfy { abs($0 - $1) < 0.002 }
  }
}

import MultiplaneGraphics
import MultiplaneRenderTree

/// The numbers of records and their data, as GLSL: each is generated from the list by which Swift
/// writes it.
enum ShaderNumbers {
  /// The constants of all fragment stages.
  static let constants: String =
    constants("kind", RecordKind.Paint.allCases.map { ($0.rawValue, $0.number) })
    + constants("", RecordKind.Flag.allCases.map { ($0.rawValue, 1 << (RecordKind.Flag.firstBit + $0.number)) })
    + constants(
      "",
      [
        ("hardBits", RecordKind.hardBits), ("openBits", RecordKind.openBits), ("slotBits", RecordKind.slotBits),
      ])
    + constants("clip", ClipWriter.Kind.allCases.map { ($0.rawValue, $0.number) })
    + constants("gradient", CAGradientLayerType.all.map { ($0.rawValue, $0.number) })
    + constants("filter", SamplingFilter.allCases.map { ($0.rawValue, $0.number) })
    + constants("image", ImageFlag.allCases.map { ($0.rawValue, $0.bit) })
    + constants("mode", BlendMode.allCases.map { ($0.rawValue, $0.number) })

  /// `changed`, which calls the function of a pointwise filter (colors.frag).
  static let colorFilters: String =
    ColorFilter.Kind.allCases.map { "vec4 \($0.rawValue)Filter(vec4 color);\n" }.joined()
    + "vec4 changed(int number, vec4 color) {\n"
    + ColorFilter.Kind.allCases
    .map { "  if (number == \($0.number)) return \($0.rawValue)Filter(color);\n" }.joined()
    + "  return color;\n}\n"

  private static func constants(_ prefix: String, _ numbers: [(name: String, value: Int)]) -> String {
    numbers.map { name, value in
      let name = prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
      return "const int \(name) = \(value);\n"
    }.joined()
  }
}

/// Bits of an image's data, behind its filters.
enum ImageFlag: String, NumberedCases {
  /// Mip levels are beneath the image, not beside it.
  case isBeneath
  /// What surrounds the image is transparent.
  case isRaster

  var bit: Int { 16 << number }
}

extension SamplingFilter {
  var number: Int {
    switch self {
    case .nearest: 0
    case .linear: 1
    case .trilinear: 2
    }
  }
}

extension CAGradientLayerType {
  var number: Int { Self.all.firstIndex(of: self) ?? 0 }
}

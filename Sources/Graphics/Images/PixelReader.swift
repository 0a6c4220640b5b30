import Foundation

/// Reads pixels of any layout and colour space as red, green and blue of another space, with alpha
/// multiplied in.
///
/// A grey is three equal numbers. Numbers beyond 0…1 are cut off unless the range is kept.
/// Converting takes powers, and neighbouring pixels are often equal, so the last conversion is
/// kept.
struct PixelReader {
  private let layout: PixelLayout
  private let space: CGColorSpace
  private let decode: [CGFloat]?
  private let target: CGColorSpace
  /// Whether a number within 0…1 means the same in both spaces, red, green and blue or grey.
  private let isAlike: Bool
  /// Whether the alpha is a stencil's, whose number says how much is kept out; nil if it is no
  /// stencil.
  private let stencil: StencilDecoding?
  private let keepsRange: Bool
  /// The value of a sample of 1.
  private let unit: Double
  private var lastColor: [Double] = []
  private var lastConverted: [Double] = [0, 0, 0]

  init(image: CGImage, target: CGColorSpace = .srgbSpace, keepsRange: Bool = false) {
    layout = image.layout
    space = image.colorSpace ?? .srgbSpace
    decode = image.decodeRange
    stencil = image.isMask ? StencilDecoding(image.decodeRange) : nil
    self.target = target
    // Device grey is the sRGB colour of three equal numbers, so it needs no conversion either.
    let isGray = space == .deviceGraySpace && target.model == .rgb
    isAlike = (space.model == target.model || isGray) && space.encoding == target.encoding
    // A sample of an indexed space is the index itself, unless `decode` says otherwise.
    unit = space.model == .indexed && decode == nil ? 255 : 1
    // A space that is not extended has nothing beyond 0…1; where it is converted, that is seen to
    // on the way.
    self.keepsRange = keepsRange && (space.isExtended || !isAlike)
  }

  /// The pixel whose bytes begin at `offset`; all numbers 0…1, unless the range is kept.
  mutating func color(in bytes: UnsafeRawBufferPointer, at offset: Int) -> PremultipliedColor {
    var alpha = layout.alphaOffset.map { opacity(component(in: bytes, at: offset + $0)) } ?? 1
    if let stencil { alpha = stencil.coverage(ofSample: alpha) }
    guard let firstColor = layout.colorOffsets.first, alpha > 0 else {
      return PremultipliedColor(red: 0, green: 0, blue: 0, alpha: alpha)
    }
    let straightener = layout.isPremultiplied ? 1 / alpha : 1
    func value(_ index: Int, _ start: Int) -> Double {
      let stored = component(in: bytes, at: offset + start) * straightener
      guard let decode else { return stored * unit }
      let (low, high) = (Double(decode[2 * index]), Double(decode[2 * index + 1]))
      return low + stored * (high - low)
    }
    let color: StraightColor
    if isAlike {
      let red = limited(value(0, firstColor))
      let isGray = layout.colorOffsets.count == 1
      color = StraightColor(
        red: red,
        green: isGray ? red : limited(value(1, layout.colorOffsets[1])),
        blue: isGray ? red : limited(value(2, layout.colorOffsets[2])),
        alpha: alpha)
    } else {
      let rgb = converted(layout.colorOffsets.enumerated().map { value($0.offset, $0.element) })
      color = StraightColor(red: rgb[0], green: rgb[1], blue: rgb[2], alpha: alpha)
    }
    return color.premultiplied
  }

  private mutating func converted(_ color: [Double]) -> [Double] {
    if color != lastColor {
      let converted = space.convert(space.limited(color), to: target).map(limited)
      lastConverted = converted.count == 1 ? [converted[0], converted[0], converted[0]] : converted
      lastColor = color
    }
    return lastConverted
  }

  /// One component, 0…1 for bytes.
  private func component(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Double {
    switch layout.component {
    case .byte: return Double(bytes[offset]) / 255
    case .halfLittle: return half(low: bytes[offset], high: bytes[offset + 1])
    case .halfBig: return half(low: bytes[offset + 1], high: bytes[offset])
    }
  }

  private func half(low: UInt8, high: UInt8) -> Double {
    Double(Float16(bitPattern: UInt16(high) << 8 | UInt16(low)))
  }

  /// A colour component, cut to 0…1 unless the range is kept; what is not a number becomes 0.
  private func limited(_ value: Double) -> Double {
    keepsRange ? (value.isFinite ? value : 0) : opacity(value)
  }

  /// Cut to 0…1; what is not a number becomes 0.
  private func opacity(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), 1)
  }
}

import Foundation

extension CGColorSpace {
  /// The colour's components (without alpha) in another space, cut to 0…1 unless that space is extended.
  ///
  /// `components` must hold `numberOfComponents` numbers. Colours outside the other space's gamut are cut off component
  /// by component; there is no rendering intent. The way is: components → linear light → CIE XYZ → linear → components.
  func convert(_ components: [Double], to other: CGColorSpace) -> [Double] {
    if self == other { return components }
    let converted: [Double]
    if encoding == other.encoding, model == other.model {
      converted = components
    } else {
      let rgb = linearComponents(components)
      let samePrimaries = encoding.primaries == other.encoding.primaries
      let target = samePrimaries ? rgb : other.encoding.primaries.fromXYZ * (encoding.primaries.toXYZ * rgb)
      converted = other.components(ofLinear: target)
    }
    return converted.map(other.limited)
  }

  /// A component cut to what the space can hold: 0…1 unless it is extended; what is not a number becomes 0.
  func limited(_ component: Double) -> Double {
    if component.isNaN { return 0 }
    return isExtended ? component : min(max(component, 0), 1)
  }

  /// Components as linear light of the space's primaries.
  private func linearComponents(_ components: [Double]) -> LinearColor {
    let transfer = encoding.transfer
    switch model {
    case .monochrome:
      return LinearColor(repeating: transfer.light(components[0]))
    case .cmyk:
      // DeviceCMYK to DeviceRGB: PostScript Language Reference, third edition, section 7.2.4.
      let black = components[3]
      let rgb = components.prefix(3).map { 1 - min(1, $0 + black) }
      return LinearColor(transfer.light(rgb[0]), transfer.light(rgb[1]), transfer.light(rgb[2]))
    default:
      return LinearColor(
        transfer.light(components[0]), transfer.light(components[1]), transfer.light(components[2]))
    }
  }

  /// Linear light of the space's primaries as its components.
  private func components(ofLinear light: LinearColor) -> [Double] {
    let transfer = encoding.transfer
    let rgb = [light.x, light.y, light.z]
    switch model {
    case .monochrome:
      // Relative luminance, the Y of CIE XYZ; all primaries share one white, so it is 1 for white.
      return [transfer.encoded((encoding.primaries.toXYZ * light).y)]
    case .cmyk:
      // DeviceRGB to DeviceCMYK with full black generation and undercolour removal: PostScript Language Reference,
      // third edition, section 7.2.3.
      let ink = rgb.map { 1 - min(max(transfer.encoded($0), 0), 1) }
      let black = ink.min() ?? 0
      return ink.map { $0 - black } + [black]
    default:
      return rgb.map(transfer.encoded)
    }
  }
}

import Foundation

extension CGColorSpace {
  /// The colour's components (without alpha) in another space, cut to 0…1 unless that space is
  /// extended.
  ///
  /// `components` must hold `numberOfComponents` numbers. Colours outside the other space's gamut
  /// are cut off component by component; there is no rendering intent. The way is: components →
  /// linear light → CIE XYZ → linear → components, with a profile, Lab or XYZ in place of
  /// components and linear light.
  func convert(_ components: [Double], to other: CGColorSpace) -> [Double] {
    if self == other { return components }
    if let entry = entry(at: components), let base = baseColorSpace { return base.convert(entry, to: other) }
    let converted: [Double]
    if encoding == other.encoding, model == other.model {
      converted = components
    } else if hasLinearLight, other.hasLinearLight, encoding.primaries == other.encoding.primaries {
      converted = other.components(ofLinear: linearComponents(components))
    } else {
      converted = other.components(ofXYZ: xyz(components))
    }
    return other.limited(converted)
  }

  /// Whether components stand for amounts of the encoding's primaries.
  private var hasLinearLight: Bool {
    encoding.profile == nil && encoding.lab == nil && encoding.calibration == nil && encoding.inks == nil
      && model != .XYZ && model != .indexed
  }

  /// The base space's components of an index, rounded to the nearest entry; nil for a space without
  /// a colour table.
  private func entry(at components: [Double]) -> [Double]? {
    guard model == .indexed, let table = encoding.table, let base = baseColorSpace else { return nil }
    let count = base.numberOfComponents
    let index = Int(limited(components[0]).rounded())
    return (0..<count).map { part in
      let share = Double(table[index * count + part]) / 255
      guard let limits = base.encoding.lab?.limits[part] else { return share }
      return limits.lowerBound + share * (limits.upperBound - limits.lowerBound)
    }
  }

  /// CIE XYZ with Y = 1 for white, which is at D65.
  private func xyz(_ components: [Double]) -> LinearColor {
    if let profile = encoding.profile { return profile.xyz(components) }
    if let lab = encoding.lab { return lab.xyz(components) }
    if let calibration = encoding.calibration { return calibration.xyz(components) }
    if let inks = encoding.inks { return inks.xyz(components) }
    if model == .XYZ {
      return WhitePoint.d50.adapted(LinearColor(components[0], components[1], components[2]), to: .d65)
    }
    return encoding.primaries.toXYZ * linearComponents(components)
  }

  /// The components of CIE XYZ with Y = 1 for white, which is at D65; black for a profile that only
  /// reads.
  private func components(ofXYZ color: LinearColor) -> [Double] {
    let count = numberOfComponents
    if let profile = encoding.profile {
      return (profile.components(ofXYZ: color) ?? [Double](repeating: 0, count: count)).prefix(count).map { $0 }
    }
    if let lab = encoding.lab { return lab.components(ofXYZ: color) }
    if let calibration = encoding.calibration { return calibration.components(ofXYZ: color) }
    if let inks = encoding.inks { return inks.components(ofXYZ: color) }
    // Colours are not converted to an index.
    if model == .indexed { return [0] }
    if model == .XYZ {
      let adapted = WhitePoint.d65.adapted(color, to: .d50)
      return [adapted.x, adapted.y, adapted.z]
    }
    return components(ofLinear: encoding.primaries.fromXYZ * color)
  }

  /// Whether mixing components in this space gives the same colours as in another one.
  package func isMixed(as other: CGColorSpace) -> Bool {
    self == other || (hasLinearLight && encoding == other.encoding && model != .cmyk && other.model != .cmyk)
  }

  /// Components cut to what the space can hold.
  func limited(_ components: [Double]) -> [Double] {
    guard let lab = encoding.lab else { return components.map(limited) }
    return zip(components, lab.limits).map { $0.isNaN ? 0 : min(max($0, $1.lowerBound), $1.upperBound) }
  }

  /// A component cut to what the space can hold: 0…1 unless it is extended; what is not a number
  /// becomes 0.
  func limited(_ component: Double) -> Double {
    if component.isNaN { return 0 }
    if model == .indexed { return min(max(component, 0), Double(lastIndex)) }
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
      return encoding.light(LinearColor(components[0], components[1], components[2]))
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
      // DeviceRGB to DeviceCMYK with full black generation and undercolour removal: PostScript
      // Language Reference, third edition, section 7.2.3.
      let ink = rgb.map { 1 - min(max(transfer.encoded($0), 0), 1) }
      let black = ink.min() ?? 0
      return ink.map { $0 - black } + [black]
    default:
      let encoded = encoding.encoded(light)
      return [encoded.x, encoded.y, encoded.z]
    }
  }
}

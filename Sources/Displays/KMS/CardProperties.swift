import MultiplaneGL

/// The properties of one object, by their labels, as they were when the card was looked at.
struct ObjectProperties: Sendable {
  private let all: [String: PropertyDescription]

  init(_ properties: [PropertyDescription]) {
    all = Dictionary(properties.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Nil if the object has no such property.
  subscript(_ label: String) -> PropertyDescription? { all[label] }
}

extension AtomicRequest {
  /// Sets a property by its label; nothing happens if the object has none of that label.
  mutating func set(_ label: String, in properties: ObjectProperties, of owner: PropertyOwner, to value: UInt64) {
    guard let property = properties[label] else { return }
    set(property.name, of: owner, to: value)
  }
}

/// Which layouts in memory a plane takes, for each format.
struct PlaneFormats: Sendable {
  /// In the plane's order; no modifiers where the driver names none.
  let modifiers: [FourCC: [PixelModifier]]

  /// - Parameter blob: the plane's `IN_FORMATS`; nil if it has none.
  init(formats: [FourCC], blob: [UInt8]?) {
    modifiers =
      blob.flatMap(Self.parse) ?? Dictionary(formats.map { ($0, []) }, uniquingKeysWith: { first, _ in first })
  }

  /// The format that frames are drawn in: the first that the plane takes, those without alpha
  /// first, as there is nothing behind the frame.
  var best: FourCC {
    let known: [FourCC] = [.xrgb8888, .argb8888, .xbgr8888, .abgr8888]
    return known.first { modifiers[$0] != nil } ?? .xrgb8888
  }

  /// Reads `drm_format_modifier_blob` of `drm_mode.h`; nil if it is none.
  private static func parse(_ blob: [UInt8]) -> [FourCC: [PixelModifier]]? {
    func number(_ offset: Int, _ count: Int) -> UInt64? {
      guard offset >= 0, offset + count <= blob.count else { return nil }
      return blob[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard number(0, 4) == 1, let formatCount = number(8, 4), let formatsStart = number(12, 4),
      let modifierCount = number(16, 4), let modifiersStart = number(20, 4),
      formatCount <= 1024, modifierCount <= 4096
    else { return nil }
    var codes: [FourCC] = []
    for index in 0..<Int(formatCount) {
      guard let code = number(Int(formatsStart) + 4 * index, 4) else { return nil }
      codes.append(FourCC(rawValue: UInt32(code)))
    }
    var found = Dictionary(codes.map { ($0, [PixelModifier]()) }, uniquingKeysWith: { first, _ in first })
    for index in 0..<Int(modifierCount) {
      // A bit mask of 64 formats, the place of the first of them, padding, the modifier.
      let start = Int(modifiersStart) + 24 * index
      guard let mask = number(start, 8), let offset = number(start + 8, 4), let modifier = number(start + 16, 8)
      else { return nil }
      for bit in 0..<64 where mask >> UInt64(bit) & 1 == 1 && Int(offset) + bit < codes.count {
        found[codes[Int(offset) + bit]]?.append(PixelModifier(rawValue: modifier))
      }
    }
    return found
  }
}

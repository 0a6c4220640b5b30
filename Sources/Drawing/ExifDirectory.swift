/// The first directory of Exif data, which are a TIFF structure. (Source: TIFF, revision 6.0,
/// section 2.)
struct ExifDirectory {
  /// The tags that are read.
  enum Tag: Int {
    case orientation = 274
    case xResolution = 282
    case yResolution = 283
    case resolutionUnit = 296
  }

  private let bytes: [UInt8]
  private let range: Range<Int>
  /// The type and the position of each value, in the structure.
  private var entries: [Tag: (type: Int, start: Int)] = [:]

  /// Nil for bytes that are no TIFF structure. A directory that is cut has its first entries.
  ///
  /// - Parameter range: of the structure, which offsets count from.
  init?(of bytes: [UInt8], _ range: Range<Int>) {
    (self.bytes, self.range) = (bytes, range)
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let start = directory + 2 + 12 * entry
      guard let tag = number(start, 2), let type = number(start + 2, 2), number(start + 8, 4) != nil else { break }
      if let tag = Tag(rawValue: tag) { entries[tag] = (type, start + 8) }
    }
  }

  /// The number at an offset; nil beyond the structure.
  private func number(_ offset: Int, _ size: Int) -> Int? {
    let start = range.lowerBound + offset
    guard offset >= 0, start <= range.upperBound - size else { return nil }
    let digits = bytes[start..<start + size]
    let isLittleEndian = bytes[range.lowerBound] == 0x49
    return isLittleEndian
      ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The first 16-bit number (type 3) of a tag, which is in the entry itself; nil without it.
  private func short(_ tag: Tag) -> Int? {
    entries[tag].flatMap { $0.type == 3 ? number($0.start, 2) : nil }
  }

  /// The first fraction (type 5) of a tag; nil without it, and for a denominator of 0.
  private func fraction(_ tag: Tag) -> Double? {
    guard let entry = entries[tag], entry.type == 5, let offset = number(entry.start, 4),
      let above = number(offset, 4), let below = number(offset + 4, 4), below > 0
    else { return nil }
    return Double(above) / Double(below)
  }

  /// The resolution; nil if none is stated, or without a unit.
  var density: ImageDensity? {
    guard let unit = [2: 1.0, 3: 2.54][short(.resolutionUnit) ?? 2], let x = fraction(.xResolution),
      let y = fraction(.yResolution)
    else { return nil }
    return ImageDensity(x: x * unit, y: y * unit)
  }

  /// How the picture is turned; nil if it is not stated.
  var orientation: ImageOrientation? { short(.orientation).flatMap { ImageOrientation(rawValue: $0) } }
}

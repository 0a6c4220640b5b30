/// The glyphs of a TrueType font that are made of others (OpenType, `glyf` table), checked for
/// abuse by hostile fonts.
///
/// FreeType refuses glyphs that contain themselves, but it draws ten of ten of ten … for ever; real
/// fonts put two or three pieces together, and those of a few levels.
struct CompositeGlyphs {
  /// The most pieces of a glyph, pieces of pieces counted.
  static let mostPieces = 2000
  /// The most levels of pieces within pieces.
  static let mostLevels = 32

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The range of the outlines, and the range of each glyph's offset.
  private let glyphs: Range<Int>
  private let places: Range<Int>
  private let hasLongPlaces: Bool
  /// The number of a composite glyph's pieces, by its index.
  private var pieces: [Int: Int] = [:]

  /// The first glyph of a font file, or a collection of fonts, that has more; nil if none has, or
  /// the file is no such font.
  static func firstTooComposite(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      for start in fontStarts(bytes) {
        guard var glyphs = CompositeGlyphs(bytes, fontAt: start) else { continue }
        for glyph in 0..<glyphs.count where glyphs.countPieces(of: glyph, level: 0) > mostPieces { return glyph }
      }
      return nil
    }
  }

  /// The offsets of a file's fonts.
  private static func fontStarts(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    guard bytes.starts(with: "ttcf".utf8) else { return [0] }
    let count = bytes.number(at: 8, bytes: 4) ?? 0
    return (0..<min(count, 1000)).compactMap { bytes.number(at: 12 + 4 * $0, bytes: 4) }
  }

  private init?(_ bytes: UnsafeBufferPointer<UInt8>, fontAt start: Int) {
    var tables: [String: Range<Int>] = [:]
    for index in 0..<(bytes.number(at: start + 4, bytes: 2) ?? 0) {
      let entry = start + 12 + 16 * index
      guard let place = bytes.number(at: entry + 8, bytes: 4), let length = bytes.number(at: entry + 12, bytes: 4),
        place <= bytes.count
      else { break }
      tables[String(decoding: bytes[entry..<entry + 4], as: UTF8.self)] = place..<min(place + length, bytes.count)
    }
    guard let head = tables["head"], let glyphs = tables["glyf"], let places = tables["loca"] else { return nil }
    self.bytes = bytes
    self.glyphs = glyphs
    self.places = places
    hasLongPlaces = bytes.number(at: head.lowerBound + 50, bytes: 2) != 0
  }

  /// The most glyphs: one less than offsets, as the last offset is the end of the last glyph.
  private var count: Int { min(max(places.count / (hasLongPlaces ? 4 : 2) - 1, 0), 1 << 16) }

  /// Counts the pieces of a glyph; at least one more than are allowed for one that contains itself.
  private mutating func countPieces(of glyph: Int, level: Int) -> Int {
    if let known = pieces[glyph] { return known }
    guard level <= Self.mostLevels else { return Self.mostPieces + 1 }
    guard var place = start(of: glyph), (bytes.number(at: place, bytes: 2) ?? 0) & 0x8000 != 0 else { return 0 }
    var sum = 0
    place += 10
    while place + 4 <= glyphs.upperBound, sum <= Self.mostPieces,
      let flags = bytes.number(at: place, bytes: 2), let piece = bytes.number(at: place + 2, bytes: 2)
    {
      sum += 1 + countPieces(of: piece, level: level + 1)
      // The place of the piece in words or bytes; one scale, two, or a matrix.
      place += 4 + (flags & 0x01 != 0 ? 4 : 2)
      place += flags & 0x08 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      guard flags & 0x20 != 0 else { break }
    }
    pieces[glyph] = sum
    return sum
  }

  private func start(of glyph: Int) -> Int? {
    let size = hasLongPlaces ? 4 : 2
    guard glyph < count, let place = bytes.number(at: places.lowerBound + size * glyph, bytes: size) else { return nil }
    return glyphs.lowerBound + (hasLongPlaces ? place : 2 * place)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A number with its highest byte first; nil beyond the end.
  fileprivate func number(at place: Int, bytes size: Int) -> Int? {
    guard place >= 0, place + size <= count else { return nil }
    return self[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
  }
}

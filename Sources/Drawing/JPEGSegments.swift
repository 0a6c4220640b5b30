/// The segments in front of a JPEG's pixels.
struct JPEGSegments {
  private let bytes: [UInt8]

  init(of bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The contents of the first segment of a kind (the byte after FF) with this prefix, after the
  /// prefix; nil if there is none.
  func contents(of kind: UInt8, beginningWith name: [UInt8]) -> Range<Int>? {
    all(of: kind, beginningWith: name).first
  }

  /// The contents of the segments of a kind with this prefix, after the prefix.
  func all(of kind: UInt8, beginningWith name: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 2
    // Pixels begin after FF DA.
    while let segment = Self.segment(at: start, in: bytes), segment.kind != 0xDA {
      if segment.kind == kind, bytes[segment.contents].starts(with: name) {
        found.append(segment.contents.lowerBound + name.count..<segment.contents.upperBound)
      }
      start = segment.contents.upperBound
    }
    return found
  }

  /// A segment: FF, once or more often, its kind, and its length with the two bytes that say it.
  /// (Source: ITU-T T.81, B.1.1.2 and B.1.1.4.)
  ///
  /// - Returns: nil where there is none, or not all of it.
  static func segment(at start: Int, in bytes: [UInt8]) -> (kind: UInt8, contents: Range<Int>)? {
    var start = start
    guard start < bytes.count, bytes[start] == 0xFF else { return nil }
    while start + 1 < bytes.count, bytes[start + 1] == 0xFF { start += 1 }
    // Markers that stand alone have no length.
    guard start + 4 <= bytes.count, bytes[start + 1] != 0, !(0xD0...0xD9 ~= bytes[start + 1]) else { return nil }
    let end = start + 2 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))
    return end <= bytes.count && end >= start + 4 ? (bytes[start + 1], start + 4..<end) : nil
  }
}

/// The segments in front of a JPEG's pixels.
struct JPEGSegments {
  private let bytes: [UInt8]

  init(of bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// What the first segment of a kind (the byte after FF) with such a beginning holds after that; nil if there is none.
  func contents(of kind: UInt8, beginningWith name: [UInt8]) -> Range<Int>? {
    all(of: kind, beginningWith: name).first
  }

  /// What the segments of a kind with such a beginning hold after that.
  func all(of kind: UInt8, beginningWith name: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 2
    // A segment is FF, its kind, and its length with the two bytes that say it. Pixels begin after FF DA.
    while start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] != 0xDA {
      let end = start + 2 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))
      guard end <= bytes.count, end >= start + 4 else { break }
      if bytes[start + 1] == kind, bytes[start + 4..<end].starts(with: name) {
        found.append(start + 4 + name.count..<end)
      }
      start = end
    }
    return found
  }
}

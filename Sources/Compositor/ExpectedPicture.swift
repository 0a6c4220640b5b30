/// The expected picture of a comparison.
///
/// Its values may be real numbers, so that the comparison knows which bytes a value may round to.
/// They are in single precision and in units of 1/255: a byte is represented exactly, and noise of
/// double precision (127.99999999999999 for 128) disappears.
package struct ExpectedPicture: Sendable, Equatable {
  /// The width, in pixels.
  package let width: Int
  /// The height, in pixels.
  package let height: Int
  /// Premultiplied red, green, blue and alpha in 0…255, four per pixel, in rows from the top.
  package let values: [Float]

  /// Creates a picture from values in units of 1/255.
  ///
  /// - Precondition: there are `width * height * 4` values.
  package init(width: Int, height: Int, values: [Float]) {
    precondition(values.count == width * height * 4, "A picture has width · height · 4 values.")
    self.width = width
    self.height = height
    self.values = values
  }

  /// Creates a picture from real numbers in 0…1, as from the reference renderer; others are
  /// clamped.
  package init(width: Int, height: Int, realNumbers: [Double]) {
    // The comparison that NaN fails comes first: it becomes 0.
    self.init(width: width, height: height, values: realNumbers.map { $0 > 0 ? Float(min($0, 1) * 255) : 0 })
  }

  /// Creates a picture from bytes.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    self.init(width: width, height: height, values: bytes.map(Float.init))
  }

  /// The values in 8 bits, rounded to the nearest.
  package func bytes() -> [UInt8] {
    values.map { UInt8(min(max($0, 0), 255).rounded()) }
  }

  /// The maximum variation of a channel among a pixel and its neighbours, in 255ths, for a pixel
  /// inside an area.
  ///
  /// An edge between such similar colours hides errors of coverage: to reach 2/255, the tolerance
  /// inside, coverage would have to be wrong by a quarter.
  package static let insideVariation: Float = 8

  /// Whether a pixel is inside an area, away from edges: no channel of the 3 × 3 pixels around it
  /// (fewer at the picture's border) varies by more than `insideVariation`.
  package func isInside(x: Int, y: Int) -> Bool {
    let columns = max(x - 1, 0)...min(x + 1, width - 1)
    let rows = max(y - 1, 0)...min(y + 1, height - 1)
    for channel in 0..<4 {
      var low = Float.infinity
      var high = -Float.infinity
      for row in rows {
        for column in columns {
          let value = values[(row * width + column) * 4 + channel]
          low = min(low, value)
          high = max(high, value)
        }
      }
      if high - low > Self.insideVariation { return false }
    }
    return true
  }
}

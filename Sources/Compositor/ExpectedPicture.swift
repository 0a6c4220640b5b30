/// A picture that another is held against.
///
/// Its values may be real numbers: then a comparison can tell which bytes a value may round to. They are kept as
/// single-precision numbers in units of 1/255, so that a byte is itself, exactly, and so that the noise of double
/// precision (127.99999999999999 for 128) is gone.
package struct ExpectedPicture: Sendable, Equatable {
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  /// Premultiplied red, green, blue and alpha, 0…255, four a pixel, row after row, the top row first.
  package let values: [Float]

  /// Takes values in units of 1/255.
  ///
  /// - Precondition: there are `width * height * 4`.
  package init(width: Int, height: Int, values: [Float]) {
    precondition(values.count == width * height * 4, "A picture has width · height · 4 values.")
    self.width = width
    self.height = height
    self.values = values
  }

  /// Takes real numbers, 0…1, as the reference renderer gives them; what lies outside is cut off.
  package init(width: Int, height: Int, realNumbers: [Double]) {
    // The comparison that NaN fails comes first: it becomes 0.
    self.init(width: width, height: height, values: realNumbers.map { $0 > 0 ? Float(min($0, 1) * 255) : 0 })
  }

  /// Takes bytes.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    self.init(width: width, height: height, values: bytes.map(Float.init))
  }

  /// The values in 8 bits, each rounded to the nearest.
  package func bytes() -> [UInt8] {
    values.map { UInt8(min(max($0, 0), 255).rounded()) }
  }

  /// How much a channel may vary among a pixel and its neighbours, in 255ths, for the pixel to lie inside.
  ///
  /// An edge between colours this near shows at most this much of a fault in its coverage; to be told from a fault of
  /// 2/255, the allowance inside, coverage would have to be wrong by a quarter.
  package static let insideVariation: Float = 8

  /// Whether a pixel lies inside an area, away from edges: no channel of the 3 × 3 pixels about it (fewer at the
  /// picture's border) varies by more than `insideVariation`.
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

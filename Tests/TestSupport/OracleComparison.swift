/// How far a picture is from one that another renderer drew, by a measure that forgives how edges
/// are antialiased.
///
/// A pixel of one picture is good when each of its channels lies within the least and greatest
/// value of the 3 × 3 pixels about it in the other picture, give or take `tolerance`. It is asked
/// both ways round, so that something thin that is missing is seen as well as something too many.
/// What is moved by two pixels, missing, or of another size or colour is not good; what lies a
/// fraction of a pixel off is.
package struct OracleComparison: Sendable {
  /// How far a channel may lie outside the range of its neighbourhood, 0…255.
  package static let tolerance: Int16 = 24

  /// What a picture may differ by and still match.
  package struct Allowance: Sendable, Equatable {
    /// Share of pixels that are not good, 0…1.
    package var bad: Double
    /// Mean difference of a channel over the drawn pixels, 0…255.
    package var mean: Double

    package init(bad: Double, mean: Double) {
      self.bad = bad
      self.mean = mean
    }
  }

  /// Whether each pixel is bad, row after row, the top row first.
  package let isBad: [Bool]
  /// Share of pixels that are not good, out of all, 0…1.
  package let bad: Double
  /// Mean difference of the channels over the pixels where either picture has any alpha, 0…255.
  package let mean: Double
  /// The greatest difference of a channel, pixel against pixel.
  package let largest: Int
  /// The greatest difference of each pixel's channels.
  private let differences: [UInt8]

  /// Compares two pictures, RGBA8 premultiplied, rows tight, the top row first.
  ///
  /// - Precondition: both have `width * height * 4` bytes.
  package init(of actual: [UInt8], with expected: [UInt8], width: Int, height: Int) {
    precondition(actual.count == width * height * 4, "The picture has width · height · 4 bytes.")
    precondition(expected.count == actual.count, "Only pictures of one size can be compared.")
    let expectedRange = NeighbourhoodRange(expected, width: width, height: height)
    let actualRange = NeighbourhoodRange(actual, width: width, height: height)
    var isBad: [Bool] = []
    var differences: [UInt8] = []
    var sum = 0
    var drawn = 0
    for pixel in 0..<width * height {
      let channels = pixel * 4..<pixel * 4 + 4
      isBad.append(
        !channels.allSatisfy { expectedRange.holds(actual[$0], at: $0) && actualRange.holds(expected[$0], at: $0) })
      let steps = channels.map { abs(Int(actual[$0]) - Int(expected[$0])) }
      differences.append(UInt8(steps.max() ?? 0))
      if actual[pixel * 4 + 3] > 0 || expected[pixel * 4 + 3] > 0 {
        drawn += 4
        sum += steps.reduce(0, +)
      }
    }
    self.isBad = isBad
    self.differences = differences
    bad = Double(isBad.count { $0 }) / Double(max(isBad.count, 1))
    mean = Double(sum) / Double(max(drawn, 1))
    largest = Int(differences.max() ?? 0)
  }

  /// What the difference breaks, a phrase each; empty for a match.
  package func breaches(of allowance: Allowance) -> [String] {
    var phrases: [String] = []
    if bad > allowance.bad {
      phrases.append("bad pixels \(Self.percent(bad)) %, allowed \(Self.percent(allowance.bad)) %")
    }
    if mean > allowance.mean {
      phrases.append("mean difference \(Self.thousandths(mean)), allowed \(Self.thousandths(allowance.mean))")
    }
    return phrases
  }

  /// The difference as a picture to view: four times as strong, on black; bad pixels red. RGBA8,
  /// opaque.
  package func picture() -> [UInt8] {
    zip(differences, isBad).flatMap { difference, isBad -> [UInt8] in
      let grey = UInt8(min(Int(difference) * 4, 255))
      return isBad ? [255, 40, 40, 255] : [grey, grey, grey, 255]
    }
  }

  private static func percent(_ share: Double) -> Double { thousandths(share * 100) }
  private static func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

/// The least and greatest value of each channel among the 3 × 3 pixels about each pixel, fewer at
/// the picture's border.
private struct NeighbourhoodRange {
  private var low: [UInt8]
  private var high: [UInt8]

  init(_ picture: [UInt8], width: Int, height: Int) {
    (low, high) = (picture, picture)
    // First along rows, then along columns: the least of three least values is the least of nine.
    spread(step: 4, count: width, lines: (0..<height).map { $0 * width * 4 })
    spread(step: width * 4, count: height, lines: (0..<width).map { $0 * 4 })
  }

  func holds(_ value: UInt8, at index: Int) -> Bool {
    Int16(value) >= Int16(low[index]) - OracleComparison.tolerance
      && Int16(value) <= Int16(high[index]) + OracleComparison.tolerance
  }

  /// Widens each range by those of the pixels before and after it on its line. A line is `count`
  /// pixels, `step` apart.
  private mutating func spread(step: Int, count: Int, lines: [Int]) {
    let (oldLow, oldHigh) = (low, high)
    for line in lines {
      for place in 0..<count {
        for neighbour in max(place - 1, 0)...min(place + 1, count - 1) where neighbour != place {
          for channel in 0..<4 {
            let index = line + place * step + channel
            let other = line + neighbour * step + channel
            low[index] = min(low[index], oldLow[other])
            high[index] = max(high[index], oldHigh[other])
          }
        }
      }
    }
  }
}

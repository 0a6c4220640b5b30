/// The difference between a picture in bytes and an expected picture.
///
/// Differences are integers in 255ths of full scale. A channel's difference is 0 if its byte is a
/// rounding of the expected real number, up or down (only the number itself if that is an integer);
/// else it is the distance to the nearer of the two. A pixel's difference is that of its worst
/// channel, premultiplied.
public struct PictureDifference: Sendable {
  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The difference per pixel, in rows from the top.
  public let pixels: [UInt8]
  /// The number of pixels by difference, 0…255.
  package let counts: [Int]
  /// The number of differing pixels inside areas by difference (`ExpectedPicture.isInside`).
  package let insideCounts: [Int]

  private let actual: [UInt8]
  private let expected: ExpectedPicture

  /// Compares a picture with the expected one.
  ///
  /// - Parameter actual: RGBA8, premultiplied, tight rows, top row first.
  /// - Precondition: both have the same size.
  package init(of actual: [UInt8], from expected: ExpectedPicture) {
    precondition(actual.count == expected.values.count, "Only pictures of one size can be compared.")
    (width, height) = (expected.width, expected.height)
    self.actual = actual
    self.expected = expected
    pixels = Self.differences(actual, expected.values)
    var counts = [Int](repeating: 0, count: 256)
    var insideCounts = counts
    for (index, difference) in pixels.enumerated() {
      counts[Int(difference)] += 1
      if difference > 0, expected.isInside(x: index % width, y: index / width) {
        insideCounts[Int(difference)] += 1
      }
    }
    self.counts = counts
    self.insideCounts = insideCounts
  }

  /// The largest difference.
  public var largest: Int { counts.lastIndex { $0 > 0 } ?? 0 }

  /// The largest difference of pixels inside areas, away from edges.
  public var largestInside: Int { insideCounts.lastIndex { $0 > 0 } ?? 0 }

  /// The mean difference of all pixels.
  public var mean: Double {
    let sum = counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
    return Double(sum) / Double(max(pixels.count, 1))
  }

  /// The number of pixels that differ by more than `limit`.
  public func count(beyond limit: Int) -> Int { counts.dropFirst(limit + 1).reduce(0, +) }

  /// The number of pixels inside areas that differ by more than `limit`, which is at least 0.
  package func countInside(beyond limit: Int) -> Int { insideCounts.dropFirst(limit + 1).reduce(0, +) }

  /// The share of pixels that differ by more than `limit`, in 0…1.
  ///
  /// ```swift
  /// if difference.share(beyond: 2) > 0.001 { print("one pixel in a thousand differs by more than 2/255") }
  /// ```
  public func share(beyond limit: Int) -> Double { Double(count(beyond: limit)) / Double(max(pixels.count, 1)) }

  /// The `count` worst pixels, worst first; equal ones from the top left.
  ///
  /// ```swift
  /// for pixel in difference.worstPixels(3) { print(pixel.x, pixel.y, pixel.actual, pixel.expected) }
  /// ```
  public func worstPixels(_ count: Int) -> [Pixel] {
    // The least difference that may still be needed, so that few pixels have to be sorted.
    var least = 256
    var found = 0
    while found < count, least > 1 {
      least -= 1
      found += counts[least]
    }
    let candidates = pixels.indices.filter { Int(pixels[$0]) >= least }
    return
      candidates
      .sorted { (pixels[$1], $0) < (pixels[$0], $1) }
      .prefix(count).map(pixel)
  }

  /// Whether the pixel at a place in `pixels` lies inside an area.
  func isInside(_ index: Int) -> Bool { expected.isInside(x: index % width, y: index / width) }

  private func pixel(_ index: Int) -> Pixel {
    let channels = index * 4..<index * 4 + 4
    return Pixel(
      x: index % width, y: index / width, difference: Int(pixels[index]), isInside: isInside(index),
      actual: Array(actual[channels]), expected: Array(expected.values[channels]))
  }

  private static func differences(_ actual: [UInt8], _ expected: [Float]) -> [UInt8] {
    actual.withUnsafeBufferPointer { actual in
      expected.withUnsafeBufferPointer { expected in
        [UInt8](unsafeUninitializedCapacity: actual.count / 4) { pixels, count in
          count = actual.count / 4
          for pixel in 0..<count {
            var largest: Float = 0
            for channel in pixel * 4..<pixel * 4 + 4 {
              let byte = Float(actual[channel])
              let value = min(max(expected[channel], 0), 255)
              largest = max(largest, value.rounded(.down) - byte, byte - value.rounded(.up))
            }
            pixels[pixel] = UInt8(largest)
          }
        }
      }
    }
  }

  /// A pixel of both pictures.
  public struct Pixel: Sendable, Equatable, CustomStringConvertible {
    /// The column, from 0 at the left.
    public let x: Int
    /// The row, from 0 at the top.
    public let y: Int
    /// The difference of the worst channel, in 255ths.
    public let difference: Int
    /// Whether the pixel is inside an area, away from edges.
    public let isInside: Bool
    /// The actual red, green, blue and alpha, premultiplied.
    public let actual: [UInt8]
    /// The expected red, green, blue and alpha, premultiplied, in 255ths.
    public let expected: [Float]

    /// A line such as `(12, 3) edge, off by 9: (255, 0, 0, 255), expected (246, 0, 0.25, 255)`.
    public var description: String {
      let found = actual.map { "\($0)" }.joined(separator: ", ")
      let wanted = expected.map { value in
        let hundredths = Int((value * 100).rounded())
        return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(Float(hundredths) / 100)"
      }.joined(separator: ", ")
      return "(\(x), \(y)) \(isInside ? "inside" : "edge"), off by \(difference): (\(found)), expected (\(wanted))"
    }
  }
}

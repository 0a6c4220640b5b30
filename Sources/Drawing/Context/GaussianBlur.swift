import Foundation

/// A Gaussian blur of one byte per pixel, along x and then along y.
struct GaussianBlur {
  /// The weights from −reach to +reach, which add up to 1.
  private let weights: [Float]
  /// The radius of the kernel in pixels.
  let reach: Int

  /// `sigma` is the standard deviation in pixels. The kernel is cut at three of it, beyond which
  /// lies 0.3 %.
  init(sigma: Double) {
    // Below this no neighbour gets a share that a number could hold.
    guard sigma > 0.05 else {
      (weights, reach) = ([1], 0)
      return
    }
    reach = Int((3 * sigma).rounded(.up))
    let samples = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = samples.reduce(0, +)
    weights = samples.map { Float($0 / sum) }
  }

  /// The blurred pixels of `target` from those of `area`, row after row; beyond `area` all is
  /// transparent.
  func blurred(_ pixels: [UInt8], of area: PixelArea, onto target: PixelArea) -> [UInt8] {
    var rows = [Float](repeating: 0, count: target.width * area.height)
    var result = [UInt8](repeating: 0, count: target.width * target.height)
    var source = [Float](repeating: 0, count: max(area.width, area.height))
    var line = [Float](repeating: 0, count: max(target.width, target.height))
    for row in 0..<area.height {
      for x in 0..<area.width { source[x] = Float(pixels[row * area.width + x]) }
      spread(source.prefix(area.width), &line, count: target.width, shift: area.x - target.x)
      for x in 0..<target.width { rows[row * target.width + x] = line[x] }
    }
    for column in 0..<target.width {
      for y in 0..<area.height { source[y] = rows[y * target.width + column] }
      spread(source.prefix(area.height), &line, count: target.height, shift: area.y - target.y)
      for y in 0..<target.height { result[y * target.width + column] = UInt8(min(line[y], 255).rounded()) }
    }
    return result
  }

  /// One line: adds every value of `source`, times the weights, to `target`, whose place 0 is
  /// `shift` before the source's.
  private func spread(_ source: ArraySlice<Float>, _ target: inout [Float], count: Int, shift: Int) {
    source.withUnsafeBufferPointer { source in
      weights.withUnsafeBufferPointer { weights in
        target.withUnsafeMutableBufferPointer { target in
          for place in 0..<count { target[place] = 0 }
          // Value by value, so that the inner loop runs over neighbours and is vectorised; most
          // values are zero.
          for index in source.indices where source[index] > 0 {
            let (value, first) = (source[index], index + shift - reach)
            let places = max(first, 0)..<max(min(first + weights.count, count), max(first, 0))
            for place in places { target[place] += value * weights[place - first] }
          }
        }
      }
    }
  }
}

import Foundation

/// A Gaussian blur of one byte per pixel, along x and then along y. Its time per pixel is bounded,
/// whatever the radius.
struct GaussianBlur {
  /// The largest standard deviation at which each weight is multiplied, in pixels.
  private static let largestWeighted = 8.0

  /// The weights from −reach to +reach, which add up to 1; empty if `recursive` is used.
  private let weights: [Float]
  /// The blur of large radii.
  private let recursive: RecursiveGaussian?
  /// The radius of the kernel in pixels.
  let reach: Int

  /// `sigma` is the standard deviation in pixels. The kernel is cut at three of it, beyond which
  /// lies 0.3 %.
  init(sigma: Double) {
    // Below this no neighbour gets a share that a number could hold.
    guard sigma > 0.05 else {
      (weights, recursive, reach) = ([1], nil, 0)
      return
    }
    reach = Int((3 * sigma).rounded(.up))
    guard sigma <= Self.largestWeighted else {
      (weights, recursive) = ([], RecursiveGaussian(sigma: sigma))
      return
    }
    recursive = nil
    let samples = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = samples.reduce(0, +)
    weights = samples.map { Float($0 / sum) }
  }

  /// The blurred pixels of `target` from those of `area`, row after row; beyond `area` all is
  /// transparent.
  func blurred(_ pixels: [UInt8], of area: PixelArea, onto target: PixelArea) -> [UInt8] {
    if let recursive { return blurred(pixels, of: area, onto: target, by: recursive) }
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

  private func blurred(
    _ pixels: [UInt8], of area: PixelArea, onto target: PixelArea, by recursive: RecursiveGaussian
  ) -> [UInt8] {
    let lanes = RecursiveGaussian.Lanes.scalarCount
    var rows = [Float](repeating: 0, count: target.width * area.height)
    var result = [UInt8](repeating: 0, count: target.width * target.height)
    // Lines have the places of the source and of the target.
    let (left, top) = (min(area.x, target.x), min(area.y, target.y))
    let width = max(area.x + area.width, target.x + target.width) - left
    let height = max(area.y + area.height, target.y + target.height) - top
    let memory = UnsafeMutableBufferPointer<RecursiveGaussian.Lanes>.allocate(capacity: 2 * max(width, height))
    defer { memory.deallocate() }
    memory.initialize(repeating: .zero)
    func blur(
      _ length: Int, _ source: Range<Int>, _ target: Range<Int>, count: Int,
      get: (_ place: Int, _ line: Int) -> Float, set: (_ place: Int, _ line: Int, _ value: Double) -> Void
    ) {
      let lines = UnsafeMutableBufferPointer(rebasing: memory[..<length])
      let blurred = UnsafeMutableBufferPointer(rebasing: memory[length..<2 * length])
      lines.update(repeating: .zero)
      for (index, place) in source.enumerated() {
        for line in 0..<count { lines[place][line] = Double(get(index, line)) }
      }
      recursive.blur(lines, to: blurred)
      for (index, place) in target.enumerated() {
        for line in 0..<count { set(index, line, blurred[place][line]) }
      }
    }
    let columns = (
      source: area.x - left..<area.x - left + area.width, target: target.x - left..<target.x - left + target.width
    )
    for row in stride(from: 0, to: area.height, by: lanes) {
      blur(width, columns.source, columns.target, count: min(lanes, area.height - row)) { x, line in
        Float(pixels[(row + line) * area.width + x])
      } set: { x, line, value in
        rows[(row + line) * target.width + x] = Float(value)
      }
    }
    let places = (
      source: area.y - top..<area.y - top + area.height, target: target.y - top..<target.y - top + target.height
    )
    for column in stride(from: 0, to: target.width, by: lanes) {
      blur(height, places.source, places.target, count: min(lanes, target.width - column)) { y, line in
        rows[y * target.width + column + line]
      } set: { y, line, value in
        result[y * target.width + column + line] = UInt8(min(max(value, 0), 255).rounded())
      }
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

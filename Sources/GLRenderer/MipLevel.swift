/// One level of an image's mip levels, in real numbers so that rounding does not add up (docs/rendering.md, section 10).
///
/// The driver's own levels differ from driver to driver, and so does its choice among them; these do not.
struct MipLevel {
  let width: Int
  let height: Int
  /// The bytes of level 0, which needs no numbers until the next level is asked for.
  private let original: [UInt8]?
  /// Premultiplied RGBA, row after row: 0…255 of an image of bytes, as they are of one of half floats.
  private let numbers: [Float]

  init(premultiplied bytes: [UInt8], width: Int, height: Int) {
    self.width = width
    self.height = height
    original = bytes
    numbers = []
  }

  init(halves: [Float16], width: Int, height: Int) {
    self.init(numbers: halves.map(Float.init), width: width, height: height)
  }

  private init(numbers: [Float], width: Int, height: Int) {
    self.width = width
    self.height = height
    original = nil
    self.numbers = numbers
  }

  /// How many levels halve the longer side down to 1.
  static func count(width: Int, height: Int) -> Int {
    Int.bitWidth - max(width, height, 1).leadingZeroBitCount
  }

  /// Rounded to bytes.
  func bytes() -> [UInt8] {
    original ?? numbers.map { UInt8(min(max($0.rounded(), 0), 255)) }
  }

  /// Rounded to half floats.
  func halves() -> [Float16] { numbers.map(Float16.init) }

  /// Half the size each way, rounded down, at least 1: each pixel the mean of what it covers, weighted by area.
  func next() -> MipLevel {
    let source = original?.map(Float.init) ?? numbers
    let narrow = max(1, width / 2)
    let low = max(1, height / 2)
    let across = Self.halve(source, count: width, to: narrow, lines: height, step: 4, lineStep: width * 4)
    let down = Self.halve(across, count: height, to: low, lines: narrow, step: narrow * 4, lineStep: 4)
    return MipLevel(numbers: down, width: narrow, height: low)
  }

  /// Halves one axis. The result's rows are tight: `lines` lines of `count` pixels of which `target` remain.
  ///
  /// - Parameters:
  ///   - step: numbers from one pixel of a line to the next.
  ///   - lineStep: numbers from one line to the next.
  private static func halve(
    _ source: [Float], count: Int, to target: Int, lines: Int, step: Int, lineStep: Int
  ) -> [Float] {
    guard target < count else { return source }
    let isAcross = step == 4
    var result = [Float](repeating: 0, count: lines * target * 4)
    let width = Double(count) / Double(target)
    for pixel in 0..<target {
      let start = Double(pixel) * width
      let end = start + width
      for index in Int(start)..<min(count, Int(end.rounded(.up))) {
        let covered = min(end, Double(index + 1)) - max(start, Double(index))
        let weight = Float(covered / width)
        for line in 0..<lines {
          let from = index * step + line * lineStep
          let to = isAcross ? (line * target + pixel) * 4 : (pixel * lines + line) * 4
          for channel in 0..<4 { result[to + channel] += weight * source[from + channel] }
        }
      }
    }
    return result
  }
}

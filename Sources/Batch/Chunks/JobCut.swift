import MultiplaneVideo

/// The division of a job into chunks: at whole groups of pictures, with about the same work. It
/// depends only on the plan, so that it is the same on every machine.
package struct JobCut: Sendable, Equatable {
  /// The size of chunks.
  package enum Size: Sendable, Equatable {
    /// About this many estimated seconds of one core.
    case seconds(Double)
    /// This many frames, rounded up to a whole group.
    case frames(Int)
  }

  /// The interval of key frames, in frames.
  package let group: Int
  package let frames: Int

  /// Frames at which the time of a job is estimated.
  private static let mostSamples = 64

  package init(frames: Int, group: Int) {
    (self.frames, self.group) = (frames, max(1, min(group, frames)))
  }

  /// Creates a division.
  ///
  /// - Parameter groupSeconds: the interval of key frames, in seconds.
  package init(frames: Int, rate: FrameRate, groupSeconds: Double) {
    self.init(frames: frames, group: Int(min(Double(frames), max(1, (rate.framesPerSecond * groupSeconds).rounded()))))
  }

  private var groups: Int { (frames + group - 1) / group }

  /// The frames at which the cost is estimated: the first of each group, at most 64.
  package var samples: [Int] {
    let count = min(groups, Self.mostSamples)
    return (0..<count).map { $0 * groups / count * group }
  }

  /// The chunks with their estimated seconds.
  ///
  /// - Parameters:
  ///   - costs: the seconds to draw a frame at each of `samples`.
  ///   - encoding: the seconds to encode a frame.
  package func chunks(of size: Size, costs: [Double], encoding: Double) -> [(frames: Range<Int>, seconds: Double)] {
    let works = (0..<groups).map { work(of: $0, costs, encoding) }
    let total = works.reduce(0, +)
    let ends: [Int]
    switch size {
    case .frames(let count):
      let step = max(1, (max(1, count) + group - 1) / group)
      ends = Array(stride(from: step, to: groups, by: step)) + [groups]
    case .seconds(let seconds):
      let count = max(1, min(groups, Int(min((total / max(seconds, 1e-3)).rounded(), Double(groups)))))
      ends = Self.quantiles(works, total: total, count: count)
    }
    var start = 0
    return ends.map { end in
      defer { start = end }
      return (start * group..<min(frames, end * group), works[start..<end].reduce(0, +))
    }
  }

  /// The ends of parts of equal work, rounded to whole groups.
  private static func quantiles(_ works: [Double], total: Double, count: Int) -> [Int] {
    var ends: [Int] = []
    var (sum, index) = (0.0, 0)
    for part in 1..<max(count, 1) {
      let wanted = total * Double(part) / Double(count)
      // Each part has a group, and so has each that follows.
      let last = works.count - (count - part)
      repeat {
        sum += works[index]
        index += 1
      } while index < last && sum + works[index] / 2 < wanted
      ends.append(index)
    }
    return ends + [works.count]
  }

  /// The time of a group, interpolated between the estimates before and after it.
  private func work(of index: Int, _ costs: [Double], _ encoding: Double) -> Double {
    let count = min(group, frames - index * group)
    guard let last = costs.last else { return Double(count) * encoding }
    let place = Double(index) * Double(costs.count) / Double(groups)
    let before = min(Int(place), costs.count - 1)
    let (a, b) = (costs[before], before + 1 < costs.count ? costs[before + 1] : last)
    return Double(count) * (a + (b - a) * (place - Double(before)) + encoding)
  }
}

/// The cost of encoding in core seconds per megapixel: measured on a server of 2023 with pictures
/// of flat colours, blurs and text, rounded up.
enum EncodingCost {
  static func seconds(pixels: Int, video format: VideoFormat) -> Double {
    let perMegapixel =
      switch format {
      case .mp4: 0.06
      case .webm: 0.2
      case .mov: 0.2
      case .gif, .apng, .webp: 0.05
      }
    return Double(pixels) * 1e-6 * perMegapixel
  }

  static func seconds(pixels: Int, picture fileExtension: String) -> Double {
    Double(pixels) * 1e-6 * (fileExtension == "webp" ? 0.1 : fileExtension == "png" ? 0.05 : 0.01)
  }
}

import Foundation
import Graphics

/// A box blur on device pixels: a mean along each of two directions (docs/rendering.md, section 19).
///
/// A wide mean is one of means: of n samples beside one another first, then of blocks of these, and of the few samples that no whole
/// block reaches. Its cost is that of some 3·√m samples rather than of 2·m, for a reach of m.
struct BoxBlur {
  /// Half of the box's sides, in device pixels.
  private let x: Vector2
  private let y: Vector2

  /// A shorter mean is not worth a surface of its own. In steps.
  private static let leastBlocks = 24.0

  /// - Parameters:
  ///   - x, y: half of the box's sides, in device pixels.
  init(_ x: Vector2, _ y: Vector2) {
    (self.x, self.y) = (x, y)
  }

  /// Adds its passes.
  func addSteps(to steps: inout [FilterStep]) {
    Self.addMean(along: x, other: y, to: &steps)
    Self.addMean(along: y, other: x, to: &steps)
  }

  /// Adds a mean from −d to d; none for one that is too short to see.
  private static func addMean(along d: Vector2, other: Vector2, to steps: inout [FilterStep]) {
    let size = max(abs(d.x), abs(d.y))
    guard d.length >= 1.0 / 64, size.isFinite else { return }
    let line = Line(step: d / size, reach: min(size, 1024))
    // Blocks of a slanted line lie between pixels. Mixing them smears across the line, which nobody sees where the other mean is wide.
    let across = abs(d.x * other.y - d.y * other.x) / d.length
    guard line.reach >= leastBlocks, !line.isSlanted || across >= leastBlocks, let blocks = Blocks(of: line.reach)
    else {
      steps.append(line.mean(reach: line.reach, samples: line.reach.rounded(.up)))
      return
    }
    steps.append(line.mean(reach: Double(blocks.length) / 2, samples: Double(blocks.length - 1) / 2))
    steps.append(line.mean(of: blocks))
  }

  /// Samples so many steps to either side, in pixels.
  private struct Line {
    let step: Vector2
    let reach: Double

    private func pixels(_ samples: Double) -> Vector2 {
      (Vector2(abs(step.x), abs(step.y)) * samples.rounded(.up)).rounded(.up)
    }

    var isSlanted: Bool { step.x != 0 && step.y != 0 }

    /// - Parameters:
    ///   - reach: from the middle, in steps; what it has of the last samples is their weight.
    ///   - samples: so many to either side of the middle.
    func mean(reach: Double, samples: Double) -> FilterStep {
      FilterStep(
        shape: .mean, reach: pixels(samples), isSmooth: isSlanted,
        sampling: SIMD4(Float(step.x), Float(step.y), Float(reach), Float(samples)))
    }

    func mean(of blocks: Blocks) -> FilterStep {
      let half = Double(blocks.length - 1) / 2
      let outermost = Double((blocks.count - 1) * blocks.length) / 2
      return FilterStep(
        shape: .blocks, reach: pixels(max(outermost, reach.rounded(.up) - half)), isSmooth: isSlanted,
        readsBefore: true,
        sampling: SIMD4(Float(step.x), Float(step.y), Float(reach), Float(reach.rounded(.up))),
        cell: SIMD4(Float(blocks.length), Float(blocks.count), Float(blocks.firstSingle), 0))
    }
  }

  /// How the samples of a mean are parted: blocks in the middle, and single ones at both ends.
  struct Blocks {
    /// Samples in a block: an odd number.
    let length: Int
    /// An odd number too.
    let count: Int
    /// How many steps from the middle the first sample is that the blocks do not wholly cover.
    let firstSingle: Int

    /// Those that take the fewest samples; nil where no block fits in.
    init?(of reach: Double) {
      var best: (cost: Int, blocks: Blocks)?
      for length in stride(from: 3, through: max(3, Int(4 * reach.squareRoot())), by: 2) {
        // An odd number of odd ones: their middles are pixels' middles.
        let count = max(0, Int(2 * reach) / length - 1) / 2 * 2 + 1
        guard count > 1 else { continue }
        let blocks = Blocks(length: length, count: count)
        let cost = length + count + 2 * (Int(reach.rounded(.up)) - blocks.firstSingle + 1)
        if cost < best?.cost ?? .max { best = (cost, blocks) }
      }
      guard let best else { return nil }
      self = best.blocks
    }

    private init(length: Int, count: Int) {
      self.length = length
      self.count = count
      firstSingle = (length * count + 1) / 2
    }
  }
}

extension Vector2 {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}

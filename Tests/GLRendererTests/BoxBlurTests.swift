import Graphics
import Testing

@testable import GLRenderer

/// A box blur as means along two directions, wide ones as means of means.
@Suite struct BoxBlurTests {
  /// What each sample of a line weighs, by its number from the middle: the rule's, and what the shaders make of the steps.
  @Test(
    "The weights are the rule's",
    arguments: [0.02, 0.4, 1, 2.5, 7.25, 23.9, 24, 24.5, 25.37, 31.2, 50, 99.5, 100, 256.6, 700, 1023.99, 1024, 5000])
  func weights(radius: Double) throws {
    let steps = BoxBlur(Vector2(radius, 0), Vector2(0, 0)).steps
    let reach = min(radius, 1024)
    #expect(steps.count == (radius >= 24 ? 2 : 1))
    let first = try #require(steps.first)
    var weights = mean(first)
    if steps.count == 2 { weights = blocks(steps[1], of: weights) }
    let total = 2 * max(reach, 0.5)
    for k in -1100...1100 {
      let rule = k == 0 ? 1 : min(max(reach + 0.5 - Double(abs(k)), 0), 1)
      // Of a reach below half a step the middle weighs 1 all the same.
      let sum = reach < 0.5 ? 1 : total
      #expect(abs(weights[k, default: 0] - rule / sum) < 1e-6)
    }
    let reached = steps.reduce(0) { $0 + $1.reach.x }
    #expect(reached >= reach.rounded(.up) && reached <= reach + 2)
  }

  /// As `mean.frag` takes it.
  private func mean(_ step: FilterStep) -> [Int: Double] {
    var weights = [0: 1.0]
    for k in 1...max(1, Int(step.sampling.w)) {
      let weight = min(max(Double(step.sampling.z) + 0.5 - Double(k), 0), 1)
      (weights[k], weights[-k]) = (weight, weight)
    }
    let total = weights.values.reduce(0, +)
    return weights.mapValues { $0 / total }
  }

  /// As `blocks.frag` takes them.
  private func blocks(_ step: FilterStep, of means: [Int: Double]) -> [Int: Double] {
    var weights: [Int: Double] = [:]
    let (length, count) = (Int(step.cell.x), Int(step.cell.y))
    #expect(means.count { $0.value > 0 } == length && length % 2 == 1 && count % 2 == 1)
    for block in 0..<count {
      let middle = (block - count / 2) * length
      for (k, weight) in means { weights[middle + k, default: 0] += weight * Double(length) }
    }
    let (reach, reached) = (Double(step.sampling.z), Double(length * count) / 2)
    var k = Int(step.cell.z)
    while k <= Int(step.sampling.w) {
      let weight = min(max(reach + 0.5 - Double(k), 0), 1) - min(max(reached + 0.5 - Double(k), 0), 1)
      weights[k, default: 0] += weight
      weights[-k, default: 0] += weight
      k += 1
    }
    return weights.mapValues { $0 / (2 * reach) }
  }

  /// Few samples, however wide.
  @Test(arguments: [(30.0, 23), (100, 40), (300, 67), (1024, 120)])
  func aWideMeanTakesFewSamples(radius: Double, most: Int) {
    let steps = BoxBlur(Vector2(radius, 0), Vector2(0, radius)).steps
    #expect(steps.map(\.shape) == [.mean, .blocks, .mean, .blocks])
    let means = 2 * Int(steps[0].sampling.w) + 1
    let singles = 2 * (Int(steps[1].sampling.w) - Int(steps[1].cell.z) + 1)
    #expect(means + Int(steps[1].cell.y) + singles <= most)
  }

  /// A slanted line whose blocks would smear what the other direction leaves sharp.
  @Test func aSlantedMeanIsOneWhereTheOtherIsNarrow() {
    #expect(BoxBlur(Vector2(60, 40), Vector2(-4, 6)).steps.map(\.shape) == [.mean, .mean])
    #expect(BoxBlur(Vector2(60, 40), Vector2(-40, 60)).steps.map(\.shape) == [.mean, .blocks, .mean, .blocks])
  }
}

extension BoxBlur {
  fileprivate var steps: [FilterStep] {
    var steps: [FilterStep] = []
    addSteps(to: &steps)
    return steps
  }
}

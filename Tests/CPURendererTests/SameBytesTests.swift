import Foundation
import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGraphics
import TestSupport
import Testing

@testable import MultiplaneFlattening
@testable import MultiplaneRenderTree

/// A frame is a function of the list: of nothing else.
@Suite struct CPUSameBytesTests {
  /// Lists of random trees that are whole pictures.
  private static func list(_ seed: UInt64) -> DisplayList {
    Flattener.flatten(RandomTree.makeContainers(seed: seed).evaluate(at: 0.3))
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func threadsAndLevelsGiveTheSameBytes(seed: UInt64) throws {
    let list = Self.list(seed)
    let one = try Frame(list, threads: 1, kernels: .baseline)
    for threads in [1, 2, 3] { #expect(try Frame(list, threads: threads) == one, "\(threads) threads") }
  }

  /// Every scene has one hash, whatever draws it.
  @Test(arguments: SceneLibrary.all)
  func scenesHaveTheSameBytes(scene: SceneName) throws {
    let list = Flattener.flatten(try scene.committed().evaluate(at: 0.37))
    let one = try Frame(list, threads: 1, kernels: .baseline)
    for (threads, kernels) in [(2, .baseline), (1, .best), (2, .best), (3, .best)] as [(Int, CPURenderer.KernelLevel)] {
      let frame = try Frame(list, threads: threads, kernels: kernels)
      #expect(frame == one, "\(threads) threads, \(kernels): off by \(frame.difference(from: one))")
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func partsOfAFrameHaveItsBytes(seed: UInt64) throws {
    let list = Self.list(seed)
    let renderer = CPURenderer(threads: 2)
    let whole = try Frame(list, by: renderer)
    var random = SplitMix64(seed: seed)
    for _ in 0..<8 {
      let x = Int32.random(in: 0..<Int32(whole.width), using: &random)
      let y = Int32.random(in: 0..<Int32(whole.height), using: &random)
      let damage = PixelBox(
        minX: x, minY: y, maxX: x + .random(in: 1...100, using: &random), maxY: y + .random(in: 1...100, using: &random)
      )
      var part = Frame(width: whole.width, height: whole.height, filledWith: 7)
      try part.draw(list, by: renderer, damage: damage)
      for row in 0..<whole.height {
        for column in 0..<whole.width {
          let isInside =
            (Int(damage.minX)..<Int(damage.maxX)).contains(column)
            && (Int(damage.minY)..<Int(damage.maxY)).contains(row)
          let expected = isInside ? whole.pixel(column, row) : [7, 7, 7, 7]
          guard part.pixel(column, row) != expected else { continue }
          Issue.record("seed \(seed): \(damage) differs at \(column), \(row)")
          return
        }
      }
    }
  }

  @Test func otherOrdersOfBytesHoldTheSameColours() throws {
    let list = Self.list(1)
    let frame = try Frame(list)
    var other = Frame(width: frame.width, height: frame.height)
    try other.draw(list, by: CPURenderer(threads: 1), order: .bgra)
    for pixel in 0..<frame.width * frame.height {
      other.bytes.swapAt(pixel * 4, pixel * 4 + 2)
    }
    #expect(other == frame)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func noNumberStopsIt(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func number() -> Double {
      let numbers: [Double] = [0, -0.0, 1, -1, 1e-300, 1e300, -1e300, 1e9, -1e9, 0.5, 63.999, 1e-9, 40]
      return numbers.randomElement(using: &random) ?? 0
    }
    var builder = ListBuilder(width: 130, height: 70)
    let image = try #require(CGImage(premultipliedRGBA8: [255, 0, 0, 255, 0, 0, 0, 0], width: 2, height: 1))
    for _ in 0..<30 {
      var matrix = CATransform3DIdentity
      (matrix.m11, matrix.m12, matrix.m14) = (number(), number(), number() / 1e4)
      (matrix.m21, matrix.m22, matrix.m24) = (number(), number(), number() / 1e4)
      (matrix.m41, matrix.m42) = (number(), number())
      let plane = builder.plane(matrix)
      var shape = BoxShape(number(), number(), number(), number(), radius: abs(number()), smoothing: 0.5)
      if Bool.random(using: &random) { shape.hardEdges = [.layerLeftEdge, .layerTopEdge] }
      let clip = builder.clip(BoxShape(number(), number(), number(), number(), radius: abs(number())), plane: plane)
      let color = PremultipliedColor(red: number(), green: number(), blue: number(), alpha: number())
      builder.add(shape, color, plane: plane, clip: clip, opacity: Float(number()))
      builder.addImage(image, shape, plane: plane)
      builder.list.gradients.append(
        GradientBox(
          shape: shape, type: [.axial, .radial, .conic][Int(seed % 3)], x: SIMD3(number(), number(), number()),
          y: SIMD3(number(), number(), number()),
          stops: [
            Gradient.Stop(location: 0, color: StraightColor(red: 1, green: 0, blue: 0)),
            Gradient.Stop(location: 1e-300, color: StraightColor(red: 0, green: 1, blue: 0, alpha: 0)),
          ]))
      builder.add(.gradient, builder.list.gradients.count - 1, plane: plane, clip: clip)
    }
    let one = try Frame(builder.list, threads: 1, kernels: .baseline)
    #expect(try Frame(builder.list, threads: 2) == one)
  }
}

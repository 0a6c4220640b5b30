import Foundation
import Graphics
import RenderTree
import TestSupport
import Testing

/// Whole frames that follow one another of trees with very many shadows: each keeps to 2/255 everywhere and to 1/255 for 99.9 % of
/// the pixels (docs/rendering.md, section 15), edges included.
@Suite struct ManySoftParityTests {
  private static let canvas = CGSize(width: 640, height: 400)

  /// More than `SoftStacks.mostInBoxes`, as close to one another as 240 on a screen, and closer.
  @Test(arguments: [1, 2, 3] as [UInt64], [70, 140])
  func cards(seed: UInt64, count: Int) async throws {
    try await expectFrames("cards \(count) \(seed)") { time in
      var random = SeededGenerator(seed: seed)
      return (0..<count).map { _ in
        Self.moving(size: CGSize(width: 70, height: 50), by: 15, at: time, &random) { values, _ in
          values.cornerRadius = 6
          values.backgroundColor = .white
          values.borderWidth = 1
          values.borderColor = CGColor(srgbRed: 0.75, green: 0.75, blue: 0.78, alpha: 1)
          values.shadow.opacity = 0.3
          values.shadow.radius = 8
          values.shadow.offset = CGSize(width: 0, height: 4)
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [70, 140])
  func shadows(seed: UInt64, count: Int) async throws {
    try await expectFrames("shadows \(count) \(seed)") { time in
      var random = SeededGenerator(seed: seed &+ 100)
      return (0..<count).map { _ in
        Self.moving(size: CGSize(width: 50, height: 40), by: 20, at: time, &random) { values, random in
          values.cornerRadius = 8
          values.backgroundColor = Self.color(&random)
          values.shadow.opacity = 0.6
          values.shadow.radius = 14
          values.shadow.offset = CGSize(width: 0, height: 6)
        }
      }
    }
  }

  /// Of all sizes, faintnesses and colours, some turned, some blurred, some in a group that fades.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func anything(seed: UInt64) async throws {
    try await expectFrames("anything \(seed)") { time in
      var random = SeededGenerator(seed: seed &* 31)
      return (0..<90).map { index in
        let size = CGSize(width: Self.number(20, 120, &random), height: Self.number(20, 90, &random))
        let turn = index % 10 == 9 ? Self.number(0, 6, &random) : 0
        let (radius, opacity) = (Self.number(4, 24, &random), Float(Self.number(0.1, 0.9, &random)))
        return Self.moving(size: size, by: 15, at: time, &random) { values, random in
          // Coverage of turned edges, of which several may meet, is not what this is about.
          values.backgroundColor = turn == 0 ? Self.color(&random) : nil
          values.geometry.transform = CATransform3DMakeRotation(turn, 0, 0, 1)
          values.shadow.color = Self.color(&random)
          values.shadow.opacity = opacity
          values.shadow.radius = radius
          if turn != 0 { values.shadow.path = CGPath(rect: CGRect(origin: .zero, size: size)) }
          if index % 10 == 4 { values.opacity = 0.7 }
        }
      }
    }
  }

  /// What is added up is cut to 0…1 each time, as in a frame of bytes.
  @Test func beneathWhatAddsUp() async throws {
    func cast(_ x: Double, _ color: CGColor, _ mode: BlendMode = .normal) -> RenderNode? {
      node(CGRect(x: x, y: 30, width: 60, height: 40)) {
        $0.backgroundColor = color
        $0.compositing.blendMode = mode
        $0.shadow.opacity = 0.5
        $0.shadow.radius = 9
      }
    }
    let light = CGColor(srgbRed: 0.7, green: 0.5, blue: 0.3, alpha: 0.8)
    let stack = (0..<5).map { cast(20 + Double($0), .white) }
    let added = (0..<3).map { number in
      node(CGRect(x: 10 + Double(number) * 9, y: 20, width: 70, height: 70)) {
        $0.backgroundColor = light
        $0.compositing.blendMode = .plusL
      }
    }
    let tree = RenderTree(
      size: CGSize(width: 110, height: 100), scale: 1, background: StraightColor(red: 0.4, green: 0.6, blue: 0.8),
      root: node(CGRect(x: 0, y: 0, width: 110, height: 100), sublayers: stack + added), time: 0)
    try await expectParity(tree, name: "beneath what adds up", within: .soft, frames: 3)
  }

  // MARK: Frames

  /// Draws four frames that differ, and judges the last two.
  private func expectFrames(_ name: String, _ layers: (Double) -> [RenderNode?]) async throws {
    for frame in 0..<4 {
      let root = node(CGRect(origin: .zero, size: Self.canvas), sublayers: layers(Double(frame) / 3))
      let tree = RenderTree(
        size: Self.canvas, scale: 1, background: StraightColor(red: 0.9, green: 0.91, blue: 0.93), root: root, time: 0)
      if frame < 2 {
        _ = try await RenderThread.shared.picture(of: tree)
      } else {
        try await expectParity(tree, name: "\(name) \(frame)", within: .soft)
      }
    }
  }

  /// A layer anywhere, a share of a way from there.
  private static func moving(
    size: CGSize, by reach: Double, at time: Double, _ random: inout SeededGenerator,
    configure: (inout LayerValues, inout SeededGenerator) -> Void
  ) -> RenderNode? {
    let (x, y) = (number(30, canvas.width - 30, &random), number(20, canvas.height - 20, &random))
    let (dx, dy) = (number(-reach, reach, &random), number(-reach, reach, &random))
    let place = CGRect(
      x: x + dx * time - size.width / 2, y: y + dy * time - size.height / 2, width: size.width, height: size.height)
    return node(place) { configure(&$0, &random) }
  }

  private static func number(_ least: Double, _ most: Double, _ random: inout SeededGenerator) -> Double {
    Double.random(in: least...most, using: &random)
  }

  private static func color(_ random: inout SeededGenerator) -> CGColor {
    CGColor(
      srgbRed: number(0.15, 1, &random), green: number(0.15, 1, &random), blue: number(0.15, 1, &random), alpha: 1)
  }
}

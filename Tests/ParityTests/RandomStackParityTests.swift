import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import TestTiers
import Testing

/// Two to eight overlapping blurs, also in groups and under masks, at random: what each is off must
/// not add up (docs/rendering.md, section 2).
///
/// `MULTIPLANE_SEED=17` runs the stacks of that seed alone.
@Suite struct RandomStackParityTests {
  private static let chosen = ProcessInfo.processInfo.environment["MULTIPLANE_SEED"]
  private static let seeds: [UInt64] = chosen.map { UInt64($0).map { [$0] } ?? [] } ?? Array(1...54)
  private static let stacks = seeds.flatMap { seed in (2...8).map { (count: $0, seed: seed) } }
  private static let tall = Array(seeds.prefix(3))

  /// The quick tier draws every ninth.
  @Test(arguments: chosen == nil ? stacks.drawn() : stacks)
  func stack(count: Int, seed: UInt64) async throws {
    try await expectParity("\(count) of seed \(seed)") {
      var stack = RandomStack(seed: seed &* 16 &+ UInt64(count))
      return stack.tree(of: count)
    }
  }

  /// Very many of them. The quick tier draws one.
  @Test(arguments: chosen == nil ? tall.drawn(oneIn: 3) : tall)
  func aHundred(seed: UInt64) async throws {
    try await expectParity("100 of seed \(seed)") {
      var stack = RandomStack(seed: seed &* 16 &+ 100)
      return stack.tree(of: 100, root: 1 + seed)
    }
  }
}

/// Makes stacks of blurred layers; the same seed gives the same one everywhere.
private struct RandomStack {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let canvas = CGRect(x: 0, y: 0, width: 140, height: 110)

  private enum BlurKind: CaseIterable {
    case blur, boxBlur, roundBlur, turnedBlur, blurOfGroup
    case shadow, roundShadow, pathShadow, turnedShadow, shadowOfGroup, shadowOfBlur
  }

  /// What is around a blurred layer.
  private enum Around: CaseIterable {
    case nothing, fadedGroup, gradientMask, clip, blurAndShadow
  }

  /// - Parameter root: the number of the root layer.
  mutating func tree(of count: Int, root: UInt64 = 0) -> RenderTree {
    let isWide = chance(0.3)
    let layers = (0..<count).map { _ in wrapped(isWide: isWide) }
    let inside = chance(0.2) ? [node(Self.canvas, sublayers: layers) { $0.opacity = 0.8 }] : layers
    return RenderTree(
      size: Self.canvas.size, scale: 1,
      background: chance(0.75) ? StraightColor(red: 0.95, green: 0.9, blue: 0.8) : nil,
      root: node(Self.canvas, identifier: root, sublayers: inside), time: 0)
  }

  // MARK: Numbers

  private mutating func number(_ least: Double, _ most: Double) -> Double {
    Double.random(in: least...most, using: &random)
  }

  private mutating func chance(_ share: Double) -> Bool { number(0, 1) < share }

  private mutating func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: items.indices, using: &random)] }

  private mutating func color(alpha: Double = 1) -> CGColor {
    CGColor(srgbRed: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: alpha)
  }

  // MARK: Layers

  /// A blurred layer, mostly by itself.
  private mutating func wrapped(isWide: Bool) -> RenderNode? {
    let around = chance(0.6) ? Around.nothing : pick(Around.allCases)
    let inside = blurredLayer(isWide: isWide)
    let opacity = Float(number(0.3, 0.9))
    let big = Self.canvas.insetBy(dx: -300, dy: -300)
    switch around {
    case .nothing: return inside
    case .fadedGroup:
      let second = blurredLayer(isWide: isWide)
      return node(Self.canvas, sublayers: [inside, second]) { $0.opacity = opacity }
    case .gradientMask:
      let mask = gradient()
      return node(Self.canvas, sublayers: [inside], mask: .some(mask))
    case .clip:
      // Its edges lie outside of the canvas.
      return node(big, sublayers: [node(Self.canvas.offsetBy(dx: 300, dy: 300), sublayers: [inside])]) {
        $0.masksToBounds = true
        $0.cornerRadius = 120
      }
    case .blurAndShadow:
      return node(Self.canvas, sublayers: [inside, blurredLayer(isWide: isWide)]) {
        $0.opacity = opacity
        $0.compositing.filters = [filter("CIGaussianBlur", ["inputRadius": 2])].compactMap(\.self)
      }
    }
  }

  /// A mask that fades over all of the canvas.
  private mutating func gradient() -> RenderNode? {
    let (from, to) = (number(0, 0.5), number(0.6, 1))
    return node(Self.canvas, kind: .gradient) {
      $0.gradient.colors = [CGColor(gray: 0, alpha: from), CGColor(gray: 0, alpha: to)]
    }
  }

  private mutating func blurredLayer(isWide: Bool) -> RenderNode? {
    let radius = isWide ? exp(number(log(10), log(100))) : exp(number(log(1), log(30)))
    let size = CGSize(width: number(20, 90), height: number(20, 80))
    let frame = CGRect(
      x: number(10, 130) - size.width / 2, y: number(10, 100) - size.height / 2, width: size.width, height: size.height)
    let opacity = Float(pick([0.15, 0.3, 0.5, 0.8, 1]) * number(0.8, 1))
    let kind = pick(BlurKind.allCases)
    switch kind {
    case .blur, .boxBlur, .roundBlur, .turnedBlur, .blurOfGroup, .shadowOfBlur:
      return blurred(kind, frame, radius: radius, opacity: opacity)
    default: return cast(kind, frame, radius: radius, opacity: opacity)
    }
  }

  private mutating func blurred(_ kind: BlurKind, _ frame: CGRect, radius: Double, opacity: Float) -> RenderNode? {
    let color = color(alpha: chance(0.3) ? 0.6 : 1)
    let angle = number(0, 6)
    return node(frame, sublayers: kind == .blurOfGroup ? parts(of: frame.size) : []) {
      $0.backgroundColor = color
      $0.opacity = opacity
      let name = kind == .boxBlur ? "CIBoxBlur" : "CIGaussianBlur"
      $0.compositing.filters = [filter(name, ["inputRadius": radius])].compactMap(\.self)
      switch kind {
      case .roundBlur: $0.cornerRadius = 12
      case .turnedBlur: $0.geometry.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
      case .shadowOfBlur:
        $0.shadow.opacity = 0.8
        $0.shadow.radius = radius
        $0.shadow.offset = CGSize(width: 5, height: 9)
      default: break
      }
    }
  }

  /// A layer left of the canvas that casts into it.
  private mutating func cast(_ kind: BlurKind, _ frame: CGRect, radius: Double, opacity: Float) -> RenderNode? {
    let away = 1000.0
    let (color, angle) = (color(), number(0, 6))
    return node(frame.offsetBy(dx: -away, dy: 0), sublayers: kind == .shadowOfGroup ? parts(of: frame.size) : []) {
      $0.backgroundColor = kind == .shadowOfGroup ? nil : .black
      $0.shadow.color = color
      $0.shadow.opacity = opacity
      $0.shadow.radius = radius
      $0.shadow.offset = CGSize(width: away, height: 0)
      switch kind {
      case .roundShadow: $0.cornerRadius = 9
      case .pathShadow: $0.shadow.path = CGPath(ellipseIn: CGRect(origin: .zero, size: frame.size))
      case .turnedShadow:
        $0.geometry.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
        $0.shadow.offset = CGSize(width: away * cos(angle), height: -away * sin(angle))
      default: break
      }
    }
  }

  /// Two layers that overlap.
  private mutating func parts(of size: CGSize) -> [RenderNode?] {
    (0..<2).map { _ in
      let color = color(alpha: chance(0.5) ? 0.5 : 1)
      let frame = CGRect(
        x: number(0, 0.5) * size.width, y: number(0, 0.5) * size.height, width: size.width / 2, height: size.height / 2)
      return node(frame) { $0.backgroundColor = color }
    }
  }
}

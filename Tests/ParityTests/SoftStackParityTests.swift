import Graphics
import RenderTree
import TestSupport
import Testing

/// Blurs and shadows that lie on one another: were the canvas, of bytes, rounded at each, what that is off would add up.
@Suite struct SoftStackParityTests {
  /// What lies on one another.
  enum Soft: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case blur, boxBlur, translucent, clipped, turned, chain
    case shadow, roundedShadow, pathShadow, drawnShadow, turnedShadow
    case shadowOfBlur, frosted

    var testDescription: String { rawValue }
  }

  /// What is around them.
  enum Around: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case canvas, clear, group, clip

    var testDescription: String { rawValue }
  }

  static let radii = [1.5, 3.3, 7, 16]

  @Test(arguments: Soft.allCases, radii)
  func two(_ soft: Soft, radius: Double) async throws {
    for opacity: Float in [0.3, 0.6, 0.9] {
      try await expect(soft, count: 2, radius: radius, opacity: opacity, around: .canvas)
    }
  }

  @Test(arguments: Soft.allCases, radii)
  func three(_ soft: Soft, radius: Double) async throws {
    for opacity: Float in [0.3, 0.5, 0.8] {
      try await expect(soft, count: 3, radius: radius, opacity: opacity, around: .canvas)
    }
  }

  @Test(arguments: Soft.allCases, Around.allCases)
  func eight(_ soft: Soft, around: Around) async throws {
    for radius in [5.1, 16] { try await expect(soft, count: 8, radius: radius, opacity: 0.4, around: around) }
  }

  /// Three kinds, one on another.
  @Test(arguments: Soft.allCases, radii)
  func mixed(first: Soft, radius: Double) async throws {
    let (all, arounds) = (Soft.allCases, Around.allCases)
    let start = all.firstIndex(of: first) ?? 0
    let kinds = [0, 1, 5].map { all[(start + $0) % all.count] }
    let layers = kinds.enumerated().map { layer($1, index: $0, radius: radius, opacity: 0.5) }
    let around = arounds[start % arounds.count]
    try await expectParity(
      tree(layers, around: around), name: "mixed \(first) \(around) \(radius)", within: .soft, frames: 3)
  }

  private func expect(_ soft: Soft, count: Int, radius: Double, opacity: Float, around: Around) async throws {
    let layers = (0..<count).map { layer(soft, index: $0, radius: radius, opacity: opacity) }
    try await expectParity(
      tree(layers, around: around), name: "\(count) \(soft) \(radius) \(opacity) \(around)", within: .soft, frames: 3)
  }
}

private typealias Soft = SoftStackParityTests.Soft

private let canvas = CGRect(x: 0, y: 0, width: 140, height: 110)

private let colors = [
  CGColor(srgbRed: 0.9, green: 0.2, blue: 0.1, alpha: 1), CGColor(srgbRed: 0.1, green: 0.5, blue: 0.8, alpha: 1),
  CGColor(srgbRed: 0.2, green: 0.7, blue: 0.3, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1),
]

private func tree(_ layers: [RenderNode?], around: SoftStackParityTests.Around) -> RenderTree {
  let inside =
    switch around {
    case .canvas, .clear: node(canvas, sublayers: layers)
    case .group: node(canvas, sublayers: layers) { $0.opacity = 0.7 }
    case .clip:
      node(canvas.insetBy(dx: -40, dy: -40), sublayers: [node(canvas.offsetBy(dx: 40, dy: 40), sublayers: layers)]) {
        $0.masksToBounds = true
        $0.cornerRadius = 20
      }
    }
  return RenderTree(
    size: canvas.size, scale: 1,
    background: around == .clear ? nil : StraightColor(red: 0.95, green: 0.9, blue: 0.8),
    root: node(canvas, sublayers: [inside]), time: 0)
}

/// One of a stack, each a few pixels from the one before.
private func layer(_ soft: Soft, index: Int, radius: Double, opacity: Float) -> RenderNode? {
  let color = colors[index % colors.count]
  let frame = CGRect(x: 25.3 + 7.3 * Double(index), y: 22.6 + 5.7 * Double(index % 5), width: 55, height: 42)
  return switch soft {
  case .blur, .boxBlur, .translucent, .clipped, .turned, .chain, .shadowOfBlur:
    blurred(soft, frame, color, radius: radius, opacity: opacity)
  case .frosted:
    // Its own edge would be sharp.
    node(canvas) {
      $0.opacity = opacity
      $0.compositing.backgroundFilters = [filter("CIGaussianBlur", ["inputRadius": radius])].compactMap(\.self)
    }
  default: cast(soft, frame, color, radius: radius, opacity: opacity)
  }
}

private func blurred(_ soft: Soft, _ frame: CGRect, _ color: CGColor, radius: Double, opacity: Float) -> RenderNode? {
  node(frame) {
    $0.backgroundColor = soft == .translucent ? color.copy(alpha: 0.6) : color
    $0.opacity = opacity
    let blur = filter(soft == .boxBlur ? "CIBoxBlur" : "CIGaussianBlur", ["inputRadius": radius])
    let sepia = soft == .chain ? filter("CISepiaTone", ["inputIntensity": 0.5]) : nil
    $0.compositing.filters = [blur, sepia].compactMap(\.self)
    switch soft {
    case .clipped:
      $0.cornerRadius = 12
    case .turned: $0.geometry.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
    case .shadowOfBlur:
      $0.shadow.opacity = 0.8
      $0.shadow.radius = radius
      $0.shadow.offset = CGSize(width: 5, height: 9)
    default: break
    }
  }
}

/// A layer left of the canvas that casts into it.
private func cast(_ soft: Soft, _ frame: CGRect, _ color: CGColor, radius: Double, opacity: Float) -> RenderNode? {
  let away = 400.0
  let parts = [CGRect(x: 5, y: 5, width: 20, height: 30), CGRect(x: 20, y: 9, width: 30, height: 20)]
  let sublayers = parts.map { part in node(part) { $0.backgroundColor = .black } }
  return node(frame.offsetBy(dx: -away, dy: 0), sublayers: soft == .drawnShadow ? sublayers : []) {
    $0.backgroundColor = soft == .drawnShadow ? nil : .black
    $0.shadow.color = color
    $0.shadow.opacity = opacity
    $0.shadow.radius = radius
    $0.shadow.offset = CGSize(width: away, height: 0)
    switch soft {
    case .roundedShadow: $0.cornerRadius = 11
    case .pathShadow: $0.shadow.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 55, height: 42))
    case .turnedShadow:
      $0.geometry.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
      $0.shadow.offset = CGSize(width: away * 0.921061, height: -away * 0.389418)
    default: break
    }
  }
}

import Graphics
import RenderTree
import TestSupport
import Testing

/// Pictures of nothing but a shadow or a blur: they have no edges, so nothing is forgiven that parity forgives there.
@Suite struct SoftParityTests {
  /// Points. The scale is 1, so these are pixels but for the casters that are scaled.
  static let radii = [0.5, 1, 1.5, 1.65, 2, 2.3, 2.65, 3.3, 4.5, 5.1, 7, 10.2, 25]

  /// What casts.
  enum Caster: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case rectangle, onPixels, rounded, oneRoundCorner, circle, continuous, translucent
    case turned, turnedAndRounded, scaledUnevenly, mirrored, large
    case twoHalves, stripe, stripeOnPixels, inside, filled, roundClip
    case bordered, thinlyBordered, faintlyBordered, roundlyBordered
    case path, roundedPath, sublayer, scaledSublayer

    var testDescription: String { rawValue }
  }

  /// Black on white shows more than any other shadow.
  @Test(arguments: Caster.allCases, radii)
  func shadow(of caster: Caster, radius: Double) async throws {
    try await expectParity(
      tree(caster.shadow(radius: radius, opacity: 1)), name: "shadow of \(caster) \(radius)", within: .soft, frames: 3)
  }

  @Test(arguments: Caster.allCases, [4.5, 7])
  func faintShadow(of caster: Caster, radius: Double) async throws {
    try await expectParity(
      tree(caster.shadow(radius: radius, opacity: 0.35)), name: "faint shadow of \(caster) \(radius)", within: .soft,
      frames: 3)
  }

  @Test(arguments: ["CIGaussianBlur", "CIBoxBlur"], radii)
  func blur(name: String, radius: Double) async throws {
    var filter = FilterValue(try #require(FilterDescription.all.first { $0.name == name }))
    filter.inputs["inputRadius"] = .number(radius)
    let blurred = node(CGRect(x: 31.3, y: 28.6, width: 50, height: 40)) { [filter] in
      $0.backgroundColor = .black
      $0.compositing.filters = [filter]
    }
    try await expectParity(tree(blurred), name: "\(name) \(radius)", within: .soft)
  }

  /// Turned out of the canvas's plane, so that what is blurred is no parallelogram; the blur is that of the middle.
  static let turns = [
    perspective(400, turnedBy: 0.6, aboutX: 0, y: 1), perspective(300, turnedBy: -0.5, aboutX: 1, y: 0.4),
  ]

  private static func perspective(_ distance: Double, turnedBy angle: Double, aboutX x: Double, y: Double)
    -> CATransform3D
  {
    var eye = CATransform3DIdentity
    eye.m34 = -1 / distance
    return CATransform3DRotate(eye, angle, x, y, 0)
  }

  @Test(arguments: ["CIGaussianBlur", "CIBoxBlur"], radii)
  func blurInPerspective(name: String, radius: Double) async throws {
    for (number, turn) in Self.turns.enumerated() {
      let blurred = node(CGRect(x: 31.3, y: 28.6, width: 50, height: 40)) {
        $0.backgroundColor = .black
        $0.geometry.transform = turn
        $0.compositing.filters = [filter(name, ["inputRadius": radius])].compactMap(\.self)
      }
      try await expectParity(tree(blurred), name: "\(name) \(radius), turn \(number)", within: .soft)
    }
  }

  /// What casts is seen by its shadow alone: it has a path and nothing else.
  @Test(arguments: [0, 9.0], radii)
  func shadowInPerspective(cornerRadius: Double, radius: Double) async throws {
    for (number, turn) in Self.turns.enumerated() {
      let shadow = node(CGRect(x: 31.3, y: 28.6, width: 50, height: 40)) {
        $0.geometry.transform = turn
        $0.shadow.path = CGPath(
          roundedRect: $0.geometry.bounds, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
        $0.shadow.opacity = 1
        $0.shadow.radius = radius
      }
      try await expectParity(
        tree(shadow), name: "shadow of \(cornerRadius) \(radius), turn \(number)", within: .soft, frames: 3)
    }
  }

  /// The layer itself lies left of the canvas, where its middle has another scale than what it casts.
  @Test(arguments: [0, 9.0], radii)
  func shadowOfALayerInPerspective(cornerRadius: Double, radius: Double) async throws {
    let cast = node(CGRect(x: 31.3 - 300, y: 28.6, width: 50, height: 40)) {
      $0.backgroundColor = .black
      $0.cornerRadius = cornerRadius
      $0.geometry.transform = Self.perspective(2000, turnedBy: 0.3, aboutX: 0.2, y: 1)
      $0.shadow.offset = CGSize(width: 300, height: 0)
      $0.shadow.opacity = 1
      $0.shadow.radius = radius
    }
    try await expectParity(
      tree(cast), name: "shadow from far \(cornerRadius) \(radius)", within: .soft, frames: 3)
  }

  private func tree(_ shown: RenderNode?) -> RenderTree {
    RenderTree(
      size: CGSize(width: 120, height: 100), scale: 1, background: StraightColor(red: 1, green: 1, blue: 1),
      root: node(CGRect(x: 0, y: 0, width: 120, height: 100), sublayers: [shown]), time: 0)
  }
}

extension SoftParityTests.Caster {
  /// A layer left of the canvas that casts into its middle.
  fileprivate func shadow(radius: Double, opacity: Float) -> RenderNode? {
    let origin = self == .onPixels || self == .stripeOnPixels ? CGPoint(x: 31, y: 28) : CGPoint(x: 31.3, y: 28.6)
    // Of a large one only a corner is seen.
    let size = self == .large ? CGSize(width: 700, height: 600) : CGSize(width: 50, height: 40)
    let away = size.width + 300
    return node(CGRect(x: origin.x - away, y: origin.y, width: size.width, height: size.height), sublayers: sublayers) {
      configure(&$0)
      $0.geometry.transform = transform
      let back = CATransform3DGetAffineTransform(CATransform3DInvert(transform))
      $0.shadow.offset = CGSize(width: away * back.a, height: away * back.b)
      $0.shadow.radius = radius
      $0.shadow.opacity = opacity
    }
  }

  private var transform: CATransform3D {
    switch self {
    case .turned, .turnedAndRounded: CATransform3DMakeRotation(0.4, 0, 0, 1)
    case .scaledUnevenly: CATransform3DMakeScale(1.3, 0.6, 1)
    case .mirrored: CATransform3DMakeScale(-1, 1, 1)
    default: CATransform3DIdentity
    }
  }

  private var sublayers: [RenderNode?] {
    func part(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> RenderNode? {
      node(CGRect(x: x, y: y, width: width, height: height)) { $0.backgroundColor = .black }
    }
    switch self {
    case .twoHalves: return [part(0, 0, 25, 40), part(25, 0, 25, 40)]
    case .stripe, .stripeOnPixels: return [part(0, 10, 50, 12)]
    case .inside: return [part(1, 1, 48, 12)]
    case .filled: return [part(0, 0, 50, 40), part(0, 0, 50, 40)]
    case .roundClip:
      return [
        node(CGRect(x: 0, y: 0, width: 50, height: 40), sublayers: [part(-5, -5, 60, 20)]) {
          $0.cornerRadius = 9
          $0.masksToBounds = true
        }
      ]
    case .sublayer: return [part(6, 4, 30, 30)]
    case .scaledSublayer:
      return [
        node(CGRect(x: 13, y: 10, width: 24, height: 20)) {
          $0.backgroundColor = .black
          $0.cornerRadius = 4
          $0.geometry.transform = CATransform3DMakeScale(2, 2, 1)
        }
      ]
    default: return []
    }
  }

  private func configure(_ values: inout LayerValues) {
    switch self {
    case .twoHalves, .path, .roundedPath, .sublayer, .scaledSublayer: values.backgroundColor = nil
    case .translucent: values.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.6)
    default: values.backgroundColor = .black
    }
    switch self {
    case .rounded, .turnedAndRounded, .roundClip, .roundlyBordered: values.cornerRadius = 9
    case .oneRoundCorner:
      values.cornerRadius = 15
      values.maskedCorners = .layerMaxXMinYCorner
    case .circle: values.cornerRadius = 20
    case .continuous:
      values.cornerRadius = 12
      values.compositing.cornerCurve = .continuous
    default: break
    }
    switch self {
    case .bordered: values.borderWidth = 4
    case .thinlyBordered, .roundlyBordered: values.borderWidth = 1
    case .faintlyBordered:
      values.borderWidth = 3
      values.borderColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5)
    case .path: values.shadow.path = CGPath(rect: CGRect(x: 0, y: 0, width: 50, height: 40))
    case .roundedPath:
      values.shadow.path = CGPath(
        roundedRect: CGRect(x: 0, y: 0, width: 50, height: 40), cornerWidth: 8, cornerHeight: 8)
    default: break
    }
  }
}

import Graphics
import Motion
import RenderTree

/// A generator of random numbers that gives the same ones everywhere: SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Random trees out of every feature at once. The same seed gives the same tree everywhere.
package struct RandomTree {
  private var random: SeededGenerator
  private var nextIdentifier: UInt64 = 1
  private let images: [CGImage]

  /// A tree of about 5 to 30 layers on a canvas of 96 × 80 points.
  package static func make(seed: UInt64) -> CommittedTree {
    var maker = RandomTree(seed: seed)
    let size = CGSize(width: 96, height: 80)
    let scale = maker.pick([1, 1, 1, 2, 1.5, 0.75])
    let root = maker.layer(in: size, depth: 0)
    let background = maker.chance(0.7) ? StraightColor(red: 0.9, green: 0.9, blue: 0.8, alpha: 1) : nil
    return CommittedTree(size: size, scale: scale, background: background, root: root)
  }

  private init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    images = [Self.image(5, 4, seed: seed), Self.image(32, 24, seed: seed &+ 1)]
  }

  // MARK: Choosing

  private mutating func number(_ low: Double, _ high: Double) -> Double {
    Double.random(in: low...high, using: &random)
  }
  private mutating func chance(_ share: Double) -> Bool { number(0, 1) < share }
  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func color() -> CGColor {
    CGColor(
      srgbRed: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: chance(0.6) ? 1 : number(0.1, 0.9))
  }

  // MARK: Layers

  private mutating func layer(in size: CGSize, depth: Int) -> CommittedLayer {
    var values = LayerValues()
    values.geometry = geometry(in: size, depth: depth)
    if depth > 0, chance(0.05) { values.isHidden = true }
    if chance(0.15) { values.isDoubleSided = false }
    if chance(0.3) { values.opacity = Float(number(0.2, 0.95)) }
    if chance(0.7) { values.backgroundColor = color() }
    if chance(0.4) { values.cornerRadius = number(0, 30) }
    if chance(0.2) { values.maskedCorners = CACornerMask(rawValue: UInt.random(in: 0...15, using: &random)) }
    if chance(0.3) {
      values.borderWidth = number(0.3, 8)
      values.borderColor = color()
    }
    if chance(0.35) { values.masksToBounds = true }
    if chance(0.35) { addContents(to: &values) }
    if chance(0.12) { addShadow(to: &values) }
    let kind = kind(depth: depth)
    if kind == .gradient { addGradient(to: &values) }
    if kind == .replicator { addInstances(to: &values) }
    let count = depth >= 3 ? 0 : Int.random(in: 0...(depth == 0 ? 6 : 3), using: &random)
    let inner = values.geometry.bounds.size
    let sublayers = (0..<count).map { _ in layer(in: inner, depth: depth + 1) }
    let mask = chance(depth > 0 ? 0.08 : 0) ? layer(in: inner, depth: 3) : nil
    nextIdentifier += 1
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: nextIdentifier), name: nil, kind: kind, values: values, timing: .layer,
      animations: [], sublayers: sublayers, mask: mask)
  }

  private mutating func kind(depth: Int) -> LayerKind {
    guard depth > 0 else { return .layer }
    switch number(0, 1) {
    case ..<0.08: return .transform
    case ..<0.2: return .gradient
    case ..<0.26: return .replicator
    default: return .layer
    }
  }

  private mutating func addShadow(to values: inout LayerValues) {
    values.shadow.opacity = Float(number(0.2, 1))
    values.shadow.offset = CGSize(width: number(-8, 8), height: number(-8, 8))
    values.shadow.radius = pick([0, 1, 2, 4.5])
    values.shadow.color = color()
  }

  private mutating func addGradient(to values: inout LayerValues) {
    let count = Int.random(in: 2...4, using: &random)
    values.gradient.colors = (0..<count).map { _ in color() }
    if chance(0.5) { values.gradient.locations = (0..<count).map { _ in number(0, 1) }.sorted() }
    values.gradient.type = pick(CAGradientLayerType.all)
    values.gradient.startPoint = CGPoint(x: number(-0.2, 1.2), y: number(-0.2, 1.2))
    values.gradient.endPoint = CGPoint(x: number(-0.2, 1.2), y: number(-0.2, 1.2))
  }

  private mutating func addInstances(to values: inout LayerValues) {
    values.replicator.instanceCount = Int.random(in: 0...4, using: &random)
    values.replicator.instanceTransform = transform()
    values.replicator.preservesDepth = chance(0.3)
    if chance(0.5) {
      values.replicator.instanceColor = color()
      values.replicator.redOffset = Float(number(-0.3, 0.3))
      values.replicator.alphaOffset = Float(number(-0.3, 0.1))
    }
  }

  private mutating func geometry(in size: CGSize, depth: Int) -> LayerGeometry {
    var geometry = LayerGeometry()
    let isRoot = depth == 0
    geometry.bounds = CGRect(
      x: chance(0.2) ? number(-10, 10) : 0, y: chance(0.2) ? number(-10, 10) : 0,
      width: isRoot ? size.width : number(0, size.width), height: isRoot ? size.height : number(0, size.height))
    geometry.position = CGPoint(
      x: isRoot ? size.width / 2 : number(-0.2, 1.2) * size.width,
      y: isRoot ? size.height / 2 : number(-0.2, 1.2) * size.height)
    if chance(0.3) {
      geometry.bounds = geometry.bounds.integral
      geometry.position = CGPoint(x: geometry.position.x.rounded(), y: geometry.position.y.rounded())
    }
    if chance(0.3) { geometry.anchorPoint = CGPoint(x: number(-0.5, 1.5), y: number(-0.5, 1.5)) }
    if chance(0.2) { geometry.zPosition = number(-40, 40) }
    if chance(0.1) { geometry.anchorPointZ = number(-20, 20) }
    if chance(0.2) { geometry.isGeometryFlipped = true }
    if !isRoot, chance(0.6) { geometry.transform = transform() }
    if chance(0.2) { geometry.sublayerTransform = transform() }
    return geometry
  }

  private mutating func transform() -> CATransform3D {
    var transform = CATransform3DIdentity
    if chance(0.3) { transform.m34 = -1 / number(80, 600) }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: transform = CATransform3DRotate(transform, number(-3.2, 3.2), 0, 0, 1)
      case 1: transform = CATransform3DScale(transform, number(0.2, 2.5), number(0.2, 2.5), 1)
      case 2: transform = CATransform3DTranslate(transform, number(-20, 20), number(-20, 20), number(-30, 30))
      case 3: transform = CATransform3DRotate(transform, number(-1.3, 1.3), 0, 1, 0)
      case 4: transform = CATransform3DRotate(transform, number(-1.3, 1.3), 1, number(-0.3, 0.3), 0)
      default: transform = CATransform3DScale(transform, pick([-1, 1]), pick([-1, 1]), 1)
      }
    }
    return transform
  }

  private mutating func addContents(to values: inout LayerValues) {
    values.contents = pick(images)
    values.contentsGravity = pick(CALayerContentsGravity.all)
    values.contentsScale = pick([1, 2, 0.5])
    values.magnificationFilter = pick(CALayerContentsFilter.all)
    values.minificationFilter = pick(CALayerContentsFilter.all)
    if chance(0.3) {
      values.contentsRect = CGRect(
        x: number(-0.2, 0.7), y: number(-0.2, 0.7), width: number(0.1, 1), height: number(0.1, 1))
    }
    if chance(0.3) {
      values.contentsCenter = CGRect(
        x: number(0, 0.6), y: number(0, 0.6), width: number(0.1, 0.4), height: number(0.1, 0.4))
    }
  }

  /// A smooth pattern with some hard edges and transparency.
  private static func image(_ width: Int, _ height: Int, seed: UInt64) -> CGImage {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let alpha = (x + y) % 5 == 0 ? 128 : 255
        let noise = Int.random(in: 0...60, using: &random)
        let channels = [x * 195 / width + noise, y * 195 / height + noise, 255 - x * 195 / width - noise / 2]
        bytes += channels.map { UInt8(min($0, 255) * alpha / 255) } + [UInt8(alpha)]
      }
    }
    guard let image = CGImage(premultipliedRGBA8: bytes, width: width, height: height) else {
      preconditionFailure("The bytes are of the image's size.")
    }
    return image
  }
}

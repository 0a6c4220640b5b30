import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Testing

/// Layers with animations of all kinds, many of them odd; the same for the same seed.
struct RandomAnimations {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed &* SplitMix64.step &+ 1) }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.next() >> 11) / Double(1 << 53)
  }

  private mutating func chance(_ share: Double) -> Bool { number(0...1) < share }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(random.next() % UInt64(elements.count))]
  }

  /// A layer with four sublayers that are animated, sometimes itself.
  mutating func tree() throws -> CommittedLayer {
    let sublayers = try (0..<4).map { _ in try layer([]) }
    return try layer(sublayers)
  }

  private mutating func layer(_ sublayers: [CommittedLayer]) throws -> CommittedLayer {
    let animations = try (0..<pick([1, 1, 1, 2, 3])).map { _ in try animation(depth: 0) }
    let mask = chance(0.1) ? committedLayer("mask", animations: [try animation(depth: 0)]) : nil
    let values = layerValues { change(&$0) }
    var timing = MediaTiming.layer
    if chance(0.2) {
      timing = MediaTiming(beginTime: 0.5, timeOffset: 0.25, speed: pick([0, 0.5, 2]), duration: .infinity)
    }
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: 1), name: "layer", kind: chance(0.1) ? .transform : .layer, values: values,
      timing: timing, animations: animations, sublayers: sublayers, mask: mask)
  }

  private mutating func change(_ values: inout LayerValues) {
    values.geometry.bounds = CGRect(x: 0, y: 0, width: number(0...20), height: 10)
    values.geometry.position = point()
    values.geometry.transform = transform()
    values.opacity = Float(number(0...1))
    if chance(0.7) { values.backgroundColor = color() }
    values.cornerRadius = number(0...4)
    values.borderWidth = number(-1...2)
    values.shadow.opacity = chance(0.3) ? 0.5 : 0
    if chance(0.05) { values.isHidden = true }
    if chance(0.2) { values.geometry.zPosition = number(-5...5) }
  }

  private mutating func point() -> CGPoint { CGPoint(x: number(-10...10), y: number(-10...10)) }

  private mutating func color() -> CGColor {
    CGColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(0.2) ? 0 : number(0...1))
  }

  private mutating func transform() -> CATransform3D {
    switch pick([0, 0, 1, 2, 3, 4]) {
    case 0: CATransform3DIdentity
    case 1: CATransform3DMakeRotation(number(-4...4), number(-1...1), number(-1...1), 1)
    case 2: CATransform3DMakeScale(number(-2...2), number(-2...2), 1)
    case 3: CATransform3DMakeScale(0, 1, 1)
    default: CATransform3DMakeTranslation(number(-9...9), number(-9...9), number(-9...9))
    }
  }

  private static let paths = [
    "position", "position.x", "position.y", "anchorPoint", "anchorPoint.x", "anchorPointZ", "zPosition", "opacity",
    "backgroundColor", "transform", "transform.rotation", "transform.rotation.x", "transform.rotation.y",
    "transform.scale", "transform.scale.x", "transform.scale.xy", "transform.translation", "transform.translation.y",
    "bounds", "bounds.origin.x", "bounds.size", "bounds.size.width", "cornerRadius", "borderWidth", "borderColor",
    "shadowOpacity", "shadowOffset", "shadowRadius", "contentsRect", "hidden", "sublayerTransform",
  ]

  /// A layer of a class with an animation of each of some properties.
  mutating func layer(of kind: LayerKind, animating paths: [String]) throws -> CommittedLayer {
    var values = layerValues { change(&$0) }
    values.isHidden = false
    values.contents = chance(0.5) ? pixel() : nil
    values.gradient.colors = [color(), color()]
    values.gradient.type = pick([.axial, .radial])
    values.shape.path = CGPath(rect: CGRect(x: 1, y: 1, width: 9, height: 5), transform: nil)
    values.shape.strokeColor = color()
    values.compositing.cornerCurve = pick([.circular, .continuous])
    if chance(0.2) { values.geometry.bounds.size.width = 0 }
    if chance(0.2) { values.cornerRadius = 0 }
    let animations = try paths.map { try animation(depth: 2, of: $0, kind) }
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: 1), name: "layer", kind: kind, values: values, timing: .layer,
      animations: animations, sublayers: chance(0.2) ? [committedLayer("within")] : [])
  }

  private mutating func animation(
    depth: Int, of path: String? = nil, _ kind: LayerKind = .layer
  ) throws -> CommittedAnimation {
    let timing = MediaTiming(
      beginTime: pick([0, 0, 0.3, 1]), timeOffset: pick([0, 0, 0.2]), speed: pick([1, 1, 1, 2, -1, 0]),
      duration: pick([0.5, 1, 2]), repeatCount: pick([0, 1, 2.5, .infinity]), repeatDuration: pick([0, 0, 1.7]),
      autoreverses: chance(0.3), fillMode: pick(FillMode.allCases))
    let curve = pick([nil, .linear, .default, .easeInEaseOut, TimingCurve(0.5, -1, 0.5, 2)] as [TimingCurve?])
    let effect: AnimationEffect =
      depth < 2 && chance(0.15)
      ? .group(try (0..<2).map { _ in try animation(depth: depth + 1) })
      : .property(try property(path ?? pick(Self.paths), of: kind))
    return CommittedAnimation(
      key: nil, timing: timing, curve: curve, isRemovedOnCompletion: chance(0.5), effect: effect)
  }

  private mutating func property(_ path: String, of kind: LayerKind) throws -> PropertyChange {
    let keyPath = try #require(LayerKeyPath(path, of: kind))
    return PropertyChange(
      keyPath: keyPath, course: course(of: keyPath.kind), isAdditive: chance(0.2), isCumulative: chance(0.2))
  }

  private mutating func course(of kind: LayerValueKind) -> AnimationCourse {
    switch pick([0, 0, 0, 1, 2, 3]) {
    case 0: return .basic(ends(of: kind))
    case 1: return .spring(ends(of: kind), Spring(damping: number(0...30), initialVelocity: number(-5...5)))
    case 2 where kind == .point:
      return .path(PathCourse(path: CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 5), transform: nil)))
    default:
      return .keyframes(
        KeyframeCourse(
          values: (0..<pick([1, 2, 3, 4])).map { _ in value(of: kind) }, mode: pick(CalculationMode.allCases),
          keyTimes: pick([
            nil, [0, 1], [0, 0.2, 1], [0, 0.5, 0.5, 1], [0.2, 0.6], [0.3, -0.5, 0.8], [0.4, 1.5, -1, 0.6],
          ]),
          curves: pick([[], [.easeIn, .linear, .easeOut]])))
    }
  }

  private mutating func ends(of kind: LayerValueKind) -> BasicCourse {
    func end(_ share: Double) -> LayerValue? { chance(share) ? value(of: kind) : nil }
    return BasicCourse(from: end(0.7), to: end(0.7), by: end(0.2))
  }

  /// One in fifty of another kind, and one in fifty with numbers that cannot be drawn.
  private mutating func value(of kind: LayerValueKind) -> LayerValue {
    if chance(0.02) { return .name("odd") }
    let isOdd = chance(0.02)
    switch kind {
    case .boolean: return .boolean(chance(0.5))
    case .number: return .number(isOdd ? pick([.nan, .infinity]) : number(-2...2))
    case .point: return .point(isOdd ? CGPoint(x: CGFloat.nan, y: 0) : point())
    case .size: return .size(CGSize(width: number(-9...9), height: number(0...9)))
    case .rect: return .rect(CGRect(x: 0, y: 0, width: number(-9...9), height: number(0...9)))
    case .transform: return .transform(isOdd ? CATransform3DMakeScale(.nan, 1, 1) : transform())
    case .color: return chance(0.1) ? .none : .color(color())
    default: return .none
    }
  }
}

import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

/// The generator of tests that follow from a seed.
package typealias SeededGenerator = SplitMix64

/// Random trees out of every feature at once. The same seed gives the same tree everywhere.
///
/// What is left out is left out because no two ways of counting give the same picture there; each
/// place says why.
package struct RandomTree {
  private var random: SplitMix64
  var nextIdentifier: UInt64 = 1
  let images: [CGImage]
  /// How many layers lie in one another, the root not counted.
  private(set) var mostDepth = 3

  /// A tree of about 5 to 30 layers on a canvas of 96 × 80 points.
  package static func make(seed: UInt64) -> CommittedTree {
    var maker = RandomTree(seed: seed)
    let size = CGSize(width: 96, height: 80)
    let scale = maker.pick([1, 1, 1, 2, 1.5, 0.75])
    // A frame of bytes rounds at each blend (section 2), and filters and blend modes make more of
    // what was rounded. So most trees are one group, which rounds once, and those drawn straight
    // into the frame are flatter.
    let isGroup = maker.chance(0.75)
    if !isGroup { maker.mostDepth = 1 }
    let root = maker.layer(in: size, depth: 0, isGroup: isGroup, with: maker.animation(seed: seed, in: size))
    // Whole bytes, so that the frame holds them exactly.
    let background = maker.chance(0.7) ? StraightColor(red: 0.8, green: 0.8, blue: 0.6, alpha: 1) : nil
    return CommittedTree(size: size, scale: scale, background: background, root: root)
  }

  /// About 30 to 100 layers in six containers that overlap, drawn straight into the frame: for what
  /// compares two frames of one renderer, which round alike.
  package static func makeContainers(seed: UInt64) -> CommittedTree {
    var maker = RandomTree(seed: seed)
    let size = CGSize(width: 320, height: 240)
    let containers = (0..<6).map { _ in
      var values = LayerValues()
      values.geometry.bounds = CGRect(x: 0, y: 0, width: 110, height: 90)
      values.geometry.position = CGPoint(x: maker.number(20, 300), y: maker.number(20, 220))
      if maker.chance(0.3) { values.masksToBounds = true }
      return maker.layer(values, [maker.layer(in: CGSize(width: 96, height: 80), depth: 1)])
    }
    var values = LayerValues()
    values.geometry.bounds.size = size
    values.geometry.position = CGPoint(x: size.width / 2, y: size.height / 2)
    let background = maker.chance(0.7) ? StraightColor(red: 0.8, green: 0.8, blue: 0.6, alpha: 1) : nil
    return CommittedTree(
      size: size, scale: maker.pick([1, 1, 2, 1.5, 0.75]), background: background, root: maker.layer(values, containers)
    )
  }

  private mutating func layer(_ values: LayerValues, _ sublayers: [CommittedLayer]) -> CommittedLayer {
    nextIdentifier += 1
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: nextIdentifier), name: nil, kind: .layer, values: values, timing: .layer,
      animations: [], sublayers: sublayers)
  }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    images = [.pattern(5, 4, seed: seed), .pattern(32, 24, seed: seed &+ 1)]
  }

  /// A copy with other random numbers, for choices that leave the rest of a tree as it is.
  func separate(_ purpose: UInt64) -> RandomTree {
    var copy = self
    copy.random = SplitMix64(seed: copy.random.next() ^ purpose)
    return copy
  }

  // MARK: Choosing

  mutating func number(_ low: Double, _ high: Double) -> Double {
    Double.random(in: low...high, using: &random)
  }
  mutating func chance(_ share: Double) -> Bool { number(0, 1) < share }
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func color() -> CGColor {
    CGColor(
      srgbRed: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: chance(0.6) ? 1 : number(0.1, 0.9))
  }

  // MARK: Layers

  /// - Parameter last: the frontmost sublayer, beside random ones.
  mutating func layer(
    in size: CGSize, depth: Int, isGroup: Bool = false, with last: CommittedLayer? = nil
  ) -> CommittedLayer {
    var values = LayerValues()
    values.geometry = geometry(in: size, depth: depth)
    if depth > 0, chance(0.05) { values.isHidden = true }
    if chance(0.15) { values.isDoubleSided = false }
    if chance(0.3) { values.opacity = Float(number(0.2, 0.95)) }
    if chance(0.7) { values.backgroundColor = color() }
    if chance(0.4) { values.cornerRadius = number(0, 30) }
    if chance(0.3) { values.compositing.cornerCurve = .continuous }
    if chance(0.2) { values.maskedCorners = CACornerMask(rawValue: UInt(whole(0...15))) }
    if chance(0.3) {
      values.borderWidth = number(0.3, 8)
      values.borderColor = color()
    }
    if chance(0.35) { values.masksToBounds = true }
    if chance(0.35) { addContents(to: &values) }
    if chance(0.12) { addShadow(to: &values) }
    addCompositing(to: &values, isRoot: depth == 0)
    if isGroup {
      values.opacity = Float(number(0.6, 0.95))
      values.compositing.allowsGroupOpacity = true
    }
    var kind = kind(depth: depth)
    if kind == .layer, depth > 0 { kind = addText(to: &values) ? .text : addClass(to: &values) ?? .layer }
    if kind == .gradient { addGradient(to: &values) }
    if kind == .shape { addShape(to: &values) }
    if kind == .replicator { addInstances(to: &values) }
    addProperties(to: &values, of: kind, isRoot: depth == 0)
    let count = depth >= mostDepth ? 0 : whole(0...(depth == 0 ? 6 : 3))
    let inner = values.geometry.bounds.size
    let sublayers = (0..<count).map { _ in layer(in: inner, depth: depth + 1) } + (last.map { [$0] } ?? [])
    let mask = chance(depth > 0 ? 0.08 : 0) ? opaque(layer(in: inner, depth: mostDepth)) : nil
    nextIdentifier += 1
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: nextIdentifier), name: nil, kind: kind, values: values, timing: .layer,
      animations: [], sublayers: sublayers, mask: mask)
  }

  private mutating func kind(depth: Int) -> LayerKind {
    guard depth > 0 else { return .layer }
    switch number(0, 1) {
    case ..<0.08: return .transform
    case ..<0.18: return .gradient
    case ..<0.24: return .replicator
    case ..<0.4: return .shape
    default: return .layer
    }
  }
}

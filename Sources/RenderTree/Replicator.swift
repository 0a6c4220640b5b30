import Graphics

/// An instance of a replicator layer: how it repeats its sublayers (rendering rules §17). It begins as the first one.
///
/// A class, with functions that are never inlined, so that it takes no stack while evaluation goes down into an instance.
final class Replicator {
  private let values: ReplicatorValues
  private let geometry: LayerGeometry
  private var index = 0
  /// T^index.
  private var power = CATransform3DIdentity

  /// No more layers than this are drawn by one replicator, those within its instances counted: replicators in
  /// replicators multiply.
  static let mostLayers = 1_000_000

  @inline(never) init(_ values: LayerValues) {
    self.values = values.replicator
    geometry = values.geometry
  }

  /// How many times the sublayers are drawn.
  var count: Int { min(max(values.instanceCount, 0), ReplicatorValues.mostInstances) }

  /// Goes on to the next instance.
  @inline(never) func advance() {
    index += 1
    // Step by step, because a power for each instance anew takes the square of the time.
    power = CATransform3DConcat(power, values.instanceTransform)
  }

  /// How many seconds the instance is behind.
  var delay: Double { index == 0 ? 0 : Double(index) * values.instanceDelay }

  /// One sublayer as it is in the instance: T^k about the replicator's anchor point after its own place, its colours
  /// multiplied. Nil when its place is not finite.
  @inline(never) func node(of node: RenderNode) -> RenderNode? {
    let tint = tint
    guard index > 0 else { return tint == .white ? node : node.instance(tint: tint) }
    guard power.isFinite else { return nil }
    let place = place
    return node.instance(tint: tint) { $0.placement = $0.placement.map { CATransform3DConcat($0, place) } ?? place }
  }

  /// T^k about the anchor point.
  private var place: CATransform3D {
    let anchor = geometry.anchor
    let toAnchor = CATransform3DMakeTranslation(-anchor.x, -anchor.y, -anchor.z)
    let fromAnchor = CATransform3DMakeTranslation(anchor.x, anchor.y, anchor.z)
    return CATransform3DConcat(CATransform3DConcat(toAnchor, power), fromAnchor)
  }

  /// The colour that the instance's colours are multiplied by: each component clamp(c + k · offset). No colour is white.
  private var tint: StraightColor {
    let color = values.instanceColor?.straight ?? .white
    func component(_ value: Double, _ offset: Float) -> Double {
      let sum = value + Double(index) * Double(offset)
      return sum.isFinite ? min(max(sum, 0), 1) : value
    }
    return StraightColor(
      red: component(color.red, values.redOffset), green: component(color.green, values.greenOffset),
      blue: component(color.blue, values.blueOffset), alpha: component(color.alpha, values.alphaOffset))
  }
}

extension StraightColor {
  /// Opaque white: what multiplies nothing.
  package static let white = StraightColor(red: 1, green: 1, blue: 1, alpha: 1)

  /// Component by component.
  func tinted(_ tint: StraightColor) -> StraightColor {
    StraightColor(
      red: red * tint.red, green: green * tint.green, blue: blue * tint.blue, alpha: alpha * tint.alpha)
  }
}

extension Background {
  func tinted(_ tint: StraightColor) -> Background {
    var copy = self
    copy.color = color.tinted(tint)
    return copy
  }
}

extension Border {
  func tinted(_ tint: StraightColor) -> Border {
    var copy = self
    copy.color = color.tinted(tint)
    return copy
  }
}

extension Gradient {
  func tinted(_ tint: StraightColor) -> Gradient {
    var copy = self
    for index in copy.stops.indices { copy.stops[index].color = copy.stops[index].color.tinted(tint) }
    return copy
  }
}

extension Contents {
  func tinted(_ tint: StraightColor) -> Contents {
    var copy = self
    copy.tint = copy.tint.tinted(tint)
    return copy
  }
}

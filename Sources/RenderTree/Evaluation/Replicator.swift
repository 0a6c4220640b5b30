import MultiplaneGraphics

/// An instance of a replicator layer: how it repeats its sublayers (rendering rules §17). It begins
/// as the first one.
struct Replicator {
  private let values: ReplicatorValues
  private let geometry: LayerGeometry
  private var index = 0
  /// T^index.
  private var power = CATransform3DIdentity

  /// No more layers than this are drawn by one replicator, those within its instances counted:
  /// replicators in replicators multiply.
  static let mostLayers = 1_000_000

  /// - Parameter geometry: the replicator's at that time.
  @inline(never) init(_ values: ReplicatorValues, _ geometry: LayerGeometry) {
    (self.values, self.geometry) = (values, geometry)
  }

  /// The number of times that the sublayers are drawn.
  var count: Int { min(max(values.instanceCount, 0), ReplicatorValues.mostInstances) }

  /// Proceeds to the next instance.
  @inline(never) mutating func advance() {
    index += 1
    // Step by step, because a power for each instance takes quadratic time.
    power = CATransform3DConcat(power, values.instanceTransform)
  }

  /// The delay of the instance in seconds.
  var delay: Double { index == 0 ? 0 : Double(index) * values.instanceDelay }

  /// One sublayer as it is in the instance: T^k about the replicator's anchor point after its own
  /// place, its colours multiplied. Nil when nothing of it can be seen, and when its place is not
  /// finite.
  ///
  /// - Parameters:
  ///   - time: seconds in the replicator's own time.
  ///   - old: what it was at another time, or another instance, whose memory is used again if
  ///     nothing else holds it.
  @inline(never)
  func node(of sublayer: CommittedLayer, at time: Double, reusing old: consuming RenderNode?) -> RenderNode? {
    guard power.isFinite else { return nil }
    let (tint, place) = (tint, place)
    guard sublayer.isAnimated else {
      guard let still = sublayer.still else { return nil }
      if place == nil, tint == .white { return still }
      if let old = old.take(), old.isInstance(of: still, tint: tint, place: place) { return old }
      return still.instance(tint: tint) { $0.place(again: place) }
    }
    var reused: RenderNode?
    if var old = old.take(), isKnownUniquelyReferenced(&old), old.isInstance(of: sublayer, tint: tint) {
      if tint != .white { old.background = sublayer.plan?.background }
      old.geometry.placement = nil
      reused = old
    }
    guard var node = sublayer.evaluate(at: time - delay, reusing: reused.take()) else { return nil }
    // It is the older one, whose style has its colours still, or like one that is newly made.
    guard isKnownUniquelyReferenced(&node), tint == .white || node.style.tint == tint else {
      return place == nil && tint == .white ? node : node.instance(tint: tint) { $0.place(again: place) }
    }
    if tint != .white { node.background = node.background?.tinted(tint) }
    node.place(again: place)
    return node
  }

  /// T^k about the anchor point; nil for the first instance, which stays where it is.
  private var place: CATransform3D? {
    guard index > 0 else { return nil }
    let anchor = geometry.anchor
    let toAnchor = CATransform3DMakeTranslation(-anchor.x, -anchor.y, -anchor.z)
    let fromAnchor = CATransform3DMakeTranslation(anchor.x, anchor.y, anchor.z)
    return CATransform3DConcat(CATransform3DConcat(toAnchor, power), fromAnchor)
  }

  /// The colour that the instance's colours are multiplied by: each component clamp(c + k ·
  /// offset). No colour is white.
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

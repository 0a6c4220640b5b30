import MultiplaneMotion

/// What evaluation reads of the sublayers in a block whose nodes of another time it has: of most of
/// them all there is to know, in one stretch of memory, so that it waits for none of the layers.
struct SublayerRecords: Sendable {
  private var records: [Record]
  /// How transforms are put together whose components the records change.
  private var settings: [TransformComponentSetting] = []

  private struct Record: Sendable, BitwiseCopyable {
    /// What nodes of the layer's plan have; nil without a plan. The layer holds it, and the block
    /// the layer.
    var style: Unmanaged<RenderNode.Style>?
    /// The plan; nil also where the layer has something in it or a time of its own.
    var plan: Unmanaged<AnimationPlan>?
    /// The layer's only animation; nil where it has more or other ones.
    var run: LaneRun?
    /// Where its lanes go; nil where they make a transform. The plan holds it.
    var channel: Unmanaged<AnimationChannel>?
    /// Which setting makes a transform of the numbers.
    var setting: Int?
    let isAnimated: Bool
    /// Whether each node of the plan has a style of its own.
    var changesStyle = false
  }

  /// Of layers that the block holds.
  init(_ layers: [CommittedLayer]) {
    records = []
    records.reserveCapacity(layers.count)
    for layer in layers { records.append(record(layer, in: nil)) }
  }

  /// Whether any of the layers is animated.
  var areAnimated: Bool { records.contains { $0.isAnimated } }

  /// Puts another layer in a place; the block then holds that.
  mutating func replace(_ place: Int, by layer: CommittedLayer) {
    records[place] = record(layer, in: records[place].setting)
  }

  /// Whether it is time to recreate the records, because settings of layers that are gone have
  /// added up.
  var areWorn: Bool { settings.count > 2 * records.count }

  /// - Parameter setting: one that is no longer used.
  private mutating func record(_ layer: CommittedLayer, in setting: Int?) -> Record {
    var record = Record(
      style: layer.plan.map { .passUnretained($0.style) }, isAnimated: layer.isAnimated,
      changesStyle: layer.plan?.changesStyle == true)
    guard layer.sublayers.isEmpty, layer.mask == nil, layer.timing.keepsTime, let plan = layer.plan else {
      return record
    }
    record.plan = .passUnretained(plan)
    switch plan.only {
    case .lanes(let lanes) where plan.storesAlone:
      record.run = lanes.motion.run
      record.channel = .passUnretained(lanes.channel)
    case .component(let component):
      record.run = component.motion.run
      record.setting = setting ?? settings.count
      if let setting { settings[setting] = component.setting } else { settings.append(component.setting) }
    default: break
    }
    return record
  }
}

// MARK: - Evaluation

extension SublayerRecords {
  /// Whether a node is one of the plan of the layer in a place.
  @inline(__always)
  func holdStyle(of node: RenderNode, at place: Int) -> Bool {
    guard let style = records[place].style else { return false }
    if style.toOpaque() == Unmanaged.passUnretained(node.style).toOpaque() { return true }
    return records[place].changesStyle && style._withUnsafeGuaranteedRef { node.isOf($0) }
  }

  /// Changes a node of the plan of the layer in a place to another time.
  ///
  /// - Precondition: the node is uniquely referenced.
  /// - Returns: whether anything of the layer can be seen then; nil, and nothing is done, if it
  ///   takes the layer itself.
  @inline(never)
  func renew(_ node: RenderNode, at place: Int, time: Double) -> Bool? {
    guard let plan = records[place].plan else { return nil }
    guard let lanes = records[place].run?.lanes(at: time) else {
      return plan._withUnsafeGuaranteedRef { $0.renew(node, at: time) }
    }
    node.forgetExtent()
    if let channel = records[place].channel {
      return channel._withUnsafeGuaranteedRef { channel in
        if records[place].changesStyle { return plan._withUnsafeGuaranteedRef { $0.renew(node, channel, lanes) } }
        channel.store(lanes, in: node)
        return node.opacity > 0 && node.geometry.numbersAreFinite
      }
    }
    guard let setting = records[place].setting else { return nil }
    let transform = settings[setting].transform(of: lanes)
    node.geometry.transform = transform
    node.liesAtDepthZero = node.geometry.liesAtDepthZero
    return node.opacity > 0 && transform.isFinite
  }
}

extension MediaTiming {
  /// Whether local time is the parent's time.
  fileprivate var keepsTime: Bool { beginTime == 0 && timeOffset == 0 && speed == 1 }
}

import MultiplaneCMemory
import MultiplaneGraphics

/// A layer at one instant, resolved: nothing is left to look up, clamp, inherit or sort.
///
/// A class, because frames share unchanged subtrees. Frequently animated values are in the node
/// itself; the rest, its style, is shared by the nodes of a layer.
///
/// To its users it is a value. Only evaluation mutates nodes, and only uniquely referenced ones, as
/// an array mutates its buffer. So threads may share nodes, and no exclusivity check is needed.
package final class RenderNode: @unchecked Sendable {
  // Fields that evaluation reads and changes in every animated layer come first, to be adjacent in
  // memory.

  /// All that is not here; see `RenderNode+Style.swift`.
  let style: Style
  @exclusivity(unchecked) private var storedFeatures: Features
  @exclusivity(unchecked) private var storedCount = 1
  @exclusivity(unchecked) private var storedReadsBackdropInside = false
  @exclusivity(unchecked) private var storedFiltersBackdropInside = false
  @exclusivity(unchecked) private var storedHasExtendedRange: Bool
  /// The same of it and all in it.
  @exclusivity(unchecked) var readsBackdrop: Bool
  @exclusivity(unchecked) var filtersBackdrop: Bool
  /// Whether its plane is certainly its superlayer's.
  @exclusivity(unchecked) var liesAtDepthZero: Bool
  /// Whether the planes of all its sublayers certainly are its own.
  @exclusivity(unchecked) private(set) var liesFlatInside = true
  @exclusivity(unchecked) private var storedOpacity: Double
  @exclusivity(unchecked) private var storedGeometry: LayerGeometry
  @exclusivity(unchecked) private var storedBackground: Background?
  @exclusivity(unchecked) private var storedMask: RenderNode?
  @exclusivity(unchecked) private var storedSublayers: [RenderNode] = []
  /// The index of each sublayer in array order; nil if they are in that order, or if it is unknown.
  @exclusivity(unchecked) private var order: [Int]?
  /// The ranges of sublayers, in array order, of blocks that never change; empty for one block.
  @exclusivity(unchecked) var staticRuns: [StaticRun?] = []
  /// Its extent, computed on demand; see `RenderNode+Extent.swift`.
  let storedExtent = OnceReference<StoredExtent>()
  /// The same of each sublayer, where there are many.
  let storedBoxes = OnceReference<StoredBoxes>()

  // Other modules read the stored properties through these: there the compiler ignores
  // `@exclusivity(unchecked)`, and would have the runtime check every read of thousands of nodes.

  /// The features of the style.
  @inline(__always) package private(set) var features: Features {
    get { storedFeatures }
    set { storedFeatures = newValue }
  }
  /// The number of layers in the subtree, including this one, masks and each instance.
  @inline(__always) package internal(set) var count: Int {
    get { storedCount }
    set { storedCount = newValue }
  }
  /// Whether a layer in the subtree reads the backdrop, by a blend mode or background filters.
  @inline(__always) package internal(set) var readsBackdropInside: Bool {
    get { storedReadsBackdropInside }
    set { storedReadsBackdropInside = newValue }
  }
  /// Whether a layer in the subtree filters its backdrop, which makes pixels count that are
  /// otherwise invisible (§21).
  @inline(__always) package internal(set) var filtersBackdropInside: Bool {
    get { storedFiltersBackdropInside }
    set { storedFiltersBackdropInside = newValue }
  }
  /// Whether the subtree may have colours outside 0…1, or sums of colours.
  @inline(__always) package internal(set) var hasExtendedRange: Bool {
    get { storedHasExtendedRange }
    set { storedHasExtendedRange = newValue }
  }
  /// The opacity of the layer with its sublayers, above 0 and at most 1 (rendering rules §11).
  @inline(__always) package internal(set) var opacity: Double {
    get { storedOpacity }
    set { storedOpacity = newValue }
  }
  @inline(__always) package internal(set) var geometry: LayerGeometry {
    _read { yield storedGeometry }
    _modify { yield &storedGeometry }
  }
  @inline(__always) package internal(set) var background: Background? {
    get { storedBackground }
    set { storedBackground = newValue }
  }
  /// The mask, whose alpha multiplies the layer (§16); placed like a sublayer.
  @inline(__always) package internal(set) var mask: RenderNode? {
    _read { yield storedMask }
    _modify { yield &storedMask }
  }
  /// The visible sublayers in drawing order, back to front (§5); those of a transform layer in
  /// array order, because depth decides (§13).
  @inline(__always) package internal(set) var sublayers: [RenderNode] {
    _read { yield storedSublayers }
    _modify { yield &storedSublayers }
  }

  /// Resolves a layer's values; nil if its subtree is invisible.
  ///
  /// - Parameters:
  ///   - sublayers: the resolved sublayers, in array order.
  ///   - mask: the resolved mask; its inner nil is an invisible mask, the outer one none.
  ///   - tiles: nodes below all sublayers, in this order.
  ///   - particles: nodes above all sublayers, in this order.
  package convenience init?(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, sublayers: [RenderNode],
    mask: RenderNode?? = nil, tiles: [RenderNode] = [], particles: [RenderNode] = []
  ) {
    guard !values.isHidden, values.opacity > 0 else { return nil }
    let style = Style(identifier: identifier, name: name, kind: kind, values: values)
    // Images that fade into each other lie beneath all sublayers.
    let fading = style.draws ? values.contentsFade?.nodes(in: identifier, values: values) : nil
    let beneath = fading ?? tiles
    var moving = MovingValues(values)
    guard !beneath.isEmpty, !style.isSpace, moving.geometry.isFinite, moving.geometry.sublayerMatrix != nil else {
      self.init(style, moving, fading: beneath, sublayers: sublayers, mask: mask, particles: particles)
      return
    }
    // The sublayer transform is none of theirs, so all others get it without them.
    let others = RenderNode.turned(sublayers, particles: particles, in: identifier, by: moving.geometry)
    moving.geometry.sublayerTransform = CATransform3DIdentity
    self.init(style, moving, fading: beneath, sublayers: [], mask: mask, particles: others.map { [$0] } ?? [])
  }

  /// The sublayers in a node with the layer's sublayer transform, whose coordinates are the
  /// layer's; nil for nothing.
  @inline(never)
  private static func turned(
    _ sublayers: [RenderNode], particles: [RenderNode], in layer: LayerIdentifier, by geometry: LayerGeometry
  ) -> RenderNode? {
    guard !sublayers.isEmpty || !particles.isEmpty else { return nil }
    let anchor = geometry.anchor
    var values = LayerValues()
    values.geometry.bounds = geometry.bounds
    values.geometry.anchorPoint = geometry.anchorPoint
    values.geometry.anchorPointZ = geometry.anchorPointZ
    values.geometry.position = CGPoint(x: anchor.x, y: anchor.y)
    values.geometry.zPosition = anchor.z
    values.geometry.sublayerTransform = geometry.sublayerTransform
    return RenderNode(
      identifier: layer, name: nil, kind: .layer, values: values, sublayers: sublayers, particles: particles)
  }

  /// Puts a layer's style and what moves together, or gives nil when nothing of its subtree can be
  /// seen.
  ///
  /// - Parameters:
  ///   - fading: nodes beneath all sublayers.
  ///   - sublayers: the resolved sublayers in array order.
  ///   - mask: the resolved mask, nil within if it shows nothing; nil for a layer that has none.
  ///   - particles: nodes over all sublayers.
  private convenience init?(
    _ style: Style, _ moving: MovingValues, fading: [RenderNode], sublayers: [RenderNode], mask: RenderNode??,
    particles: [RenderNode]
  ) {
    // A comparison that NaN fails too: what is not a number is not visible (§12).
    guard moving.opacity > 0, moving.geometry.isFinite else { return nil }
    // A mask that shows nothing leaves nothing.
    if !style.isSpace, let mask, mask == nil { return nil }
    self.init(style, moving)
    self.mask = style.isSpace ? nil : mask ?? nil
    let sorted = style.isSpace ? sublayers : DrawingOrder.sorted(sublayers, in: geometry)
    self.sublayers = fading.isEmpty && particles.isEmpty ? sorted : fading + sorted + particles
    var inside = Inside()
    for node in self.sublayers { inside.add(node) }
    set(inside)
  }

  /// A layer with nothing in it.
  init(_ style: Style, _ moving: MovingValues) {
    self.style = style
    storedFeatures = style.features
    storedGeometry = moving.geometry
    storedOpacity = min(Double(moving.opacity), 1)
    storedBackground = style.draws ? moving.background : nil
    liesAtDepthZero = moving.geometry.liesAtDepthZero
    readsBackdrop = style.readsBackdrop
    filtersBackdrop = style.filtersBackdrop
    storedHasExtendedRange = style.hasExtendedRange
  }

  /// Calls a function with each sublayer, in drawing order.
  ///
  /// The node holds them meanwhile, so that no reference is counted, as a loop over the array would
  /// for each of thousands. Of thousands, few are in the cache: the next ones are loaded into it
  /// while a function draws one.
  package func forEachSublayer(_ body: (RenderNode) -> Void) {
    let nodes = storedSublayers
    nodes.withUnsafeBufferPointer { nodes in
      for index in 0..<nodes.count {
        if index + 8 < nodes.count { Self.prefetch(nodes[index + 8]) }
        if index + 4 < nodes.count {
          Unmanaged.passUnretained(nodes[index + 4])._withUnsafeGuaranteedRef { Self.prefetch($0.style) }
        }
        Unmanaged.passUnretained(nodes[index])._withUnsafeGuaranteedRef(body)
      }
    }
  }

  /// What drawing reads first of a node and of its style, wherever it begins in a line of the
  /// cache.
  @inline(__always)
  private static func prefetch(_ object: AnyObject) {
    multiplane_prefetch(Unmanaged.passUnretained(object).toOpaque(), 320)
  }

  /// Stands for a layer that cannot be seen.
  static let unseen: RenderNode = {
    let values = LayerValues()
    return RenderNode(
      Style(identifier: LayerIdentifier(rawValue: 0), name: nil, kind: .layer, values: values), MovingValues(values))
  }()

  /// The same layer, with its colours and its sublayers' multiplied (§17), placed by another
  /// geometry.
  private init(_ node: RenderNode, tint: StraightColor, geometry: LayerGeometry, sublayers: [RenderNode]) {
    style = tint == .white ? node.style.shared : node.style.tinted(tint)
    storedFeatures = style.features
    storedGeometry = geometry
    storedOpacity = node.opacity
    storedBackground = node.background?.tinted(tint)
    storedMask = node.mask
    storedSublayers = sublayers
    storedReadsBackdropInside = node.readsBackdropInside
    storedFiltersBackdropInside = node.filtersBackdropInside
    readsBackdrop = node.readsBackdrop
    filtersBackdrop = node.filtersBackdrop
    liesAtDepthZero = geometry.liesAtDepthZero
    liesFlatInside = node.liesFlatInside
    storedCount = node.count
    storedHasExtendedRange = node.hasExtendedRange
  }

  /// The node with its colours and its sublayers' multiplied, and its geometry changed.
  func instance(tint: StraightColor, _ change: (inout LayerGeometry) -> Void = { _ in }) -> RenderNode {
    var geometry = geometry
    change(&geometry)
    let sublayers = tint == .white ? sublayers : sublayers.map { $0.instance(tint: tint) }
    return RenderNode(self, tint: tint, geometry: geometry, sublayers: sublayers)
  }

  /// The layer without its sublayers, with the corner of its bounds at a point. Tiles and particles
  /// are part of the layer.
  package func alone(at corner: CGPoint) -> RenderNode {
    var place = LayerGeometry()
    place.bounds = geometry.bounds
    place.anchorPoint = .zero
    place.position = corner
    return RenderNode(
      self, tint: .white, geometry: place, sublayers: sublayers.filter { $0.identifier == identifier })
  }
}

extension RenderNode {
  /// A layer that differs from this node's in its own values and in some of its sublayers, without
  /// a look at the others.
  ///
  /// - Precondition: the node's sublayers are those of the layer, one each, in array order and in
  ///   its plane.
  /// - Returns: nil where it takes a look at all of them, and where nothing of the layer can be
  ///   seen.
  func replacing(
    _ changes: [(index: Int, node: RenderNode)], style: Style, values: LayerValues
  ) -> RenderNode? {
    let moving = MovingValues(values)
    guard !values.isHidden, moving.opacity > 0, moving.geometry.isFinite, !readsBackdropInside else { return nil }
    guard !style.isSpace else { return nil }
    var inside = Inside()
    for change in changes { inside.add(change.node) }
    guard inside.liesAtDepthZero else { return nil }
    let node = RenderNode(style, moving)
    node.sublayers = sublayers
    var countBefore = 0
    for change in changes {
      countBefore += sublayers[change.index].count
      node.sublayers[change.index] = change.node
    }
    node.set(inside)
    node.count = count - countBefore + inside.count
    if hasExtendedRange, !node.hasExtendedRange {
      // All are looked at only where the last one that did may have gone.
      let isLess = self.style.hasExtendedRange || changes.contains { sublayers[$0.index].hasExtendedRange }
      node.hasExtendedRange = !isLess || node.sublayers.contains(where: \.hasExtendedRange)
    }
    return node
  }

  /// A summary of a node's contents.
  struct Inside {
    private(set) var count = 0
    private(set) var readsBackdrop = false
    private(set) var filtersBackdrop = false
    private(set) var hasExtendedRange = false
    /// Whether all lie in the plane of the node.
    private(set) var liesAtDepthZero = true

    mutating func add(_ node: RenderNode) {
      count += node.count
      if node.readsBackdrop { readsBackdrop = true }
      if node.filtersBackdrop { filtersBackdrop = true }
      if node.hasExtendedRange { hasExtendedRange = true }
      if !node.liesAtDepthZero { liesAtDepthZero = false }
    }

    mutating func add(_ other: Inside) {
      count += other.count
      if other.readsBackdrop { readsBackdrop = true }
      if other.filtersBackdrop { filtersBackdrop = true }
      if other.hasExtendedRange { hasExtendedRange = true }
      if !other.liesAtDepthZero { liesAtDepthZero = false }
    }
  }

  /// Puts sublayers that stand in array order in drawing order.
  func sortSublayers() {
    guard sublayers.count > 1 else { return }
    order = DrawingOrder.order(of: sublayers, in: geometry)
    if let order { sublayers = order.map { sublayers[$0] } }
  }

  /// Puts them back in array order.
  func unsortSublayers() {
    guard let order else { return }
    var unsorted = sublayers
    for (place, index) in order.enumerated() { unsorted[index] = sublayers[place] }
    sublayers = unsorted
    self.order = nil
  }

  /// The contents of a node, taken out of it.
  struct Parts {
    var sublayers: [RenderNode] = []
    var mask: RenderNode?
  }

  /// Takes the contents out of a node with no other reference.
  func takeInside() -> Parts {
    forgetExtent()
    unsortSublayers()
    staticRuns.removeAll()
    var parts = Parts(mask: mask.take())
    swap(&parts.sublayers, &sublayers)
    return parts
  }

  /// Whether it is a node of a plan with a style.
  @inline(__always)
  func isOf(_ planStyle: Style) -> Bool { style === planStyle || style.origin === planStyle }

  /// Takes over what a style of its own says, after that has changed. What is in the node comes on
  /// top (`set(_:)`).
  func takeStyle() {
    features = style.features
    hasExtendedRange = style.hasExtendedRange
    if !style.draws { background = nil }
  }

  /// Stores what its sublayers add up to.
  func set(_ inside: Inside) {
    count = 1 + (mask?.count ?? 0) + inside.count
    liesFlatInside = inside.liesAtDepthZero
    readsBackdropInside = inside.readsBackdrop
    filtersBackdropInside = inside.filtersBackdrop
    // In a group of its own nothing reads what lies beneath that.
    let readsBeneath = inside.readsBackdrop && (!isIsolated || inside.filtersBackdrop)
    readsBackdrop = readsBeneath || style.readsBackdrop
    filtersBackdrop = inside.filtersBackdrop || style.filtersBackdrop
    hasExtendedRange = inside.hasExtendedRange || style.hasExtendedRange
  }
}

/// The values that most animations change.
struct MovingValues: Sendable {
  var geometry: LayerGeometry
  /// 0…1; other values are clamped when drawn.
  var opacity: Float
  var background: Background?

  init(_ values: LayerValues) {
    geometry = values.geometry
    opacity = values.opacity
    background = Background(values)
  }
}

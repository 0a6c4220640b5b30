import GL
import Graphics
import RenderTree

/// The walk that finds damage.
struct DamageFinder {
  private(set) var region: DamageRegion
  private(set) var causes: [Damage.Cause] = []
  private let listsCauses: Bool
  private let canvas: DeviceBox
  /// Places of sublayers that are other objects, of all layers that the walk is in: the innermost's last.
  private var changed: [Int] = []
  /// Of a walk that only looks at a few layers from everywhere, how many more it may look at; nil for one that looks at all.
  private var samplesLeft: Int?
  /// How many layers' sublayers such a walk has gone through.
  private var sampled = 0
  /// Memory for the steps of filters, and for the order of planes.
  private var steps: [FilterStep] = []
  private var planes = Flattener(stream: CommandStream(), open: [])

  init(width: Int, height: Int, listsCauses: Bool) {
    region = DamageRegion(width: width, height: height)
    canvas = DeviceBox(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
    self.listsCauses = listsCauses
  }

  /// Whether there is nothing more to find.
  private var isDone: Bool { region.isWhole && !listsCauses }

  mutating func compare(_ old: RenderTree, _ new: RenderTree) {
    let place = DamagePlace(new, canvas: canvas)
    switch (old.root, new.root) {
    case (nil, nil): break
    case (nil, let root?): add(root, .added, in: place)
    case (let root?, nil): add(root, .removed, in: place)
    case (let oldRoot?, let root?):
      sample(oldRoot, root, in: place)
      compare(oldRoot, root, in: place)
      addBackdrops(of: root, in: place)
    }
  }

  /// Finds what differs between two layers of which all that surrounds them is the same.
  private mutating func compare(_ old: RenderNode, _ new: RenderNode, in place: DamagePlace) {
    guard old !== new, !isDone, isSampleLeft() else { return }
    // Most only lie elsewhere in the plane around, and need none of their own.
    if !listsCauses, place.toPlane == nil, let change = new.plainChange(since: old) {
      add(change, of: new, in: place)
      return
    }
    let change = new.ownChange(since: old)
    guard change != .whole else {
      add(old, .changed, in: place)
      add(new, .changed, in: place)
      return
    }
    guard !new.isSpace else {
      compareSpaces(old, new, in: place)
      return
    }
    guard var inside = place.inside(new) else { return }
    if isWhole(old, new, in: place, plane: inside.plane) {
      guard change == .background || new.differs(from: old) else { return }
      add(old, .inside, in: place)
      add(new, .inside, in: place)
      return
    }
    if change == .background {
      let bounds = inside.plane.pixels(of: Extent(new.geometry.bounds), in: place.box)
      add(bounds, of: new, .background)
    }
    if new.clipsToBounds { inside.box = inside.plane.pixels(of: Extent(new.geometry.bounds), in: inside.box) }
    guard !inside.box.isEmpty else { return }
    compareSublayers(old, new, in: inside)
  }

  /// Whether a picture that is made of the whole inside of a layer can look otherwise, at any place, when something in it
  /// does. Its surface, its blur's pixels, and whether it needs a surface at all, depend on all that is in it.
  private func isWhole(_ old: RenderNode, _ new: RenderNode, in place: DamagePlace, plane: Plane) -> Bool {
    if !new.filters.isEmpty || new.rasterScale != nil || new.opacity < 1 || place.fades || new.isIsolated {
      return true
    }
    // So may the numbers on a surface, whose size and place all that is in it decides.
    if new.maskSurface != nil || new.blendMode != .normal { return true }
    if new.changesSums(since: old) { return true }
    if new.mask != nil, new.shadow != nil || old.shadow != nil { return true }
    let isGroup = new.mask != nil || place.isInSpace
    if isGroup, new.readsBackdropInside || old.readsBackdropInside { return true }
    guard let shadow = new.shadow, shadow.path == nil else { return false }
    return !shadow.isTheSame(of: old, and: new, on: plane)
  }

  // MARK: Samples

  /// Looks at a few layers of a tree of many: when all of a canvas moves, they tell, and there is no more to find.
  private mutating func sample(_ old: RenderNode, _ new: RenderNode, in place: DamagePlace) {
    guard !listsCauses, new.count >= Self.fewestOfMany else { return }
    samplesLeft = Self.mostSamples
    compare(old, new, in: place)
    samplesLeft = nil
  }

  private mutating func isSampleLeft() -> Bool {
    guard let left = samplesLeft else { return true }
    samplesLeft = left - 1
    return left > 0
  }

  /// The number of layers from which on it pays.
  private static let fewestOfMany = 1024
  /// Two levels of them at sixteen each, and as many again.
  private static let mostSamples = 512
  private static let samplesOfLayer = 16

  /// The same for sublayers: sixteen of those that are other objects, evenly spread. Of each layer others, for those of rows
  /// that stand one beneath another would be columns, and leave gaps.
  private mutating func sampleSublayers(
    _ before: [RenderNode], _ after: [RenderNode], from start: Int, to end: Int, in surroundings: DamagePlace
  ) {
    let step = max(1, Double(end - start) / Double(Self.samplesOfLayer))
    // Multiples of the golden ratio's fraction are spread evenly over 0…1 however many they are.
    var place = (Double(sampled) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1) * step
    sampled += 1
    while Int(place) < end - start, !isDone {
      let index = changed[start + Int(place)]
      if before[index].identifier == after[index].identifier { compare(before[index], after[index], in: surroundings) }
      place += step
    }
  }

  // MARK: Sublayers

  private mutating func compareSublayers(_ old: RenderNode, _ new: RenderNode, in surroundings: DamagePlace) {
    let (before, after) = (old.sublayers, new.sublayers)
    guard before.count == after.count else {
      guard samplesLeft == nil else { return }
      matchSublayers(before, after, in: surroundings)
      return
    }
    let start = changed.count
    after.addChanges(from: before, to: &changed)
    let end = changed.count
    defer { changed.removeLast(end - start) }
    guard samplesLeft == nil else {
      sampleSublayers(before, after, from: start, to: end, in: surroundings)
      return
    }
    let step = self.step(over: end - start)
    for first in start..<min(start + step, end) {
      for place in stride(from: first, to: end, by: step) {
        let index = changed[place]
        guard before[index].identifier == after[index].identifier else {
          matchSublayers(before, after, in: surroundings)
          return
        }
        compare(before[index], after[index], in: surroundings)
        if isDone { return }
      }
    }
    new.takeSublayerBoxes(of: old, changes: changed[start...])
  }

  /// Of many not one after another: when all of a canvas moves, a few from everywhere tell.
  private func step(over count: Int) -> Int { count < 64 || listsCauses ? 1 : 61 }

  private func spread<Item>(_ items: [Item]) -> some Sequence<Item> {
    let step = self.step(over: items.count)
    return (0..<min(step, items.count)).lazy.flatMap { first in
      stride(from: first, to: items.count, by: step).lazy.map { items[$0] }
    }
  }

  /// The same for sublayers that came, went or changed places. What has the same identifier is compared in its order, as
  /// a replicator's instances are.
  private mutating func matchSublayers(_ old: [RenderNode], _ new: [RenderNode], in place: DamagePlace) {
    func isPair(_ oldIndex: Int, _ newIndex: Int) -> Bool {
      old[oldIndex] === new[newIndex] || old[oldIndex].identifier == new[newIndex].identifier
    }
    let most = min(old.count, new.count)
    var start = 0
    while start < most, isPair(start, start) { start += 1 }
    var end = 0
    while end < most - start, isPair(old.count - 1 - end, new.count - 1 - end) { end += 1 }
    var pairs =
      (0..<start).map { (old[$0], new[$0]) } + (0..<end).map { (old[old.count - 1 - $0], new[new.count - 1 - $0]) }
    pairs.removeAll { $0 === $1 }

    var places: [LayerIdentifier: [Int]] = [:]
    for index in (start..<old.count - end).reversed() { places[old[index].identifier, default: []].append(index) }
    var latest = -1
    for node in new[start..<new.count - end] where !isDone {
      guard let index = places[node.identifier]?.popLast() else {
        add(node, .added, in: place)
        continue
      }
      if index < latest {
        // What was in front of one before it, and is so no more.
        add(old[index], .reordered, in: place)
        add(node, .reordered, in: place)
      } else {
        latest = index
        pairs.append((old[index], node))
      }
    }
    for index in places.values.joined().sorted() where !isDone { add(old[index], .removed, in: place) }
    for (before, after) in spread(pairs) where !isDone { compare(before, after, in: place) }
  }

  // MARK: Spaces

  /// Planes among which depth decides may part each other: when one of those that do is placed otherwise, all may be drawn
  /// otherwise.
  private mutating func compareSpaces(_ old: RenderNode, _ new: RenderNode, in place: DamagePlace) {
    guard place.isInSpace || new.standsLike(old) || new.holdsWhat(old) && !partsPlanes(old, new, in: place) else {
      add(old, .depth, in: place)
      add(new, .depth, in: place)
      return
    }
    let inside = place.through(new)
    for (before, after) in zip(old.sublayers, new.sublayers) { compare(before, after, in: inside) }
  }

  /// Whether planes of a transform layer part each other, in one of two frames.
  private mutating func partsPlanes(_ old: RenderNode, _ new: RenderNode, in place: DamagePlace) -> Bool {
    let around = Flattener.Surroundings(
      plane: place.plane, toPlane: place.toPlane, clips: ClipChain(box: place.box), isFlipped: place.isFlipped)
    planes.stream.removeAll()
    return planes.partsPlanes(of: old, in: around) || planes.partsPlanes(of: new, in: around)
  }

  // MARK: Backdrops

  /// A layer that filters its backdrop needs all that it reads drawn anew beneath it: elsewhere the frame shows what lies
  /// over it too.
  private mutating func addBackdrops(of root: RenderNode, in place: DamagePlace) {
    guard root.filtersBackdropInside, !region.isEmpty else { return }
    var before: DamageRegion
    repeat {
      before = region
      addBackdrops(inside: root, in: place)
    } while region != before && !isDone
  }

  private mutating func addBackdrops(inside node: RenderNode, in place: DamagePlace) {
    guard node.filtersBackdropInside, !region.isWhole else { return }
    guard var inside = node.isSpace ? place.through(node) : place.inside(node) else { return }
    if node.clipsToBounds { inside.box = inside.plane.pixels(of: Extent(node.geometry.bounds), in: inside.box) }
    for sublayer in node.sublayers {
      addBackdrop(of: sublayer, in: inside)
      addBackdrops(inside: sublayer, in: inside)
    }
  }

  private mutating func addBackdrop(of node: RenderNode, in place: DamagePlace) {
    steps.removeAll(keepingCapacity: true)
    guard !node.backgroundFilters.isEmpty, let inside = place.inside(node),
      steps.add(node.backgroundFilters, at: node.geometry.bounds, on: inside.plane, canvas: canvas)
    else { return }
    let shown = inside.plane.pixels(of: Extent(node.geometry.bounds), in: place.box)
    guard !shown.isEmpty else { return }
    let read = steps.inputBox(for: shown).intersection(canvas)
    if region.intersects(read), !region.contains(read) { add(read, of: node, .backdrop) }
  }

  // MARK: Writing

  /// Adds what a layer touched and touches that is no more than its bounds.
  private mutating func add(_ change: PlainChange, of node: RenderNode, in place: DamagePlace) {
    if let before = change.before { add(place.plane.pixels(of: Extent(before), in: place.box), of: node, .changed) }
    if let after = change.after { add(place.plane.pixels(of: Extent(after), in: place.box), of: node, .changed) }
  }

  /// Adds all that a subtree touches.
  private mutating func add(_ node: RenderNode, _ reason: Damage.Cause.Reason, in place: DamagePlace) {
    guard !node.isSpace else {
      let inside = place.through(node)
      for sublayer in node.sublayers where !isDone { add(sublayer, reason, in: inside) }
      return
    }
    // Most only lie elsewhere in the plane around, and need none of their own.
    if place.toPlane == nil, let frame = node.plainFrame {
      if !frame.isEmpty { add(place.plane.pixels(of: Extent(frame), in: place.box), of: node, reason) }
      return
    }
    guard let inside = place.inside(node) else { return }
    add(inside.plane.pixels(of: node.extent, in: place.box), of: node, reason)
  }

  private mutating func add(_ pixels: DeviceBox, of node: RenderNode, _ reason: Damage.Cause.Reason) {
    guard !pixels.isEmpty else { return }
    region.add(pixels)
    guard listsCauses else { return }
    let rect = PixelRect(
      x: Int(pixels.minX), y: Int(pixels.minY), width: Int(pixels.maxX - pixels.minX),
      height: Int(pixels.maxY - pixels.minY))
    causes.append(Damage.Cause(layer: node.identifier, name: node.name, reason: reason, pixels: rect))
  }
}

extension RenderNode {
  /// Whether the planes in this space, and in those in it, stand where they stood and reach as far.
  fileprivate func standsLike(_ old: RenderNode) -> Bool {
    guard sublayers.count == old.sublayers.count else { return false }
    return zip(sublayers, old.sublayers).allSatisfy { node, old in
      if node === old { return true }
      guard node.identifier == old.identifier, node.isSpace == old.isSpace, node.ownChange(since: old) != .whole,
        node.sublayers.isEmpty == old.sublayers.isEmpty
      else { return false }
      return !node.isSpace || node.standsLike(old)
    }
  }
}

extension RenderNode {
  /// Whether the planes in this space, and in those in it, are of the same layers.
  fileprivate func holdsWhat(_ old: RenderNode) -> Bool {
    guard sublayers.count == old.sublayers.count else { return false }
    return zip(sublayers, old.sublayers).allSatisfy { node, old in
      node === old
        || node.identifier == old.identifier && node.isSpace == old.isSpace && (!node.isSpace || node.holdsWhat(old))
    }
  }
}

extension Shadow {
  /// Whether the shadow of what changed inside is the same to the last bit: a formula makes it of a rounded rectangle.
  fileprivate func isTheSame(of old: RenderNode, and new: RenderNode, on plane: Plane) -> Bool {
    // What holds at full opacity holds for fainter ones.
    guard let plane = Plane(CATransform3DMakeTranslation(offset.width, offset.height, 0), in: plane),
      let after = Silhouette(of: self, new, on: plane),
      after.formulaRadius(of: self, opacity: 1, within: Silhouette.shareOfMany) != nil
    else { return false }
    return Silhouette(of: self, old, on: plane) == after
  }
}

extension Array where Element == RenderNode {
  /// The first place, from one on, where an array of the same length holds another object; nil if there is none.
  ///
  /// Mostly all but one are the same: nothing is looked up for these, and no reference is counted.
  func firstChange(from old: [RenderNode], notBefore start: Int) -> Int? {
    withUnsafeBytes { new in
      old.withUnsafeBytes { old in
        let (new, old) = (new.bindMemory(to: UInt.self), old.bindMemory(to: UInt.self))
        var index = start
        while index < new.count, new[index] == old[index] { index += 1 }
        return index < new.count ? index : nil
      }
    }
  }

  /// Adds all such places to others.
  fileprivate func addChanges(from old: [RenderNode], to changes: inout [Int]) {
    var next = 0
    while let change = firstChange(from: old, notBefore: next) {
      changes.append(change)
      next = change + 1
    }
  }
}

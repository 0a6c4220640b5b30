import MultiplaneGraphics
import MultiplaneRenderTree

/// The walk that finds damage.
struct DamageFinder {
  private(set) var region: PixelRegion
  private(set) var causes: [Damage.Cause] = []
  private let listsCauses: Bool
  /// Where layers lie is the flattener's to say. Its list holds nothing but the planes of the
  /// layers around.
  private var walk: Flattener
  /// Places of sublayers that are other objects, of all layers that the walk is in: the innermost's
  /// last.
  private var changed: [Int] = []

  init(canvas: PixelBox, listsCauses: Bool) {
    region = PixelRegion(canvas: canvas)
    walk = Flattener(list: DisplayList(), canvas: canvas)
    self.listsCauses = listsCauses
  }

  /// Whether there is nothing more to find.
  private var isDone: Bool { region.isWhole && !listsCauses }

  mutating func compare(_ old: RenderTree, _ new: RenderTree) {
    guard let place = walk.begin(new, on: region.canvas) else { return }
    compare(old.root, new.root, in: place)
    if let root = new.root, old.root != nil { addBackdrops(of: root, in: place) }
    // It lies over all backdrops.
    compare(old.overlay, new.overlay, in: place)
  }

  private mutating func compare(_ old: RenderNode?, _ new: RenderNode?, in place: Flattener.Place) {
    switch (old, new) {
    case (nil, nil): break
    case (nil, let new?): add(new, .added, in: place)
    case (let old?, nil): add(old, .removed, in: place)
    case (let old?, let new?): compare(old, new, in: place)
    }
  }

  /// Finds what differs between two layers of which all that surrounds them is the same.
  private mutating func compare(_ old: RenderNode, _ new: RenderNode, in place: Flattener.Place) {
    guard old !== new, !isDone else { return }
    // Most only lie elsewhere in the plane around, and need none of their own.
    if !listsCauses, place.toPlane < 0, let change = new.plainChange(since: old) {
      add(change, of: new, in: place)
      return
    }
    let change = new.ownChange(since: old)
    guard change != .whole, !composesOtherwise(new, than: old, in: place) else {
      add(old, .changed, in: place)
      add(new, .changed, in: place)
      return
    }
    let planes = walk.list.planes.count
    defer { walk.list.planes.removeSubrange(planes...) }
    guard !new.isSpace else {
      compareSpaces(old, new, in: place)
      return
    }
    guard var inside = walk.inside(new, in: place) else { return }
    // Also where all sublayers went.
    inside.toPlane = walk.store(new.sublayerMatrix)
    let plane = walk.list.planes[Int(inside.plane)]
    let filtersBackdrop = new.filtersBackdropInside || old.filtersBackdropInside
    let isWhole = new.features.contains(.raster) || new.blendMode.reachesBeyondSource
    if isWhole || new.isBlurred && (!plane.isAffine || filtersBackdrop) {
      guard change == .background || new.differs(from: old) else { return }
      add(old, .inside, in: place)
      add(new, .inside, in: place)
    } else if new.shadow != nil, castsBox(old, in: inside) != castsBox(new, in: inside) {
      add(old, .inside, in: place)
      add(new, .inside, in: place)
    } else if new.isBlurred {
      // Pixels around those that may be seen count: what changes is collected apart from what is
      // damaged.
      var within = PixelRegion(canvas: DisplayList.limit(around: place.canvas))
      inside.box = within.canvas
      swap(&within, &region)
      compareInside(old, new, change, in: inside)
      swap(&within, &region)
      add(within, through: new, on: plane, in: inside, limit: place.box)
    } else {
      compareInside(old, new, change, in: inside)
    }
  }

  /// Finds what differs in a layer that itself does not but for its background.
  private mutating func compareInside(
    _ old: RenderNode, _ new: RenderNode, _ change: OwnChange, in place: Flattener.Place
  ) {
    var inside = place
    if change == .background { add(walk.pixels(of: Extent(new.bounds), in: inside), of: new, .background) }
    if new.clipsToBounds { inside.box = walk.pixels(of: Extent(new.bounds), in: inside) }
    guard !inside.box.isEmpty else { return }
    compareSublayers(old, new, in: inside)
  }

  /// Adds what changed inside a layer as its filters and its shadow show it.
  ///
  /// - Parameters:
  ///   - place: inside the layer, on a plane parallel to the screen.
  ///   - limit: what the clips around it leave.
  private mutating func add(
    _ changed: PixelRegion, through node: RenderNode, on plane: Plane, in place: Flattener.Place, limit: PixelBox
  ) {
    guard !changed.isEmpty else { return }
    let filters = FilterReach(node.filters, of: node, on: plane, in: place)
    let shadow = node.shadow.map { ($0, FilterReach($0, of: node, on: plane, in: place)) }
    for box in changed.boxes {
      let filtered = node.filters.isEmpty ? box : filters.shown(of: box)
      add(filtered.intersection(limit), of: node, .inside)
      guard let (shadow, reach) = shadow, shadow.path == nil else { continue }
      add(reach.shown(of: filtered.moved(by: shadow.offset, on: plane)).intersection(limit), of: node, .inside)
    }
  }

  /// Whether a layer that does not differ itself is composed in another way because of what is in
  /// it: the picture is the same, and yet rounded otherwise.
  private func composesOtherwise(_ new: RenderNode, than old: RenderNode, in place: Flattener.Place) -> Bool {
    if new.readsBackdropInside != old.readsBackdropInside, new.mask != nil { return true }
    let mayBeGroup = new.opacity < 1 || new.mask != nil || place.isInSpace
    return mayBeGroup && new.paintsOnePrimitive != old.paintsOnePrimitive
  }

  /// Whether what a layer casts is the shadow of a rectangle, and no blurred picture: the same but
  /// for how it is rounded. Only where the background hides all that is in the layer.
  ///
  /// - Parameter place: inside the layer.
  private mutating func castsBox(_ node: RenderNode, in place: Flattener.Place) -> Bool {
    guard let shadow = node.shadow, shadow.path == nil, node.background?.color.alpha == 1, !node.sublayers.isEmpty
    else {
      return false
    }
    let (lengths, repeats) = (walk.list.lengths, walk.repeats)
    defer {
      walk.list.cut(to: lengths)
      walk.repeats = repeats
    }
    walk.addShadow(of: node, in: place)
    return walk.list.primitives.last?.kind == .shadow
  }

  // MARK: Sublayers

  private mutating func compareSublayers(_ old: RenderNode, _ new: RenderNode, in place: Flattener.Place) {
    let (before, after) = (old.sublayers, new.sublayers)
    guard before.count == after.count else {
      matchSublayers(before, after, in: place)
      return
    }
    let start = changed.count
    after.addChanges(from: before, to: &changed)
    let end = changed.count
    defer { changed.removeLast(end - start) }
    let step = self.step(over: end - start)
    for first in start..<min(start + step, end) {
      for number in stride(from: first, to: end, by: step) {
        let index = changed[number]
        guard before[index].identifier == after[index].identifier else {
          matchSublayers(before, after, in: place)
          return
        }
        compare(before[index], after[index], in: place)
        if isDone { return }
      }
    }
    new.takeSublayerBoxes(of: old, changes: changed[start...])
  }

  /// Of many not one after another: when all of a canvas moves, a few from everywhere tell.
  private func step(over count: Int) -> Int { count < 64 || listsCauses ? 1 : 61 }

  /// The same for sublayers that came, went or changed places. What has the same identifier is
  /// compared in its order, as a replicator's instances are.
  private mutating func matchSublayers(_ old: [RenderNode], _ new: [RenderNode], in place: Flattener.Place) {
    func isPair(_ oldIndex: Int, _ newIndex: Int) -> Bool {
      old[oldIndex] === new[newIndex] || old[oldIndex].identifier == new[newIndex].identifier
    }
    let most = min(old.count, new.count)
    var start = 0
    while start < most, isPair(start, start) { start += 1 }
    var end = 0
    while end < most - start, isPair(old.count - 1 - end, new.count - 1 - end) { end += 1 }
    var pairs = Array(zip(old.prefix(start), new.prefix(start)))
    pairs += zip(old.suffix(end).reversed(), new.suffix(end).reversed())
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
    let step = self.step(over: pairs.count)
    for first in 0..<min(step, pairs.count) {
      for number in stride(from: first, to: pairs.count, by: step) where !isDone {
        compare(pairs[number].0, pairs[number].1, in: place)
      }
    }
  }

  // MARK: Spaces

  /// Planes among which depth decides may part each other: when one of them is placed differently,
  /// all may be drawn differently.
  private mutating func compareSpaces(_ old: RenderNode, _ new: RenderNode, in place: Flattener.Place) {
    guard place.isInSpace || new.standsLike(old) else {
      add(old, .depth, in: place)
      add(new, .depth, in: place)
      return
    }
    let inside = walk.inside(space: new, in: place)
    for (before, after) in zip(old.sublayers, new.sublayers) { compare(before, after, in: inside) }
  }

  // MARK: Backdrops

  /// A layer that filters its backdrop shows what is damaged beneath it, and others may filter that
  /// in turn. What lies over it counts too: that is more than enough.
  private mutating func addBackdrops(of root: RenderNode, in place: Flattener.Place) {
    guard root.filtersBackdropInside, !region.isEmpty else { return }
    var backdrops: [BackdropReader] = []
    walk.addBackdrops(inside: root, in: place, to: &backdrops)
    // Those beneath come first: each sees what those before it show.
    for backdrop in backdrops where !isDone {
      for box in region.boxes {
        let shown = backdrop.shown(of: box)
        if !region.contains(shown) { add(shown, of: backdrop.node, .backdrop) }
      }
    }
  }

  // MARK: Writing

  /// Adds what a layer touched and touches that is no more than its bounds.
  private mutating func add(_ change: PlainChange, of node: RenderNode, in place: Flattener.Place) {
    if let before = change.before { add(walk.pixels(of: Extent(before), in: place), of: node, .changed) }
    if let after = change.after { add(walk.pixels(of: Extent(after), in: place), of: node, .changed) }
  }

  /// Adds all that a subtree touches.
  private mutating func add(_ node: RenderNode, _ reason: Damage.Cause.Reason, in place: Flattener.Place) {
    guard !node.isSpace else {
      let inside = walk.inside(space: node, in: place)
      for sublayer in node.sublayers where !isDone { add(sublayer, reason, in: inside) }
      return
    }
    // Most only lie elsewhere in the plane around, and need none of their own.
    if place.toPlane < 0, let frame = node.plainFrame {
      if !frame.isEmpty { add(walk.pixels(of: Extent(frame), in: place), of: node, reason) }
      return
    }
    let planes = walk.list.planes.count
    defer { walk.list.planes.removeSubrange(planes...) }
    guard let inside = walk.inside(node, in: place) else { return }
    add(walk.pixels(of: node.extent, in: inside), of: node, reason)
  }

  private mutating func add(_ pixels: PixelBox, of node: RenderNode, _ reason: Damage.Cause.Reason) {
    let pixels = pixels.intersection(region.canvas)
    guard !pixels.isEmpty else { return }
    region.add(pixels)
    guard listsCauses else { return }
    causes.append(Damage.Cause(layer: node.identifier, reason: reason, pixels: pixels))
  }
}

extension RenderNode {
  /// Whether it shows pixels of its picture in other places too.
  fileprivate var isBlurred: Bool { !features.isDisjoint(with: [.filters, .shadow]) }

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

extension PixelBox {
  /// The pixels that these touch when they are moved by a distance on a plane that is parallel to
  /// the screen.
  fileprivate func moved(by distance: CGSize, on plane: Plane) -> PixelBox {
    let m = plane.toDevice
    let (x, y) = (Double(distance.width), Double(distance.height))
    let (dx, dy) = (m.xx * x + m.xy * y, m.yx * x + m.yy * y)
    func place(_ side: Int32, _ d: Double, _ room: Double) -> Int32 {
      Int32(min(max(Double(side) + d + room, -1e9), 1e9))
    }
    // A pixel of room: what lies between pixels has other ones there.
    return PixelBox(
      minX: place(minX, dx.rounded(.down), -1), minY: place(minY, dy.rounded(.down), -1),
      maxX: place(maxX, dx.rounded(.up), 1), maxY: place(maxY, dy.rounded(.up), 1))
  }
}

extension Array where Element == RenderNode {
  /// The first place, from one on, where an array of the same length holds another object; nil if
  /// there is none.
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

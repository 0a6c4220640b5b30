import GL
import Graphics
import RenderTree

// What stands still beneath what moves: drawn once, kept as pixels, and shown in place of its layers in partial frames of which it
// is beneath all that changed. Pixels are copied, so that such a frame is the same, to the last bit, as one that draws all.

/// What a partial frame does about what stands still.
struct Underlay {
  enum Use {
    /// Copies the frame's pixels when all that stands still is drawn.
    case make
    /// Shows such a copy, and draws only what comes after.
    case show
  }

  let use: Use
  /// Where what stands still ends: places of sublayers, from the root's on.
  let path: [Int]
  /// Device pixels; what is shown is all that the frame draws anew.
  let box: DeviceBox
  /// The device pixel that is the copy's first.
  let origin: Vector2
  /// What fewer batches draw is not worth copying, unless they are large.
  let fewestBatches: Int
}

/// All that a tree draws before one of its layers.
struct StillPart {
  private let tree: RenderTree
  /// Places of sublayers, from the root's on; the last is that of the layer.
  let path: [Int]

  /// All that is drawn before the first layer that is another one than in an earlier tree; nil where none is, or where what is
  /// drawn before does not lie in the frame as it is.
  init?(of tree: RenderTree, since old: RenderTree) {
    guard tree.hasTheCanvas(of: old), var new = tree.root, var before = old.root else { return nil }
    var path: [Int] = []
    while new !== before, new.drawsStraight, new.ownChange(since: before) == .none {
      let place = new.sublayers.countAlike(before.sublayers, most: .max)
      guard new.sublayers.isEnd(of: place) else { break }
      path.append(place)
      guard place < before.sublayers.count, new.sublayers[place].identifier == before.sublayers[place].identifier
      else { break }
      (new, before) = (new.sublayers[place], before.sublayers[place])
    }
    guard !path.isEmpty else { return nil }
    (self.tree, self.path) = (tree, path)
  }

  private init(of tree: RenderTree, before path: [Int]) { (self.tree, self.path) = (tree, path) }

  /// Less of a tree than what stands still in it.
  init(of part: StillPart, before path: [Int]) { self.init(of: part.tree, before: path) }

  /// The same in another tree; nil where anything of it is otherwise.
  func found(in other: RenderTree) -> StillPart? {
    guard tree.hasTheCanvas(of: other), var old = tree.root, var new = other.root else { return nil }
    for place in path {
      if old === new { break }
      guard new.drawsStraight, new.ownChange(since: old) == .none, new.sublayers.isEnd(of: place),
        new.sublayers.countAlike(old.sublayers, most: place) == place, place < old.sublayers.count
      else { return nil }
      (old, new) = (old.sublayers[place], new.sublayers[place])
    }
    return StillPart(of: other, before: path)
  }
}

extension RenderTree {
  fileprivate func hasTheCanvas(of other: RenderTree) -> Bool {
    pixelWidth == other.pixelWidth && pixelHeight == other.pixelHeight && scale == other.scale
      && background == other.background
  }
}

extension RenderNode {
  /// Whether what is in the layer is drawn straight into what the layer is drawn into, after what the layer itself shows.
  fileprivate var drawsStraight: Bool {
    !isSpace && opacity == 1 && mask == nil && shadow == nil && filters.isEmpty && backgroundFilters.isEmpty
      && blendMode == .normal && rasterScale == nil && !sublayers.isEmpty
  }
}

extension Array where Element == RenderNode {
  /// How many layers from the first on are the same objects as another array's, or so many as are asked for.
  fileprivate func countAlike(_ other: [RenderNode], most: Int) -> Int {
    withUnsafeBytes { new in
      other.withUnsafeBytes { old in
        let (new, old) = (new.bindMemory(to: UInt.self), old.bindMemory(to: UInt.self))
        let end = Swift.min(new.count, old.count, most)
        var count = 0
        while count < end, new[count] == old[count] { count += 1 }
        return count
      }
    }
  }

  /// Whether what is drawn may be told apart before one of the layers: there is one, and no row that is added up goes on with it.
  fileprivate func isEnd(of place: Int) -> Bool {
    indices.contains(place) && !self[place].features.contains(.blendMode)
  }
}

extension Flattener {
  /// Where the walk is as to what stands still.
  struct UnderlayWalk {
    let underlay: Underlay
    /// How many places of the path lead to the layer that is drawn next; nil for a layer beside the path.
    var level: Int? = 0
    var isDone = false

    /// Whether layers are left out that come before the path's end.
    var leavesOut: Bool { underlay.use == .show }
  }

  /// Begins a frame with what stands still in it.
  mutating func begin(with underlay: Underlay?) {
    guard let underlay else { return }
    underlayWalk = UnderlayWalk(underlay: underlay)
    guard underlay.use == .show else { return }
    let record = ImageRecord(
      showing: underlay.box, origin: underlay.origin, part: .zero, sampling: .zero, opacity: 1, clip: -1)
    addSurface(record, .surface, .underlay, area: underlay.box, features: .replacing)
  }

  /// Ends the part of the frame that stands still, and has it copied if it took more than the copy will.
  private mutating func copyUnderlay(_ underlay: Underlay) {
    let batches = open[0].batches
    let area = batches.reduce(0) { $0 + $1.area }
    guard open.count == 1,
      batches.count >= underlay.fewestBatches || area >= UnderlayCache.leastLayers * underlay.box.area
    else { return }
    stream.passes.append(open[0].pass(area: frameArea))
    let part = stream.passes.count - 1
    open[0].continueAfter(part, stream.memory.batches.take(), stream.memory.numbers.take())
    var copy = CommandStream.Pass(area: underlay.box, background: .clear, copies: part)
    copy.isUnderlay = true
    stream.passes.append(copy)
    open[0].show(.surface(pass: part + 1))
  }

  /// Takes note that a layer's content is drawn next.
  ///
  /// - Returns: how many places of the path lead to it; nil for one that is not on it.
  mutating func takeUnderlayLevel() -> Int? {
    defer { underlayWalk?.level = nil }
    return underlayWalk?.level
  }

  /// The first of a layer's sublayers that is drawn.
  func firstSublayer(at level: Int?) -> Int {
    guard let level, let walk = underlayWalk, walk.leavesOut else { return 0 }
    return walk.underlay.path[level]
  }

  /// Takes note that one of a layer's sublayers is drawn next.
  mutating func goOn(to place: Int, from level: Int?) {
    guard let level, var walk = underlayWalk else { return }
    let path = walk.underlay.path
    if !walk.leavesOut, !walk.isDone, level == path.count - 1, place >= path[level] {
      walk.isDone = true
      writeBoxes()
      copyUnderlay(walk.underlay)
    }
    walk.level = place == path[level] && level + 1 < path.count ? level + 1 : nil
    underlayWalk = walk
  }
}

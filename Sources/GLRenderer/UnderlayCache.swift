import GL
import Graphics
import RenderTree

/// Keeps the pixels of what stands still, and says what each partial frame does about it.
///
/// One at a time, of the pixels around what was damaged. It pays where a few layers move before many others, as a hand over a dial
/// or a pointer over a page, for as long as they stay near.
final class UnderlayCache {
  private struct Kept {
    var part: StillPart
    let box: DeviceBox
    let surface: Surface
    let holding: TextureBudget.Holding
    var uses = 0
  }

  /// From so many batches on, or layers of pixels, a copy costs less than drawing them.
  var fewestBatches = 8
  static let leastLayers = 3.0
  /// Of the canvas, at most.
  private static let mostShare = 1.0 / 4
  /// Pixels around what is damaged, whose places are multiples of `step`: what moves is to stay within.
  private static let margin = 16.0
  private static let step = 64.0
  /// Frames for which the same stands still before it is kept, at first and at most.
  private static let patience = 3...256
  /// A copy that served so many frames was worth it.
  private static let fewestUses = 8
  /// One that served none for so long goes.
  private static let mostIdleFrames = 60

  private let budget: TextureBudget
  private var kept: Kept?
  /// The frame before.
  private var last: RenderTree?
  /// What stood still in a frame, in all frames after it, and how many these are.
  private var waiting: (first: StillPart, since: StillPart?, frames: Int)?
  private var patience = UnderlayCache.patience.lowerBound
  private var idleFrames = 0
  /// Whether the last frame drew so much that a part of it may be worth a copy.
  private var isBusy = false
  /// What the frame that is drawn copies.
  private var making: (part: StillPart, box: DeviceBox)?

  /// How many were kept so far.
  private(set) var made = 0

  init(budget: TextureBudget) { self.budget = budget }

  var surface: Surface? { kept?.surface }

  /// Begins a frame.
  ///
  /// - Parameter damage: what of it is drawn; nil for all of it, or where nothing is to be kept.
  /// - Returns: what to do in it; nil for nothing.
  func plan(_ tree: RenderTree, damage: DamageRegion?) -> Underlay? {
    let before = last
    last = tree
    guard let damage, let box = Self.box(of: damage, in: tree) else { return nil }
    let isKept = kept?.part.found(in: tree)
    if let part = isKept, kept?.box.contains(box) == true { return show(part, box) }
    if isKept == nil { letGo() }
    guard isBusy else {
      waiting = nil
      return nil
    }
    guard let part = before.flatMap({ StillPart(of: tree, since: $0) }), let still = wait(for: part) else { return nil }
    return make(still, around: box, on: damage.canvas)
  }

  /// The pixels that a frame draws; nil where nothing is kept for them.
  private static func box(of damage: DamageRegion, in tree: RenderTree) -> DeviceBox? {
    // Stacks of blurs are drawn on surfaces of their own, and filters read what lies around.
    guard let root = tree.root, root.softCount < SoftStacks.depth, !root.filtersBackdropInside else { return nil }
    let box = damage.box
    let canvas = Double(tree.pixelWidth) * Double(tree.pixelHeight)
    return box.area <= canvas * mostShare && box.area <= 2 * Double(damage.pixelCount) ? box : nil
  }

  private func show(_ part: StillPart, _ box: DeviceBox) -> Underlay? {
    guard let kept else { return nil }
    budget.pin(kept.holding)
    // The newer tree, so that no older one stays in memory.
    self.kept?.part = part
    self.kept?.uses += 1
    idleFrames = 0
    if kept.uses + 1 >= Self.fewestUses { patience = Self.patience.lowerBound }
    return Underlay(
      use: .show, path: part.path, box: box, origin: Vector2(kept.box.minX, kept.box.minY),
      fewestBatches: fewestBatches)
  }

  /// Takes note of what stands still in a frame.
  ///
  /// - Returns: what has stood still for long enough to be kept; nil for nothing.
  private func wait(for part: StillPart) -> StillPart? {
    guard let earlier = waiting, !part.path.lexicographicallyPrecedes(earlier.first.path) else {
      waiting = (part, nil, 0)
      return nil
    }
    let isLess = earlier.since.map { part.path.lexicographicallyPrecedes($0.path) } ?? true
    let since = isLess ? part : StillPart(of: part, before: earlier.since?.path ?? part.path)
    waiting = (earlier.first, since, earlier.frames + 1)
    return earlier.frames + 1 >= patience ? since : nil
  }

  private func make(_ part: StillPart, around damaged: DeviceBox, on canvas: DeviceBox) -> Underlay {
    letGo()
    patience = min(2 * patience, Self.patience.upperBound)
    waiting = nil
    let around = DeviceBox(
      minX: ((damaged.minX - Self.margin) / Self.step).rounded(.down) * Self.step,
      minY: ((damaged.minY - Self.margin) / Self.step).rounded(.down) * Self.step,
      maxX: ((damaged.maxX + Self.margin) / Self.step).rounded(.up) * Self.step,
      maxY: ((damaged.maxY + Self.margin) / Self.step).rounded(.up) * Self.step)
    let box = around.intersection(canvas)
    making = (part, box)
    return Underlay(
      use: .make, path: part.path, box: box, origin: Vector2(box.minX, box.minY), fewestBatches: fewestBatches)
  }

  /// Keeps what the frame copied.
  func store(_ surface: Surface) {
    guard let making else { return }
    letGo()
    let holding = budget.hold(surface.texture.memoryBytes, pinned: true) { [weak self] in self?.kept = nil }
    kept = Kept(part: making.part, box: making.box, surface: surface, holding: holding)
    self.making = nil
    made += 1
    idleFrames = 0
  }

  /// Takes note of what a frame cost.
  func drew(_ statistics: FrameStatistics) {
    isBusy =
      statistics.batches >= fewestBatches
      || Double(statistics.pixelsShaded) >= Self.leastLayers * Double(statistics.pixelsDamaged)
  }

  func endFrame() {
    making = nil
    guard let kept else { return }
    budget.unpin(kept.holding)
    idleFrames += 1
    if idleFrames > Self.mostIdleFrames { letGo() }
  }

  private func letGo() {
    guard let kept else { return }
    budget.release(kept.holding)
    self.kept = nil
  }
}

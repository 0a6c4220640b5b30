import Foundation
import GL

/// What a rounded box's shadow looks like, but for where it lies: device pixels, in single precision.
struct ShadowShape: Hashable {
  let width: Float
  let height: Float
  let radius: Float
  let deviation: Float
  /// Premultiplied.
  let color: SIMD4<Float>
  /// The one phase that its surface holds; nil for all of them.
  var onlyPhase: ShadowPhase?
  /// Whether bytes are too coarse for it.
  var isFine = false

  /// How far beyond the box bytes have something of it, in pixels.
  fileprivate var reach: Double {
    // A straight edge reaches farthest. Less than half a 255th is nothing; a little less, as the formula is no more exact.
    let spread = (2 * (Double(deviation) * Double(deviation) + 1.0 / 12)).squareRoot()
    let step = max(1, (spread / 16).rounded(.down))
    var reach = step
    while Double(color.w) * 0.5 * erfc(reach / spread) > 0.4 / 255 { reach += step }
    return reach
  }
}

/// Where between the pixels a shadow begins: in quarters of a pixel, 0…3 on each axis.
struct ShadowPhase: Hashable {
  let x: Int
  let y: Int

  /// Phases on each axis.
  static let count = 4
  /// How far a shadow lies from where it should at most, in pixels.
  static let farthest = 0.5 / Double(count)

  fileprivate var bit: UInt16 { 1 << UInt16(y * Self.count + x) }
}

/// The shadows of rounded boxes as textures: drawn by their formula once, shown frame after frame, kept as long as the
/// budget has room. A surface holds all phases of a shape, each drawn when it is first needed, or one of a large shape.
final class ShadowCache {
  private struct Entry {
    let shape: ShadowShape
    let reach: Double
    /// Nil until a pass that draws into it has run.
    var surface: Surface?
    /// What it holds: a bit each phase.
    var phases: UInt16
    /// Nil as long as there is no surface.
    var holding: TextureBudget.Holding?
  }

  private let budget: TextureBudget
  private var entries: [Int: Entry] = [:]
  private var numbers: [ShadowShape: Int] = [:]
  /// What was asked for in this frame and in the one before.
  private var asked: Set<ShadowShape> = []
  private var askedBefore: Set<ShadowShape> = []
  /// What this frame shows or draws: it is pinned until the frame ends.
  private var shown: Set<Int> = []
  /// What this frame asked for last, with what its surface holds: of many alike one after another the rest need no look.
  private var last: (shape: ShadowShape, number: Int, phases: UInt16, reach: Double)?
  private var nextNumber = 0

  /// How a shadow is to be had.
  enum Answer: Equatable {
    /// Its surface is there, or drawn by an earlier pass of this frame.
    case kept(Int)
    /// It is worth a surface, which a pass has to draw.
    case wanted(Int)
    /// It may be one that is not seen again, as of a layer that grows.
    case new
  }

  init(budget: TextureBudget) {
    self.budget = budget
  }

  /// Asks for a shadow. One whose shape was asked for before, in this frame or the last, is worth its surface.
  func find(_ shape: ShadowShape, phase: ShadowPhase) -> Answer {
    if let last, last.phases & phase.bit != 0, last.shape == shape { return .kept(last.number) }
    let isKnown = !asked.insert(shape).inserted || askedBefore.contains(shape)
    if let number = numbers[shape], let entry = entries[number] {
      entry.holding.map(budget.pin)
      shown.insert(number)
      entries[number]?.phases |= phase.bit
      last = (shape, number, entry.phases | phase.bit, entry.reach)
      return entry.phases & phase.bit != 0 ? .kept(number) : .wanted(number)
    }
    guard isKnown else { return .new }
    let number = nextNumber
    nextNumber += 1
    numbers[shape] = number
    let reach = shape.reach
    entries[number] = Entry(shape: shape, reach: reach, phases: phase.bit)
    shown.insert(number)
    last = (shape, number, phase.bit, reach)
    return .wanted(number)
  }

  /// How far beyond its box bytes have something of a shadow that was asked for, in pixels.
  func reach(of number: Int) -> Double {
    if let last, last.number == number { return last.reach }
    return entries[number]?.reach ?? 0
  }

  /// Whether this frame shows any.
  var areShown: Bool { !shown.isEmpty }

  func surface(_ number: Int) -> Surface? { entries[number]?.surface }

  /// Keeps a surface, if it is not the one that is kept already.
  func store(_ surface: Surface, number: Int) {
    guard entries[number] != nil, entries[number]?.surface !== surface else { return }
    entries[number]?.surface = surface
    entries[number]?.holding = budget.hold(surface.texture.memoryBytes, pinned: true) { [weak self] in
      self?.entries[number]?.holding = nil
      self?.remove(number)
    }
  }

  func beginFrame() {
    last = nil
    swap(&asked, &askedBefore)
    asked.removeAll(keepingCapacity: true)
  }

  /// Forgets everything, as what passes should have drawn was not.
  func removeAll() {
    for number in Array(entries.keys) { remove(number) }
  }

  /// Ends a frame: what no pass has drawn is forgotten, and what was shown may be given up again.
  func endFrame() {
    for number in shown {
      guard let entry = entries[number] else { continue }
      if let holding = entry.holding { budget.unpin(holding) } else { remove(number) }
    }
    shown.removeAll(keepingCapacity: true)
    last = nil
    budget.makeRoom(for: 0)
  }

  private func remove(_ number: Int) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    last = nil
    numbers[entry.shape] = nil
    if let holding = entry.holding { budget.release(holding) }
  }
}

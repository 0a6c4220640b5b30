import Foundation
import MultiplaneCLinux
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// What `multiplane bench` draws: a scene of a file, or layers that it makes itself.
struct BenchStage {
  let name: String
  private(set) var committed: CommittedTree
  /// Processor time to make the layers, if they are its own.
  let build: Duration?
  /// Processor time of their first commit.
  let commit: Duration?
  private var workload: LayerWorkload?
  /// Pixels per point.
  private let scale: Double

  /// - Parameters:
  ///   - scene: the file; nil for layers.
  ///   - scale: pixels per point; nil for the scene's own, and 1 for layers.
  ///   - parameters: values for the scene's.
  ///   - limits: what it may hold, and where its files may lie.
  ///   - layers: how many; nil for a file.
  ///   - standsStill: whether none of those layers is animated.
  init(
    scene: String?, scale: Double?, parameters: GivenParameters, limits: SceneLimits, layers: Int?, standsStill: Bool
  ) throws {
    guard let layers else {
      name = scene ?? ""
      committed = try loadTree(name, scale: scale, parameters: parameters, limits: limits)
      (build, commit, workload, self.scale) = (nil, nil, nil, committed.scale)
      return
    }
    name = "\(layers) layers"
    self.scale = scale ?? 1
    if let problem = SceneLimits.standard.problem(size: Self.size, scale: self.scale) {
      throw CommandError.canvas(scene: name, scale: self.scale, problem: problem)
    }
    let start = ThreadTime.now
    let made = LayerWorkload(layers: layers, isAnimated: !standsStill)
    let built = ThreadTime.now
    committed = Self.commit(made.root, scale: self.scale)
    (build, commit, workload) = (built - start, ThreadTime.now - built, made)
  }

  /// Has some of the layers show something new.
  mutating func change() {
    guard workload != nil else { return }
    workload?.change()
    if let root = workload?.root { committed = Self.commit(root, scale: scale) }
  }

  /// Has one of the layers stand elsewhere.
  mutating func moveOne() {
    guard workload != nil else { return }
    workload?.moveOne()
    if let root = workload?.root { committed = Self.commit(root, scale: scale) }
  }

  /// Of a canvas of layers, in points.
  private static let size = CGSize(width: LayerWorkload.side, height: LayerWorkload.side)

  private static func commit(_ root: CALayer, scale: Double) -> CommittedTree {
    CATransaction.flush()
    return CommittedTree(size: size, scale: scale, background: nil, root: root.commit(at: 0))
  }
}

/// Memory of the program, in bytes, all that it shares with others included; 0 where the system does not tell.
struct ProgramMemory {
  let resident: Int
  /// What was allocated and not let go of, of the driver's too.
  let allocated: Int

  static var now: ProgramMemory {
    let found = mallinfo2()
    return ProgramMemory(resident: line("VmRSS:"), allocated: Int(found.uordblks + found.hblkhd))
  }

  /// The most so far. (`getrusage` tells the most of the program before it, too, which has started this one.)
  static var most: Int { line("VmHWM:") }

  private static func line(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }
}

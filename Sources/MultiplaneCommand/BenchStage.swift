import Foundation
import MultiplaneCLinux
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// The subject of `multiplane bench`: a scene file, or generated layers.
struct BenchStage {
  let name: String
  private(set) var committed: CommittedTree
  /// Processor time to create the generated layers; nil for a scene file.
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
  ///   - limits: limits on the scene, with the folder that confines its files.
  ///   - layers: the number of generated layers; nil for a file.
  ///   - standsStill: whether no generated layer is animated.
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

  /// Changes the contents of some layers.
  mutating func change() {
    guard workload != nil else { return }
    workload?.change()
    if let root = workload?.root { committed = Self.commit(root, scale: scale) }
  }

  /// Moves one layer.
  mutating func moveOne() {
    guard workload != nil else { return }
    workload?.moveOne()
    if let root = workload?.root { committed = Self.commit(root, scale: scale) }
  }

  /// The canvas of generated layers, in points.
  private static let size = CGSize(width: LayerWorkload.side, height: LayerWorkload.side)

  private static func commit(_ root: CALayer, scale: Double) -> CommittedTree {
    CATransaction.flush()
    return CommittedTree(size: size, scale: scale, background: nil, root: root.commit(at: 0))
  }
}

/// Memory of the process, in bytes, shared pages included; 0 if the system reports none.
struct ProgramMemory {
  let resident: Int
  /// Allocated memory, including the driver's.
  let allocated: Int

  static var now: ProgramMemory {
    let found = mallinfo2()
    return ProgramMemory(resident: line("VmRSS:"), allocated: Int(found.uordblks + found.hblkhd))
  }

  /// Peak resident size so far. (`getrusage` would include the program that started this one.)
  static var most: Int { line("VmHWM:") }

  private static func line(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }
}

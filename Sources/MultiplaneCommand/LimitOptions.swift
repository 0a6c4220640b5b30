import ArgumentParser
import MultiplaneCompositor
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `--memory-limit` and `--time-limit`, as all subcommands take them that draw a scene which somebody else may have written.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("memory-limit"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      What this program may take to draw a scene, in MiB; beyond it the scene is refused. (default: \
      \(DrawingLimits.standardMemory >> 20); on a hardware device, what that may take: \(DrawingLimits.onDevice().bytes >> 20))
      """,
      valueName: "MiB"))
  var memory: Int?

  @Option(
    name: .customLong("time-limit"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      How long one processor core may work at a picture, in seconds; beyond it the scene is refused. (default: \
      \(numberText(DrawingLimits.standardSeconds)); on a hardware device, as a core would draw: \
      \(numberText(DrawingLimits.onDevice().seconds)))
      """,
      valueName: "seconds"))
  var seconds: Double?

  @OptionGroup var root: RootOption

  /// 1 TiB: beyond it are no machines, but slips of the finger.
  private static let mostMemory = 1 << 20

  func validate() throws {
    if let memory, !(1...Self.mostMemory).contains(memory) {
      throw ValidationError("--memory-limit: expected 1 to \(Self.mostMemory) MiB, found \(memory)")
    }
    if let seconds, !(seconds > 0 && seconds.isFinite) {
      throw ValidationError("--time-limit: expected a finite number of seconds above 0, found \(seconds)")
    }
  }

  /// The options that say the same to another process of this program.
  var arguments: [String] {
    var arguments: [String] = []
    if let memory { arguments += ["--memory-limit", "\(memory)"] }
    if let seconds { arguments += ["--time-limit", "\(seconds)"] }
    if let path = root.path { arguments += ["--root", path] }
    return arguments
  }

  /// What drawing may take from now on.
  ///
  /// - Parameter onProcessor: whether this program's own processor draws.
  func drawing(onProcessor: Bool) -> DrawingLimits {
    let standard = onProcessor ? DrawingLimits.onProcessor() : .onDevice()
    let (bytes, seconds) = (bytes ?? standard.bytes, seconds ?? standard.seconds)
    return onProcessor ? .onProcessor(memory: bytes, seconds: seconds) : .onDevice(memory: bytes, seconds: seconds)
  }

  private var bytes: Int? { memory.map { $0 << 20 } }

  /// Whether anything was asked for.
  var areGiven: Bool { memory != nil || seconds != nil }

  /// What the file may hold, and how long it may be read: this program's own processor does that, whatever draws.
  func scene() throws -> SceneLimits {
    try root.confining(.standard.allowing(memory: bytes, seconds: drawing(onProcessor: true).seconds))
  }

  /// What a file of one's own may hold: only what was asked for is limited.
  func ownScene() throws -> SceneLimits { try areGiven ? scene() : root.confining() }

  /// Loads a scene that is about to be shown for long.
  ///
  /// - Parameters:
  ///   - parameters: values of its parameters.
  ///   - most: what drawing a frame may take; nil where that is not limited.
  /// - Throws: also where its first frame takes more.
  func load(_ path: String, _ parameters: GivenParameters, within most: DrawingLimits?) throws -> Scene {
    let loaded = try parameters.load(path, limits: scene())
    let committed = try loaded.committedWithinLimits()
    guard let most else { return loaded }
    try CommandError.naming(path) {
      let tree = try most.evaluating { committed.evaluate(at: 0) }
      if let excess = DrawingCost(of: tree).excess(over: most) { throw excess }
    }
    return loaded
  }
}

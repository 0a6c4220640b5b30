import ArgumentParser
import MultiplaneCompositor
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `--memory-limit` and `--time-limit`, shared by all subcommands that draw untrusted scenes.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("memory-limit"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Memory limit for drawing a scene, in MiB; a scene that needs more is refused. (default: \
      \(DrawingLimits.standardMemory >> 20), or \(DrawingLimits.onDevice().bytes >> 20) of a hardware device)
      """,
      valueName: "MiB"))
  var memory: Int?

  @Option(
    name: .customLong("time-limit"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Time limit per picture, in seconds of one core; a scene that needs more is refused. (default: \
      \(numberText(DrawingLimits.standardSeconds)), or \(numberText(DrawingLimits.onDevice().seconds)) \
      with a hardware device)
      """,
      valueName: "seconds"))
  var seconds: Double?

  @OptionGroup var root: RootOption

  /// 1 TiB: a larger number is a typing error.
  private static let mostMemory = 1 << 20

  func validate() throws {
    if let memory, !(1...Self.mostMemory).contains(memory) {
      throw ValidationError("--memory-limit: expected 1 to \(Self.mostMemory) MiB, found \(memory)")
    }
    if let seconds, !(seconds > 0 && seconds.isFinite) {
      throw ValidationError("--time-limit: expected a finite number of seconds above 0, found \(seconds)")
    }
  }

  /// The same options as arguments for a child process.
  var arguments: [String] {
    var arguments: [String] = []
    if let memory { arguments += ["--memory-limit", "\(memory)"] }
    if let seconds { arguments += ["--time-limit", "\(seconds)"] }
    if let path = root.path { arguments += ["--root", path] }
    return arguments
  }

  /// The limits of drawing. The time counts from now on.
  ///
  /// - Parameter onProcessor: whether the processor draws, rather than a device.
  func drawing(onProcessor: Bool) -> DrawingLimits {
    let standard = onProcessor ? DrawingLimits.onProcessor() : .onDevice()
    let (bytes, seconds) = (bytes ?? standard.bytes, seconds ?? standard.seconds)
    return onProcessor ? .onProcessor(memory: bytes, seconds: seconds) : .onDevice(memory: bytes, seconds: seconds)
  }

  private var bytes: Int? { memory.map { $0 << 20 } }

  /// Whether any of the options is given.
  var areGiven: Bool { memory != nil || seconds != nil }

  /// The limits of a scene file, including the time to read it on the processor.
  func scene() throws -> SceneLimits {
    try root.confining(.standard.allowing(memory: bytes, seconds: drawing(onProcessor: true).seconds))
  }

  /// The limits of a trusted scene file: only those that are given as options.
  func ownScene() throws -> SceneLimits { try areGiven ? scene() : root.confining() }

  /// Loads a scene for a window or a kiosk.
  ///
  /// - Parameters:
  ///   - parameters: values for its parameters.
  ///   - most: the limits per frame; nil for none.
  /// - Throws: also if the first frame exceeds the limits.
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

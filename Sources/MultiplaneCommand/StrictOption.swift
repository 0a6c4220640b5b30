import ArgumentParser
import Logging
import MultiplaneCompositor
import MultiplaneSceneFile

/// `--strict`, shared by all subcommands that read scenes.
struct StrictOption: ParsableArguments {
  @Flag(
    name: .customLong("strict"),
    help: """
      Treat warnings as errors: refuse a scene with a missing font, a character that no font has, or anything else \
      that would be skipped or replaced, and a picture that shows only the background.
      """)
  var isStrict = false
}

extension Scene {
  /// The largest number of warnings that are printed.
  private static let mostLines = 20

  /// Logs the warnings of the scene.
  ///
  /// - Parameter isStrict: whether to throw the first warning as an error instead.
  func checkWarnings(isStrict: Bool) throws(SceneError) {
    guard !isStrict else { return try refuseWarnings() }
    let (warnings, all) = firstWarnings(Self.mostLines)
    guard let first = warnings.first else { return }
    let logger = Logger(label: "multiplane.scene")
    for warning in warnings { logger.warning("\(warning)") }
    let rest = all - warnings.count
    guard rest > 0 else { return }
    let count = all == Self.mostWarnings ? "at least \(rest)" : "\(rest)"
    logger.warning("\(first.file): \(count) more warnings; --strict makes them errors")
  }

  /// Logs the warning about a still that shows only its background.
  ///
  /// - Parameter isStrict: whether to throw it as an error instead.
  func warn(of blank: BlankStill, isStrict: Bool) throws(SceneError) {
    let problem = blank.problem + (blank.appearance == nil ? "" : ": set \"poster\" or --time")
    guard !isStrict else { throw .invalid(file: name, place: "", problem: problem) }
    Logger(label: "multiplane.scene").warning("\(OneLine.escaped(name)): \(problem)")
  }
}

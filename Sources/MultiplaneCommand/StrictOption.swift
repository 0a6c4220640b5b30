import ArgumentParser
import Logging
import MultiplaneSceneFile

/// `--strict`, as all subcommands take it that read scenes.
struct StrictOption: ParsableArguments {
  @Flag(
    name: .customLong("strict"),
    help: """
      Refuse a scene of which something would be skipped or replaced, such as a font that is not there or a character that \
      no font has; otherwise warnings on standard error say so.
      """)
  var isStrict = false
}

extension Scene {
  /// Warnings that are told one by one.
  private static let mostLines = 20

  /// Tells what of the scene is skipped or replaced.
  ///
  /// - Parameter isStrict: whether to refuse the scene instead.
  func checkWarnings(isStrict: Bool) throws(SceneError) {
    guard !isStrict else { return try refuseWarnings() }
    let (warnings, all) = firstWarnings(Self.mostLines)
    guard let first = warnings.first else { return }
    let logger = Logger(label: "multiplane.scene")
    for warning in warnings { logger.warning("\(warning)") }
    let rest = all - warnings.count
    guard rest > 0 else { return }
    let count = all == Self.mostWarnings ? "at least \(rest)" : "\(rest)"
    logger.warning("\(first.file): \(count) more like these; --strict refuses the scene for the first")
  }
}

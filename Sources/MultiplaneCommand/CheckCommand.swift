import ArgumentParser
import MultiplaneCompositor
import MultiplaneSceneFile

/// `multiplane check`: whether scene files can be drawn, without drawing them.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reads scene files, and says of each what is wrong with it.",
    discussion: """
      A scene is read as 'render' reads it, with its images and fonts, and each parameter at both ends of what it allows; its first \
      frame is held to the limits of drawing, and nothing is drawn. A line on standard error for each that is wrong, \
      file: place: problem; the others go on. Warnings say what is skipped or replaced when a scene is drawn. \
      Exit status: 0 all can be drawn, 1 some cannot, or with --strict not as they are.
      """)

  @Argument(help: "The scene files.")
  var scenes: [String] = []

  @Flag(help: "Print an object of JSON a file on standard output instead, with place and problem apart.")
  var json = false

  @OptionGroup var strict: StrictOption
  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  func validate() throws {
    guard !scenes.isEmpty else { throw ValidationError("Missing expected argument '<scenes> ...'") }
  }

  func run() throws {
    var output = StandardOutput()
    var failed = 0
    for path in scenes {
      let (warnings, problem) = verdict(on: path)
      if problem != nil { failed += 1 }
      if json {
        try output.line(Self.line(path, warnings, problem))
      } else if let problem {
        StandardError.write("\(problem)")
      }
    }
    try output.flush()
    if failed > 0 { throw ExitCode(1) }
  }

  private func verdict(on path: String) -> (warnings: [SceneWarning], problem: (any Error)?) {
    var warnings: [SceneWarning] = []
    do {
      let template = try GivenParameters().template(path, limits: limits.scene())
      // One that has to be given its values cannot be drawn without; reading it has tried values at the ends of what they may be.
      guard !template.parameters.contains(where: \.isRequired) else { return ([], nil) }
      let scene = try template.scene()
      if json { warnings = scene.warnings }
      if !json || strict.isStrict { try scene.checkWarnings(isStrict: strict.isStrict) }
      let most = limits.drawing(onProcessor: true)
      try CommandError.naming(path) {
        let committed = try scene.committedWithinLimits()
        let tree = try most.evaluating { committed.evaluate(at: 0) }
        if let excess = DrawingCost(of: tree).excess(inTiles: true, over: most) { throw excess }
      }
      return (warnings, nil)
    } catch {
      return (warnings, error)
    }
  }

  private static func line(_ path: String, _ warnings: [SceneWarning], _ error: (any Error)?) -> String {
    var members: [JSONValue.Member] = [
      .init(key: "file", value: .string(path)), .init(key: "isRight", value: .boolean(error == nil)),
    ]
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    switch error as? SceneError {
    case .invalid(_, let place, let problem):
      add("place", .string(place))
      add("problem", .string(problem))
    case .malformed(_, let line, let column, let problem):
      add("line", .number(Double(line)))
      add("column", .number(Double(column)))
      add("problem", .string(problem))
    default:
      if let error { add("problem", .string("\(error)")) }
    }
    if !warnings.isEmpty {
      let list = warnings.map { warning in
        JSONValue.object([
          .init(key: "place", value: .string(warning.place)), .init(key: "problem", value: .string(warning.problem)),
        ])
      }
      add("warnings", .array(list))
    }
    return JSONValue.object(members).flatText
  }
}

import ArgumentParser
import MultiplaneCompositor
import MultiplaneSceneFile

/// `multiplane check`: whether scene files can be drawn, without drawing them.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Validates scene files without drawing them.",
    discussion: """
      Loads each scene as 'render' does, with its images and fonts, tries each parameter at both ends of its range, \
      and compares the cost of the first frame with the limits. Prints one line per invalid scene on standard error: \
      file: place: problem. Warnings name what a renderer skips or replaces.

      Exit status: 0 all scenes are valid; 1 some are not, or have warnings with --strict.
      """)

  @Argument(help: "The scene files.", completion: .scene)
  var scenes: [String] = []

  @Flag(help: "Print one line of JSON per file on standard output, with place and problem as separate keys.")
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
      // A scene with required parameters has no first frame. Loading the template has tried the
      // ends of their ranges.
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

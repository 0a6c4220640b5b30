import ArgumentParser
import Foundation
import Logging
import MultiplaneDrawing
import MultiplaneSceneFile
import Synchronization

/// `--set`, `--parameters` and `--assets`, shared by all subcommands that show scenes.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Value of a scene parameter, such as name=Ada; may be repeated ('inspect --stage parameters' lists them).",
      valueName: "name=value"), completion: .parameter)
  var assignments: [String] = []

  @Option(
    name: .customLong("parameters"),
    help: ArgumentHelp(
      "JSON file with the values of the scene's parameters, one object; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var file: String?

  @Option(
    help: ArgumentHelp(
      """
      Folder of the images that parameters name; paths outside it are refused. (default: the current folder; only \
      --root confines them then)
      """,
      valueName: "folder"), completion: .directory)
  var assets: String?

  @OptionGroup var strict: StrictOption

  /// Whether any value is given.
  var isGiven: Bool { !assignments.isEmpty || file != nil }

  func validate() throws {
    var names: Set<String> = []
    for assignment in assignments {
      guard let (name, _) = Self.parts(of: assignment) else {
        throw ValidationError("--set: expected name=value, found '\(assignment)'")
      }
      guard names.insert(name).inserted else {
        throw ValidationError("--set: expected each parameter once, found '\(name)' twice")
      }
    }
  }

  private static func parts(of assignment: String) -> (name: String, value: String)? {
    guard let equals = assignment.firstIndex(of: "="), equals > assignment.startIndex else { return nil }
    return (String(assignment[..<equals]), String(assignment[assignment.index(after: equals)...]))
  }

  /// Reads the values.
  func read() throws -> GivenParameters {
    var given = GivenParameters(
      texts: assignments.compactMap(Self.parts),
      assets: try assets.map(FilePlace.init(confinedTo:)) ?? FilePlace(), isStrict: strict.isStrict)
    guard let file else { return given }
    let name = file == "-" ? "standard input" : file
    let bytes =
      try file == "-"
      ? StandardInput.bytes(within: .standard)
      : SceneBytes.read(path: file, limits: .standard, as: "a file of parameters")
    given.values = try ParameterValue.values(json: bytes, name: name)
    if let twice = given.texts.first(where: { given.values[$0.name] != nil })?.name {
      throw CommandError.parameters(file: name, problem: "\(twice): also set by --set; set it once")
    }
    return given
  }
}

/// Parameter values for scenes that are loaded later.
struct GivenParameters: Sendable {
  /// Values as text, converted to the type of each parameter.
  var texts: [(name: String, value: String)] = []
  var values: [String: ParameterValue] = [:]
  var assets = FilePlace()
  /// Values that replace the others in scenes that declare and accept them.
  var later: [String: ParameterValue] = [:]
  /// Whether a scene with warnings is refused.
  var isStrict = false

  /// Loads a scene file, or standard input, with these values, and logs its warnings.
  ///
  /// - Parameters:
  ///   - path: the scene file; `-` is standard input, whose file paths are relative to the assets.
  func load(_ path: String, scale: SceneScale = .own, limits: SceneLimits = .standard) throws -> Scene {
    let scene = try scene(of: try template(path, scale: scale, limits: limits))
    let logger = Logger(label: "multiplane.scene")
    logger.debug(
      "\(path): \(scene.images.count) images, \(scene.fonts.count) fonts, \(scene.parameters.count) parameters")
    try scene.checkWarnings(isStrict: isStrict)
    return scene
  }

  /// Reads a scene file, or standard input.
  func template(
    _ path: String, scale: SceneScale = .own, limits: SceneLimits = .standard
  ) throws -> SceneTemplate {
    guard path == "-" else { return try SceneTemplate(path: path, scale: scale, limits: limits) }
    return try SceneTemplate(
      StandardInput.bytes(within: limits), name: "standard input", folder: assets.folder, scale: scale, limits: limits)
  }

  func scene(of template: SceneTemplate) throws -> Scene {
    var parameters = SceneParameters(values, assets: assets)
    for (name, text) in texts {
      let declaration = template.lookup.declaration(of: name)
      parameters.values[name] = declaration?.value(ofText: text) ?? .string(text)
    }
    for declaration in template.parameters {
      guard let value = later[declaration.name], declaration.problem(with: value) == nil else { continue }
      parameters.values[declaration.name] = value
    }
    return try template.scene(parameters)
  }
}

/// Standard input, read to the end.
enum StandardInput {
  /// - Throws: if it exceeds the size of a scene.
  static func bytes(within limits: SceneLimits) throws -> [UInt8] { try bytes(atMost: limits.maximumFileBytes) }

  private static let isRead = Mutex(false)

  /// - Parameter most: bytes.
  static func bytes(atMost most: Int) throws -> [UInt8] {
    let wasRead = isRead.withLock { isRead in
      defer { isRead = true }
      return isRead
    }
    guard !wasRead else {
      throw CommandError.parameters(
        file: "standard input", problem: "already read; use - for one argument only")
    }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(STDIN_FILENO, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(errno) }
      guard count > 0 else { return bytes }
      bytes += part[..<count]
      guard bytes.count <= most else {
        throw CommandError.parameters(
          file: "standard input", problem: "expected at most \(most) bytes, found more")
      }
    }
  }

  private static func unreadable(_ code: Int32) -> CommandError {
    let found =
      switch code {
      case EBADF: "it closed"
      case EISDIR: "a folder"
      default: "\"\(String(cString: strerror(code)))\""
      }
    return .parameters(
      file: "standard input", problem: "expected something to read, found \(found); send it by a pipe or name a file")
  }
}

import ArgumentParser
import Foundation
import Logging
import MultiplaneDrawing
import MultiplaneSceneFile
import Synchronization

/// `--set`, `--parameters` and `--assets`, as all subcommands take them that show scenes.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A value for a parameter of the scene, such as name=Ada; to be repeated ('inspect --stage parameters' lists them).",
      valueName: "name=value"))
  var assignments: [String] = []

  @Option(
    name: .customLong("parameters"),
    help: ArgumentHelp(
      "A JSON file with an object of values for the scene's parameters; - is standard input.", valueName: "file"))
  var file: String?

  @Option(
    help: ArgumentHelp(
      """
      The folder of the images that parameters name; no path leads out of it. (default: the current folder, and any \
      file of the user can be named)
      """,
      valueName: "folder"))
  var assets: String?

  @OptionGroup var strict: StrictOption

  /// Whether there are values.
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

  /// Reads what was given.
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
      throw CommandError.parameters(file: name, problem: "\(twice): is given by --set too; give it once")
    }
    return given
  }
}

/// Values for the parameters of scenes that are still to be read.
struct GivenParameters: Sendable {
  /// Read as what each parameter takes.
  var texts: [(name: String, value: String)] = []
  var values: [String: ParameterValue] = [:]
  var assets = FilePlace()
  /// Whether a scene with warnings is refused.
  var isStrict = false

  /// Reads a scene file, or standard input, with these values, and tells what of it is skipped or replaced.
  ///
  /// - Parameters:
  ///   - path: of the scene; `-` is standard input, whose files lie among the assets.
  ///   - scale: pixels per point instead of the scene's own.
  func load(_ path: String, scale: Double? = nil, limits: SceneLimits = .standard) throws -> Scene {
    let scene = try scene(of: try template(path, scale: scale, limits: limits))
    let logger = Logger(label: "multiplane.scene")
    logger.debug(
      "\(path): \(scene.images.count) images, \(scene.fonts.count) fonts, \(scene.parameters.count) parameters")
    try scene.checkWarnings(isStrict: isStrict)
    return scene
  }

  /// Reads a scene file, or standard input.
  func template(_ path: String, scale: Double? = nil, limits: SceneLimits = .standard) throws -> SceneTemplate {
    guard path == "-" else { return try SceneTemplate(path: path, scale: scale, limits: limits) }
    return try SceneTemplate(
      StandardInput.bytes(within: limits), name: "standard input", folder: assets.folder, scale: scale, limits: limits)
  }

  func scene(of template: SceneTemplate) throws -> Scene {
    var parameters = SceneParameters(values, assets: assets)
    for (name, text) in texts {
      let declaration = template.parameters.first { $0.name == name }
      parameters.values[name] = declaration?.value(ofText: text) ?? .string(text)
    }
    return try template.scene(parameters)
  }
}

/// Standard input, read to its end.
enum StandardInput {
  /// - Throws: where it is longer than a scene may be.
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
        file: "standard input", problem: "was read to its end before; give - for one thing only")
    }
    var bytes = Data()
    while let part = try FileHandle.standardInput.read(upToCount: 1 << 16), !part.isEmpty {
      bytes.append(part)
      guard bytes.count <= most else {
        throw CommandError.parameters(
          file: "standard input", problem: "expected at most \(most) bytes, found more")
      }
    }
    return [UInt8](bytes)
  }
}

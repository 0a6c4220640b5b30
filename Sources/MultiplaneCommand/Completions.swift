import ArgumentParser
import Foundation
import MultiplaneDisplays
import MultiplaneDrawing
import MultiplaneSceneFile

/// What shells complete: files by their extensions, and names that the program knows.
extension CompletionKind {
  /// Scenes, and folders.
  static var scene: CompletionKind { .file(extensions: ["json", "lottie"]) }
  static var picture: CompletionKind { .file(extensions: names(ImageFileFormat.extensions)) }
  /// Pictures and videos.
  static var output: CompletionKind {
    .file(extensions: names(ImageFileFormat.extensions) + ["mp4", "webm", "mov", "gif", "apng"])
  }
  static var device: CompletionKind { .custom { _, _, _ in CompletionWords.devices } }
  /// Parameters of the scene on the command line, or families of fonts as a value of one.
  static var parameter: CompletionKind {
    .custom { words, _, prefix in CompletionWords.parameters(in: words, beginningWith: prefix) }
  }
  /// Markers of the animation on the command line.
  static var marker: CompletionKind { .custom { words, _, _ in CompletionWords.markers(in: words) } }

  private static func names(_ extensions: [String]) -> [String] { extensions.map { String($0.dropFirst()) } }
}

/// Words that depend on the machine, or on the scene that a command line names.
enum CompletionWords {
  /// The choices of `--device`. Nothing is opened, so that an answer does not wait for a driver.
  static var devices: [String] {
    let nodes = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/dri")) ?? []
    return ["automatic", "hardware", "software", "surfaceless", "egl:0"]
      + nodes.filter { $0.hasPrefix("renderD") || $0.hasPrefix("card") }.sorted().map { "gbm:/dev/dri/\($0)" }
  }

  /// `name=` of each parameter of the scene, and of each key path of an animation. After `name=`,
  /// the values that are allowed; for a font, the scene's families and the system's.
  static func parameters(in words: [String], beginningWith prefix: String) -> [String] {
    guard let template = template(in: words) else { return [] }
    guard let equals = prefix.firstIndex(of: "=") else {
      return (template.parameters + template.lookup.keyPaths).map { $0.name + "=" }.filter(isPlain)
    }
    guard let declaration = template.parameters.first(where: { $0.name == prefix[..<equals] }) else { return [] }
    return values(of: declaration).filter(isPlain).map { prefix[...equals] + $0 }
  }

  /// Whether a shell leaves a word as it is. Names come from files, and bash expands the words that
  /// it completes, commands in them included.
  private static func isPlain(_ word: String) -> Bool {
    word.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"$`\\\"'{}~<>".utf8.contains($0) }
  }

  private static func values(of declaration: ParameterDeclaration) -> [String] {
    if let allowed = declaration.allowedValues {
      return allowed.compactMap { if case .string(let text) = $0 { text } else { $0.json?.flatText } }
    }
    return declaration.kind == .boolean ? ["true", "false"] : []
  }

  static func markers(in words: [String]) -> [String] {
    let scene = try? template(in: words)?.scene(SceneParameters([:]))
    return scene?.timeline?.markers.map(\.name).filter(isPlain) ?? []
  }

  /// The scene that a command line names; nil if there is none, or if it cannot be read.
  private static func template(in words: [String]) -> SceneTemplate? {
    let path = words.dropFirst(2).first { word in
      !word.hasPrefix("-") && (word.hasSuffix(".json") || word.hasSuffix(".lottie"))
        && FileManager.default.fileExists(atPath: word)
    }
    return path.flatMap { try? SceneTemplate(path: $0) }
  }
}

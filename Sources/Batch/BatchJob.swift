import MultiplaneSceneFile

/// One picture or video to be drawn.
package struct BatchJob: Sendable, Equatable {
  /// A picture, or a video.
  package enum Moment: Sendable, Equatable {
    /// One picture, at a time in seconds.
    case picture(time: Double)
    case video(from: Double, to: Double, framesPerSecond: Double)
  }

  /// The row in the manifest, from 1.
  package var line: Int
  package var id: String
  /// The path of the scene.
  package var scene: String
  package var parameters: [String: ParameterValue]
  package var moment: Moment
  /// Pixels per point; nil for the scene's own.
  package var scale: Double?
  /// Within the folder of the batch.
  package var output: String
}

/// What a scene says that jobs are checked by.
package struct SceneFacts: Sendable {
  package let parameters: [ParameterDeclaration]
  /// The hash of the scene file and of the images and fonts that it names.
  package let digest: String

  /// Reads a scene, which is then known to be right.
  package init(of path: String, limits: SceneLimits) throws(SceneError) {
    let template = try SceneTemplate(path: path, limits: limits)
    parameters = template.parameters
    digest = Self.digest(of: template, at: path)
  }

  /// The hash of a scene file and of what it names.
  static func digest(of template: SceneTemplate, at path: String) -> String {
    var hash = SHA256()
    for file in [path] + ((try? template.files()) ?? []).map(\.path) { hash.add((SHA256.hex(ofFile: file) ?? "none") + "\n") }
    return hash.hex()
  }
}

extension BatchJob {
  /// The hash of all that decides the bytes of the output.
  ///
  /// - Parameters:
  ///   - digest: of the scene (`SceneFacts`).
  ///   - program: what draws: version, build and renderer.
  ///   - assets: where the images that parameters name lie.
  package func key(
    digest: String, program: String, declarations: [ParameterDeclaration], assets: SceneParameters
  ) -> String {
    var hash = SHA256()
    hash.add("multiplane batch 1\n\(program)\n\(digest)\n\(moment)\nscale \(scale.map { "\($0)" } ?? "own")\n")
    hash.add(output.split(separator: ".").last.map { "format \($0)\n" } ?? "")
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      let isImage = declarations.first { $0.name == name }?.kind == .image
      if isImage, case .string(let path) = value {
        hash.add("\(name) image \(SHA256.hex(ofFile: assets.assets.path(of: path)) ?? path)\n")
      } else {
        hash.add("\(name) \(value.json?.flatText ?? "")\n")
      }
    }
    return hash.hex()
  }
}

import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneSceneFile

extension Scene {
  /// Loads a scene file with its images and fonts, or a Lottie animation. Everything is validated
  /// (docs/scene-format.md, docs/lottie.md).
  ///
  /// ```swift
  /// let scene = try Scene(contentsOf: URL(filePath: "card.json"))
  /// ```
  ///
  /// - Parameters:
  ///   - url: the scene file.
  ///   - parameters: values of the scene's parameters; the others have their defaults. Image paths
  ///     are relative to the working directory.
  ///   - limits: limits on the scene's size and files.
  /// - Throws: an error that says where, what was expected and what was found.
  public init(
    contentsOf url: URL, parameters: [String: ParameterValue] = [:], limits: SceneLimits = .standard
  ) throws(MultiplaneError) {
    StandardFormats.registered
    self = try translating {
      try Scene.load(path: url.path, parameters: SceneParameters(parameters), limits: limits)
    }
  }

  /// Loads a scene from the bytes of a scene file.
  ///
  /// ```swift
  /// let scene = try Scene(data: Data(contentsOf: card), relativeTo: folder)
  /// ```
  ///
  /// - Parameters:
  ///   - data: JSON in the format of docs/scene-format.md, or a Lottie animation.
  ///   - folder: the folder for relative paths of images and fonts; nil for the current folder.
  ///   - parameters: values of the scene's parameters.
  ///   - limits: limits on the scene's size and files.
  public init(
    data: Data, relativeTo folder: URL? = nil, parameters: [String: ParameterValue] = [:],
    limits: SceneLimits = .standard
  ) throws(MultiplaneError) {
    var path = folder?.path ?? ""
    if !path.isEmpty, !path.hasSuffix("/") { path += "/" }
    StandardFormats.registered
    self = try translating {
      try Scene.decode(
        [UInt8](data), name: "scene", folder: path, parameters: SceneParameters(parameters), limits: limits)
    }
  }

  /// Changes parameters of a scene that was loaded from a file. The properties that they feed are
  /// set again, even if the program has changed them, and animations that they feed restart. An
  /// invalid value changes nothing.
  ///
  /// ```swift
  /// var scene = try Scene(contentsOf: card)
  /// for parameter in scene.parameters { print(parameter.name, parameter.kind) }
  /// try scene.setParameters(["name": "Grace", "score": 81.5])
  /// ```
  public mutating func setParameters(_ values: [String: ParameterValue]) throws(MultiplaneError) {
    do {
      try setParameters(values, assets: nil, duration: 0)
    } catch {
      throw MultiplaneError(error)
    }
  }

  /// The scene as a scene file, with only the values that differ from Core Animation's defaults.
  /// The root keeps its position.
  ///
  /// ```swift
  /// try scene.data().write(to: URL(filePath: "scene.json"))
  /// ```
  ///
  /// - Throws: `MultiplaneError` (`sceneUnencodable`) for numbers that are not finite or exceed the
  ///   format's limits, and for images without a file.
  public func data() throws(MultiplaneError) -> Data {
    try translating { Data(try encoded().utf8) }
  }
}

extension SceneLimits {
  /// The same limits, with all file paths confined to a folder, for untrusted scenes. Links and
  /// `..` that lead out of it are refused.
  ///
  /// ```swift
  /// let scene = try Scene(contentsOf: card, limits: SceneLimits.standard.confined(to: folder))
  /// ```
  ///
  /// - Throws: if the folder does not exist.
  public func confined(to folder: URL) throws(MultiplaneError) -> SceneLimits {
    var limits = self
    limits.root = try translating { try FolderRoot(folder.path) }
    return limits
  }
}

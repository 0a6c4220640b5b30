import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneSceneFile

extension Scene {
  /// Loads a scene file, with the images and fonts that it names; all of it is checked (docs/scene-format.md).
  ///
  /// ```swift
  /// let scene = try Scene(contentsOf: URL(filePath: "card.json"))
  /// ```
  ///
  /// - Parameters:
  ///   - url: of a file.
  ///   - parameters: values for the scene's parameters; those without one have their default. Paths of images among them are relative
  ///     to the working directory.
  ///   - limits: how large it may be, and which files it may name.
  /// - Throws: an error whose description says where, what was expected and what was found.
  public init(
    contentsOf url: URL, parameters: [String: ParameterValue] = [:], limits: SceneLimits = .standard
  ) throws(MultiplaneError) {
    self = try translating {
      try Scene.load(path: url.path, parameters: SceneParameters(parameters), limits: limits)
    }
  }

  /// Loads a scene out of the bytes of a scene file.
  ///
  /// ```swift
  /// let scene = try Scene(data: Data(contentsOf: card), relativeTo: folder)
  /// ```
  ///
  /// - Parameters:
  ///   - data: JSON, as docs/scene-format.md says.
  ///   - folder: what the paths of images and fonts are relative to; nil for the current folder.
  ///   - parameters: values for the scene's parameters.
  ///   - limits: how large it may be, and which files it may name.
  public init(
    data: Data, relativeTo folder: URL? = nil, parameters: [String: ParameterValue] = [:],
    limits: SceneLimits = .standard
  ) throws(MultiplaneError) {
    var path = folder?.path ?? ""
    if !path.isEmpty, !path.hasSuffix("/") { path += "/" }
    self = try translating {
      try Scene.decode(
        [UInt8](data), name: "scene", folder: path, parameters: SceneParameters(parameters), limits: limits)
    }
  }

  /// Gives parameters of a scene file other values; those that are not named keep theirs. What layers have of them changes, also where the program has
  /// changed it since, and animations that they feed begin anew. When a value is wrong, nothing changes.
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

  /// The scene as a scene file: only what differs from Core Animation's defaults. Its root lies where its position says.
  ///
  /// ```swift
  /// try scene.data().write(to: URL(filePath: "scene.json"))
  /// ```
  ///
  /// - Throws: for a number that is not finite or over the format's limits, and for an image that came from no file.
  public func data() throws(MultiplaneError) -> Data {
    try translating { Data(try encoded().utf8) }
  }
}

extension SceneLimits {
  /// The same for a scene that somebody else wrote: no path in it leads out of a folder, by links or `..` neither.
  ///
  /// ```swift
  /// let scene = try Scene(contentsOf: card, limits: SceneLimits.standard.confined(to: folder))
  /// ```
  ///
  /// - Throws: where there is no such folder.
  public func confined(to folder: URL) throws(MultiplaneError) -> SceneLimits {
    var limits = self
    limits.root = try translating { try FolderRoot(folder.path) }
    return limits
  }
}

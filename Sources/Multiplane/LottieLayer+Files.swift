import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLottie
import MultiplaneSceneFile

extension LottieLayer {
  /// Loads a Lottie animation (`.json` or `.lottie`) with its images. The bounds are those of the
  /// composition.
  ///
  /// ```swift
  /// let file = URL(filePath: "badge.json")
  /// let badge = try LottieLayer(contentsOf: file, values: ["Title": "Ada", "accent": "#ff4d67"])
  /// ```
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - values: values of parts of the animation, by the names of `parameters` or by `keyPaths`.
  ///     Image paths are relative to the working directory.
  ///   - limits: limits on the size of the animation and its files.
  /// - Throws: an error that says where, what was expected and what was found.
  public convenience init(
    contentsOf url: URL, values: [String: ParameterValue] = [:], limits: SceneLimits = .standard
  ) throws(MultiplaneError) {
    StandardFormats.registered
    let animation = try translating { try ImportedScene.read(path: url.path, limits: limits) }
    try self.init(animation, name: url.path, values: values, limits: limits)
  }

  /// Loads a Lottie animation from the bytes of a file.
  ///
  /// - Parameters:
  ///   - data: a Lottie animation, or an archive with one.
  ///   - folder: the folder for relative paths of images; nil for the current folder.
  ///   - values: values of parts of the animation.
  ///   - limits: limits on the size of the animation and its files.
  public convenience init(
    data: Data, relativeTo folder: URL? = nil, values: [String: ParameterValue] = [:], limits: SceneLimits = .standard
  ) throws(MultiplaneError) {
    StandardFormats.registered
    var path = folder?.path ?? ""
    if !path.isEmpty, !path.hasSuffix("/") { path += "/" }
    let animation = try translating {
      try ImportedScene.read(
        [UInt8](data), name: "animation", files: FilePlace(folder: path, root: limits.root), limits: limits)
    }
    try self.init(animation, name: "animation", values: values, limits: limits)
  }

  private convenience init(
    _ animation: ImportedScene, name: String, values: [String: ParameterValue], limits: SceneLimits
  ) throws(MultiplaneError) {
    self.init()
    fileName = name
    bounds = CGRect(origin: .zero, size: animation.size)
    try translating {
      _ = try show(animation, values: animation.values(from: values, name: name, limits: limits))
    }
  }

  /// Changes texts, colours, numbers and images of the animation, by the names of `parameters` or
  /// by `keyPaths`. The layers are created again; the position stays. An invalid value changes
  /// nothing.
  ///
  /// ```swift
  /// try badge.setValues(["Title": "Grace"])
  /// ```
  ///
  /// - Parameters:
  ///   - values: the new values; the others stay.
  ///   - limits: limits on the files of images.
  public func setValues(
    _ values: [String: ParameterValue], limits: SceneLimits = .standard
  ) throws(MultiplaneError) {
    guard let animation = importedScene else { return }
    try translating {
      let new = try animation.values(from: values, name: fileName, limits: limits)
      _ = try show(animation, values: givenValues.merging(new) { _, new in new })
    }
  }
}

import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

/// Lottie animations as a format of scenes.
package struct LottieFormat: SceneFormat {
  package init() {}

  package func scene(
    of bytes: [UInt8], name: String, files: FilePlace, scale: Double?, limits: SceneLimits
  ) throws(SceneError) -> ImportedScene? {
    if ZipArchive.recognizes(bytes) {
      let archive = try DotLottie(bytes, name: name, limits: limits)
      guard
        let scene = try scene(
          ofJSON: archive.animation, name: name, files: archive.files, scale: scale, limits: limits)
      else { throw .invalid(file: name, place: "", problem: "expected an animation with layers, found other JSON") }
      // Its images are in the archive.
      return ImportedScene(
        size: scene.size, posterTime: scene.posterTime, parameters: scene.parameters, scene: scene.scene)
    }
    return try scene(ofJSON: bytes, name: name, files: files, scale: scale, limits: limits)
  }

  private func scene(
    ofJSON bytes: [UInt8], name: String, files: FilePlace, scale: Double?, limits: SceneLimits
  ) throws(SceneError) -> ImportedScene? {
    guard Self.mayBeAnimation(bytes) else { return nil }
    let json = try JSONValue.parse(bytes, name: name, limits: limits)
    guard LottieReader.recognizes(json) else { return nil }
    @Sendable func read(_ values: [String: ParameterValue]) throws(SceneError) -> LottieReader.Result {
      var reader = LottieReader(file: name, files: files, limits: limits, values: values)
      return try reader.result(json)
    }
    let original = try read([:])
    let animation = original.animation
    let timeline = SceneTimeline(
      frameRate: animation.frameRate, firstFrame: animation.frames.lowerBound, endFrame: animation.frames.upperBound,
      markers: animation.markers)
    return ImportedScene(
      size: animation.size, posterTime: timeline.posterTime, files: original.fileNames, parameters: original.parameters
    ) { values throws(SceneError) in
      let (animation, warnings) = try values.isEmpty ? original.content : read(values).content
      let reading = LottieReading(file: name, limits: limits)
      let root = try LottieBuilder(animation, reading).root()
      var scene = Scene(size: animation.size, scale: scale ?? 1, root: root)
      scene.name = name
      (scene.timeline, scene.posterTime) = (timeline, timeline.posterTime)
      scene.importWarnings = warnings + reading.warnings
      return scene
    }
  }

  /// Whether a file is an animation, or a zip archive, by its contents. Unreadable ones are not.
  package static func recognizes(path: String) -> Bool {
    guard let bytes = try? SceneBytes.read(path: path, limits: .standard) else { return false }
    return ZipArchive.recognizes(bytes) || mayBeAnimation(bytes)
  }

  /// Whether a file has the keys of an animation somewhere, so that scene files are parsed once.
  private static func mayBeAnimation(_ bytes: [UInt8]) -> Bool {
    bytes.firstRange(of: Array("\"layers\"".utf8)) != nil && bytes.firstRange(of: Array("\"op\"".utf8)) != nil
  }
}

import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

/// Lottie animations as a format of scenes.
package struct LottieFormat: SceneFormat {
  package init() {}

  package func scene(
    of bytes: [UInt8], name: String, files: FilePlace, scale: SceneScale, limits: SceneLimits
  ) throws(SceneError) -> ImportedScene? {
    guard ZipArchive.recognizes(bytes) else {
      guard Self.mayBeAnimation(bytes) else { return nil }
      let document = try JSONDocument.parse(bytes, name: name, limits: limits)
      guard LottieReader.recognizes(document) else { return nil }
      return try scene(of: nil, document, name: name, files: files, scale: scale, limits: limits)
    }
    let archive = try DotLottie(bytes, name: name, limits: limits)
    let document = try Self.document(archive.initial, of: archive, name: name, limits: limits)
    return try scene(of: archive, document, name: name, files: archive.files, scale: scale, limits: limits)
  }

  private static func document(
    _ animation: String, of archive: DotLottie, name: String, limits: SceneLimits
  ) throws(SceneError) -> JSONDocument {
    let document = try JSONDocument.parse(archive.animation(animation), name: name, limits: limits)
    guard LottieReader.recognizes(document) else {
      throw .invalid(file: name, place: "", problem: "expected an animation with layers, found other JSON")
    }
    return document
  }

  /// - Parameters:
  ///   - archive: the archive of the animation; nil for a file of its own.
  ///   - document: the animation, the initial one of an archive.
  private func scene(
    of archive: DotLottie?, _ document: JSONDocument, name: String, files: FilePlace, scale: SceneScale,
    limits: SceneLimits
  ) throws(SceneError) -> ImportedScene {
    @Sendable func read(_ values: [String: ParameterValue]) throws(SceneError) -> LottieReader.Result {
      guard let archive else {
        var reader = LottieReader(file: name, document, files: files, limits: limits, values: values)
        return try reader.result()
      }
      var values = values
      func choice(_ parameter: String) -> String? {
        guard case .string(let text)? = values.removeValue(forKey: parameter) else { return nil }
        return text
      }
      let (given, state) = (choice(DotLottie.animationParameter), archive.state(choice(DotLottie.stateParameter)))
      let id = given ?? state?.animation ?? archive.initial
      let theme = try archive.theme(choice(DotLottie.themeParameter), ofAnimation: id)
      let document =
        id == archive.initial ? document : try Self.document(id, of: archive, name: name, limits: limits)
      var reader = LottieReader(file: name, document, files: files, limits: limits, values: values)
      return try reader.result(theme: theme, marker: given == nil ? state?.marker : nil)
    }
    let original = try read([:])
    // The images of an archive are in it.
    let chosen = archive?.parameters ?? []
    let parameters = chosen + original.parameters.filter { part in !chosen.contains { $0.name == part.name } }
    let keyPaths = LottieKeyPathList(document, limits: limits)
    return ImportedScene(
      size: original.animation.size, files: archive == nil ? original.fileNames : [],
      timeline: original.animation.timeline, imagePixels: original.imagePixels, parameters: parameters,
      keyPaths: keyPaths.declarations
    ) { values throws(SceneError) in
      let result = try values.isEmpty ? original : read(values)
      let animation = result.animation
      let reading = LottieReading(file: name, result.document, limits: limits)
      let root = try LottieBuilder(animation, reading).root()
      var scene = Scene(size: animation.size, scale: scale.value(of: animation.size, own: 1), root: root)
      scene.name = name
      (scene.timeline, scene.posterTime) = (animation.timeline, animation.timeline.posterTime)
      scene.importWarnings = (archive?.warnings ?? []) + result.warnings + reading.warnings
      return scene
    } makeLayer: {
      LottieLayer()
    }
  }

  /// Whether a file is an animation, or a zip archive, by its contents. Unreadable ones are not.
  package static func recognizes(path: String) -> Bool {
    guard let bytes = try? SceneBytes.read(path: path, limits: .standard) else { return false }
    return ZipArchive.recognizes(bytes) || mayBeAnimation(bytes)
  }

  /// Whether a file has the keys of an animation somewhere, so that scene files are parsed once.
  private static func mayBeAnimation(_ bytes: [UInt8]) -> Bool {
    contains("\"op\"", in: bytes) && contains("\"layers\"", in: bytes)
  }

  /// Whether a word is in a file. `firstRange(of:)` is generic code that takes 100 times as long.
  private static func contains(_ word: StaticString, in bytes: [UInt8]) -> Bool {
    let (text, count) = (word.utf8Start, word.utf8CodeUnitCount)
    return bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= count else { return false }
      return (0...bytes.count - count).contains { start in
        (0..<count).allSatisfy { bytes[start + $0] == text[$0] }
      }
    }
  }
}

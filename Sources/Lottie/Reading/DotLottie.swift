import MultiplaneDrawing
import MultiplaneSceneFile

/// An animation of a `.lottie` file, and the place of its images. (Source: dotLottie 1.0 and 2.0.)
struct DotLottie {
  let animation: [UInt8]
  let files: FilePlace

  /// Unpacks the animation that the manifest names first.
  init(_ bytes: [UInt8], name: String, limits: SceneLimits) throws(SceneError) {
    let archive = try ZipArchive(bytes, name: name, maximumBytes: limits.maximumFileBytes)
    func invalid(_ place: String, _ problem: String) -> SceneError {
      .invalid(file: name, place: place, problem: problem)
    }
    guard let manifest = archive.files["manifest.json"] else {
      throw invalid("manifest.json", "expected a list of animations, found no such file")
    }
    let top = LottieNode(
      json: try JSONValue.parse(manifest, name: "\(name): manifest.json", limits: limits), place: .scene,
      reading: LottieReading(file: "\(name): manifest.json", limits: limits))
    let animations = try top.required("animations", "a list of animations")
    var ids: [String] = []
    for node in try animations.elements("animations") { ids.append(try node.required("id", "a name").string()) }
    let initial = top["initial"]?["animation"] ?? top["activeAnimationId"]
    let first = try initial?.string()
    guard let id = first ?? ids.first else { throw animations.invalid("at least one animation") }
    guard let contents = archive.files["a/\(id).json"] ?? archive.files["animations/\(id).json"] else {
      throw invalid("a/\(id).json", "expected the animation that the manifest names, found no such file")
    }
    animation = contents
    // Version 2 has images in "i", whatever the animation says.
    var files = archive.files
    for (path, bytes) in archive.files where path.hasPrefix("i/") { files["images/" + path.dropFirst(2)] = bytes }
    do {
      let root = try FolderRoot(files: files)
      self.files = FilePlace(folder: root.path + "/", root: root)
    } catch {
      throw invalid("", "\(error)")
    }
  }
}

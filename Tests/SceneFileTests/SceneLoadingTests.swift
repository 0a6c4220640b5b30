import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneSceneFile
import Testing

/// Files: scenes and the images that they name.
@Suite struct SceneLoadingTests {
  private let folder: SceneFolder

  init() throws { folder = try SceneFolder() }

  private func loadError(_ name: String, limits: SceneLimits = .standard) -> String? {
    errorLine { () throws(SceneError) in try Scene.load(path: folder.path + name, limits: limits) }
  }

  private func write(images: String, root: String) throws {
    try folder.write("{\"version\": 1, \"size\": [9, 9], \"images\": \(images), \"root\": \(root)}", to: "scene.json")
  }

  @Test func missingFile() {
    #expect(loadError("none.json") == "\(folder.path)none.json: expected a scene file, found nothing at this path")
  }

  @Test func folderInsteadOfAFile() {
    #expect(loadError("") == "\(folder.path): expected a scene file, found a folder")
  }

  @Test func device() {
    let line = errorLine { () throws(SceneError) in try Scene.load(path: "/dev/null") }
    #expect(line == "/dev/null: expected a scene file, found a device or a pipe")
  }

  @Test func zeroByteInThePath() {
    let line = errorLine { () throws(SceneError) in try Scene.load(path: "a\u{0}b") }
    #expect(line == "a\\0b: expected a path, found a zero byte in it")
  }

  @Test func emptyFile() throws {
    try folder.write("", to: "scene.json")
    #expect(
      loadError("scene.json")?.hasSuffix("scene.json: line 1, column 1: expected a value, found an empty file") == true)
  }

  @Test func fileOverTheLimit() throws {
    try folder.write("{\"version\": 1, \"size\": [9, 9], \"root\": {}}", to: "scene.json")
    var limits = SceneLimits.standard
    limits.maximumFileBytes = 42
    #expect(loadError("scene.json", limits: limits) == nil)
    limits.maximumFileBytes = 41
    #expect(
      loadError("scene.json", limits: limits)
        == "\(folder.path)scene.json: expected a scene file of at most 41 bytes, found a longer file")
  }

  @Test func imagesAreReadOnceAndRelativeToTheScene() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "pictures", withIntermediateDirectories: true)
    try folder.writeImage(to: "pictures/logo.png", width: 4, height: 3)
    try write(
      images: "{\"logo\": \"pictures/logo.png\", \"same\": \"pictures/logo.png\"}",
      root: "{\"contents\": \"logo\", \"sublayers\": [{\"contents\": \"same\"}, {\"contents\": null}]}")
    let scene = try Scene.load(path: folder.path + "scene.json")
    let image = try #require(scene.root.contents as? CGImage)
    #expect((image.width, image.height) == (4, 3))
    #expect(scene.root.sublayers?[0].contents as? CGImage === image)
    #expect(scene.root.sublayers?[1].contents == nil)
    #expect(scene.images.map(\.name) == ["logo", "same"])
    #expect(scene.images.map(\.path) == ["pictures/logo.png", "pictures/logo.png"])
    #expect(scene.committed().root.values.contents === image)
  }

  @Test func imageThatIsMissingEvenIfUnused() throws {
    try write(images: "{\"logo\": \"none.png\"}", root: "{}")
    let line = loadError("scene.json")
    #expect(
      line == """
        \(folder.path)scene.json: images.logo: \(folder.path)none.png: expected a readable image file, \
        found nothing at this path; check the folder and the name
        """)
  }

  @Test func imageThatCannotBeDecoded() throws {
    try folder.write("not an image", to: "logo.png")
    try write(images: "{\"logo\": \"logo.png\"}", root: "{}")
    let line = try #require(loadError("scene.json"))
    #expect(
      line.hasPrefix(
        "\(folder.path)scene.json: images.logo: \(folder.path)logo.png: expected a PNG, JPEG, WebP or AVIF"))
  }

  /// An SVG has as many pixels as the canvas has under it.
  @Test(arguments: [(1.0, 24), (2, 48), (2.5, 60)])
  func vectorImagesFollowTheScale(scale: Double, side: Int) throws {
    try folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"24\" height=\"24\"><rect width=\"24\" height=\"24\"/></svg>",
      to: "icon.svg")
    try write(images: "{\"icon\": \"icon.svg\"}", root: "{\"contents\": \"icon\"}")
    let scene = try Scene.load(path: folder.path + "scene.json", scale: scale)
    let image = try #require(scene.images.first?.image)
    #expect(image.width == side && image.height == side)
    let pixels = image.premultipliedRGBA8()
    #expect(pixels[0..<4] == [0, 0, 0, 255] && pixels.suffix(4) == [0, 0, 0, 255])
    #expect(try scene.encoded().contains("\"icon.svg\""))
  }

  @Test func vectorImageWithoutASize() throws {
    try folder.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\"/>", to: "icon.svg")
    try write(images: "{\"icon\": \"icon.svg\"}", root: "{}")
    #expect(loadError("scene.json")?.contains("icon.svg: ") == true)
    #expect(loadError("scene.json")?.contains("give its svg element a viewBox, or a width and a height") == true)
  }

  /// The size of most icons.
  @Test func vectorImageOfItsViewBox() throws {
    try folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 12\"><rect width=\"24\" height=\"12\"/></svg>",
      to: "icon.svg")
    try write(images: "{\"icon\": \"icon.svg\"}", root: "{\"contents\": \"icon\"}")
    let image = try #require(Scene.load(path: folder.path + "scene.json", scale: 2).images.first?.image)
    #expect(image.width == 48 && image.height == 24)
    #expect(
      image.premultipliedRGBA8() == [UInt8](repeating: 0, count: 48 * 24 * 4).indices.map { $0 % 4 == 3 ? 255 : 0 })
  }

  @Test func vectorImagesThatAreNotDrawnWhole() throws {
    try folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image href=\"a.png\"/></svg>", to: "a.svg")
    // Two names of one file.
    try write(images: "{\"a\": \"a.svg\", \"b\": \"a.svg\"}", root: "{\"contents\": \"a\"}")
    let scene = try Scene.load(path: folder.path + "scene.json")
    #expect(scene.warnings.map(\.place) == ["images.a", "images.b"])
    let problem =
      "a.svg: expected an SVG that librsvg draws as a whole, found a reference to \"a.png\", which is not loaded"
    #expect(scene.warnings.first?.problem.hasPrefix(problem) == true)
    #expect(scene.firstWarnings(1).told.count == 1 && scene.firstWarnings(1).count == 2)
    #expect(throws: SceneError.self) { try scene.refuseWarnings() }
  }

  @Test func unknownImageName() throws {
    try folder.writeImage(to: "logo.png", width: 1, height: 1)
    try write(images: "{\"logo\": \"logo.png\"}", root: "{\"contents\": \"lgo\"}")
    #expect(
      loadError("scene.json")
        == """
        \(folder.path)scene.json: root.contents: expected the name of an image, found "lgo"; did you mean "logo"?
        """)
  }

  @Test(arguments: [
    ("[]", "images: expected an object of {name: file}, found an empty list"),
    ("{\"a\": 1}", "images.a: expected a string, found 1"),
    ("{\"a\": \"\"}", "images.a: expected the path of an image file, found \"\""),
    ("{\"a\": \"x.png\", \"a\": \"y.png\"}", "line 1, column 57: images.a is given twice"),
  ])
  func wrongDefinitions(images: String, line: String) throws {
    try write(images: images, root: "{}")
    #expect(loadError("scene.json") == "\(folder.path)scene.json: \(line)")
  }

  @Test func imagesOverTheLimits() throws {
    try folder.writeImage(to: "a.png", width: 10, height: 10)
    try folder.writeImage(to: "b.png", width: 10, height: 10)
    try write(images: "{\"a\": \"a.png\", \"b\": \"b.png\", \"c\": \"b.png\"}", root: "{}")
    var limits = SceneLimits.standard
    limits.maximumImagePixels = 200
    #expect(loadError("scene.json", limits: limits) == nil)
    limits.maximumImagePixels = 199
    let prefix = "\(folder.path)scene.json: "
    #expect(
      loadError("scene.json", limits: limits)
        == prefix + "images.b: expected at most 199 px in all images together, found 200")
    limits = .standard
    limits.maximumImages = 2
    #expect(loadError("scene.json", limits: limits) == prefix + "images: expected at most 2 images, found 3")
    limits = .standard
    limits.image.maximumSide = 9
    #expect(
      loadError("scene.json", limits: limits)?.contains("images.a: \(folder.path)a.png: expected at most 9 px") == true)
  }
}

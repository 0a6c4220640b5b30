import ArgumentParser
import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `multiplane parity`: compares a renderer with the reference.
struct ParityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parity",
    abstract: "Compares a renderer with the reference renderer, scene by scene.",
    discussion: """
      Differences are in 255ths of full scale; the difference of a pixel is that of its worst channel. The reference \
      has real numbers: a byte within half a unit of the real number has difference 0. \
      A pixel is inside, not on an edge, if no channel varies by more than 8/255 among the pixel and its neighbours.

      Default tolerance: at most 2/255 for any pixel, and more than 1/255 for at most 0.01 % of the pixels.

      Exit status: 0 all scenes are within the tolerance, else 1.
      """)

  @Argument(help: ArgumentHelp("The scene files.", valueName: "scene"), completion: .scene)
  var scenes: [String]

  @Option(
    name: .customLong("out"),
    help: ArgumentHelp(
      """
      Write three PNG pictures per scene into this folder: NAME.actual.png, NAME.expected.png (reference) and \
      NAME.difference.png (amplified 16 times, red beyond the tolerance). Created if missing.
      """,
      valueName: "folder"), completion: .directory)
  var folder: String?

  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var device: DeviceOption

  @OptionGroup var limits: LimitOptions

  @Option(
    name: .customLong("reference-cache"),
    help: ArgumentHelp(
      """
      Cache the reference's pictures in this folder, by scene, time and program. Created if missing.
      """,
      valueName: "folder"), completion: .directory)
  var cacheFolder: String?
  @OptionGroup var log: LogOption

  @OptionGroup var tolerance: ToleranceOption

  @Flag(help: "Print one line of JSON per scene instead of the table.")
  var json = false

  func validate() throws {
    guard device.renderer.choice != .reference else {
      throw ValidationError(
        "--renderer: expected a renderer to compare with the reference (automatic, gl or cpu), found reference")
    }
    guard !scenes.isEmpty else { throw ValidationError("Missing expected argument '<scene> ...'") }
  }

  func run() throws {
    for folder in [folder, cacheFolder].compactMap({ $0 }) { try makeFolder(folder) }
    let cache = cacheFolder.map(ReferenceCache.init)
    let given = try parameters.read()
    let compositor = try device.openCompositor(limits: limits.areGiven ? limits : nil)
    let names = pictureNames(of: scenes)
    let columns = DifferenceColumns(title: "scene", names: scenes)
    let allowed = tolerance.tolerance()
    var printer = StandardOutput()
    if !json { try printer.line(columns.header) }
    var failed = 0
    for (scene, name) in zip(scenes, names) {
      let own = ownLimits
      let loaded = try loadScene(scene, parameters: given, limits: limits.ownScene())
      let (committed, seconds) = (try loaded.committedWithinLimits(), time.seconds(in: loaded))
      let (actual, expected) = try CommandError.naming(scene) {
        let tree = try own?.evaluating { committed.evaluate(at: seconds) } ?? committed.evaluate(at: seconds)
        return (try compositor.picture(of: tree), try reference(of: tree, scene: scene, cache: cache))
      }
      let difference = PictureDifference(of: actual.pixels, from: expected)
      let breaches = allowed.breaches(by: difference)
      if !breaches.isEmpty { failed += 1 }
      let verdict = breaches.isEmpty ? "ok" : "FAILED: " + breaches.joined(separator: "; ")
      try printer.line(
        json
          ? line(scene, at: seconds, difference, judgedBy: allowed) : columns.row(scene, difference, verdict: verdict))
      // A scene may take long; show each result at once.
      try printer.flush()
      if let folder {
        try writePictures(of: difference, actual.pixels, expected.bytes(), marking: allowed, to: "\(folder)/\(name)")
      }
    }
    if failed > 0 { throw CommandError.parity(failed: failed, total: scenes.count) }
    device.tellOfShortcomings(compositor)
  }

  /// The limits of the processor; nil without options, because these scenes are trusted.
  private var ownLimits: DrawingLimits? { limits.areGiven ? limits.drawing(onProcessor: true) : nil }

  private func reference(of tree: RenderTree, scene: String, cache: ReferenceCache?) throws -> ExpectedPicture {
    func draw() throws -> ExpectedPicture {
      let picture = try ReferenceRenderer().render(tree, within: ownLimits ?? .unlimited)
      return ExpectedPicture(width: picture.width, height: picture.height, realNumbers: picture.pixels)
    }
    guard let cache else { return try draw() }
    return try cache.picture(of: tree, scene: scene, draw: draw)
  }

  /// The row of the table as JSON.
  private func line(
    _ scene: String, at seconds: Double, _ difference: PictureDifference, judgedBy allowed: PictureTolerance
  ) -> String {
    let names: [JSONValue.Member] = [
      .init(key: "scene", value: .string(scene)), .init(key: "time", value: .number(seconds)),
      .init(key: "isAlike", value: .boolean(allowed.breaches(by: difference).isEmpty)),
    ]
    return JSONValue.object(names + difference.members(judgedBy: allowed, worst: 3)).flatText
  }
}

/// Writes the actual picture, the expected one and their difference to `STEM.actual.png`,
/// `STEM.expected.png` and `STEM.difference.png`.
///
/// - Parameter tolerance: differences beyond it are red.
func writePictures(
  of difference: PictureDifference, _ actual: [UInt8], _ expected: [UInt8], marking tolerance: PictureTolerance,
  to stem: String
) throws {
  let pictures = [
    ("actual", actual), ("expected", expected), ("difference", difference.picture(marking: tolerance)),
  ]
  for (kind, pixels) in pictures {
    try writeImage(
      premultipliedRGBA8: pixels, width: difference.width, height: difference.height, to: "\(stem).\(kind).png")
  }
}

/// A unique file name per scene or picture, without extension: `Scenes/clock/clock.json` gives
/// `Scenes-clock-clock`.
func pictureNames(of scenes: [String]) -> [String] {
  var used: Set<String> = []
  return scenes.map { scene in
    let parts = scene.split(separator: "/").filter { $0 != "." && $0 != ".." }
    var name = parts.joined(separator: "-")
    for suffix in [".json", ".png"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    // A file's name may have 255 bytes, some of which the extension and a digest take.
    while name.utf8.count > 200 { name.removeFirst() }
    var unique = name
    var number = 1
    while !used.insert(unique).inserted {
      number += 1
      unique = "\(name)-\(number)"
    }
    return unique
  }
}

/// Creates a folder and its parents, unless they exist.
func makeFolder(_ path: String) throws(CommandError) {
  var folder = path.hasPrefix("/") ? "/" : ""
  var failure: Int32 = path.isEmpty ? ENOENT : 0
  for part in path.split(separator: "/") where failure == 0 {
    folder += part
    if mkdir(folder, 0o777) != 0, errno != EEXIST { failure = errno }
    folder += "/"
  }
  var isFolder: ObjCBool = false
  if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return }
  throw .folder(path: path, found: failure == 0 ? "a file" : pathProblem(failure, .writing))
}

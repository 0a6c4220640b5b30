import ArgumentParser
import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `multiplane parity`: what a renderer draws, held against the reference.
struct ParityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parity",
    abstract: "Draws scenes with a renderer and with the reference, and tells how far they are apart.",
    discussion: """
      Differences are in 255ths of full scale, a pixel's being that of its channel that differs most. The reference \
      gives real numbers: a byte has no difference if it is what the real number, give or take a half, rounds to. \
      A pixel is inside, not on an edge, if no channel varies by more than 8/255 among it and its neighbours.

      Allowed, unless --tolerance says otherwise: 2/255 for any pixel, and more than 1/255 for 0.01 % of the pixels. Exit \
      status: 0 when all scenes keep to that, else 1.
      """)

  @Argument(help: ArgumentHelp("The scene files.", valueName: "scene"))
  var scenes: [String]

  @Option(
    name: .customLong("out"),
    help: ArgumentHelp(
      """
      A folder for three PNG pictures of each scene: NAME.actual.png, NAME.expected.png (reference) and \
      NAME.difference.png (16 times amplified, red where more than allowed). It is made if need be.
      """,
      valueName: "folder"))
  var folder: String?

  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var device: DeviceOption

  @OptionGroup var limits: LimitOptions

  @Option(
    name: .customLong("reference-cache"),
    help: ArgumentHelp(
      """
      A folder that keeps the reference's pictures: one that is there for the same scene, time and program is read \
      rather than drawn. It is made if need be.
      """,
      valueName: "folder"))
  var cacheFolder: String?
  @OptionGroup var log: LogOption

  @OptionGroup var tolerance: ToleranceOption

  @Flag(help: "Print an object of JSON a scene on standard output instead of the table.")
  var json = false

  func validate() throws {
    guard device.renderer.choice != .reference else {
      throw ValidationError(
        "--renderer: expected what to hold against the reference (automatic, gl or cpu), found reference")
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
      let committed = try loadTree(
        scene, parameters: given, limits: limits.ownScene())
      let (actual, expected) = try CommandError.naming(scene) {
        let tree = try own?.evaluating { committed.evaluate(at: time.seconds) } ?? committed.evaluate(at: time.seconds)
        return (try compositor.picture(of: tree), try reference(of: tree, scene: scene, cache: cache))
      }
      let difference = PictureDifference(of: actual.pixels, from: expected)
      let breaches = allowed.breaches(by: difference)
      if !breaches.isEmpty { failed += 1 }
      let verdict = breaches.isEmpty ? "ok" : "FAILED: " + breaches.joined(separator: "; ")
      try printer.line(
        json ? line(scene, difference, judgedBy: allowed) : columns.row(scene, difference, verdict: verdict))
      // On a slow machine a scene takes its time; what is known is to be seen.
      try printer.flush()
      if let folder {
        try writePictures(of: difference, actual.pixels, expected.bytes(), marking: allowed, to: "\(folder)/\(name)")
      }
    }
    if failed > 0 { throw CommandError.parity(failed: failed, total: scenes.count) }
    device.tellOfShortcomings(compositor)
  }

  /// What this program may take by itself; nil where nothing was asked for, as these scenes are one's own.
  private var ownLimits: DrawingLimits? { limits.areGiven ? limits.drawing(onProcessor: true) : nil }

  private func reference(of tree: RenderTree, scene: String, cache: ReferenceCache?) throws -> ExpectedPicture {
    func draw() throws -> ExpectedPicture {
      let picture = try ReferenceRenderer().render(tree, within: ownLimits ?? .unlimited)
      return ExpectedPicture(width: picture.width, height: picture.height, realNumbers: picture.pixels)
    }
    guard let cache else { return try draw() }
    return try cache.picture(of: tree, scene: scene, draw: draw)
  }

  /// The row of the table for machines.
  private func line(_ scene: String, _ difference: PictureDifference, judgedBy allowed: PictureTolerance) -> String {
    let names: [JSONValue.Member] = [
      .init(key: "scene", value: .string(scene)), .init(key: "time", value: .number(time.seconds)),
      .init(key: "isAlike", value: .boolean(allowed.breaches(by: difference).isEmpty)),
    ]
    return JSONValue.object(names + difference.members(judgedBy: allowed, worst: 3)).flatText
  }
}

/// Writes what was drawn, what was expected and their difference to `STEM.actual.png`, `.expected.png` and `.difference.png`.
///
/// - Parameter tolerance: what it does not allow is red.
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

/// A file name for each scene or picture, without extension, no two alike: `Scenes/clock/clock.json` gives `Scenes-clock-clock`.
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

/// Makes a folder, and those that it lies in, unless it is there.
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

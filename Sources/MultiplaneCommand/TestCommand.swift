import ArgumentParser
import Foundation
import Multiplane
import MultiplaneDisplays
import MultiplaneDrawing
import MultiplaneRenderTree

/// `multiplane test`: compares scenes with their expected pictures.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Compares scenes with the expected pictures next to them.",
    discussion: """
      The expected picture of card.json is card.png in the same folder, at the time of --time, by default its poster time; card@0.5.png is the \
      picture at 0.5 s. A scene may have several. A scene without a picture fails, and so does card@0.5.png without \
      card.json. Templates are drawn with the defaults of their parameters. An invalid scene fails, and the run goes on.

      Prints one line per failure, and a summary. Pictures that are compared with nothing, such as card@2x.png, are \
      named on standard error.

      Exit status: 0 all pictures are alike, or written; 1 some are not; 2 wrong usage.
      """)

  @Argument(
    help: ArgumentHelp("Folders, searched recursively for scenes (.json), or scene files.", valueName: "folder"),
    completion: .scene)
  var places: [String] = []

  @Option(
    name: .customLong("renderer"),
    help: ArgumentHelp(
      """
      Renderers, separated by commas: cpu, gl, reference, automatic; both is cpu,gl, all is reference,cpu,gl. \
      cpu gives the same bytes on every machine.
      """,
      valueName: "renderers"), completion: .list(RendererChoice.allCases.map(\.rawValue) + ["both", "all"]))
  var renderers = RendererChoice.cpu.rawValue

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp(
      "OpenGL ES device, as listed by 'multiplane devices'. (default: automatic)", valueName: "device"),
    completion: .device)
  var device: String?

  @OptionGroup var time: TimeOption

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Pixels per point. (default: the scene's)", valueName: "pixels"))
  var scale: Double?

  @OptionGroup var tolerance: ToleranceOption

  @Flag(
    help:
      "Write missing and different pictures, drawn by the reference if it is among the renderers, else by the first one."
  )
  var update = false

  @Option(
    name: .customLong("at"),
    help: ArgumentHelp(
      "With --update, also write a picture of each scene at these times, such as 0.5,2.", valueName: "seconds"))
  var times: String?

  @Option(
    help: ArgumentHelp("Write a JUnit report to this file.", valueName: "file"), completion: .file(extensions: ["xml"]))
  var junit: String?

  @Flag(help: "Print one line of JSON per picture.")
  var json = false

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      Write a page of all failures into this folder: index.html, and for each NAME.RENDERER.actual.png, .expected.png and \
      .difference.png. Created if missing.
      """,
      valueName: "folder"), completion: .directory)
  var folder: String?

  @OptionGroup var strict: StrictOption
  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  func validate() throws {
    guard !places.isEmpty else { throw ValidationError("Missing expected argument '<folder> ...'") }
    guard let names = Self.renderers(renderers) else {
      throw ValidationError(
        "--renderer: expected cpu, gl, reference or automatic, separated by commas, or both or all, found '\(renderers)'"
      )
    }
    try DeviceOption.check(device)
    if let device, !names.contains(.gl), !names.contains(.automatic) {
      throw ValidationError(
        "--device: expected --renderer gl or automatic, found '\(device)' with --renderer \(renderers)")
    }
    if let times {
      guard Self.times(times) != nil else {
        throw ValidationError("--at: expected seconds separated by commas, such as 0.5,2, found '\(times)'")
      }
      guard update else { throw ValidationError("--at: expected --update, which writes the pictures") }
    }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
  }

  /// Parses a list of renderers. The one that writes pictures comes first. Nil for an unknown name.
  static func renderers(_ text: String) -> [RendererChoice]? {
    switch text {
    case "both": return [.cpu, .gl]
    case "all": return [.reference, .cpu, .gl]
    default: break
    }
    var names: [RendererChoice] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = RendererChoice(rawValue: String(part)) else { return nil }
      if !names.contains(name) { names.append(name) }
    }
    return names.filter { $0 == .reference } + names.filter { $0 != .reference }
  }

  /// Parses a list of times; nil for another text.
  private static func times(_ text: String) -> [Double]? {
    var times: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let time = PicturesByScene.time(part) else { return nil }
      if !times.contains(time) { times.append(time) }
    }
    return times
  }

  func run() throws {
    if let folder { try makeFolder(folder) }
    if let junit { try Self.checkReader(of: junit) }
    let search = SceneSearch(in: places, times: times.flatMap(Self.times) ?? [])
    guard !search.scenes.isEmpty || !search.unreadable.isEmpty else { throw CommandError.noScenes(places: places) }
    let testing = try testing(search)
    let sceneLimits = try limits.ownScene()
    var run = TestRun(isJSON: json, total: search.scenes.map(\.pictures.count).reduce(0, +) * testing.renderers.count)
    for scene in search.scenes {
      try testing.run(scene) { path in
        try loadScene(path, scale: scale, parameters: GivenParameters(isStrict: strict.isStrict), limits: sceneLimits)
      } report: {
        try run.take($0)
      }
    }
    for picture in search.orphans { try run.take(Self.orphan(picture)) }
    for (path, problem) in search.unreadable {
      try run.take(PictureOutcome(result: .broken, scene: path, problem: problem))
    }
    for (path, problem) in search.ignored { StandardError.write("\(path): \(problem)") }
    try run.end(scenes: search.scenes.count, junit: junit, pageFolder: folder)
  }

  /// Refuses a pipe that nobody reads, before anything is drawn: opening it would wait for ever.
  private static func checkReader(of path: String) throws {
    guard isDeviceOrPipe(path) else { return }
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return
    }
    guard errno == ENXIO else { return }
    throw ImageError.unwritable(path: path, found: "a pipe without a reader", remedy: "name a file")
  }

  private func testing(_ search: SceneSearch) throws -> PictureTesting {
    let names = Self.renderers(renderers) ?? []
    let selector = try device.map { try DeviceSelector.parse($0) } ?? .automatic
    let most = limits.drawing(onProcessor: true)
    let renderers = try names.map { name in
      let renderer = try LayerImageRenderer(
        name, device: name == .gl || name == .automatic ? selector : .automatic,
        limits: limits.areGiven ? .init(memory: most.bytes, seconds: most.seconds) : nil)
      return (name: name, renderer: renderer)
    }
    let pictures = search.scenes.flatMap { $0.pictures.map(\.path) }
    let stems = folder.map { folder in
      Dictionary(zip(pictures, pictureNames(of: pictures).map { "\(folder)/\($0)" })) { first, _ in first }
    }
    return PictureTesting(
      renderers: renderers, tolerance: tolerance.tolerance(), updates: update, usualTime: time.seconds,
      isStrict: strict.isStrict
    ) { picture, renderer in
      stems?[picture].map { "\($0).\(renderer)" }
    }
  }

  private static func orphan(_ picture: String) -> PictureOutcome {
    let scene = (picture.lastIndex(of: "@").map { picture[..<$0] } ?? picture[...]) + ".json"
    return PictureOutcome(
      result: .missing, scene: String(scene), picture: picture,
      problem: "expected its scene \(scene), found none; remove the picture or restore the scene")
  }
}

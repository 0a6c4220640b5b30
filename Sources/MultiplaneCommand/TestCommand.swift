import ArgumentParser
import Multiplane
import MultiplaneDisplays
import MultiplaneRenderTree

/// `multiplane test`: scenes held against the pictures that are kept beside them.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Draws scenes and compares them with the pictures beside them.",
    discussion: """
      The picture of card.json is card.png beside it, at the time that --time says; card@0.5.png is its picture at 0.5 s, and there \
      may be several. A scene without a picture fails, and so does a picture of a time without a scene. Templates are drawn \
      with the defaults of their parameters. A scene that is wrong is told, and the others go on.

      A line on standard output for each picture that is not as it should be, and one with the counts. Exit status: 0 all \
      are alike, or were written; 1 some are not; 2 the command was not understood.
      """)

  @Argument(
    help: ArgumentHelp("Folders, searched for scenes (.json) at any depth, and scene files.", valueName: "folder"))
  var places: [String] = []

  @Option(
    name: .customLong("renderer"),
    help: ArgumentHelp(
      """
      What draws: cpu, gl, reference, automatic, several with commas between them, both (cpu,gl) or all (reference,cpu,gl). \
      cpu gives the same bytes on every machine.
      """,
      valueName: "renderers"))
  var renderers = RendererChoice.cpu.rawValue

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp(
      "The device that OpenGL ES draws on, as 'multiplane devices' lists it. (default: automatic)", valueName: "device")
  )
  var device: String?

  @OptionGroup var time: TimeOption

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Pixels per point. (default: the scene's own)", valueName: "pixels"))
  var scale: Double?

  @OptionGroup var tolerance: ToleranceOption

  @Flag(
    help:
      "Write pictures that are missing or different, drawn by the first renderer, by the reference if it is among them."
  )
  var update = false

  @Option(help: ArgumentHelp("A JUnit file to be written, for the pages of continuous integration.", valueName: "file"))
  var junit: String?

  @Flag(help: "Print an object of JSON a picture on standard output instead.")
  var json = false

  @Option(
    name: .customLong("out"),
    help: ArgumentHelp(
      """
      A folder for three PNG pictures of each that differs: NAME.RENDERER.actual.png, .expected.png and .difference.png. It is made if \
      need be.
      """,
      valueName: "folder"))
  var folder: String?

  @OptionGroup var strict: StrictOption
  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  func validate() throws {
    guard !places.isEmpty else { throw ValidationError("Missing expected argument '<folder> ...'") }
    guard let names = Self.renderers(renderers) else {
      throw ValidationError(
        "--renderer: expected cpu, gl, reference, automatic, several of them with commas, both or all, found '\(renderers)'"
      )
    }
    try DeviceOption.check(device)
    if let device, !names.contains(.gl), !names.contains(.automatic) {
      throw ValidationError(
        "--device: expected --renderer gl beside it, found '\(device)' with --renderer \(renderers)")
    }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
  }

  /// What an option's text asks for, in the order in which they draw: what writes pictures comes first. Nil for what is no renderer.
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

  func run() throws {
    if let folder { try makeFolder(folder) }
    let search = SceneSearch(in: places)
    guard !search.scenes.isEmpty || !search.unreadable.isEmpty else { throw CommandError.noScenes(places: places) }
    let testing = try testing(search)
    let sceneLimits = try limits.ownScene()
    var run = TestRun(isJSON: json, total: search.scenes.map(\.pictures.count).reduce(0, +) * testing.renderers.count)
    for scene in search.scenes {
      try testing.run(scene) { path in
        try loadTree(path, scale: scale, parameters: GivenParameters(isStrict: strict.isStrict), limits: sceneLimits)
      } report: {
        try run.take($0)
      }
    }
    for picture in search.orphans { try run.take(Self.orphan(picture)) }
    for (path, problem) in search.unreadable {
      try run.take(PictureOutcome(result: .broken, scene: path, problem: problem))
    }
    try run.end(scenes: search.scenes.count, junit: junit)
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
      renderers: renderers, tolerance: tolerance.tolerance(), updates: update, usualTime: time.seconds
    ) { picture, renderer in
      stems?[picture].map { "\($0).\(renderer)" }
    }
  }

  private static func orphan(_ picture: String) -> PictureOutcome {
    let scene = (picture.lastIndex(of: "@").map { picture[..<$0] } ?? picture[...]) + ".json"
    return PictureOutcome(
      result: .missing, scene: String(scene), picture: picture,
      problem: "expected its scene \(scene), found none; remove the picture, or bring the scene back")
  }
}

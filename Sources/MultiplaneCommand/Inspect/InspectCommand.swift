import ArgumentParser
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `multiplane inspect`: what a scene becomes on its way to pixels, in lines, as data, or as a page
/// to look at.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Prints the stages from a scene to its pixels, or writes a page of them.",
    discussion: """
      layers: the layers of the scene file, with properties that differ from the defaults, and their animations. \
      parameters: the JSON Schema of the values of the scene's parameters. \
      render: the resolved visible layers at a time, in drawing order. \
      passes: the display list for the renderer, with primitives in painting order. \
      batches: the commands of the renderer that --renderer and --device choose: OpenGL passes with their draw calls, \
      or the CPU renderer's passes and tiles. \
      damage: the pixels that differ between two times and are redrawn, and the layers that cause it. \
      cost: the estimated cost of each layer on one core, the most expensive first. \
      overdraw: how often pixels are written, by the boxes of primitives.

      --html writes a page of all stages, a single file for any browser: the layers as a tree and as planes in space, frames over time with \
      the differences between any two, the drawing order step by step, the overdraw, and the cost of each layer.

      Unless stated otherwise, lengths are in points, angles in radians, times in seconds, and colours are straight, 0 to 1.
      """)

  enum Stage: String, CaseIterable, ExpressibleByArgument {
    case layers, parameters, render, passes, batches, damage, cost, overdraw
  }

  @Argument(help: "The scene file.", completion: .scene)
  var scene: String

  @Option(help: "Stage to print.")
  var stage = Stage.layers

  @Flag(help: "Print the stage, or the pixel, as a JSON object.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a page of all stages to a single file instead of printing.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var html: String?

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var time: TimeOption
  @OptionGroup var moment: MomentOptions

  @OptionGroup var device: DeviceOption
  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  // Unconditional, for the value may begin with a minus sign.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      With --stage damage, scene time of the previous frame, in seconds. (default: a 60th before --time) With --html and --to, scene time of \
      the first frame. (default: 0)
      """,
      valueName: "seconds"))
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --html, scene time of the end. (default: when the animations have run once)",
      valueName: "seconds"))
  var to: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Print the paint of a device pixel instead of a stage: its colour and coverage, then those of each \
      primitive alone, front to back.
      """,
      valueName: "x,y"))
  var pixel: String?

  @Option(
    help: ArgumentHelp(
      """
      Print the text of the layers with this name instead of a stage: its lines and the box of its ink, from the \
      layer's top left corner.
      """,
      valueName: "name"))
  var layer: String?

  /// The device pixel that was asked for.
  private func pixelPlace() throws -> (x: Int, y: Int)? {
    guard let pixel else { return nil }
    let numbers = pixel.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x >= 0, y >= 0 else {
      throw ValidationError("--pixel: expected two whole numbers from 0 on, such as 40,30, found '\(pixel)'")
    }
    return (x, y)
  }

  func validate() throws {
    _ = try pixelPlace()
    for (name, value) in [("--from", from), ("--to", to)] {
      if let value, !value.isFinite {
        throw ValidationError("\(name): expected a finite number of seconds, found \(value)")
      }
    }
    guard html == nil else { return try validatePage() }
    if to != nil { throw ValidationError("--to: expected only with --html") }
    guard from == nil || stage == .damage else {
      throw ValidationError("--from: expected only with --stage damage, found --stage \(stage.rawValue)")
    }
  }

  private func validatePage() throws {
    if let html, html.isEmpty { throw ValidationError("--html: expected the name of a file, found nothing") }
    for (name, isGiven) in [
      ("--json", json), ("--pixel", pixel != nil), ("--layer", layer != nil), ("--stage", stage != .layers),
    ] where isGiven {
      throw ValidationError("--html: expected without \(name): the page shows all stages")
    }
    guard let to else {
      if from != nil { throw ValidationError("--from: expected only together with --to") }
      return
    }
    guard to > from ?? 0 else {
      throw ValidationError("--to: expected a time after --from, \(from ?? 0), found \(to)")
    }
  }

  func run() throws {
    if let html { return try CommandError.naming(scene) { try writePage(to: html) } }
    let found = try CommandError.naming(scene) { try report() }
    var printer = StandardOutput()
    for line in found.lines(json: json, scene: scene) { try printer.line(line) }
    try printer.flush()
  }

  /// What a stage shows.
  private struct Report {
    /// What machines call the stage; nil where the members say so themselves.
    var stage: Stage?
    var lines: [String]
    var members: [JSONValue.Member]

    func lines(json: Bool, scene: String) -> [String] {
      guard json else { return lines }
      let head = [JSONValue.Member(key: "scene", value: .string(scene))]
      let stage = stage.map { [JSONValue.Member(key: "stage", value: .string($0.rawValue))] } ?? []
      return [JSONValue.object(head + stage + members).text.trimmingSuffix("\n")]
    }
  }

  private func report() throws -> Report {
    let start = ProcessTime.now
    let given = try parameters.read()
    if pixel == nil, stage == .parameters {
      let schema = try given.template(scene, limits: limits.scene()).parametersSchemaText
      return Report(
        stage: stage, lines: schema.split(separator: "\n").map(String.init),
        members: [.init(key: "schema", value: try .parse(Array(schema.utf8), name: "schema"))])
    }
    let loaded = try loadScene(scene, parameters: given, limits: limits.scene())
    let committed = try loaded.committedWithinLimits()
    if let layer { return try textReport(of: layer, in: loaded) }
    let seconds = try moment.seconds(in: loaded) ?? time.seconds(in: loaded)
    let images = ImageNames(loaded.images)
    let titles = LayerTitles(committed, of: loaded.root)
    if pixel == nil, stage == .layers { return report(InspectedLayers(committed, titles: titles, images: images)) }
    // As `render` counts: what was read is part of what a picture takes.
    let most = limits.drawing(onProcessor: true).after(ProcessTime.now - start)
    let tree = try most.evaluating { committed.evaluate(at: seconds) }
    if let (x, y) = try pixelPlace() {
      guard x < tree.pixelWidth, y < tree.pixelHeight else {
        throw ValidationError(
          "--pixel: expected a pixel of the canvas, which is \(tree.pixelWidth) x \(tree.pixelHeight) px, found \(x),\(y)"
        )
      }
      let pixel = try PixelReport(of: tree, x: x, y: y, naming: images.quoted)
      return Report(stage: nil, lines: pixel.lines(titles), members: pixel.json(titles))
    }
    if stage == .render { return report(InspectedLayers(tree, titles: titles, images: images)) }
    if let excess = DrawingCost(of: tree).excess(inTiles: true, over: most) { throw excess }
    switch stage {
    case .damage:
      let before = try most.evaluating { committed.evaluate(at: from ?? seconds - 1.0 / 60) }
      let damage = DamageReport(damage: Damage(from: before, to: tree, listsCauses: true), titles: titles)
      return Report(stage: stage, lines: damage.lines, members: damage.json)
    case .passes:
      let list = ListReport(tree, titles: titles, images: images)
      return Report(stage: stage, lines: list.lines, members: list.json)
    case .cost:
      let cost = CostReport(ListReport(tree, titles: titles))
      return Report(stage: stage, lines: cost.lines, members: cost.json)
    case .overdraw:
      let overdraw = OverdrawReport(writes: WriteCounts(Flattener.flatten(tree)))
      return Report(stage: stage, lines: overdraw.lines, members: overdraw.json)
    default:
      let batches = try batches(of: tree, images)
      return Report(stage: stage, lines: batches.lines, members: batches.json)
    }
  }

  /// The lines of the text layers with a name.
  private func textReport(of name: String, in scene: Scene) throws -> Report {
    let layers = TextLayers.all(in: scene.root)
    let found = layers.filter { $0.name == name }
    guard !found.isEmpty else {
      throw ValidationError(
        "--layer: expected the name of a text layer, found \(OneLine.quoted(name))"
          + Suggestion.sentence(for: name, among: layers.compactMap(\.name)))
    }
    let texts = found.map { $0.measuredLines() }
    return Report(
      stage: nil, lines: texts.flatMap(TextLayers.lines),
      members: [.init(key: "texts", value: .array(texts.map(\.json)))])
  }

  private func report(_ layers: InspectedLayers) -> Report {
    Report(stage: stage, lines: layers.lines, members: layers.json)
  }

  private func batches(of tree: RenderTree, _ images: ImageNames) throws -> TranscriptReport {
    let compositor = try device.openCompositor()
    return TranscriptReport(
      renderer: compositor.rendererName, transcript: try compositor.transcript(of: tree), images: images)
  }

  private func writePage(to path: String) throws {
    let start = ProcessTime.now
    let loaded = try loadScene(scene, parameters: parameters.read(), limits: limits.scene())
    let committed = try loaded.committedWithinLimits()
    let seconds = try moment.seconds(in: loaded) ?? time.seconds(in: loaded)
    let most = limits.drawing(onProcessor: true).after(ProcessTime.now - start)
    let tree = try most.evaluating { committed.evaluate(at: seconds) }
    if let excess = DrawingCost(of: tree).excess(inTiles: true, over: most) { throw excess }
    // A canvas that is drawn in tiles has none, and the page says why.
    let images = ImageNames(loaded.images)
    let found = Result { try batches(of: tree, images) }
    var problem: String?
    if case .failure(let error) = found { problem = "\(error)" }
    let data = InspectorData(
      scene: scene, images: images, titles: LayerTitles(committed, of: loaded.root), committed: committed, tree: tree,
      batches: try? found.get(), batchesProblem: problem)
    let span = to.map { (from ?? 0)...$0 }
    let page = InspectorPage.html(title: scene, data: try data.json(span: span, within: most).flatText)
    try writeFileAtomically(Array(page.utf8), to: path)
  }
}

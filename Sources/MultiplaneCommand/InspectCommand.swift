import ArgumentParser
import MultiplaneCompositor
import MultiplaneFlattening
import MultiplaneRenderTree

/// `multiplane inspect`: what a scene becomes on its way to pixels, in lines.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Prints what a scene becomes on its way to a picture, a line each.",
    discussion: """
      layers: the layers as the scene file sets them, with what differs from the defaults, and their animations. \
      parameters: the JSON Schema of the values that the scene's parameters take. \
      render: the layers that can be seen at a time, resolved, in drawing order. \
      passes: the display list that the renderer is given, its primitives in the order in which they are painted. \
      batches: what the renderer that --renderer and --device choose makes of it: OpenGL's passes with what each call draws, \
      or the CPU renderer's passes and tiles. \
      damage: which pixels differ between two times and are drawn again, and which layers are the cause.

      Lengths are points where nothing else is said, angles radians, times seconds, colours straight, 0 to 1.
      """)

  enum Stage: String, CaseIterable, ExpressibleByArgument {
    case layers, parameters, render, passes, batches, damage
  }

  @Argument(help: "The scene file.")
  var scene: String

  @Option(help: "Where on the way to look.")
  var stage = Stage.layers

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var time: TimeOption

  @OptionGroup var device: DeviceOption
  @OptionGroup var limits: LimitOptions

  // Unconditional, for the value may begin with a minus sign.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --stage damage, the scene time of the frame before, in seconds. (default: a 60th before --time)",
      valueName: "seconds"))
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Print what paints this device pixel, in place of a stage: the colour that it has and how much of it is covered, then the same of each \
      primitive alone, front to back.
      """,
      valueName: "x,y"))
  var pixel: String?

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
    try device.renderer.refuseReference()
    guard let from else { return }
    guard from.isFinite else {
      throw ValidationError("--from: expected a finite number of seconds, found \(from)")
    }
    guard stage == .damage else {
      throw ValidationError("--from: expected --stage damage beside it, found --stage \(stage.rawValue)")
    }
  }

  func run() throws {
    var printer = StandardOutput()
    for line in try CommandError.naming(scene, lines) { try printer.line(line) }
    try printer.flush()
  }

  private func lines() throws -> [String] {
    let start = ProcessTime.now
    let given = try parameters.read()
    if pixel == nil, stage == .parameters {
      let schema = try given.template(scene, limits: limits.scene()).parametersSchemaText
      return schema.split(separator: "\n").map(String.init)
    }
    let committed = try loadTree(scene, parameters: given, limits: limits.scene())
    if pixel == nil, stage == .layers { return CommittedTreeLines.lines(of: committed) }
    // As `render` counts: what was read is part of what a picture takes.
    let most = limits.drawing(onProcessor: true).after(ProcessTime.now - start)
    let tree = try most.evaluating { committed.evaluate(at: time.seconds) }
    if let (x, y) = try pixelPlace() {
      guard x < tree.pixelWidth, y < tree.pixelHeight else {
        throw ValidationError(
          "--pixel: expected a pixel of the canvas, which is \(tree.pixelWidth) x \(tree.pixelHeight) px, found \(x),\(y)"
        )
      }
      return try PixelReport(of: tree, x: x, y: y).lines
    }
    if stage == .render { return RenderTreeLines.lines(of: tree) }
    if let excess = TreeCost.excess(of: tree, inTiles: true, over: most) { throw excess }
    if stage == .damage {
      let before = try most.evaluating { committed.evaluate(at: from ?? time.seconds - 1.0 / 60) }
      return DamageLines.lines(of: Damage(from: before, to: tree, listsCauses: true))
    }
    if stage == .passes { return "\(Flattener.flatten(tree))".split(separator: "\n").map(String.init) }
    let compositor = try device.openCompositor()
    return try ["on \(compositor.rendererName)"] + compositor.transcript(of: tree).map(\.text)
  }
}

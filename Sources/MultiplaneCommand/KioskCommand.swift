import ArgumentParser
import Multiplane
import MultiplaneCompositor
import MultiplaneInteraction
import MultiplaneLiveControl

/// `multiplane kiosk`: scenes full-screen on the displays of this machine, without a window system.
struct KioskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kiosk",
    abstract: "Shows scenes full-screen on the displays of this machine, without a window system.",
    discussion: """
      Takes control of the displays (KMS) and the virtual terminal until SIGTERM, SIGINT or Ctrl-C. Without a \
      monitor it waits for one. A single scene is shown on all outputs; several are assigned to the outputs in order. \
      Parameter values apply to all scenes.
      """)

  @Argument(help: "The scene files.", completion: .scene)
  var scenes: [String] = []

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var display: KioskDisplayOptions

  @OptionGroup var control: KioskControlOptions

  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  func validate() throws {
    guard !scenes.isEmpty else { throw ValidationError("Missing expected argument '<scenes> ...'") }
  }

  func run() throws {
    if control.events { try InputDevices.checkLibrary() }
    let given = try parameters.read()
    let loaded = try scenes.map { try limits.load($0, given, within: limits.drawing(onProcessor: false)) }
    let doors = try KioskScenes.Doors(loaded, paths: scenes, root: limits.root.folder(), options: control)
    var options = try display.options()
    options.limits = { [limits] in limits.drawing(onProcessor: $0) }
    let session = try KioskSession(loaded, options: options) { StandardError.write($0, .notice) }
    let shown = try KioskScenes(
      loaded, paths: scenes, doors: doors, session: session, parameters: given, limits: limits)
    if control.events {
      let lines = EventLines()
      session.onEvent = { lines.write($0) }
    }
    // Neither the loop nor the session retains it.
    try withExtendedLifetime(shown) { try session.run() }
  }
}

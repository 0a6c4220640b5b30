import ArgumentParser
import Multiplane
import MultiplaneCompositor
import MultiplaneLiveControl
import MultiplaneSceneFile

/// `multiplane play`: a scene in a window, for its author.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Shows a scene in a window of a Wayland compositor.",
    discussion: "The window has the size of the canvas. If it is resized, the canvas is scaled to fit.")

  @Argument(help: "The scene file.", completion: .scene)
  var scene: String

  @Flag(help: "Start in full screen.")
  var fullscreen = false

  @Flag(help: "Print input events with the layers they hit, as lines of JSON on standard output.")
  var events = false

  @Flag(
    help: "Reload the scene when its file or one of its images changes. An invalid scene does not replace the old one.")
  var watch = false

  @Option(parsing: .unconditional, help: ArgumentHelp("End after this many seconds.", valueName: "seconds"))
  var duration: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Freeze the scene at this time, in seconds.", valueName: "seconds"))
  var time: Double?

  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var renderer: RendererOption
  @OptionGroup var precision: PrecisionOption
  @OptionGroup var textureMemory: TextureMemoryOption
  @OptionGroup var limits: LimitOptions
  @OptionGroup var debugOverlay: DebugOverlayOption
  @OptionGroup var log: LogOption

  func validate() throws {
    if let duration, !(duration >= 0 && duration.isFinite) {
      throw ValidationError("--duration: expected 0 or more seconds, found \(duration)")
    }
    if let time, !time.isFinite { throw ValidationError("--time: expected a finite number of seconds, found \(time)") }
  }

  func run() throws {
    let given = try parameters.read()
    let loaded = try limits.load(scene, given, within: limits.drawing(onProcessor: false))
    var options = WindowOptions()
    options.renderer = RendererOptions(renderer.choice, threads: renderer.threads)
    options.title = "\(scene) - multiplane"
    options.isFullscreen = fullscreen
    options.duration = duration
    options.heldTime = time
    options.precision = precision.precision(usually: .bytes)
    if let bytes = textureMemory.bytes { options.textureBudget = bytes }
    options.debugOverlay = try debugOverlay.overlay()
    options.limits = { [limits] in limits.drawing(onProcessor: $0) }
    let session = try WindowSession(loaded, options: options)
    if events {
      let lines = EventLines()
      session.onEvent = { lines.write($0) }
    }
    let watcher = watch ? try self.watcher(of: loaded, given, in: session) : nil
    try withExtendedLifetime(watcher) { try session.run() }
    if duration != nil { StandardError.write("\(session.frames) frames shown", .info) }
  }

  private func watcher(of loaded: Scene, _ given: GivenParameters, in session: WindowSession) throws -> SceneWatcher {
    let watcher = try SceneWatcher(loaded.files(at: scene))
    session.loop.add(
      DescriptorSource(watcher.fileDescriptor) { [unowned session, unowned watcher, scene, limits] in
        guard watcher.dispatch() else { return }
        do {
          let loaded = try limits.load(scene, given, within: session.drawingLimits)
          session.replaceScene(loaded)
          watcher.watch(loaded.files(at: scene))
          StandardError.write("\(scene): reloaded", .info)
        } catch {
          StandardError.write("\(error); the old scene stays")
        }
        SystemMemory.giveBack()
      })
    return watcher
  }
}

extension Scene {
  /// The paths of the scene file, its images and its animations.
  ///
  /// - Parameter path: the scene file.
  func files(at path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return [path] + (images.map(\.path) + animations.map(\.path)).map { $0.hasPrefix("/") ? $0 : folder + $0 }
  }
}

import ArgumentParser
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneInput
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneLiveControl
import MultiplaneSceneFile

/// `multiplane play`: a scene in a window, for those who make it.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Shows a scene in a window of a Wayland compositor, until the window is closed.",
    discussion: "The window is as large as the canvas; in another size the canvas is as large as fits.")

  @Argument(help: "The scene file.")
  var scene: String

  @Flag(help: "Cover the screen.")
  var fullscreen = false

  @Flag(help: "Print what people do to the layers as lines of JSON on standard output.")
  var events = false

  @Flag(help: "Load the scene again when its file or an image of it changes; while it is wrong the old one stays.")
  var watch = false

  @Option(parsing: .unconditional, help: ArgumentHelp("End after so many seconds.", valueName: "seconds"))
  var duration: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show this scene time, in seconds, and let it stand still.", valueName: "seconds"))
  var time: Double?

  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var precision: PrecisionOption
  @OptionGroup var textureMemory: TextureMemoryOption
  @OptionGroup var limits: LimitOptions
  @OptionGroup var debugOverlay: DebugOverlayOption

  func validate() throws {
    if let duration, !(duration >= 0 && duration.isFinite) {
      throw ValidationError("--duration: expected seconds from 0, found \(duration)")
    }
    if let time, !time.isFinite { throw ValidationError("--time: expected a finite number of seconds, found \(time)") }
  }

  func run() throws {
    let given = try parameters.read()
    let loaded = try limits.load(scene, given, within: limits.drawing(onProcessor: false))
    let session = try WindowSession(
      StageContent(loaded), title: "\(scene) - multiplane", isFullscreen: fullscreen, heldTime: time,
      precision: precision.precision(usually: .bytes),
      textureBudget: textureMemory.bytes ?? RendererOptions.usualTextureBudget,
      limits: { limits.drawing(onProcessor: $0) })
    session.debugOverlay = try debugOverlay.overlay()
    if let duration { session.loop.schedule(after: duration) { [loop = session.loop] in loop.stop() } }
    let input = events ? WindowInput(session: session, lines: EventLines()) : nil
    let watcher = watch ? try self.watcher(of: loaded, given, in: session) : nil
    try withExtendedLifetime((input, watcher)) { try session.run() }
    if duration != nil { StandardError.write("\(session.frames) frames were shown") }
  }

  private func watcher(of loaded: Scene, _ given: GivenParameters, in session: WindowSession) throws -> SceneWatcher {
    let watcher = try SceneWatcher(loaded.files(at: scene))
    session.loop.add(
      DescriptorSource(watcher.fileDescriptor) { [unowned session, unowned watcher, scene, limits] in
        guard watcher.dispatch() else { return }
        do {
          let loaded = try limits.load(scene, given, within: session.drawingLimits)
          session.replaceTree(StageContent(loaded))
          watcher.watch(loaded.files(at: scene))
          StandardError.write("\(scene): loaded again")
        } catch {
          StandardError.write("\(error); the old scene stays")
        }
        SystemMemory.giveBack()
      })
    return watcher
  }
}

extension Scene {
  /// The file of the scene and those of its images.
  ///
  /// - Parameter path: where it was loaded from.
  func files(at path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return [path] + images.map { $0.path.hasPrefix("/") ? $0.path : folder + $0.path }
  }
}

/// What people do in a window: to lines on standard output.
private final class WindowInput {
  private unowned let session: WindowSession
  private let interaction: Interaction

  init(session: WindowSession, lines: EventLines) {
    self.session = session
    interaction = Interaction(root: session.rootLayer, mapping: OutputMapping(size: session.pointSize))
    interaction.observer = { lines.write($0) }
    session.observer = { [unowned self] event in take(event) }
  }

  private func take(_ event: WindowEvent) {
    let geometry = session.geometry
    interaction.root = session.rootLayer
    interaction.mapping = OutputMapping(
      size: CGSize(width: geometry.pixelWidth, height: geometry.pixelHeight), transform: geometry.transform)
    let size = session.pointSize
    func place(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x / size.width, y: y / size.height) }
    let kind: InputEvent.Kind
    switch event {
    case .resized, .closed, .pointerLeft: return
    case .pointerMoved(let x, let y): kind = .pointerPlaced(at: place(x, y))
    case .button(let number, let isPressed):
      let button = PointerButton(rawValue: number)
      kind = isPressed ? .buttonPressed(button) : .buttonReleased(button)
    case .scrolled(let x, let y): kind = .scrolled(byX: x, y: y)
    case .touchBegan(let finger, let x, let y): kind = .touchBegan(finger: finger, at: place(x, y))
    case .touchMoved(let finger, let x, let y): kind = .touchMoved(finger: finger, at: place(x, y))
    case .touchEnded(let finger): kind = .touchEnded(finger: finger)
    case .touchesCancelled:
      interaction.cancelAll()
      return
    case .key(let code, let isPressed):
      kind = isPressed ? .keyPressed(Key(code: code)) : .keyReleased(Key(code: code))
    }
    interaction.handle([InputEvent(kind, time: session.loop.now)])
  }
}

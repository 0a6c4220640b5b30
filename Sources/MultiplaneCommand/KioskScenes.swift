import Multiplane
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneLiveControl
import MultiplaneRenderTree
import MultiplaneSceneFile

/// The scenes of a kiosk as other programs change them: files that are loaded again, and commands
/// from a socket.
final class KioskScenes: LiveScene {
  private let session: KioskSession
  private let paths: [String]
  private var scenes: [Scene]
  private let doors: Doors
  /// The timer that returns free memory to the system after a reload; nil if none is pending.
  private var memoryReturn: LoopTimer?
  /// The number of frames shown when memory was last returned to the system.
  private var framesAtMemoryReturn = 0
  private let parameters: GivenParameters
  private let limits: LimitOptions
  let sceneLimits: SceneLimits

  /// File watchers and the control socket. Created before the session takes the console, so that an
  /// invalid path does not blank the screen.
  struct Doors {
    let watchers: [SceneWatcher]
    let socket: ControlSocket?
    /// The folder that confines all paths; nil for no limit.
    let root: FolderRoot?

    /// - Parameters:
    ///   - scenes: the scenes to watch.
    ///   - paths: the files that they were loaded from.
    init(_ scenes: [Scene], paths: [String], root: FolderRoot?, options: KioskControlOptions) throws(LiveError) {
      self.root = root
      var watchers: [SceneWatcher] = []
      if options.watch {
        for (scene, path) in zip(scenes, paths) {
          watchers.append(try SceneWatcher(scene.files(at: path)))
        }
      }
      self.watchers = watchers
      socket = try options.socket.map { (path) throws(LiveError) in try ControlSocket(path: path) }
    }
  }

  /// - Parameters:
  ///   - scenes: the scenes of the session, in its order.
  ///   - paths: the files that they were loaded from.
  ///   - parameters: values for their parameters.
  ///   - limits: limits on what they may use.
  /// - Throws: if the folder that confines their files cannot be opened.
  init(
    _ scenes: [Scene], paths: [String], doors: Doors, session: KioskSession, parameters: GivenParameters,
    limits: LimitOptions
  ) throws {
    self.parameters = parameters
    self.limits = limits
    sceneLimits = try limits.scene()
    self.scenes = scenes
    self.paths = paths
    self.doors = doors
    self.session = session
    for (index, watcher) in doors.watchers.enumerated() {
      session.loop.add(
        DescriptorSource(watcher.fileDescriptor) { [unowned self, unowned watcher] in
          if watcher.dispatch() { loadChanged(index) }
        })
    }
    if let socket = doors.socket {
      session.loop.add(
        DescriptorSource(socket.fileDescriptor) { [unowned self, unowned socket] in
          socket.dispatch { LiveCommand.reply(to: $0, on: self) }
        })
    }
    // Texts and images that commands set come and go without a scene being loaded.
    session.loop.schedule(every: Self.memoryInterval) { [unowned self] in giveBackMemory() }
  }

  // MARK: Memory

  /// Seconds.
  private static let memoryInterval = 60.0
  /// Seconds after a reload. By then the first frames are drawn, and the old scene's resources are
  /// released.
  private static let memoryDelay = 0.5

  /// - Parameter always: whether to do so even if no frame was shown since the last time.
  private func giveBackMemory(always: Bool = false) {
    let frames = session.statistics.frames
    guard always || frames != framesAtMemoryReturn else { return }
    framesAtMemoryReturn = frames
    SystemMemory.giveBack()
  }

  private func giveBackMemorySoon() {
    guard memoryReturn == nil else { return }
    memoryReturn = session.loop.schedule(after: Self.memoryDelay) { [unowned self] in
      memoryReturn = nil
      giveBackMemory(always: true)
    }
  }

  // MARK: Files

  private func loadChanged(_ index: Int) {
    do {
      try load(index)
      StandardError.write("\(paths[index]): reloaded")
    } catch {
      StandardError.write("\(error); the old scene stays")
    }
  }

  /// Reloads a scene from its file, and restarts it. An invalid file changes nothing.
  private func load(_ index: Int) throws {
    // A refused scene has used memory, too.
    defer { giveBackMemorySoon() }
    let scene = try limits.load(paths[index], parameters, within: session.drawingLimits)
    scenes[index] = scene
    session.replaceScene(scene, at: index)
    if index < doors.watchers.count { doors.watchers[index].watch(scene.files(at: paths[index])) }
  }

  // MARK: Commands

  var roots: [CALayer] { scenes.map(\.root) }
  var images: [SceneImage] { scenes.flatMap(\.images) }

  /// The images of the scene with this root layer.
  func images(of root: CALayer) -> [SceneImage] { scenes.first { $0.root === root }?.images ?? [] }

  func excess(replacing values: [LayerIdentifier: LayerValues]) -> DrawingExcess? { session.excess(replacing: values) }

  func setParameters(_ values: [String: ParameterValue], duration: Double) throws {
    let known = scenes.flatMap { $0.parameters.map(\.name) }
    for name in values.keys.sorted() where !known.contains(name) {
      throw LiveError.invalid(
        key: "parameters.\(name)", problem: "no scene has this parameter" + Suggestion.sentence(for: name, among: known)
      )
    }
    if scenes.contains(where: { $0.changesBackground(values) }) {
      throw LiveError.invalid(
        key: "parameters",
        problem: "the background cannot change while it is shown; use a layer that covers the canvas instead")
    }
    // Of all scenes before the first of them changes.
    var changes: [(index: Int, change: ParameterChange)] = []
    var changed: [LayerIdentifier: LayerValues] = [:]
    for (index, scene) in scenes.enumerated() {
      let names = scene.parameters.map(\.name)
      let own = values.filter { names.contains($0.key) }
      guard !own.isEmpty else { continue }
      let change = try scene.parameterChange(own, duration: duration) { values in
        changed.merge(values) { _, new in new }
        return excess(replacing: values.isEmpty ? [:] : changed)
      }
      changes.append((index, change))
    }
    for (index, change) in changes { try scenes[index].apply(change) }
  }

  func setDebugOverlay(_ overlay: DebugOverlay) { session.debugOverlay = overlay }

  func screenshot(ofOutput output: String?, hasOverlay: Bool) throws -> CGImage {
    guard let image = try session.image(ofOutput: output, hasOverlay: hasOverlay) else {
      let lit = session.outputs.map(\.name)
      let known = lit.isEmpty ? "none is active" : "active: \(lit.joined(separator: ", "))"
      throw LiveError.invalid(key: "output", problem: "expected an active output; \(known)")
    }
    return image
  }

  var screenshotRoot: FolderRoot? { doors.root }

  func statistics() -> [(name: String, value: Double)] {
    let figures = session.statistics
    return [
      ("uptime", figures.uptime), ("frames", Double(figures.frames)), ("fencedFrames", Double(figures.fencedFrames)),
      ("missedVBlanks", Double(figures.missedVBlanks)), ("lostFlips", Double(figures.lostFlips)),
      ("modeSets", Double(figures.modeSets)), ("contextLosses", Double(figures.contextLosses)),
      ("outputs", Double(session.outputs.count)), ("residentBytes", Double(figures.residentBytes)),
      ("textures", Double(figures.textures)), ("descriptors", Double(figures.descriptors)),
    ]
  }

  func setBlanked(_ isBlanked: Bool) { session.setBlanked(isBlanked) }

  func reload() throws {
    for index in scenes.indices { try load(index) }
  }

  func quit() {
    // The reply goes out first.
    session.loop.schedule(after: 0) { [session] in session.stop() }
  }
}

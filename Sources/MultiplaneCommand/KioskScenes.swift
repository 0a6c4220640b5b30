import Multiplane
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneInteraction
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
  /// The values that commands have set.
  private var live = LiveValues()
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
      StandardError.write("\(paths[index]): reloaded", .info)
    } catch {
      StandardError.write("\(error); the old scene stays")
    }
  }

  /// Reloads a scene from its file, and restarts it, with the values that commands have set. An
  /// invalid file changes nothing.
  private func load(_ index: Int) throws {
    // A refused scene has used memory, too.
    defer { giveBackMemorySoon() }
    let scene = try loadWithLiveParameters(paths[index])
    scenes[index] = scene
    session.replaceScene(scene, at: index)
    let problems = live.apply(to: scene.root, images: scene.images, limits: sceneLimits) { excess(replacing: $0) }
    for problem in problems {
      StandardError.write("\(paths[index]): a value of a command is lost: \(problem)", .warning)
    }
    if index < doors.watchers.count { doors.watchers[index].watch(scene.files(at: paths[index])) }
  }

  private func loadWithLiveParameters(_ path: String) throws -> Scene {
    var given = parameters
    given.later = live.parameters
    do {
      return try limits.load(path, given, within: session.drawingLimits)
    } catch {
      guard !live.parameters.isEmpty else { throw error }
      // An image that a value names may be gone. A file that is invalid by itself is refused here.
      let scene = try limits.load(path, parameters, within: session.drawingLimits)
      StandardError.write("\(path): the values of parameters that commands have set are lost: \(error)", .warning)
      return scene
    }
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
    live.set(values)
  }

  func didSet(_ values: [JSONValue.Member], ofLayersNamed name: String) { live.set(layersNamed: name, values) }

  func tap(_ target: TapTarget, onOutput output: String?) throws -> String? {
    session.commitChanges()
    var (index, point) = (0, CGPoint.zero)
    switch target {
    case .point(let given): point = given
    case .layer(let name):
      let layers = try LiveCommand.layers(named: name, in: roots)
      guard layers.count == 1, let layer = layers.first else {
        throw LiveError.invalid(
          key: "layer", problem: "expected the name of one layer, found \(layers.count) of this name; tap a point")
      }
      var root = layer
      while let superlayer = root.superlayer { root = superlayer }
      index = scenes.firstIndex { $0.root === root } ?? 0
      guard let middle = layer.shownMiddle(in: scenes[index].root, atMediaTime: CACurrentMediaTime()) else {
        throw LiveError.invalid(key: "layer", problem: "expected a layer that is shown, found one that is not")
      }
      point = middle
    }
    let outputs = session.outputs.filter { output == nil || $0.name == output }
    guard let shown = outputs.first(where: { output != nil || $0.content == index }) else {
      throw LiveError.invalid(key: "output", problem: "expected an active output; \(activeOutputs)")
    }
    guard let layers = session.tap(point, on: shown) else {
      throw LiveError.invalid(
        key: "tap", problem: "expected a point on the output, found (\(point.x), \(point.y)) in points of the canvas")
    }
    return layers.last { $0.name != nil }?.name
  }

  func press(_ key: Key) throws {
    guard !session.outputs.isEmpty else {
      throw LiveError.invalid(key: "key", problem: "expected an active output; \(activeOutputs)")
    }
    session.press(key)
  }

  private var activeOutputs: String {
    let lit = session.outputs.map(\.name)
    return lit.isEmpty ? "none is active" : "active: \(lit.joined(separator: ", "))"
  }

  func setDebugOverlay(_ overlay: DebugOverlay) { session.debugOverlay = overlay }

  func screenshot(ofOutput output: String?, hasOverlay: Bool) throws -> CGImage {
    guard let image = try session.image(ofOutput: output, hasOverlay: hasOverlay) else {
      throw LiveError.invalid(key: "output", problem: "expected an active output; \(activeOutputs)")
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

  func reload(forgetsValues: Bool) throws {
    if forgetsValues { live = LiveValues() }
    for index in scenes.indices { try load(index) }
  }

  func quit() {
    // The reply goes out first.
    session.loop.schedule(after: 0) { [session] in session.stop() }
  }
}

import Compositor
import Graphics
import LayerTree
import LiveControl
import SceneFile

/// The scenes of a kiosk as other programs change them: files that are loaded again, and commands from a socket.
final class KioskScenes: LiveScene {
  private let session: KioskSession
  private let paths: [String]
  private var scenes: [Scene]
  private let doors: Doors

  /// What lets others in. Made before the session takes the console: a path that is wrong must not cost the screen.
  struct Doors {
    let watchers: [SceneWatcher]
    let socket: ControlSocket?

    /// - Parameters:
    ///   - scenes: to be watched.
    ///   - paths: where they were loaded from.
    init(_ scenes: [Scene], paths: [String], options: KioskControlOptions) throws(LiveError) {
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
  ///   - scenes: what the session shows, in its order.
  ///   - paths: where they were loaded from.
  init(_ scenes: [Scene], paths: [String], doors: Doors, session: KioskSession) {
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
  }

  // MARK: Files

  private func loadChanged(_ index: Int) {
    do {
      try load(index)
      StandardError.write("\(paths[index]): loaded again")
    } catch {
      StandardError.write("\(error); the old scene stays")
    }
  }

  /// Shows a scene as its file now is, from its beginning; when that is wrong nothing changes.
  private func load(_ index: Int) throws(SceneError) {
    let scene = try Scene.load(path: paths[index])
    scenes[index] = scene
    session.replaceTree(StageContent(scene), at: index)
    if index < doors.watchers.count { doors.watchers[index].watch(scene.files(at: paths[index])) }
  }

  // MARK: Commands

  var roots: [CALayer] { scenes.map(\.root) }
  var images: [SceneImage] { scenes.flatMap(\.images) }

  func screenshot(ofOutput output: String?) throws -> CGImage {
    guard let picture = try session.screenshot(ofOutput: output),
      let image = CGImage(premultipliedRGBA8: picture.pixels, width: picture.width, height: picture.height)
    else {
      let lit = session.outputs.map(\.name)
      let known = lit.isEmpty ? "none is lit" : "these are lit: \(lit.joined(separator: ", "))"
      throw LiveError.invalid(key: "output", problem: "expected an output that shows something; \(known)")
    }
    return image
  }

  func statistics() -> [(name: String, value: Double)] {
    let figures = session.statistics
    return [
      ("uptime", figures.uptime), ("frames", Double(figures.frames)),
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

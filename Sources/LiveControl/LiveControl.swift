// LiveControl: remote control of a scene that is being shown.
//
// In:   commands, each an object of JSON, through a Unix socket or the C interface; changes of the
//       scene file; input events of layers.
// Out:  changed layers; replies, each an object of JSON; notice of a changed file; events as lines
//       of JSON.
// Path: `ControlSocket` reads lines → `LiveCommand` parses one, by the keys of the scene format,
//       and applies it to a `LiveScene` → its reply goes back. `SceneWatcher` reports changed
//       files. `EventLines` writes events.
//
// The commands are in docs/live-control.md.

import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// A scene that is shown, as the receiver of commands.
package protocol LiveScene: AnyObject {
  /// The roots of the layers that are shown, one for each scene.
  var roots: [CALayer] { get }

  /// The images that changes may name.
  var images: [SceneImage] { get }

  /// Of those, the ones that layers of a root may name: each scene has names of its own.
  func images(of root: CALayer) -> [SceneImage]

  /// How large a scene may be with what commands change.
  var sceneLimits: SceneLimits { get }

  /// Why a frame would be refused if layers had other values; nil where it would be drawn.
  func excess(replacing values: [LayerIdentifier: LayerValues]) -> DrawingExcess?

  /// What is on a screen now.
  ///
  /// - Parameters:
  ///   - output: its name, such as `HDMI-A-1`; the first one if nil.
  ///   - hasOverlay: whether the debug overlay is in the picture, if one is shown.
  func screenshot(ofOutput output: String?, hasOverlay: Bool) throws -> CGImage

  /// The folder that the paths of screenshots may not lead out of; nil for all folders.
  var screenshotRoot: FolderRoot? { get }

  /// Gives parameters of the scenes other values: all of it, or nothing.
  ///
  /// - Parameter duration: of the animation from what is shown, in seconds.
  func setParameters(_ values: [String: ParameterValue], duration: Double) throws

  /// Figures by their names.
  func statistics() -> [(name: String, value: Double)]

  /// Shows a debug overlay in place of the one that there is; an empty one is none.
  func setDebugOverlay(_ overlay: DebugOverlay) throws

  /// Makes the screens dark, or lights them again.
  func setBlanked(_ isBlanked: Bool) throws

  /// Loads the scene again. When that fails the old one stays.
  func reload() throws

  /// Ends soon.
  func quit()
}

extension LiveScene {
  /// The default implementation, for a single scene.
  package func images(of root: CALayer) -> [SceneImage] { images }

  package var screenshotRoot: FolderRoot? { nil }

  package var sceneLimits: SceneLimits { .standard }

  /// The default implementation, without limits on frames.
  package func excess(replacing values: [LayerIdentifier: LayerValues]) -> DrawingExcess? { nil }
}

/// An error of live control. Each description is one line: where, what was found, how to fix it.
package enum LiveError: Error, CustomStringConvertible {
  /// A command's key has a value that it cannot have.
  case invalid(key: String, problem: String)
  /// A command is no JSON, or a change is not as the scene format says.
  case scene(SceneError)
  /// The scene cannot do it; the reason is one line.
  case failed(reason: String)
  /// A socket cannot be made at a path.
  case socket(path: String, found: String)
  /// A folder cannot be watched.
  case watch(path: String, found: String)

  package var description: String {
    switch self {
    case .invalid(let key, let problem): "command: \(key): \(problem)"
    case .scene(let error): "\(error)"
    case .failed(let reason): reason
    case .socket(let path, let found): "\(path): expected a path for a socket, found \(found)"
    case .watch(let path, let found): "\(path): expected a file in a folder that can be watched, found \(found)"
    }
  }
}

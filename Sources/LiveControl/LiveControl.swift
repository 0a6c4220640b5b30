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
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// A scene that is shown, as the receiver of commands.
package protocol LiveScene: AnyObject {
  /// The root layers, one per scene.
  var roots: [CALayer] { get }

  /// The images that changes may name.
  var images: [SceneImage] { get }

  /// The images that layers of a root may name: each scene has its own names.
  func images(of root: CALayer) -> [SceneImage]

  /// The limits on a changed scene.
  var sceneLimits: SceneLimits { get }

  /// The reason why a frame with other layer values would be refused; nil if it would be drawn.
  func excess(replacing values: [LayerIdentifier: LayerValues]) -> DrawingExcess?

  /// The current picture of an output.
  ///
  /// - Parameters:
  /// - output: the output, such as `HDMI-A-1`; nil for the first one.
  /// - hasOverlay: whether the picture includes the debug overlay.
  func screenshot(ofOutput output: String?, hasOverlay: Bool) throws -> CGImage

  /// The folder that confines the paths of screenshots; nil for none.
  var screenshotRoot: FolderRoot? { get }

  /// Changes parameters of the scenes, all of them or none.
  ///
  /// - Parameter duration: the duration of the animation from the current values, in seconds.
  func setParameters(_ values: [String: ParameterValue], duration: Double) throws

  /// The statistics, by name.
  func statistics() -> [(name: String, value: Double)]

  /// Replaces the debug overlay; an empty one is none.
  func setDebugOverlay(_ overlay: DebugOverlay) throws

  /// Blanks or unblanks the displays.
  func setBlanked(_ isBlanked: Bool) throws

  /// Notes the values that a command has set on the layers of a name.
  func didSet(_ values: [JSONValue.Member], ofLayersNamed name: String)

  /// Taps a layer or a point with a finger.
  ///
  /// - Parameter output: the output, such as `HDMI-A-1`; nil for the first one that shows the
  ///   scene.
  /// - Returns: the name of the layer under the finger, or of its nearest named ancestor; nil if
  ///   there is none.
  func tap(_ target: TapTarget, onOutput output: String?) throws -> String?

  /// Presses and releases a key.
  func press(_ key: Key) throws

  /// Reloads the scene. If that fails, the old one stays.
  ///
  /// - Parameter forgetsValues: whether the values that commands have set are forgotten.
  func reload(forgetsValues: Bool) throws

  /// Ends the program soon.
  func quit()
}

/// The target of a `tap` command.
package enum TapTarget: Equatable {
  /// The middle of the only layer of a name, as it is shown.
  case layer(String)
  /// A point of the first scene's canvas, in points.
  case point(CGPoint)
}

extension LiveScene {
  package func didSet(_ values: [JSONValue.Member], ofLayersNamed name: String) {}

  /// The default implementation, for a single scene.
  package func images(of root: CALayer) -> [SceneImage] { images }

  package var screenshotRoot: FolderRoot? { nil }

  package var sceneLimits: SceneLimits { .standard }

  /// The default implementation, without limits on frames.
  package func excess(replacing values: [LayerIdentifier: LayerValues]) -> DrawingExcess? { nil }
}

/// An error of live control. Each description is one line: where, what was found, how to fix it.
package enum LiveError: Error, CustomStringConvertible {
  /// A key of a command has an invalid value.
  case invalid(key: String, problem: String)
  /// A command is no JSON, or a change is invalid in the scene format.
  case scene(SceneError)
  /// The scene failed; the reason is one line.
  case failed(reason: String)
  /// A socket cannot be created.
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

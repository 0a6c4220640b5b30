import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree

/// An animation of a scene's `animations`: a file of another format, which layers show.
package struct SceneAnimation: Sendable {
  /// The name in layers.
  package let name: String
  /// The path in the scene, relative to the scene file.
  package let path: String
  package let content: ImportedScene
}

/// A layer that shows an animation of another format. Its only own sublayer is the animation, which
/// plays by its media timing.
///
/// `ImportedScene.makeLayer` creates it, so that scene files need not know the format.
package protocol AnimationLayer: CALayer {
  /// The place of the layer in its scene file; nil for a layer that a program created.
  var sceneUse: AnimationUse? { get set }
  /// The animation that it shows; nil for a layer without one.
  var importedScene: ImportedScene? { get }
  /// The layer that has the animation's layers.
  var content: CALayer? { get }
  /// What and how it plays.
  var playback: AnimationPlayback { get set }

  /// Shows an animation from its start.
  ///
  /// - Parameter values: valid values of the animation's parameters.
  /// - Returns: the parts of the file that were left out.
  @discardableResult
  func show(
    _ animation: ImportedScene, values: [String: ParameterValue]
  ) throws(SceneError) -> [SceneWarning]

  /// The position at `CACurrentMediaTime()`, from 0 to 1.
  var progress: Double { get }

  /// Plays the part of `playback` from its start.
  ///
  /// - Parameter time: the start, in the layer's time.
  func restart(at time: Double)

  /// Plays on from the shown position.
  ///
  /// - Parameter time: the start, in the layer's time.
  func resume(at time: Double)
}

/// The keys of an animation layer in a scene file.
package struct AnimationUse: Sendable, Equatable {
  /// The name of the animation in the scene.
  package var animation: String
  /// The replaced parts of the animation, as the file has them, without references to parameters.
  package var values: [JSONValue.Member] = []
}

/// What an animation layer plays, and how.
package struct AnimationPlayback: Sendable, Equatable {
  /// The repetition of the part.
  package enum Loop: Sendable, Equatable {
    case once, forever, autoreverse
    /// A number of runs, above 0.
    case count(Double)
  }

  /// The position at which it stands still, from 0 to 1; nil while it plays.
  package var progress: Double?
  /// The marker whose part is played, or the two between which it plays, backwards if the second is
  /// before the first. Empty for the whole animation.
  package var markers: [String] = []
  package var loop = Loop.once

  package init() {}
}

extension ImportedScene {
  /// Reads a file of another format, with its images.
  ///
  /// - Parameter path: the file.
  package static func read(path: String, limits: SceneLimits) throws(SceneError) -> ImportedScene {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let bytes = try SceneBytes.read(path: path, limits: limits, as: "an animation")
    return try read(bytes, name: path, files: FilePlace(folder: folder, root: limits.root), limits: limits)
  }

  /// Reads the bytes of such a file.
  ///
  /// - Parameters:
  ///   - name: the name of the file in messages.
  ///   - files: the place of its images.
  package static func read(
    _ bytes: [UInt8], name: String, files: FilePlace, limits: SceneLimits
  ) throws(SceneError) -> ImportedScene {
    guard let scene = try SceneFormats.scene(of: bytes, name: name, files: files, scale: .own, limits: limits) else {
      throw .invalid(file: name, place: "", problem: "expected a Lottie animation, found another file")
    }
    return scene
  }

  /// The given values of its parameters, with images read and colours parsed.
  ///
  /// - Parameter name: the name of the animation in messages.
  package func values(
    from given: [String: ParameterValue], name: String, limits: SceneLimits
  ) throws(SceneError) -> [String: ParameterValue] {
    let files = FilePlace(root: limits.root)
    let reader = SceneReader(
      file: name, files: files, limits: limits, clock: ReadingClock(seconds: limits.maximumSeconds))
    return try reader.values(of: SceneParameters(given, assets: files), for: self)
  }
}

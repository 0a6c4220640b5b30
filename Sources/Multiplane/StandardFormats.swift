import MultiplaneLottie
import MultiplaneSceneFile

/// The formats of scenes beside scene files.
package enum StandardFormats {
  /// Registers them, when it is first read.
  package static let registered: Void = SceneFormats.register([LottieFormat()])
}

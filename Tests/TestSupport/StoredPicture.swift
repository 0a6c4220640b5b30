import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import MultiplaneSceneFile
import Testing

/// Expects the picture beside a scene to be what `tools/pictures` would draw now: the reference's,
/// at one pixel a point.
package func expectStoredPicture(of scene: SceneName, sourceLocation: SourceLocation = #_sourceLocation) throws {
  // Text and SVG files are drawn for the scale that the scene is loaded for.
  let committed = try SceneLibrary.scene(scene.path, scale: 1).committed()
  let reference = ReferenceRenderer().render(committed.evaluate(at: 0.37))
  let path = SceneLibrary.folder + "/" + scene.picturePath
  let remedy = "'tools/pictures Scenes/\(scene.path)' redraws it"
  guard FileManager.default.fileExists(atPath: path) else {
    Issue.record("\(scene.path) has no picture; \(remedy)", sourceLocation: sourceLocation)
    return
  }
  let stored = try loadImage(path: path)
  guard stored.width == reference.width, stored.height == reference.height else {
    Issue.record(
      "Scenes/\(scene.picturePath) is of another size than its scene; \(remedy)", sourceLocation: sourceLocation)
    return
  }
  let expected = ExpectedPicture(width: reference.width, height: reference.height, realNumbers: reference.pixels)
  let difference = PictureDifference(of: stored.premultipliedRGBA8(), from: expected)
  let breaches = PictureTolerance.parity.breaches(by: difference)
  guard !breaches.isEmpty else { return }
  Issue.record(
    "Scenes/\(scene.picturePath) is not what its scene looks like: \(breaches.joined(separator: "; ")); \(remedy)",
    sourceLocation: sourceLocation)
}

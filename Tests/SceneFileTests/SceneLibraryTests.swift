import Foundation
import MultiplaneLottie
import MultiplaneRenderTree
import MultiplaneSceneFile
import Testing

/// The scenes of the project, which the renderers' tests draw: each can be read, evaluated and
/// written.
@Suite struct SceneLibraryTests {
  private static let folder =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/Scenes/"

  /// Paths from the folder of scenes on, such as `mask/mask-animated.json`.
  private static let scenes: [String] = {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return folders.sorted().flatMap { name in
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder + name)) ?? []
      return files.filter { $0.hasSuffix(".json") }.sorted().map { "\(name)/\($0)" }
    }
  }()

  /// Those that show what comes of what does nothing.
  private static let scenesWithWarnings: Set<String> = [
    "animation/animation-one-keyframe-alone.json", "gradient/gradient-that-draws-nothing.json",
    "transform-layer/transform-layer-has-no-appearance.json",
    // Text that is cut.
    "text/text-animated.json", "text/text-bounds-corners-contents.json", "text/text-fits.json", "text/text-page.json",
    "text/text-scale-2.json", "text/text-truncation.json",
  ]

  @Test func thereAreScenes() {
    #expect(Self.scenes.count > 100)
  }

  @Test(arguments: scenes)
  func isReadAndWritten(path: String) throws {
    SceneFormats.register([LottieFormat()])
    let scene = try Scene.load(path: Self.folder + path)
    #expect(scene.warnings.isEmpty == !Self.scenesWithWarnings.contains(path), "\(scene.warnings)")
    let tree = scene.committed()
    #expect(tree.evaluate(at: 0.7).root != nil)
    let inFolder = Self.folder + path.prefix(while: { $0 != "/" }) + "/"
    let again = try SceneFileTests.scene(try scene.encoded(), folder: inFolder)
    #expect(again.animations.map(\.name) == scene.animations.map(\.name))
    #expect(again.images.map(\.name) == scene.images.map(\.name))
    // Images are read again; only as objects are they others. Black in gray is written as sRGB.
    let found = differences(tree.root, again.committed().root).filter {
      !$0.contains(".contents:") && !$0.contains("LayerValue.image(")
        && !$0.contains("(kCGColorSpaceGenericGray: 0.0 1.0)), color(CGColor(kCGColorSpaceSRGB: 0.0 0.0 0.0 1.0)")
    }
    #expect(found == [])
  }
}

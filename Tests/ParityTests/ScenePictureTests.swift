import Foundation
import TestSupport
import Testing

/// The pictures beside the scenes show what the scenes look like.
@Suite struct ScenePictureTests {
  @Test(arguments: SceneLibrary.all)
  func isWhatTheSceneLooksLike(_ scene: SceneName) throws {
    try expectStoredPicture(of: scene)
  }

  @Test func eachIsOfAScene() {
    let scenes = Set(SceneLibrary.all.map(\.picturePath))
    #expect(SceneLibrary.pictures.filter { !scenes.contains($0) } == [], "'tools/pictures' removes them")
  }
}

import RenderTree
import Testing

@testable import SceneFile

@Suite struct SceneKeysTests {
  @Test func whatIsSupportedIsNoLongerListedAsToCome() {
    for kind in LayerKind.allCases {
      #expect(Set(SceneKeys.layer(of: kind)).isDisjoint(with: SceneKeys.layerToCome))
    }
    #expect(Set(SceneKeys.scene).isDisjoint(with: SceneKeys.sceneToCome))
    #expect(Set(LayerKind.allCases.map(\.rawValue)).isDisjoint(with: SceneKeys.layerClassesToCome))
    #expect(Set(SceneKeys.animationClasses).isDisjoint(with: SceneKeys.animationClassesToCome))
  }

  @Test func everyKeyOfALayerStandsInOneTableOnly() {
    for kind in LayerKind.allCases {
      let keys = SceneKeys.layer(of: kind)
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test(arguments: ["position", "position.x", "bounds.size.width", "transform.scale.xy", "contentsRect.origin"])
  func keyPathsAreWrittenAsTheyAreRead(text: String) throws {
    #expect(try #require(LayerKeyPath(text, of: .layer)).text(of: .layer) == text)
  }

  @Test func keyPathsThatCanBeAnimated() {
    let paths = LayerKeyPath.animatable(of: .layer)
    #expect(paths.contains("transform.rotation.z"))
    #expect(paths.contains("hidden"))
    #expect(!paths.contains("contentsGravity"))
    #expect(!paths.contains("opacity.x"))
    #expect(paths.allSatisfy { LayerKeyPath($0, of: .layer) != nil })
  }
}

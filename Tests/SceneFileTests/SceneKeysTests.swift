import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@testable import MultiplaneSceneFile

@Suite struct SceneKeysTests {
  @Test func everyKeyOfALayerStandsInOneTableOnly() {
    for kind in LayerKind.allCases {
      let keys = SceneKeys.layer(of: kind)
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test(arguments: [
    "position", "position.x", "bounds.size.width", "transform.scale.xy", "contentsRect.origin", "filters",
    "filters.a.b.inputRadius", "backgroundFilters.CIPixellate.inputCenter",
  ])
  func keyPathsAreWrittenAsTheyAreRead(text: String) throws {
    #expect(try #require(LayerKeyPath(text, of: .layer)).text(of: .layer) == text)
  }

  @Test func keyPathsThatCanBeAnimated() {
    let layer = CALayer()
    layer.filters = [CIFilter(name: "CIColorControls")].compactMap { $0 }
    let paths = LayerKeyPath.animatable(on: layer)
    #expect(paths.contains("filters.CIColorControls.inputContrast"))
    #expect(!paths.contains("backgroundFilters.CIColorControls.inputContrast"))
    #expect(paths.contains("transform.rotation.z"))
    #expect(paths.contains("hidden"))
    #expect(!paths.contains("contentsGravity"))
    #expect(!paths.contains("opacity.x"))
    #expect(paths.allSatisfy { LayerKeyPath($0, of: .layer) != nil })
  }
}

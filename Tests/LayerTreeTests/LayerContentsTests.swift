import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite struct LayerContentsTests {
  private let layer = CALayer()
  private let image: CGImage

  init() throws {
    image = try #require(CGImage(premultipliedRGBA8: [0, 0, 0, 255], width: 1, height: 1))
  }

  @Test func imagesAreDrawnAndOtherObjectsKept() {
    layer.contents = image
    #expect(layer.contents as? CGImage === image)
    #expect(layer.commit(at: 0).values.contents === image)
    layer.contents = "a name"
    #expect(layer.contents as? String == "a name")
    #expect(layer.commit(at: 0).values.contents == nil)
    layer.contents = image
    layer.contents = nil
    #expect(layer.contents == nil)
    #expect(layer.commit(at: 0).values.contents == nil)
  }

  @Test func theSameImageChangesNothing() throws {
    layer.contents = image
    let committed = layer.commit(at: 0)
    layer.contents = image
    #expect(layer.commit(at: 0) === committed)
    // One of equal pixels is another.
    let twin = CGImage(premultipliedRGBA8: [0, 0, 0, 255], width: 1, height: 1)
    #expect(twin != nil)
    layer.contents = twin
    #expect(layer.commit(at: 0) !== committed)
  }

  @Test func throughKeys() {
    layer.setValue(image, forKey: "contents")
    #expect(layer.contents as? CGImage === image)
    #expect(layer.values.contents === image)
    layer.setValue(nil, forKeyPath: "contents")
    #expect(layer.contents == nil)
    #expect(layer.values.contents == nil)
  }

  /// As the scene file stores values: the object follows.
  @Test func throughTheTable() throws {
    let keyPath = try #require(LayerKeyPath("contents", of: .layer))
    layer.store(.image(image), at: keyPath)
    #expect(layer.contents as? CGImage === image)
    layer.store(LayerValue.none, at: keyPath)
    #expect(layer.contents == nil)
    layer.contents = "a name"
    layer.store(LayerValue.none, at: keyPath)
    #expect(layer.contents == nil)
  }
}

import Graphics
import RenderTree
import Testing

@testable import GLRenderer

@Suite struct FlattenerTests {
  @Test func equalQuadsAreOneBatch() {
    let layers = (0..<10_000).map { layer(Double($0 % 100) * 4, Double($0 / 100) * 4, 4, 4, color: .red) }
    let size = CGSize(width: 400, height: 400)
    let root = tree(layer(0, 0, 400, 400, sublayers: layers), size: size)
    let stream = Flattener.flatten(root, width: 400, height: 400)
    #expect(stream.passCount == 1)
    #expect(stream.batchCount == 1)
    #expect(stream.quadCount == 10_000)
    #expect(stream.layerCount == 10_001)
  }

  @Test func spritesOfOneImageAreOneBatch() throws {
    let sheet = try image(64, 64)
    let sprites = (0..<16).map { place in
      layer(Double(place % 4) * 20, Double(place / 4) * 20, 16, 16) {
        $0.contents = sheet
        $0.contentsRect = CGRect(x: Double(place % 4) / 4, y: Double(place / 4) / 4, width: 0.25, height: 0.25)
      }
    }
    let stream = flatten(layer(0, 0, 100, 100, sublayers: sprites))
    #expect(stream.programs == ["image"])
    #expect(stream.images.count == 16)
  }

  @Test func filtersAndOpacitiesDoNotPartABatch() throws {
    let picture = try image(8, 8)
    let layers = [(CALayerContentsFilter.nearest, Float(1)), (.linear, 0.5), (.nearest, 0.25)].map { filter, opacity in
      layer(10, 10, 32, 32) {
        $0.contents = picture
        $0.magnificationFilter = filter
        $0.opacity = opacity
      }
    }
    #expect(flatten(layer(0, 0, 100, 100, sublayers: layers)).programs == ["image"])
  }

  @Test func anotherImageIsAnotherBatch() throws {
    let (one, two) = (try image(8, 8), try image(8, 8))
    let layers = [one, one, two, one].map { picture in layer(0, 0, 10, 10) { $0.contents = picture } }
    #expect(flatten(layer(0, 0, 100, 100, sublayers: layers)).passes[0].batches.map(\.count) == [2, 1, 1])
  }

  @Test func paintersOrderIsKept() throws {
    let picture = try image(8, 8)
    let stream = flatten(
      layer(0, 0, 50, 50, color: .red) {
        $0.contents = picture
        $0.borderWidth = 2
      },
      layer(5, 0, 50, 50, color: .green), layer(10, 0, 50, 50, color: .blue))
    #expect(stream.programs == ["fill", "image", "border", "fill"])
    #expect(stream.fills.map(\.color) == [[1, 0, 0, 1], [0, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]])
    #expect(stream.passes[0].batches.map(\.first) == [0, 0, 1, 2])
    #expect(stream.passes[0].batches.map(\.count) == [1, 1, 1, 2])
  }

  @Test(
    "Layers that touch no pixel of the canvas give no quads",
    arguments: [
      (CGRect(x: 200, y: 10, width: 20, height: 20), 0), (CGRect(x: 10, y: -50, width: 20, height: 20), 0),
      // Up to the canvas's edge, and a twentieth of a pixel over it.
      (CGRect(x: -20, y: 10, width: 20, height: 20), 0), (CGRect(x: -19.95, y: 10, width: 20, height: 20), 1),
      (CGRect(x: 99.95, y: 10, width: 20, height: 20), 1), (CGRect(x: -500, y: -500, width: 1000, height: 1000), 1),
    ] as [(CGRect, Int)])
  func culling(frame: CGRect, quads: Int) {
    let stream = flatten(layer(frame.minX, frame.minY, frame.width, frame.height, color: .red))
    #expect(stream.quadCount == quads)
  }

  @Test func anEmptyTreeIsOnePassOverTheWholeFrame() {
    let stream = Flattener.flatten(tree(nil, background: .red), width: 30, height: 20)
    #expect(stream.passes.map(\.area) == [DeviceBox(0, 0, 30, 20)])
    #expect(stream.passes[0].background == StraightColor.red.premultiplied)
    #expect(stream.batchCount == 0)
    #expect(stream.layerCount == 0)
  }

  @Test func memoryOfAnOldStreamLeavesNothingBehind() throws {
    let busy = flatten(
      layer(0, 0, 50, 50, color: .red, sublayers: [layer(10, 10, 90, 90, color: .blue)]) {
        $0.opacity = 0.5
        $0.cornerRadius = 9
        $0.masksToBounds = true
      })
    #expect(busy.clipCount > 0 && busy.passCount > 1)
    let small = tree(layer(0, 0, 10, 10, color: .green))
    let fresh = Flattener.flatten(small, width: 100, height: 100)
    let reused = Flattener.flatten(small, width: 100, height: 100, reusing: busy)
    #expect(reused.description == fresh.description)
    #expect(reused.quadCount == 1 && reused.clipCount == 0 && reused.layerCount == 1)
  }

  @Test(
    "A plane that cannot be inverted shows nothing of its subtree",
    arguments: [
      CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(1, 0, 1), CATransform3DMakeScale(1e200, 1e200, 1),
    ])
  func noWayBack(transform: CATransform3D) {
    let stream = flatten(
      layer(0, 0, 50, 50, color: .red, sublayers: [layer(0, 0, 9, 9, color: .red)]) {
        $0.geometry.transform = transform
      }
    )
    #expect(stream.quadCount == 0)
  }

  // MARK: Transform layers

  @Test func transformLayersMultiplyOpacity() {
    let overlapping = [layer(0, 0, 50, 50, color: .red) { $0.opacity = 0.5 }, layer(10, 10, 50, 50, color: .blue)]
    let stream = flatten(
      layer(0, 0, 100, 100, color: .green, kind: .transform, sublayers: overlapping) { $0.opacity = 0.25 })
    #expect(stream.passCount == 1)
    #expect(stream.fills.map(\.color) == [[0.125, 0, 0, 0.125], [0, 0, 0.25, 0.25]])
  }

  @Test func transformLayersAreNotFlattened() {
    func turned(by angle: Double) -> (inout LayerValues) -> Void {
      { $0.geometry.transform = CATransform3DMakeRotation(angle, 0, 1, 0) }
    }
    let inner = layer(0, 0, 40, 40, color: .red, configure: turned(by: -1.5))
    let kept = flatten(layer(10, 10, 40, 40, kind: .transform, sublayers: [inner], configure: turned(by: 1.5)))
    // Turned forth and back: the pixels of the layer as it was.
    #expect(abs(kept.passes[0].batches[0].area - 41.03125 * 41.03125) < 1e-6)
    let flat = flatten(layer(10, 10, 40, 40, sublayers: [inner], configure: turned(by: 1.5)))
    // cos² 1.5 is 1/200: 0.2 pixels wide and a fringe.
    #expect(flat.passes[0].batches[0].area < 41.03125 * 1.3)
  }

  @Test func sublayerTransformsReachThroughTransformLayers() throws {
    let inner = layer(0, 0, 10, 10, color: .red)
    let middle = layer(0, 0, 100, 100, kind: .transform, sublayers: [inner]) {
      $0.geometry.sublayerTransform = CATransform3DMakeTranslation(7, 0, 0)
    }
    let outer = layer(0, 0, 100, 100, sublayers: [middle]) {
      $0.geometry.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    }
    let stream = Flattener.flatten(tree(outer), width: 100, height: 100)
    // x: 0…10 moved by 7, doubled about the middle at 50: 2·7 − 50 = −36 and 2·17 − 50 = −16. Not to be seen …
    #expect(stream.quadCount == 0)
    // … but 40…50 is: 44 and 64.
    let seen = layer(40, 40, 10, 10, color: .red)
    let moved = layer(0, 0, 100, 100, kind: .transform, sublayers: [seen]) {
      $0.geometry.sublayerTransform = CATransform3DMakeTranslation(7, 0, 0)
    }
    let root = layer(0, 0, 100, 100, sublayers: [moved]) {
      $0.geometry.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    }
    let points = try #require(Flattener.flatten(tree(root), width: 100, height: 100).fills.first).points
    #expect(points.first == SIMD2<Float>(44, 30) - 0.515625)
    #expect(points.last == SIMD2<Float>(64, 50) + 0.515625)
  }
}

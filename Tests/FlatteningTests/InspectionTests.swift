import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

@Suite("What a list tells of itself") struct InspectionTests {
  /// The count at a pixel.
  private func count(_ writes: WriteCounts, _ x: Int, _ y: Int) -> Float {
    writes.counts[y / writes.cell * writes.columns + x / writes.cell]
  }

  @Test func writesAreCountedFromBoxes() {
    let list = flatten(layer(0, 0, 50, 40, color: .red), layer(20, 10, 50, 40, color: .green))
    let writes = WriteCounts(list)
    #expect(writes.columns == 100 && writes.rows == 100)
    #expect(count(writes, 0, 0) == 1 && count(writes, 30, 20) == 2 && count(writes, 60, 45) == 1)
    #expect(count(writes, 49, 39) == 2 && count(writes, 50, 39) == 1 && count(writes, 49, 40) == 1)
    #expect(count(writes, 99, 99) == 0)
    #expect(writes.counts.reduce(0, +) == Float(2 * 50 * 40))
  }

  @Test("of a cell the mean counts", arguments: [3, 7, 10, 64, 200])
  func cells(cell: Int) {
    let boxes = [(3, 5, 41, 33), (0, 0, 100, 100), (97, 98, 3, 2), (10, 10, 1, 1)]
    let layers = boxes.map { layer(Double($0.0), Double($0.1), Double($0.2), Double($0.3), color: .red) }
    let list = flatten(layers[0], layers[1], layers[2], layers[3])
    let (fine, coarse) = (WriteCounts(list), WriteCounts(list, cell: cell))
    for row in 0..<coarse.rows {
      for column in 0..<coarse.columns {
        var (sum, pixels): (Float, Float) = (0, 0)
        for y in row * cell..<min(100, (row + 1) * cell) {
          for x in column * cell..<min(100, (column + 1) * cell) {
            sum += count(fine, x, y)
            pixels += 1
          }
        }
        #expect(abs(coarse.counts[row * coarse.columns + column] - sum / pixels) < 0.02)
      }
    }
  }

  @Test func passesOnTheCanvasCountAndRastersDoNot() {
    let group = layer(0, 0, 20, 20, color: .red, sublayers: [layer(0, 0, 10, 10, color: .green)]) { $0.opacity = 0.5 }
    // Box and box on the surface, and the surface.
    #expect(count(WriteCounts(flatten(group)), 5, 5) == 3)
    let raster = layer(0, 0, 20, 20, color: .red) { $0.compositing.shouldRasterize = true }
    #expect(count(WriteCounts(flatten(raster)), 5, 5) == 1)
  }

  @Test func everyPrimitiveHasItsLayer() {
    let inner = layer(0, 0, 10, 10, id: 3, color: .green)
    let group = layer(0, 0, 20, 20, id: 2, color: .red, sublayers: [inner]) { $0.opacity = 0.5 }
    // A group that shows nothing leaves nothing.
    let nothing = layer(0, 0, 10, 10, id: 4, sublayers: [layer(500, 500, 5, 5, id: 5, color: .red)]) {
      $0.opacity = 0.5
    }
    let last = layer(50, 50, 10, 10, id: 6, color: .blue)
    let size = CGSize(width: 100, height: 100)
    let root = layer(0, 0, 100, 100, id: 1, sublayers: [group, nothing, last])
    let tree = RenderTree(size: size, scale: 1, background: nil, root: root, time: 0)
    let (list, layers) = Flattener.flattenNamingLayers(tree)
    #expect(list.description == Flattener.flatten(tree).description)
    let kinds = list.primitives.map(\.kind)
    #expect(kinds == [.pass, .box, .box, .surface, .box])
    #expect(layers.map { $0?.rawValue } == [2, 2, 3, 2, 6])
  }

  @Test func passesHaveReasons() throws {
    var blur = FilterValue(try #require(FilterDescription.named("CIGaussianBlur")))
    blur.inputs["inputRadius"] = .number(2)
    let child = layer(0, 0, 10, 10, color: .green)
    let faded = layer(0, 0, 20, 20, color: .red, sublayers: [child]) { $0.opacity = 0.5 }
    let filtered = layer(30, 0, 20, 20, color: .red) { $0.compositing.filters = [blur] }
    let blended = layer(60, 0, 20, 20, color: .red) { $0.compositing.blendMode = .multiply }
    let mask = layer(0, 0, 10, 20, color: .red, sublayers: [layer(5, 0, 10, 20, color: .red)])
    let masked = layer(0, 40, 20, 20, color: .red, mask: .some(mask))
    #expect(
      flatten(faded, filtered, blended, masked).passReasons == [
        "canvas", "opacity of a group", "filters", "blend mode multiplyBlendMode", "masked", "mask",
      ])
  }

  @Test func whatIsCutOffIsNotPainted() {
    let list = flatten(layer(0, 0, 10, 10, color: .red), layer(20, 0, 10, 10, color: .green))
    let cut = list.cut(before: 1)
    #expect(!cut.primitives[0].box.isEmpty && cut.primitives[1].box.isEmpty)
    #expect(list.cut(before: 2).description == list.description)
  }

  @Test("an overlay is drawn last, and is damage as all else")
  func overlay() {
    let content = layer(0, 0, 100, 100, id: 1, sublayers: [layer(0, 0, 10, 10, id: 2, color: .red)])
    let size = CGSize(width: 100, height: 100)
    let plain = RenderTree(size: size, scale: 1, background: nil, root: content, time: 0)
    var (over, moved) = (plain, plain)
    over.overlay = layer(50, 50, 10, 10, id: 9, color: .blue)
    moved.overlay = layer(60, 50, 10, 10, id: 9, color: .blue)
    #expect(Flattener.flatten(plain).primitives.count == 1)
    #expect(Flattener.flatten(over).boxes.last?.color == StraightColor.blue.premultiplied)
    #expect(Damage(from: plain, to: plain).region.isEmpty)
    #expect(Damage(from: plain, to: over).region.box == PixelBox(minX: 50, minY: 50, maxX: 60, maxY: 60))
    #expect(Damage(from: over, to: moved).region.box == PixelBox(minX: 50, minY: 50, maxX: 70, maxY: 60))
    #expect(Damage(from: over, to: plain).region.box == PixelBox(minX: 50, minY: 50, maxX: 60, maxY: 60))
    // Alone it is drawn too.
    var alone = RenderTree(size: size, scale: 1, background: nil, root: nil, time: 0)
    alone.overlay = over.overlay
    #expect(Flattener.flatten(alone).primitives.count == 1)
  }
}

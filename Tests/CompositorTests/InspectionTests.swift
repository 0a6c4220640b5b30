import MultiplaneCPURenderer
import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@testable import MultiplaneCompositor
@testable import MultiplaneFlattening

@Suite("Inspection of a frame") struct InspectionTests {
  private func node(
    _ id: UInt64, _ rect: CGRect, _ color: CGColor?, _ inside: [RenderNode?] = [],
    _ change: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    var values = LayerValues()
    values.geometry.bounds = CGRect(origin: .zero, size: rect.size)
    values.geometry.anchorPoint = .zero
    values.geometry.position = rect.origin
    values.backgroundColor = color
    change(&values)
    return RenderNode(
      identifier: LayerIdentifier(rawValue: id), name: nil, kind: .layer, values: values,
      sublayers: inside.compactMap { $0 })
  }

  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  /// A shadow, a group that needs a pass, and a turned layer, on a canvas of 90 × 70.
  private var tree: RenderTree {
    let child = node(3, CGRect(x: 5, y: 5, width: 20, height: 10), blue)
    let group = node(2, CGRect(x: 10, y: 10, width: 30, height: 30), red, [child]) { $0.opacity = 0.5 }
    let shaded = node(4, CGRect(x: 50, y: 10, width: 20, height: 20), blue) {
      $0.shadow.opacity = 0.5
      $0.cornerRadius = 4
    }
    let turned = node(5, CGRect(x: 60, y: 40, width: 20, height: 10), red) {
      $0.geometry.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
    }
    let root = node(1, CGRect(x: 0, y: 0, width: 90, height: 70), nil, [group, shaded, turned])
    return RenderTree(
      size: CGSize(width: 90, height: 70), scale: 1, background: StraightColor(red: 1, green: 1, blue: 1), root: root,
      time: 0)
  }

  @Test("a layer's own picture has what reaches beyond its bounds, and no sublayers")
  func layer() throws {
    let painter = InspectionPainter(threads: 1)
    let root = try #require(tree.root)
    let group = try #require(try painter.picture(ofLayer: root.sublayers[0], scale: 2, longestSide: 200))
    #expect(group.frame == CGRect(x: 0, y: 0, width: 30, height: 30))
    #expect(group.picture.width == 60 && group.picture.height == 60)
    // Half a red, also where the sublayer is.
    for pixel in [0, 20 * 60 + 20] {
      #expect(Array(group.picture.pixels[pixel * 4..<pixel * 4 + 4]) == [128, 0, 0, 128])
    }
    let shaded = try #require(try painter.picture(ofLayer: root.sublayers[1], scale: 1, longestSide: 200))
    #expect(shaded.frame.contains(CGRect(x: 0, y: -3, width: 20, height: 23)) && shaded.frame.width > 30)
    #expect(try painter.picture(ofLayer: root, scale: 1, longestSide: 200) == nil)
    let small = try #require(try painter.picture(ofLayer: root.sublayers[0], scale: 50, longestSide: 64))
    #expect(small.picture.width == 64 && small.frame.width == 30)
  }

  @Test func aPictureIsReducedByMeans() {
    let picture = InspectionPicture(
      width: 3, height: 1, pixels: [0, 0, 0, 255, 100, 50, 0, 255, 8, 8, 8, 9])
    let small = picture.reduced(by: 2)
    #expect(small.width == 2 && small.height == 1 && small.pixels == [50, 25, 0, 255, 8, 8, 8, 9])
    #expect(picture.reduced(by: 1).pixels == picture.pixels)
  }

  @Test("steps one over another are the frame", arguments: [(240, 1), (3, 1), (240, 4)])
  func steps(most: Int, factor: Int) throws {
    let painter = InspectionPainter(threads: 1)
    let list = Flattener.flatten(tree)
    let steps = try DrawingStep.steps(of: list, most: most, factor: factor, with: painter)
    let painted = list.primitives.indices.filter { list.primitives[$0].kind != .pass }
    #expect(steps.flatMap(\.primitives) == painted && (most > 200 || steps.count < painted.count))
    let (width, height) = ((90 + factor - 1) / factor, (70 + factor - 1) / factor)
    var canvas = [UInt8](repeating: 255, count: width * height * 4)
    for step in steps where step.pass == 0 {
      let picture = try #require(step.picture)
      for row in 0..<picture.height {
        let at = ((Int(step.box.minY) / factor + row) * width + Int(step.box.minX) / factor) * 4
        let bytes = picture.pixels[row * picture.width * 4..<(row + 1) * picture.width * 4]
        canvas.replaceSubrange(at..<at + picture.width * 4, with: bytes)
      }
    }
    let whole = InspectionPicture(
      width: 90, height: 70, pixels: try painter.pixels(of: list, in: list.passes[0].box))
    #expect(canvas == whole.reduced(by: factor).pixels)
  }

  @Test func shareOfCostsAddUp() {
    let (list, layers) = Flattener.flattenNamingLayers(tree)
    let whole = CPUDrawingCost(of: list)
    let costs = LayerCost.costs(of: list, layers: layers)
    #expect(abs(costs.reduce(0) { $0 + $1.seconds } - whole.seconds) < 1e-12)
    #expect(costs.reduce(0) { $0 + $1.bytes } == whole.bytes)
    #expect(Set(costs.compactMap { $0.layer?.rawValue }) == [2, 3, 4, 5])
    #expect(zip(costs, costs.dropFirst()).allSatisfy { $0.layer == nil || $1.layer == nil || $0.seconds >= $1.seconds })
    #expect(whole.shares == nil)
  }

  @Test("layers are where they are drawn, and in space")
  func placement() throws {
    let inner = node(3, CGRect(x: 10, y: 0, width: 10, height: 10), red) { $0.geometry.zPosition = 7 }
    let outer = node(2, CGRect(x: 20, y: 30, width: 40, height: 40), nil, [inner]) {
      $0.geometry.transform = CATransform3DMakeScale(2, 2, 1)
    }
    let root = try #require(node(1, CGRect(x: 0, y: 0, width: 90, height: 70), nil, [outer]))
    var found: [UInt64: LayerPlacement] = [:]
    LayerPlacement.forEach(in: root) { placement in
      found[placement.node.identifier.rawValue] = placement
      return true
    }
    let placement = try #require(found[3])
    #expect(placement.index == 2 && !placement.isMask)
    #expect(placement.corners.first == CGPoint(x: 40, y: 30) && placement.corners[2] == CGPoint(x: 60, y: 50))
    #expect(placement.toCanvas.m43 == 7)
    var count = 0
    LayerPlacement.forEach(in: root) { _ in
      count += 1
      return count < 2
    }
    #expect(count == 2)
  }
}

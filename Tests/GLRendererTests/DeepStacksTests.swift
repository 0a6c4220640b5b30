import GL
import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// Where much that is faint lies on one another, and how whole frames and groups are drawn there.
@Suite struct DeepStacksTests {
  private static let canvas = CGSize(width: 200, height: 200)

  private func flatten(
    _ layers: [RenderNode?], traits: DeviceTraits = .unknown, areDrawn: Bool = true
  ) -> CommandStream {
    let tree = tree(layer(0, 0, 200, 200, color: .green, sublayers: layers), size: Self.canvas)
    return Flattener.flatten(
      tree, width: 200, height: 200, reusing: CommandStream(), rasters: nil, traits: traits,
      deepStacks: DeepStacks(faint: FaintImages(), areInFrame: true, areDrawn: areDrawn))
  }

  private func faint(_ x: Double, _ y: Double, alpha: Double = 0.1) -> RenderNode? {
    layer(x, y, 20, 20, color: StraightColor(red: 1, green: 0.5, blue: 0.2, alpha: alpha))
  }

  private func hasStacks(_ layers: [RenderNode?]) -> Bool { flatten(layers).hasDeepStacks }

  /// Modes that divide by what lies beneath show its rounding many times as large: one layer of them is enough.
  @Test(arguments: [BlendMode.colorDodge, .colorBurn, .hue, .saturation, .color, .multiply, .luminosity])
  func modesThatMagnify(mode: BlendMode) {
    let blended = layer(20, 20, 40, 40, color: StraightColor(red: 0.1, green: 0.3, blue: 0.2)) {
      $0.compositing.blendMode = mode
    }
    #expect(hasStacks([faint(20, 20), blended]) == (mode != .multiply && mode != .luminosity))
  }

  // MARK: Counting

  /// Tiles are 16 pixels wide and high.
  @Test func depthsCountAndForget() {
    func runs(_ depths: StackDepths, _ bit: Int) -> [DeviceBox] {
      var found: [DeviceBox] = []
      depths.forEachRun(fromBit: bit) { found.append($0) }
      return found
    }
    var depths = StackDepths(DeviceBox(0, 0, 200, 200))
    for _ in 0..<3 { depths.add(DeviceBox(20, 20, 40, 30), bit: 1) }
    #expect(!depths.reaches(bit: 3) && depths.reaches(bit: 2))
    for _ in 0..<2 { depths.add(DeviceBox(30, 20, 40, 30), bit: 0) }
    #expect(runs(depths, 3) == [DeviceBox(16, 16, 48, 32)])
    depths.hide(DeviceBox(10, 0, 40, 200))
    #expect(runs(depths, 3) == [DeviceBox(32, 16, 48, 32)])
    // No count goes round.
    for _ in 0..<200 { depths.add(DeviceBox(150, 0, 300, 20), bit: 1) }
    #expect(runs(depths, 7).first == DeviceBox(144, 0, 208, 16))
    depths.hide(DeviceBox(100, -5, 300, 300))
    #expect(!depths.reaches(bit: 4))
  }

  @Test func faintColoursAreStacks() {
    #expect(hasStacks((0..<4).map { _ in faint(50, 50) }))
    #expect(!hasStacks((0..<3).map { _ in faint(50, 50) }))
    #expect(hasStacks((0..<2).map { _ in faint(50, 50, alpha: 0.01) }))
    #expect(hasStacks((0..<8).map { _ in faint(50, 50, alpha: 0.2) }))
    #expect(!hasStacks((0..<7).map { _ in faint(50, 50, alpha: 0.2) }))
    #expect(!hasStacks((0..<100).map { _ in faint(50, 50, alpha: 0.5) }))
    #expect(!hasStacks((0..<4).map { faint(Double($0) * 40, 50) }))
    #expect(!hasStacks((0..<4).map { _ in faint(50, 50) } + [layer(30, 30, 100, 100, color: .red)]))
  }

  @Test func shapesGradientsAndImagesCount() throws {
    let spark = try #require(CGImage(premultipliedRGBA8: [20, 20, 20, 20, 255, 255, 255, 255], width: 2, height: 1))
    let pane = try #require(CGImage(premultipliedRGBA8: [200, 0, 0, 200], width: 1, height: 1))
    func shown(_ image: CGImage, opacity: Float = 1) -> RenderNode? {
      layer(50, 50, 30, 30) {
        $0.contents = image
        $0.opacity = opacity
      }
    }
    #expect(hasStacks((0..<4).map { _ in shown(spark) }))
    #expect(!hasStacks((0..<20).map { _ in shown(pane) }))
    #expect(hasStacks((0..<4).map { _ in shown(pane, opacity: 0.1) }))
    let shapes = (0..<4).map { _ in
      layer(50, 50, 30, 30, kind: .shape) {
        $0.shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 30, height: 30))
        $0.shape.fillColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.1)
      }
    }
    #expect(hasStacks(shapes) && !hasStacks(Array(shapes.dropLast())))
  }

  // MARK: Drawing

  /// The stack is drawn on a surface, and shown in its place.
  @Test func aStackIsDrawnFinely() throws {
    let stream = flatten((0..<4).map { _ in faint(50, 50) })
    #expect(stream.passes.count == 2 && stream.passes[0].isFine && stream.passes[0].isOfFrame)
    #expect(stream.passes[0].area == DeviceBox(48, 48, 80, 80))
    let told = flatten((0..<4).map { _ in faint(50, 50) }, areDrawn: false)
    #expect(told.hasDeepStacks && told.passes.count == 1)
  }

  @Test func groupsOfDeepStacksAreFine() throws {
    let traits = DeviceTraits.of(renderer: "llvmpipe", takesBGRA: true, fetchesPixels: true)
    func group(_ count: Int) -> CommandStream.Pass {
      let discs = (0..<count).map { index in
        layer(50 + Double(index) * 0.1, 50, 20, 20, color: StraightColor(red: 1, green: 0.5, blue: 0.2, alpha: 0.1)) {
          $0.cornerRadius = 9
        }
      }
      return flatten([layer(0, 0, 200, 200, sublayers: discs) { $0.opacity = 0.4 }], traits: traits).passes[0]
    }
    #expect(group(3).isCoarse && !group(3).isSum)
    #expect(!group(8).isCoarse && !group(8).isSum)
    #expect(group(40).isSum)
  }

  /// Images that are added up are not rounded before, on devices that would round them.
  @Test func imagesAreMixedExactly() throws {
    let traits = DeviceTraits.of(renderer: "llvmpipe", takesBGRA: true, fetchesPixels: true)
    let spark = try image(4, 4)
    func programs(_ filter: CALayerContentsFilter, _ traits: DeviceTraits) -> [String] {
      let particle = layer(50.3, 50, 30, 30) {
        $0.contents = spark
        $0.compositing.blendMode = .plusL
        $0.magnificationFilter = filter
      }
      return flatten([particle], traits: traits).programs.filter { $0.hasPrefix("image") }
    }
    #expect(programs(.linear, traits) == ["image+exact"])
    #expect(programs(.nearest, traits) == ["image"] && programs(.linear, .unknown) == ["image"])
  }

  /// So are masks, of which little alpha is left when they are rounded; also those that have a surface of their own.
  @Test func masksAreMixedExactly() throws {
    let traits = DeviceTraits.of(renderer: "llvmpipe", takesBGRA: true, fetchesPixels: true)
    let glow = try #require(CGImage(premultipliedRGBA8: [UInt8](repeating: 6, count: 64), width: 4, height: 4))
    let picture = try #require(
      CGImage(premultipliedRGBA8: [UInt8](repeating: 255, count: 64), width: 4, height: 4))
    func flattened(_ count: Int, turned: Double) -> CommandStream {
      let layers = (0..<count).map { _ in
        var values = LayerValues()
        values.geometry.bounds = CGRect(x: 0, y: 0, width: 30, height: 30)
        values.geometry.position = CGPoint(x: 50.3, y: 50)
        values.geometry.transform = CATransform3DMakeRotation(turned, 0, 0, 1)
        values.contents = picture
        return RenderNode(
          identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: values, sublayers: [],
          mask: .some(layer(0, 0, 30, 30) { $0.contents = glow }))
      }
      return flatten(layers, traits: traits)
    }
    func mixesExactly(_ program: String) -> Bool { program.contains("masked") && program.hasSuffix("exact") }
    #expect(flattened(4, turned: 0).programs.contains(where: mixesExactly))
    #expect(!flattened(1, turned: 0).programs.contains(where: mixesExactly))
    let masks = flattened(4, turned: 0.3).passes.filter { $0.group != nil }
    #expect(masks.count == 8 && !masks.contains { $0.isAlphaOnly || $0.isCoarse })
  }

  /// A hundred of a hundredth: rounded each to bytes, they come to a stop.
  @Test func aHundredFaintOnesAddUp() throws {
    let layers = (0..<100).map {
      layer(Double($0) * 0.01, 0, 60, 60, color: StraightColor(red: 1, green: 1, blue: 1, alpha: 0.01))
    }
    let tree = tree(layer(0, 0, 100, 100, color: StraightColor(red: 0, green: 0, blue: 0), sublayers: layers))
    let test = try TestRenderer()
    let (bytes, cost) = try test.draw(tree)
    // 255 · (1 − 0.99¹⁰⁰)
    #expect(abs(Int(bytes[(30 * 100 + 30) * 4]) - 162) <= 1)
    #expect(cost.hasDeepStacks && cost.tookShortCuts)
    test.renderer.isLive = true
    #expect(try !test.draw(tree).cost.hasDeepStacks)
    test.expectNoComplaints()
  }
}

import GL
import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// Masks that are clips: what they cost, and what is cut by them.
@Suite struct MaskClipTests {
  /// A red layer of 40 × 40 points at (20, 20).
  private func masked(
    by mask: RenderNode?, kind: LayerKind = .layer, identifier: UInt64 = 1, sublayers: [RenderNode?] = [],
    configure: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    values.geometry.position = CGPoint(x: 40, y: 40)
    values.backgroundColor = CGColor(.red)
    configure(&values)
    return RenderNode(
      identifier: LayerIdentifier(rawValue: identifier), name: nil, kind: kind, values: values,
      sublayers: sublayers.compactMap { $0 }, mask: .some(mask))
  }

  private func rounded(alpha: Double = 1) -> RenderNode? {
    layer(4, 4, 32, 32, color: StraightColor(red: 0, green: 0, blue: 0, alpha: alpha)) { $0.cornerRadius = 8 }
  }

  private func circle(_ rect: CGRect = CGRect(x: 5, y: 5, width: 30, height: 30)) -> RenderNode? {
    layer(0, 0, 40, 40, kind: .shape, identifier: 7) { $0.shape.path = CGPath(ellipseIn: rect) }
  }

  private static func filter(_ name: String) -> [FilterValue] {
    FilterDescription.named(name).map { [FilterValue($0)] } ?? []
  }

  @Test func aRoundedRectangleIsOneClip() {
    let stream = flatten(
      masked(by: rounded(), sublayers: [layer(0, 0, 20, 20, color: .blue)]) { $0.borderWidth = 2 })
    #expect(stream.programs == ["fill+clipped", "border+clipped"])
    #expect(stream.passCount == 1 && stream.clipCount == 1 && stream.coverages.isEmpty)
    // The mask is a layer too: with the root, the layer and its sublayer four.
    #expect(stream.layerCount == 4)
  }

  @Test func aRectangleOnPixelsCutsTheQuads() throws {
    let stream = flatten(masked(by: layer(4, 4, 10, 10, color: .blue)))
    #expect(stream.programs == ["fill"] && stream.clipCount == 0)
    #expect(try #require(stream.fills.first).points.map(\.x).max() == 34)
  }

  @Test func aShapeIsAClipByOnePicture() throws {
    let stream = flatten(masked(by: circle(), sublayers: [layer(0, 0, 20, 20, color: .blue)]))
    #expect(stream.programs == ["fill+clipped+pictured"])
    #expect(stream.passCount == 1 && stream.clipCount == 1 && stream.coverages.count == 1)
    #expect(stream.clips[0].texels.2.w == -1)
    #expect(stream.clips[0].texels.3 == SIMD4(25, 25, 55, 55))
    #expect(stream.passes[0].batches.map(\.key.clipPicture) == [.path(0)])
  }

  @Test func whatIsTranslucentIsDrawnOnASurface() {
    let stream = flatten(masked(by: rounded(alpha: 0.5)))
    #expect(stream.passes.map { $0.batches.map(\.key.program.shape) } == [[.fill], [.fill], [.masked]])
  }

  @Test func eachPictureBreaksABatch() {
    let stream = flatten(masked(by: circle()), masked(by: circle()), masked(by: rounded()), masked(by: rounded()))
    #expect(stream.passes.map { $0.batches.map(\.key.clipPicture) } == [[.path(0), .path(1), nil]])
  }

  @Test func nestedShapesAreMultipliedInAPassOfTheirOwn() throws {
    let inner = CGRect(x: 10, y: 0, width: 20, height: 20)
    let stream = flatten(
      masked(by: circle(), sublayers: [masked(by: circle(inner)) { $0.geometry.position = CGPoint(x: 20, y: 20) }]))
    try #require(stream.passCount == 2)
    // The inner circle, cut by the outer; and then both layers, each by its picture.
    #expect(stream.passes[0].isAlphaOnly && stream.passes[0].group?.rawValue == 7)
    #expect(stream.passes[0].area == DeviceBox(30, 25, 50, 40))
    #expect(stream.passes[0].batches.map(\.key.program.description) == ["shape+clipped+pictured"])
    #expect(stream.passes[0].batches.map(\.key.clipPicture) == [.path(0)])
    #expect(stream.passes[1].batches.map(\.key.clipPicture) == [.path(0), .surface(pass: 0)])
    #expect(stream.passes[1].shows == [0])
    // All that is around is in the product.
    #expect(stream.clips.map(\.texels.0.w) == [-1, -1])
  }

  @Test func aRoundedMaskInAShapeIsOneChain() {
    let stream = flatten(
      masked(by: circle(), sublayers: [masked(by: rounded()) { $0.geometry.position = CGPoint(x: 20, y: 20) }]))
    #expect(stream.passCount == 1)
    #expect(stream.clips.map(\.texels.0.w) == [-1, 0])
    #expect(stream.passes[0].batches.map(\.key.clipPicture) == [.path(0)])
  }

  /// What an effect of a layer under a rounded mask costs: as much as without the mask.
  @Test(
    arguments: [
      ("fading", [[.fill], [.surface]]), ("filter", [[.fill], [.colorMatrix]]), ("raster", [[.fill], [.image]]),
    ] as [(String, [[ProgramKind.Shape]])])
  func aGroupIsCutWhereItIsPlaced(effect: String, expected: [[ProgramKind.Shape]]) {
    let stream = flatten(
      masked(by: rounded(), sublayers: [layer(0, 0, 20, 20, color: .blue)]) {
        switch effect {
        case "fading": $0.opacity = 0.5
        case "filter": $0.compositing.filters = Self.filter("CIColorInvert")
        default: $0.compositing.shouldRasterize = true
        }
      })
    #expect(stream.passes.map { $0.batches.map(\.key.program.shape) } == expected)
    #expect(
      stream.passes.map { $0.batches.allSatisfy { $0.key.program.features.contains(.clipped) } } == [false, true])
  }

  @Test func theShadowIsCutWithTheLayerAndItsSourceByTheMask() {
    let stream = flatten(
      masked(by: rounded()) {
        $0.shadow.opacity = 1
        $0.shadow.radius = 0
      })
    // What casts, and the shadow with the layer over it, which is cut as it is placed.
    #expect(stream.programs == ["fill+clipped", "shadow", "fill", "surface+clipped"])
    // The source's mask is moved with it, and stands alone: the frame's first, then the source's.
    #expect(stream.clips.map(\.texels.0.w) == [-1, -1])
    #expect(stream.fills.map(\.clip) == [1, -1])
  }

  @Test func whatReadsItsBackdropInTheLayerSeesTheLayerOnly() {
    let blended = layer(0, 0, 20, 20, color: .blue, identifier: 2) { $0.compositing.blendMode = .multiply }
    let stream = flatten(masked(by: rounded(), sublayers: [blended]))
    // The blended layer, the group so far, a copy of it, the rest of the group, the frame.
    #expect(stream.passes.map { $0.group?.rawValue } == [2, 1, nil, 1, nil])
    #expect(stream.passes[4].batches.map(\.key.program.description) == ["surface+clipped"])
  }

  @Test func aBlendModeReachesAsFarAsTheMask() {
    let beneath = layer(0, 0, 100, 100, color: .blue)
    let clearing = masked(by: rounded()) { $0.compositing.blendMode = .clear }
    let stream = flatten(beneath, clearing)
    #expect(stream.passes.last?.batches.map(\.key.program.description) == ["blend+clipped"])
    #expect(stream.passes.last?.batches.map(\.area) == [32 * 32])
    // Of a translucent one the surface says how much.
    let partly = flatten(beneath, masked(by: rounded(alpha: 0.5)) { $0.compositing.blendMode = .clear })
    #expect(partly.passes.last?.batches.map(\.key.program.description) == ["blend+masked"])
    #expect(partly.passes.last?.batches.map(\.area) == [32 * 32])
  }

  @Test func aMaskThatIsNotSeenLeavesNothing() {
    let turned = layer(0, 0, 40, 40, color: .blue) {
      $0.isDoubleSided = false
      $0.geometry.transform = CATransform3DMakeScale(-1, 1, 1)
    }
    let edgeOn = layer(0, 0, 40, 40, color: .blue) { $0.geometry.transform = CATransform3DMakeScale(0, 1, 1) }
    let away = circle(CGRect(x: 500, y: 0, width: 10, height: 10))
    #expect(flatten(masked(by: turned), masked(by: edgeOn), masked(by: away)).quadCount == 0)
  }

  // MARK: Pixels

  /// Where a mask's edge runs through the middle of a pixel column, each of two layers on one another is cut by half by
  /// itself: half blue over half red over white.
  @Test(arguments: [false, true])
  func eachPrimitiveIsCut(byShape: Bool) throws {
    let edge = CGRect(x: 0, y: 0, width: 10.5, height: 40)
    let mask =
      byShape
      ? layer(0, 0, 40, 40, kind: .shape) { $0.shape.path = CGPath(rect: edge) }
      : layer(edge.minX, edge.minY, edge.width, edge.height, color: .black)
    let root = masked(by: mask, sublayers: [layer(0, 0, 40, 40, color: .blue)])
    let bytes = try pixels(root)
    // A quarter red, half blue, a quarter white.
    #expect(isClose(bytes, x: 30, [128, 64, 191]))
    #expect(isClose(bytes, x: 29, [0, 0, 255]) && isClose(bytes, x: 31, [255, 255, 255]))
  }

  /// Three shapes in one another, each of which leaves half of the same column.
  @Test func nestedShapesMultiply() throws {
    func half(_ sublayers: [RenderNode?]) -> RenderNode? {
      let shape = layer(0, 0, 40, 40, kind: .shape) {
        $0.shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10.5, height: 40))
      }
      return masked(by: shape, sublayers: sublayers) {
        $0.backgroundColor = nil
        if !sublayers.isEmpty, sublayers[0]?.mask == nil { $0.geometry.position = CGPoint(x: 20, y: 20) }
      }
    }
    let inner = half([layer(0, 0, 40, 40, color: .red)])
    let root = layer(20, 20, 40, 40, sublayers: [inner])
    let once = try pixels(root)
    #expect(isClose(once, x: 30, [255, 128, 128]))
    let twice = try pixels(half([inner]))
    #expect(isClose(twice, x: 30, [255, 191, 191]))
    #expect(isClose(twice, x: 29, [255, 0, 0]) && isClose(twice, x: 31, [255, 255, 255]))
  }

  /// The picture of a root on white.
  private func pixels(_ root: RenderNode?) throws -> [UInt8] {
    let renderer = try TestRenderer()
    let tree = tree(root, background: StraightColor(red: 1, green: 1, blue: 1))
    let bytes = try renderer.draw(tree).bytes
    renderer.expectNoComplaints()
    return bytes
  }

  /// Whether a pixel of row 40 has a colour, to one step.
  private func isClose(_ bytes: [UInt8], x: Int, _ color: [Int]) -> Bool {
    let place = (40 * 100 + x) * 4
    return zip(bytes[place..<place + 3], color).allSatisfy { abs(Int($0) - $1) <= 1 }
  }
}

extension StraightColor {
  fileprivate static let black = StraightColor(red: 0, green: 0, blue: 0)
}

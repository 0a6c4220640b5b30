import GL
import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// Groups share a surface and a pass, and parts of a canvas draw what they show.
@Suite struct SharedSurfaceTests {
  /// A group that needs a surface: its border lies on its background.
  private func group(_ x: Double, _ y: Double) -> RenderNode? {
    layer(x, y, 20, 10, color: .red) {
      $0.opacity = 0.75
      $0.borderWidth = 1
    }
  }

  @Test func groupsThatShowNothingOfOthersAreOnePass() throws {
    let stream = flatten(group(10, 10), group(40, 10), group(10, 60))
    #expect(stream.passCount == 2)
    let shared = try #require(stream.passes.first { !$0.isFrame && !$0.isLeftOut })
    #expect(shared.batches.reduce(0) { $0 + $1.count } == 6)
    #expect(stream.passes.last?.batches.map(\.count) == [3])
    #expect(stream.passes.last?.shows == [0])
  }

  @Test func aGroupIsShownFromWhereItWasDrawn() throws {
    let stream = flatten(group(10, 10), group(40, 10), group(10, 60))
    for (shown, place) in zip(stream.images, [(10.0, 10.0), (40, 10), (10, 60)]) {
      // Of the record of its background: what lies where in the surface.
      let origin = SIMD2(shown.mapping.z, shown.mapping.w)
      let inSurface = SIMD2(Float(place.0), Float(place.1)) - origin
      #expect(
        stream.fills.contains { record in
          let low = pointwiseMin(record.corners.0.lowHalf, record.corners.1.highHalf)
          return abs(low.x - inSurface.x) < 1 && abs(low.y - inSurface.y) < 1
        })
    }
  }

  /// A group that needs a surface, and a clip that shaders evaluate on it.
  private func clipped(_ x: Double, width: Double = 20) -> RenderNode? {
    let inside = [layer(0, 0, width - 5, 10, color: .red), layer(5, 0, width - 5, 10, color: .green)]
    return layer(x, 10, width, 10, sublayers: inside) {
      $0.opacity = 0.75
      $0.masksToBounds = true
      $0.cornerRadius = 4
    }
  }

  @Test func clippedGroupsDrawInPartsOfOneSurface() throws {
    let stream = flatten(clipped(10), clipped(40))
    #expect(stream.passCount == 2)
    let shared = try #require(stream.passes.first { !$0.isFrame && !$0.isLeftOut })
    #expect(Set(shared.batches.map(\.key.part)) == [0, 1])
    #expect(shared.parts.map(\.area.minX) == [10, 40])
    #expect(shared.parts.map(\.x) == [0, 20])
    #expect(shared.area == DeviceBox(0, 0, 40, 10))
  }

  @Test func largeGroupsAndSingleOnesHaveTheirOwn() {
    let size = CGSize(width: 1200, height: 100)
    #expect(flatten(clipped(0, width: 550), clipped(600, width: 550), size: size).passCount == 3)
    #expect(flatten(clipped(0, width: 550), clipped(600, width: 50), size: size).passCount == 3)
    #expect(flatten(clipped(0, width: 50), clipped(600, width: 50), size: size).passCount == 2)
  }

  private func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int, of layers: RenderNode?...) -> CommandStream {
    let tree = tree(layer(0, 0, 100, 100, sublayers: layers))
    return Flattener.flatten(
      tree, width: 100, height: 100, reusing: CommandStream(), rasters: nil,
      part: CanvasPart(area: PixelRect(x: x, y: y, width: width, height: height)))
  }

  @Test func aPartDrawsWhatTouchesIt() {
    let stream = part(
      0, 0, 50, 50, of: layer(10, 10, 10, 10, color: .red), layer(60, 10, 10, 10, color: .green),
      layer(45, 45, 20, 20, color: .blue))
    #expect(stream.passes.last?.area == DeviceBox(0, 0, 50, 50))
    #expect(stream.passes.last?.batches.reduce(0) { $0 + $1.count } == 2)
  }

  @Test func groupsThatAPartDoesNotShowAreLeftOut() {
    #expect(part(0, 0, 50, 50, of: group(60, 60)).passCount == 1)
    #expect(part(50, 50, 50, 50, of: group(60, 60)).passCount == 2)
  }

  @Test func farFromTheOriginPartsHaveTheirOwn() {
    let tree = tree(
      layer(0, 0, 40000, 100, sublayers: [layer(39000, 10, 10, 10, color: .red)]),
      size: CGSize(width: 40000, height: 100))
    let stream = Flattener.flatten(
      tree, width: 40000, height: 100, reusing: CommandStream(), rasters: nil,
      part: CanvasPart(area: PixelRect(x: 36864, y: 0, width: 3136, height: 100)))
    let low = stream.fills.first.map { min($0.corners.0.x, $0.corners.1.z) } ?? 0
    #expect(abs(low - (39000 - 36864)) < 1)
  }

  @Test func whatBackdropsReadAddsUpWhereTheyLieOnEachOther() {
    func reach(_ boxes: [(DeviceBox, Double)]) -> Double {
      var stream = CommandStream()
      stream.backdrops = boxes.map { CommandStream.BackdropRead(shown: $0.0, read: $0.0.inset(by: -$0.1)) }
      return stream.backdropReach
    }
    let (a, b) = (DeviceBox(0, 0, 20, 20), DeviceBox(60, 0, 80, 20))
    #expect(reach([]) == 0)
    #expect(reach([(a, 5)]) == 5)
    #expect(reach([(a, 5), (b, 7)]) == 7)
    #expect(reach([(a, 5), (a, 7)]) == 12)
  }
}

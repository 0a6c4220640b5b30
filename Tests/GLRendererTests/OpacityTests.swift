import Graphics
import RenderTree
import Testing

@testable import GLRenderer

@Suite struct OpacityTests {
  /// A group of half opacity that shows nothing itself.
  private func group(
    _ sublayers: RenderNode?..., identifier: UInt64 = 0, configure: (inout LayerValues) -> Void = { _ in }
  ) -> RenderNode? {
    layer(0, 0, 100, 100, identifier: identifier, sublayers: sublayers) {
      $0.opacity = 0.5
      configure(&$0)
    }
  }

  @Test func onePrimitiveNeedsNoSurface() {
    let stream = flatten(layer(0, 0, 9, 9, color: .red) { $0.opacity = 0.25 })
    #expect(stream.passCount == 1)
    #expect(stream.fills.map(\.color) == [[0.25, 0, 0, 0.25]])
  }

  @Test func oneClippedImageUnderAClipNeedsNoSurface() throws {
    let picture = try image(8, 8)
    let faded = layer(5, 5, 30, 30) {
      $0.contents = picture
      $0.masksToBounds = true
      $0.cornerRadius = 5
      $0.opacity = 0.5
    }
    let around = layer(0, 0, 60, 60, sublayers: [faded]) {
      $0.masksToBounds = true
      $0.cornerRadius = 5
    }
    let stream = flatten(around)
    #expect(stream.passCount == 1)
    #expect(stream.images.map(\.opacity) == [0.5])
    #expect(stream.images.map(\.clip) == [1])
  }

  @Test func primitivesSideBySideNeedNoSurface() {
    // They share an edge along pixels.
    let stream = flatten(group(layer(0, 0, 20, 20, color: .red), layer(20, 0, 20, 20, color: .blue)))
    #expect(stream.passCount == 1)
    #expect(stream.programs == ["fill"])
    #expect(stream.fills.map(\.color) == [[0.5, 0, 0, 0.5], [0, 0, 0.5, 0.5]])
  }

  @Test func primitivesThatShareAPixelNeedASurface() {
    let stream = flatten(group(layer(0, 0, 20.5, 20, color: .red), layer(20.5, 0, 20, 20, color: .blue)))
    #expect(stream.passCount == 2)
  }

  @Test func backgroundUnderBorderNeedsASurface() {
    let stream = flatten(
      layer(10, 10, 20, 20, color: .red, identifier: 7) {
        $0.opacity = 0.5
        $0.borderWidth = 1
      })
    #expect(stream.programs == ["fill", "border", "surface"])
    #expect(stream.passes.map(\.group) == [LayerIdentifier(rawValue: 7), nil])
    #expect(stream.passes.map(\.shows) == [[], [0]])
    #expect(stream.fills.map(\.color.w) == [1, 1])
    #expect(stream.images.map(\.opacity) == [0.5])
  }

  @Test(
    "The surface is the pixels that can be covered and no more",
    arguments: [
      (CGRect(x: 10, y: 10, width: 20, height: 20), DeviceBox(10, 10, 30, 30)),
      (CGRect(x: 10.25, y: 10.6, width: 20, height: 20), DeviceBox(10, 10, 31, 31)),
      (CGRect(x: 10, y: 10, width: 0.5, height: 0.25), DeviceBox(10, 10, 11, 11)),
      (CGRect(x: -10, y: 90, width: 20, height: 20), DeviceBox(0, 90, 10, 100)),
    ])
  func tightArea(frame: CGRect, area: DeviceBox) {
    let stream = flatten(
      layer(frame.minX, frame.minY, frame.width, frame.height, color: .red) {
        $0.opacity = 0.5
        $0.borderWidth = 1
      })
    #expect(stream.passes.first?.area == area)
    #expect(stream.images.first?.mapping == [1, 1, Float(area.minX), Float(area.minY)])
  }

  @Test func theAreaIsAroundAllPrimitives() {
    let stream = flatten(group(layer(10, 20, 30, 30, color: .red), layer(30, 30, 25, 10, color: .blue)))
    #expect(stream.passes.first?.area == DeviceBox(10, 20, 55, 50))
  }

  @Test func aGroupOutsideTheCanvasHasNoPass() {
    let stream = flatten(group(layer(200, 0, 30, 30, color: .red), layer(210, 0, 25, 10, color: .blue)))
    #expect(stream.passCount == 1 && stream.quadCount == 0)
  }

  @Test func nestedGroupsAreDrawnFromTheInside() {
    func overlapping() -> [RenderNode?] { [layer(0, 0, 20, 20, color: .red), layer(10, 10, 20, 20, color: .blue)] }
    let inner = layer(0, 0, 50, 50, identifier: 1, sublayers: overlapping()) { $0.opacity = 0.5 }
    let outer = layer(0, 0, 50, 50, color: .green, identifier: 2, sublayers: [inner]) { $0.opacity = 0.25 }
    let stream = flatten(outer)
    #expect(stream.passes.map { $0.group?.rawValue } == [1, 2, nil])
    #expect(stream.passes.map(\.shows) == [[], [0], [1]])
    #expect(stream.images.map(\.opacity) == [0.5, 0.25])
  }

  @Test func aGroupOfOneGroupIsFolded() {
    let inner = group(layer(0, 0, 20, 20, color: .red), layer(10, 10, 20, 20, color: .blue), identifier: 1)
    let stream = flatten(group(inner, identifier: 2))
    #expect(stream.passes.map { $0.group?.rawValue } == [1, nil])
    #expect(stream.passes.map(\.shows) == [[], [0]])
    #expect(stream.images.map(\.opacity) == [0.25])
  }

  @Test func aFoldedGroupIsUnderTheClipAroundIt() {
    let parts = group(layer(0, 0, 20, 20, color: .red), layer(20, 0, 20, 20, color: .blue))
    let stream = flatten(
      layer(0, 0, 100, 100, sublayers: [parts]) {
        $0.masksToBounds = true
        $0.cornerRadius = 20
      })
    #expect(stream.programs == ["fill+clipped"])
    #expect(stream.fills.map(\.clip) == [0, 0])
    #expect(stream.fills.map(\.color.w) == [0.5, 0.5])
  }

  @Test func aGroupWithClipsInsideKeepsItsSurfaceUnderAClip() {
    func rounded(_ values: inout LayerValues) {
      values.masksToBounds = true
      values.cornerRadius = 20
    }
    let inside = layer(0, 0, 60, 60, sublayers: [layer(0, 0, 60, 60, color: .red)], configure: rounded)
    #expect(flatten(group(inside)).passCount == 1)
    let stream = flatten(layer(0, 0, 90, 90, sublayers: [group(inside)], configure: rounded))
    #expect(stream.programs == ["fill+clipped", "surface+clipped"])
    // The clip from outside applies to the surface only.
    #expect(stream.clips.map(\.texels.0.w) == [-1, -1])
    #expect(stream.fills.map(\.clip) == [1] && stream.images.map(\.clip) == [0])
  }

  @Test func foldedGroupsJoinTheBatchAround() {
    let groups = (0..<10).map { place in
      group(
        layer(Double(place) * 10, 0, 5, 5, color: .red), layer(Double(place) * 10, 10, 5, 5, color: .blue))
    }
    let stream = flatten(layer(0, 0, 100, 100, color: .green, sublayers: groups))
    #expect(stream.passes.map { $0.batches.map(\.count) } == [[21]])
    #expect(stream.passes[0].batches[0].area > 100 * 100)
  }

  @Test("More primitives than are compared get a surface", arguments: [(16, 1), (17, 2)])
  func manyPrimitives(count: Int, passes: Int) {
    let parts = (0..<count).map { layer(Double($0) * 5, 0, 5, 5, color: .red) }
    #expect(flatten(layer(0, 0, 100, 100, sublayers: parts) { $0.opacity = 0.5 }).passCount == passes)
  }
}

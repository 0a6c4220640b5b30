import GL
import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// Where many blurs and shadows lie on one another, and how a frame is drawn there.
@Suite struct SoftStacksTests {
  private static let canvas = CGSize(width: 200, height: 200)

  /// A layer of 20 × 20 points whose shadow reaches 6 points beyond it.
  private func cast(_ x: Double, _ y: Double, id: UInt64 = 0) -> RenderNode? {
    layer(x, y, 20, 20, color: .red, identifier: id) {
      $0.shadow.opacity = 0.3
      $0.shadow.radius = 2
      $0.shadow.offset = .zero
    }
  }

  private func blurred(_ x: Double, _ y: Double, opacity: Float = 0.5) -> RenderNode? {
    layer(x, y, 20, 20, color: .blue) {
      $0.opacity = opacity
      $0.compositing.filters = [FilterDescription.named("CIGaussianBlur").map { FilterValue($0) }].compactMap(\.self)
    }
  }

  private func scene(_ layers: [RenderNode?], configure: (inout LayerValues) -> Void = { _ in }) -> RenderTree {
    tree(layer(0, 0, 200, 200, identifier: 99, sublayers: layers, configure: configure), size: Self.canvas)
  }

  private func boxes(_ layers: RenderNode?..., configure: (inout LayerValues) -> Void = { _ in }) -> [DeviceBox] {
    SoftStacks.boxes(of: scene(layers, configure: configure))
  }

  /// Tiles are 32 pixels wide and high; what lies at 44…79 does so in the second and the third.
  @Test func fourOnOneAnotherAreAStack() {
    let stack = [0.0, 1, 2, 3].map { cast(50 + $0, 50) }
    #expect(SoftStacks.boxes(of: scene(stack)) == [DeviceBox(32, 32, 96, 96)])
    #expect(SoftStacks.boxes(of: scene(Array(stack.dropLast()))) == [])
    #expect(boxes(cast(0, 0), cast(160, 0), cast(0, 160), cast(160, 160)) == [])
  }

  @Test func allThatIsSoftCounts() throws {
    #expect(boxes(blurred(40, 40), blurred(40, 40), cast(50, 50), cast(50, 50)) != [])
    let blur = try #require(FilterDescription.named("CIGaussianBlur").map { FilterValue($0) })
    let both = layer(40, 40, 20, 20, color: .red) {
      $0.shadow.opacity = 1
      $0.compositing.filters = [blur]
    }
    #expect(boxes(both, both) != [])
    #expect(boxes(layer(0, 0, 200, 200, sublayers: [both]), both) != [])
    let sharp = layer(40, 40, 20, 20, color: .red) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 0
    }
    #expect(boxes(both, sharp, sharp, sharp) == [])
  }

  @Test func clipsCut() {
    let stack = (0..<4).map { _ in cast(50, 50) }
    let clipped = layer(0, 0, 30, 200, sublayers: stack) { $0.masksToBounds = true }
    #expect(boxes(clipped) == [])
    #expect(boxes(layer(0, 0, 50, 200, sublayers: stack) { $0.masksToBounds = true }) == [DeviceBox(32, 32, 64, 96)])
  }

  @Test func ofVeryManyNothingIsDoneAndNeitherIsWhereColoursMayLeaveTheRange() {
    let many = SoftStacks.most
    #expect(SoftStacks.boxes(of: scene((0..<many).map { _ in cast(50, 50) })) != [])
    #expect(SoftStacks.boxes(of: scene((0...many).map { _ in cast(50, 50) })) == [])
    let stack = (0..<4).map { _ in cast(50, 50) }
    let added = layer(100, 100, 10, 10, color: .red) { $0.compositing.blendMode = .plusL }
    #expect(SoftStacks.boxes(of: scene(stack + [added]), keepsRange: false) == [])
    // What is drawn in words is cut to 0…1 each time, as it is in the frame.
    #expect(SoftStacks.boxes(of: scene(stack + [added])) == [DeviceBox(0, 0, 200, 200)])
  }

  /// What is read of a backdrop shall not be rounded either.
  @Test func withABackdropAllOfTheCanvasIsFine() {
    let stack = (0..<4).map { _ in cast(50, 50) }
    let multiplied = layer(100, 100, 10, 10, color: .red) { $0.compositing.blendMode = .multiply }
    #expect(SoftStacks.boxes(of: scene(stack + [multiplied])) == [DeviceBox(0, 0, 200, 200)])
    #expect(SoftStacks.boxes(of: scene(stack), asWhole: true) == [DeviceBox(0, 0, 200, 200)])
    #expect(SoftStacks.boxes(of: scene([multiplied]), asWhole: true) == [])
  }

  // MARK: Passes

  private func passes(_ tree: RenderTree) -> [CommandStream.Pass] {
    Flattener.flatten(
      tree, width: 200, height: 200, reusing: CommandStream(), rasters: nil, fineBoxes: SoftStacks.boxes(of: tree)
    ).passes
  }

  /// What lies in the box is drawn there only, what touches it in both places, and the rest in the frame only.
  @Test func aPartOfTheFrameIsDrawnByItself() throws {
    let stack = (0..<4).map { _ in cast(45, 45) }
    let passes = passes(
      scene([layer(0, 0, 200, 50, color: .green)] + stack + [layer(150, 150, 20, 20, color: .green)]))
    #expect(passes.count == 2)
    let (part, frame) = (passes[0], try #require(passes.last))
    #expect(part.area == DeviceBox(32, 32, 96, 96) && !part.isFrame && part.isOfFrame && part.isSum)
    // The bar, and of each of the stack the shadow and the layer.
    #expect(part.batches.reduce(0) { $0 + $1.count } == 9)
    // The bar, the other layer, and the part.
    #expect(frame.isFrame && frame.batches.reduce(0) { $0 + $1.count } == 3)
    #expect(frame.batches.last?.key.source == .surface(pass: 0))
    #expect(frame.batches.last?.key.program.blendsItself == true)
    #expect(frame.shows == [0])
  }

  @Test func allOfTheFrameIsDrawnOnOneSurface() throws {
    let multiplied = layer(100, 100, 10, 10, color: .red) { $0.compositing.blendMode = .multiply }
    let passes = passes(scene((0..<4).map { _ in cast(50, 50) } + [multiplied]))
    let frame = try #require(passes.last)
    #expect(passes.filter { $0.isFrame }.count == 1 && frame.isFrame)
    #expect(frame.batches.count == 1 && frame.batches[0].key.source == .surface(pass: passes.count - 2))
    // Filters may read all of it.
    #expect(!passes.contains { $0.isOfFrame })
    #expect(!passes.contains { $0.isCoarse || $0.isAlphaOnly })
  }

  @Test func scenesThatAreNotDeepStayAsTheyAre() {
    #expect(passes(scene((0..<3).map { _ in cast(50, 50) })).count == 1)
  }

  // MARK: Damage

  /// Where the last stack goes, or the first one comes, all is drawn anew; what was rounded once is when it is no more.
  @Test func aStackThatGoesIsDamaged() throws {
    let stack = (0..<4).map { cast(50, 50, id: UInt64($0) + 1) }
    let (deep, flat) = (scene(stack), scene(Array(stack.dropFirst())))
    #expect(Damage(from: deep, to: flat).region.isWhole)
    #expect(Damage(from: flat, to: deep).region.isWhole)
    let others = (0..<4).map { cast(120, 120, id: UInt64($0) + 11) }
    let both = scene(stack + others)
    #expect(Damage(from: both, to: scene(Array(stack.dropFirst()) + others)).region.contains(DeviceBox(32, 32, 96, 96)))
    // Of one that stays, only what changed.
    let moved = scene(stack.dropLast() + [cast(51, 50, id: 4)])
    #expect(!Damage(from: deep, to: moved).region.contains(DeviceBox(32, 32, 96, 96)))
  }
}

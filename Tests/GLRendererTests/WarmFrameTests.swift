import GL
import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// What a frame needs again it does not make again.
@Suite(.serialized) struct WarmFrameTests {
  /// Surfaces come from the pool and images, paths and rasters from their caches: the third frame of any scene makes no
  /// texture, and the second uploads no image or path.
  @Test func noSceneMakesTexturesFrameAfterFrame() throws {
    let test = try TestRenderer()
    try test.device.context.makeCurrent()
    for scene in SceneLibrary.all {
      let tree = try scene.committed().evaluate(at: 0)
      let surface = try test.device.makeSurface(width: tree.pixelWidth, height: tree.pixelHeight, label: "test")
      for _ in 1...2 { _ = try test.renderer.render(tree, into: surface.frame()) }
      let before = test.device.statistics.texturesMade
      _ = try test.renderer.render(tree, into: surface.frame())
      #expect(test.device.statistics.texturesMade == before, "\(scene.path)")
    }
    test.expectNoComplaints()
  }

  private func card(x: Double, color: StraightColor = .red) -> RenderNode? {
    layer(x, 20, 40, 30, sublayers: [Self.still]) {
      $0.backgroundColor = CGColor(color)
      $0.cornerRadius = 6
      $0.compositing.shouldRasterize = true
    }
  }

  /// Shared between frames, as subtrees that do not change are.
  private static let still = layer(5, 5, 10, 10, color: .green)

  /// A raster is drawn once, wherever the layer goes, and again when the layer looks otherwise.
  @Test func aRasterOutlastsItsFrame() throws {
    let test = try TestRenderer()
    #expect(try test.draw(tree(card(x: 10))).cost.passes == 2)
    #expect(try test.draw(tree(card(x: 10))).cost.passes == 1)
    let moved = try test.draw(tree(card(x: 27.25)))
    #expect(moved.cost.passes == 1)
    #expect(try moved.bytes == TestRenderer().draw(tree(card(x: 27.25))).bytes)
    let recolored = try test.draw(tree(card(x: 27.25, color: .blue)))
    #expect(recolored.cost.passes == 2)
    #expect(try recolored.bytes == TestRenderer().draw(tree(card(x: 27.25, color: .blue))).bytes)
    test.expectNoComplaints()
  }

  private func blurred(x: Double, color: StraightColor = .red) -> RenderNode? {
    layer(x, 20, 40, 30, sublayers: [Self.still]) {
      $0.backgroundColor = CGColor(color)
      $0.compositing.filters = [FilterDescription.named("CIGaussianBlur").map { FilterValue($0) }].compactMap(\.self)
    }
  }

  /// A wide blur is kept from the second frame on in which the layer looks the same, wherever it goes. (What it then looks
  /// like, `KeptPictureParityTests` compare.)
  @Test func aBlurOutlastsItsFrame() throws {
    let test = try TestRenderer()
    guard test.device.capabilities.traits.keepsBlurs else { return }
    let first = try test.draw(tree(blurred(x: 10)))
    #expect(first.cost.passes > 1)
    #expect(try test.draw(tree(blurred(x: 12.4))).cost.passes == first.cost.passes)
    let moved = try test.draw(tree(blurred(x: 10)))
    #expect(moved.cost.passes == 1)
    // Each may be 2/255 from what is right.
    let far = zip(moved.bytes, first.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(far) <= 4)
    #expect(try test.draw(tree(blurred(x: 10, color: .blue))).cost.passes == first.cost.passes)
    test.expectNoComplaints()
  }
}

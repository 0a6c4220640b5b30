import Compositor
import Graphics
import RenderTree
import TestSupport
import Testing

/// Canvases that are drawn in tiles look as if they were drawn at once.
@Suite struct TiledParityTests {
  /// Tiles so small that every scene has several.
  private func tiling(surfaceLimit: Int? = nil) -> CanvasTiling {
    var tiling = CanvasTiling()
    tiling.side = 64
    tiling.isForced = true
    tiling.surfaceLimit = surfaceLimit
    return tiling
  }

  @Test(arguments: SceneLibrary.all)
  func tilesShowTheSame(scene: SceneName) async throws {
    let tree = try scene.committed().evaluate(at: 0.37)
    let whole = try await RenderThread.shared.picture(of: tree)
    let tiled = try await RenderThread.shared.picture(of: tree, tiling: tiling())
    #expect(tiled.complaints.isEmpty)
    var counts: [Int: Int] = [:]
    for (a, b) in zip(whole.bytes, tiled.bytes) where a != b { counts[abs(Int(a) - Int(b)), default: 0] += 1 }
    // What lies between an image's pixels, and a gradient's colours, are mixed with numbers that are counted from the tile's
    // first pixel, and llvmpipe rounds a quad that it draws as a rectangle otherwise than triangle by triangle.
    #expect(
      (counts.keys.max() ?? 0) <= 2, "\(counts.sorted { $0.key < $1.key }) of \(whole.bytes.count) bytes")
  }

  /// Surfaces that the device could not hold are cut at the tiles.
  @Test(arguments: SceneLibrary.all)
  func cutSurfacesShowTheSame(scene: SceneName) async throws {
    let tree = try scene.committed().evaluate(at: 0.37)
    try await expectParity(tree, name: "\(scene.path) cut", tiling: tiling(surfaceLimit: 32))
  }
}

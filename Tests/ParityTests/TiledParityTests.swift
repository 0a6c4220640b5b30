import MultiplaneCompositor
import MultiplaneRenderTree
import TestSupport
import Testing

/// Canvases that are drawn in tiles look as if they were drawn at once.
@Suite struct TiledParityTests {
  @Test(arguments: SceneLibrary.all)
  func tilesShowTheSame(scene: SceneName) async throws {
    // So small that every scene has several.
    var tiling = CanvasTiling()
    tiling.side = 64
    tiling.isForced = true
    let tree = try scene.committed().evaluate(at: 0.37)
    let whole = try await RenderThread.shared.picture(of: tree)
    let tiled = try await RenderThread.shared.picture(of: tree, tiling: tiling)
    #expect(tiled.complaints.isEmpty)
    var counts: [Int: Int] = [:]
    for (a, b) in zip(whole.bytes, tiled.bytes) where a != b { counts[abs(Int(a) - Int(b)), default: 0] += 1 }
    // Positions count from the part of a record that is drawn, in single precision.
    #expect((counts.keys.max() ?? 0) <= 1, "\(counts.sorted { $0.key < $1.key }) of \(whole.bytes.count) bytes")
  }
}

import GL
import Testing

@testable import GLRenderer

@Suite(.serialized) struct ShadowCacheTests {
  private func find(_ cache: ShadowCache, _ width: Float, phase: Int = 0) -> ShadowCache.Answer {
    cache.find(
      ShadowShape(width: width, height: 10, radius: 2, deviation: 5, color: .one), phase: ShadowPhase(x: phase, y: 1))
  }

  @Test func aShapeIsWorthATextureWhenItIsAskedForAgain() {
    let cache = ShadowCache(budget: TextureBudget(limit: 1000))
    cache.beginFrame()
    #expect(find(cache, 10) == .new)
    #expect(find(cache, 20) == .new)
    #expect(find(cache, 10) == .wanted(0))
    // Elsewhere between the pixels it has to be drawn too, into the same surface.
    #expect(find(cache, 10, phase: 1) == .wanted(0))
    #expect(find(cache, 10, phase: 1) == .kept(0))
    #expect(find(cache, 10) == .kept(0))
    cache.endFrame()
    cache.beginFrame()
    #expect(find(cache, 20, phase: 2) == .wanted(1))
  }

  @Test func aShapeThatIsNotAskedForIsForgotten() {
    let cache = ShadowCache(budget: TextureBudget(limit: 1000))
    cache.beginFrame()
    #expect(find(cache, 10) == .new)
    cache.endFrame()
    cache.beginFrame()
    cache.endFrame()
    cache.beginFrame()
    #expect(find(cache, 10) == .new)
  }

  @Test func whatNoPassHasDrawnIsForgotten() {
    let cache = ShadowCache(budget: TextureBudget(limit: 1000))
    cache.beginFrame()
    _ = find(cache, 10)
    #expect(find(cache, 10) == .wanted(0))
    cache.endFrame()
    cache.beginFrame()
    #expect(find(cache, 10) == .wanted(1))
  }

  @Test func theLeastRecentlyUsedIsGivenUpFirst() throws {
    let device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
    let budget = TextureBudget(limit: 9000)
    let cache = ShadowCache(budget: budget)
    func frame(_ widths: [Float]) throws {
      cache.beginFrame()
      for width in widths {
        guard case .wanted(let number) = find(cache, width) else { continue }
        cache.store(try device.makeSurface(width: 8, height: 8, label: "shadow"), number: number)
      }
      cache.endFrame()
    }
    try frame([1, 1, 2, 2])
    #expect(budget.bytes == 2 * 4096)
    try frame([1, 3, 3])
    #expect(budget.bytes == 2 * 4096)
    cache.beginFrame()
    #expect(find(cache, 1) == .kept(0))
    #expect(find(cache, 2) != .kept(1))
  }
}

import GL
import Testing

@testable import GLRenderer

@Suite(.serialized) struct SurfacePoolTests {
  private func make(budget: TextureBudget = TextureBudget(limit: 1 << 30)) throws -> SurfacePool {
    SurfacePool(
      device: try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true)), budget: budget)
  }

  @Test func surfacesAreUsedAgain() throws {
    let pool = try make()
    let first = try pool.take(width: 10, height: 70, isBytes: false)
    #expect(first.width == 64 && first.height == 128)
    pool.give(first)
    #expect(try pool.take(width: 64, height: 65, isBytes: false) === first)
    // It is taken: the next is another.
    #expect(try pool.take(width: 64, height: 65, isBytes: false) !== first)
  }

  @Test func surfacesOfOtherSizesAreNot() throws {
    let pool = try make()
    let first = try pool.take(width: 10, height: 10, isBytes: false)
    pool.give(first)
    #expect(try pool.take(width: 65, height: 10, isBytes: false) !== first)
  }

  @Test func idleSurfacesAreGivenUp() throws {
    let pool = try make()
    weak var first: Surface?
    do {
      let surface = try pool.take(width: 10, height: 10, isBytes: false)
      first = surface
      pool.give(surface)
    }
    for _ in 0..<60 { pool.endFrame() }
    #expect(first != nil)
    pool.endFrame()
    #expect(first == nil)
  }

  @Test func sizesNearTheLimitAreNotRoundedBeyondIt() throws {
    let device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
    let limit = device.capabilities.maxSurfaceSize
    let pool = SurfacePool(device: device, budget: TextureBudget(limit: 1 << 30))
    let surface = try pool.take(width: limit - 1, height: 1, isBytes: false)
    #expect(surface.width == limit && surface.height == 64)
  }

  @Test func freeSurfacesMakeRoom() throws {
    let budget = TextureBudget(limit: 100_000)
    let pool = try make(budget: budget)
    // 64 x 64 pixels in half floats are 32,768 bytes, in bytes half of that.
    let size = try pool.take(width: 64, height: 64, isBytes: false).texture.byteCount
    #expect(budget.bytes == size)
    let taken = try (0..<2).map { _ in try pool.take(width: 64, height: 64, isBytes: false) }
    taken.forEach(pool.give)
    _ = try pool.take(width: 128, height: 64, isBytes: false)
    // What is drawn on stays, and the free ones go, the first one first.
    #expect(budget.bytes <= max(100_000, 3 * size))
    pool.giveAway(try pool.take(width: 64, height: 128, isBytes: false))
    #expect(budget.bytes == 3 * size)
  }
}

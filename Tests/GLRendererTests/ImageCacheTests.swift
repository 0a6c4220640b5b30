import GL
import Graphics
import Testing

@testable import GLRenderer

@Suite(.serialized) struct ImageCacheTests {
  /// Images of 256 bytes each, in a cache that keeps `budget` bytes.
  private func make(_ count: Int, budget: Int) throws -> (Device, ImageCache, [CGImage]) {
    let device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
    return (device, ImageCache(device: device, budget: budget), try (0..<count).map { _ in try image(8, 8) })
  }

  private func frame(_ cache: ImageCache, _ images: [CGImage], mipmapped: Bool = false) throws {
    cache.beginFrame()
    for image in images { _ = try cache.textures(of: image, mipmapped: mipmapped) }
    cache.endFrame()
  }

  @Test func anImageIsUploadedOnce() throws {
    let (device, cache, images) = try make(1, budget: 1000)
    try frame(cache, [images[0], images[0]])
    try frame(cache, images)
    #expect(device.statistics.uploads == 1)
    #expect(cache.bytes == 256)
  }

  @Test func theLeastRecentlyUsedIsGivenUpFirst() throws {
    let (_, cache, images) = try make(5, budget: 1100)
    try frame(cache, [images[1], images[0], images[2], images[3]])
    // 1280 bytes are one image too many, and 1 was used before 0.
    try frame(cache, [images[4]])
    #expect(images.map(cache.holds) == [true, false, true, true, true])
    #expect(cache.bytes == 1024)
  }

  @Test func whatTheFrameNeededIsNeverGivenUp() throws {
    let (_, cache, images) = try make(5, budget: 100)
    try frame(cache, images)
    #expect(cache.bytes == 1280)
    // Nor is an old one that this frame used again.
    try frame(cache, [images[2]])
    #expect(images.map(cache.holds) == [false, false, true, false, false])
  }

  @Test func anEmptyFrameKeepsWhatIsWithinTheBudget() throws {
    let (_, cache, images) = try make(3, budget: 600)
    try frame(cache, images)
    try frame(cache, [])
    #expect(images.map(cache.holds) == [false, true, true])
  }

  @Test func mipsAreAddedWhenTheyAreNeeded() throws {
    let (device, cache, images) = try make(1, budget: 10_000)
    try frame(cache, images)
    let before = try cache.textures(of: images[0], mipmapped: false)
    #expect(before.mips == nil)
    try frame(cache, images, mipmapped: true)
    let after = try cache.textures(of: images[0], mipmapped: false)
    #expect(after.image === before.image)
    // Levels of 4, 2 and 1 side by side.
    #expect(after.mips?.width == 7 && after.mips?.height == 4)
    #expect(cache.bytes == 256 + 7 * 4 * 4)
    #expect(device.statistics.uploads == 2)
  }

  @Test func onePixelIsItsOwnMips() throws {
    let (_, cache, _) = try make(0, budget: 10_000)
    let textures = try cache.textures(of: image(1, 1), mipmapped: true)
    #expect(textures.mips === textures.image)
    #expect(cache.bytes == 4)
  }
}

@Suite(.serialized) struct SurfacePoolTests {
  private func make() throws -> SurfacePool {
    SurfacePool(device: try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true)))
  }

  @Test func surfacesAreUsedAgain() throws {
    let pool = try make()
    let first = try pool.take(width: 10, height: 70, isAlphaOnly: false)
    #expect(first.width == 64 && first.height == 128)
    pool.give(first)
    #expect(try pool.take(width: 64, height: 65, isAlphaOnly: false) === first)
    // It is taken: the next is another.
    #expect(try pool.take(width: 64, height: 65, isAlphaOnly: false) !== first)
  }

  @Test func surfacesOfOtherSizesAreNot() throws {
    let pool = try make()
    let first = try pool.take(width: 10, height: 10, isAlphaOnly: false)
    pool.give(first)
    #expect(try pool.take(width: 65, height: 10, isAlphaOnly: false) !== first)
  }

  @Test func idleSurfacesAreGivenUp() throws {
    let pool = try make()
    weak var first: Surface?
    do {
      let surface = try pool.take(width: 10, height: 10, isAlphaOnly: false)
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
    let surface = try SurfacePool(device: device).take(width: limit - 1, height: 1, isAlphaOnly: false)
    #expect(surface.width == limit && surface.height == 64)
  }
}

import GL
import Graphics
import Testing

@testable import GLRenderer

@Suite(.serialized) struct ImageCacheTests {
  private struct Parts {
    let device: Device
    let budget: TextureBudget
    let cache: ImageCache
    /// Of 4096 bytes each, a page.
    let images: [CGImage]

    init(_ count: Int, budget limit: Int) throws {
      device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
      budget = TextureBudget(limit: limit)
      cache = ImageCache(device: device, budget: budget)
      images = try (0..<count).map { _ in try image(32, 32) }
    }

    func use(_ numbers: Int..., mipmapped: Bool = false) throws {
      for number in numbers { _ = try cache.textures(of: images[number], mipmapped: mipmapped) }
    }
  }

  @Test func anImageIsUploadedOnce() throws {
    let parts = try Parts(1, budget: 16_000)
    try parts.use(0, 0, 0)
    #expect(parts.device.statistics.uploads == 1)
    #expect(parts.budget.bytes == 4096)
  }

  @Test func theLeastRecentlyUsedIsGivenUpFirst() throws {
    let parts = try Parts(5, budget: 17_000)
    // 20,480 bytes are one image too many, and 0 was used again after 1.
    try parts.use(0, 1, 2, 3, 0, 4)
    #expect(parts.images.map(parts.cache.holds) == [true, false, true, true, true])
    #expect(parts.budget.bytes == 16_384)
  }

  @Test func anImageLargerThanTheBudgetIsAlone() throws {
    let parts = try Parts(3, budget: 100)
    for number in 0..<3 {
      try parts.use(number)
      #expect(parts.budget.bytes == 4096)
    }
    #expect(parts.images.map(parts.cache.holds) == [false, false, true])
  }

  @Test func mipsAreAddedWhenTheyAreNeeded() throws {
    let parts = try Parts(1, budget: 10_000)
    let before = try parts.cache.textures(of: parts.images[0], mipmapped: false)
    #expect(before.mips == nil)
    try parts.use(0, mipmapped: true)
    let after = try parts.cache.textures(of: parts.images[0], mipmapped: false)
    #expect(after.image === before.image)
    // Levels of 16, 8, 4, 2 and 1 side by side: 1984 bytes, another page.
    #expect(after.mips?.width == 31 && after.mips?.height == 16)
    #expect(parts.budget.bytes == 2 * 4096)
    #expect(parts.device.statistics.uploads == 2)
  }

  /// The levels of an image do not take the place of the image itself.
  @Test func mipsMakeRoomAmongOthers() throws {
    let parts = try Parts(2, budget: 5000)
    try parts.use(0)
    try parts.use(1, mipmapped: true)
    #expect(parts.images.map(parts.cache.holds) == [false, true])
    #expect(parts.budget.bytes == 2 * 4096)
  }

  @Test func onePixelIsItsOwnMips() throws {
    let parts = try Parts(0, budget: 10_000)
    let textures = try parts.cache.textures(of: image(1, 1), mipmapped: true)
    #expect(textures.mips === textures.image)
    #expect(parts.budget.bytes == 4096)
  }

  /// A new image in each frame, of which none comes again: all but a few textures go with their images.
  @Test func texturesGoWithTheirImages() throws {
    let parts = try Parts(10, budget: 1 << 30)
    for _ in 0..<1000 {
      _ = try parts.cache.textures(of: image(32, 32), mipmapped: false)
      parts.cache.endFrame()
    }
    for number in 0..<10 { try parts.use(number) }
    #expect(parts.images.allSatisfy(parts.cache.holds))
    #expect(parts.budget.bytes <= 100 * 4096)
  }
}

import Graphics
import RenderTree
import Testing

@testable import GL
@testable import GLRenderer

/// Small opaque images that frames show again and again lie in one texture.
@Suite(.serialized) struct ImageAtlasTests {
  private struct Parts {
    let device: Device
    let budget: TextureBudget
    let atlas: ImageAtlas

    init(budget limit: Int = 1 << 24) throws {
      device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
      budget = TextureBudget(limit: limit)
      atlas = ImageAtlas(device: device, budget: budget)
    }

    /// A frame that shows images by turns.
    @discardableResult
    func frame(_ images: [CGImage], uses: Int = 12) -> [ImageAtlas.Place?] {
      for number in 0..<uses - images.count { _ = atlas.place(of: images[number % images.count]) }
      let places = images.map { atlas.place(of: $0) }
      atlas.endFrame()
      return places
    }
  }

  /// Numbers that follow no rule.
  private func noise(_ width: Int, _ height: Int, alpha: UInt8 = 255, seed: UInt32 = 7) throws -> CGImage {
    var state = seed
    var bytes: [UInt8] = []
    for _ in 0..<width * height {
      for _ in 0..<3 {
        state = state &* 1_664_525 &+ 1_013_904_223
        bytes.append(min(UInt8(state >> 24), alpha))
      }
      bytes.append(alpha)
    }
    return try #require(CGImage(premultipliedRGBA8: bytes, width: width, height: height))
  }

  @Test func whatTwoFramesAskForIsThereInTheThird() throws {
    let parts = try Parts()
    let images = [try noise(20, 12), try noise(128, 7), try noise(3, 40)]
    #expect(parts.frame(images).allSatisfy { $0 == nil })
    #expect(parts.frame(images).allSatisfy { $0 == nil })
    let places = parts.frame(images).compactMap(\.self)
    #expect(places.count == 3)
    let texture = try #require(parts.atlas.texture)
    #expect(parts.budget.bytes == texture.memoryBytes)
    // None lies on another, nor on the pixels around it.
    let gutter = Double(ImageAtlas.gutter)
    let boxes = zip(places, images).flatMap { place, image in
      [place.plain, place.raised].map { corner in
        DeviceBox(
          minX: corner.x, minY: corner.y, maxX: corner.x + Double(image.width), maxY: corner.y + Double(image.height)
        ).inset(by: -gutter)
      }
    }
    for (index, box) in boxes.enumerated() {
      #expect(box.minX >= 0 && box.minY >= 0)
      #expect(box.maxX <= Double(texture.width) && box.maxY <= Double(texture.height))
      for other in boxes[..<index] { #expect(box.intersection(other).isEmpty) }
    }
  }

  @Test func whatIsLargeOrTranslucentOrSeldomHasNoPlace() throws {
    let parts = try Parts()
    let (small, other) = (try noise(8, 8), try noise(9, 9))
    let images = [small, other, try noise(129, 8), try noise(8, 8, alpha: 90)]
    for _ in 1...2 { parts.frame(images) }
    #expect(parts.frame(images).map { $0 != nil } == [true, true, false, false])
    let seldom = try Parts()
    for _ in 1...4 { #expect(seldom.frame([small, other], uses: 4).allSatisfy { $0 == nil }) }
    let alone = try Parts()
    for _ in 1...4 { #expect(alone.frame([small]).allSatisfy { $0 == nil }) }
  }

  /// As of contents that change in each frame.
  @Test func whatIsNewInEachFrameIsNotPlaced() throws {
    let parts = try Parts()
    for seed in 1..<10 {
      let images = try (0..<5).map { try noise(8, 8, seed: UInt32(seed * 10 + $0)) }
      #expect(parts.frame(images).allSatisfy { $0 == nil })
    }
    #expect(parts.device.statistics.texturesMade == 0)
  }

  /// One of many that comes later stays outside, until there are more.
  @Test func aFewNewOnesDoNotMoveTheOthers() throws {
    let parts = try Parts()
    var images = try (0..<8).map { try noise(8, 8, seed: UInt32($0)) }
    for _ in 1...3 { parts.frame(images) }
    let made = parts.device.statistics.texturesMade
    images.append(try noise(8, 8, seed: 99))
    for _ in 1...3 { parts.frame(images) }
    #expect(parts.frame(images).map { $0 != nil } == Array(repeating: true, count: 8) + [false])
    #expect(parts.device.statistics.texturesMade == made)
    images += try (0..<3).map { try noise(8, 8, seed: UInt32(200 + $0)) }
    for _ in 1...2 { parts.frame(images) }
    #expect(parts.frame(images, uses: 20).allSatisfy { $0 != nil })
    #expect(parts.device.statistics.texturesMade == made + 1)
  }

  @Test func aSmallBudgetHasNoneAndAFullOneGivesItUp() throws {
    let images = [try noise(8, 8), try noise(9, 9)]
    let small = try Parts(budget: 2000)
    for _ in 1...4 { #expect(small.frame(images).allSatisfy { $0 == nil }) }
    #expect(small.budget.bytes == 0)
    let parts = try Parts(budget: 1 << 16)
    for _ in 1...3 { parts.frame(images) }
    _ = parts.atlas.place(of: images[0])
    // What a frame shows stays until it ends.
    parts.budget.makeRoom(for: 1 << 16)
    #expect(parts.atlas.texture != nil)
    parts.atlas.endFrame()
    parts.budget.makeRoom(for: 1 << 16)
    #expect(parts.atlas.texture == nil && parts.budget.bytes == 0)
    #expect(parts.frame(images).allSatisfy { $0 == nil })
  }

  /// Once they lie there, frames that show them are fewer batches, and the same pictures but for how images are mixed.
  @Test func framesAreFewerBatches() throws {
    let test = try TestRenderer()
    test.renderer.isLive = true
    try test.device.context.makeCurrent()
    let surface = try test.device.makeSurface(
      width: 200, height: 200, format: test.device.capabilities.traits.byteFormat, label: "test")
    let images = try (0..<4).map { try noise(24, 24, seed: UInt32($0)) }
    func scene(_ shift: Double) -> RenderTree {
      let layers = (0..<16).map { number in
        layer(Double(number % 4) * 40.3 + shift, Double(number / 4) * 41.7 + shift, 36, 36) {
          $0.contents = images[(number * 7 / 3) % 4]
          $0.cornerRadius = number % 2 == 0 ? 7 : 0
          $0.masksToBounds = number % 2 == 0
        }
      }
      return tree(layer(0, 0, 200, 200, color: .white, sublayers: layers), size: CGSize(width: 200, height: 200))
    }
    func draw(_ shift: Double, mayTakeShortCuts: Bool = true) throws -> (bytes: [UInt8], cost: FrameStatistics) {
      let cost = try test.renderer.render(scene(shift), into: surface.frame(), mayTakeShortCuts: mayTakeShortCuts)
      return (try test.device.readPixels(surface.frame()), cost)
    }
    let exact = try draw(3.4, mayTakeShortCuts: false)
    _ = try draw(0.2)
    _ = try draw(1.3)
    let placed = try draw(3.4)
    #expect(placed.cost.tookShortCuts)
    #expect(placed.cost.batches < exact.cost.batches / 2)
    let most = zip(exact.bytes, placed.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(most <= 2)
    test.expectNoComplaints()
  }
}

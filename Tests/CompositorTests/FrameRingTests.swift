import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

/// Draws on the CPU, so that the suite does the same on every machine.
@Suite struct FrameRingTests {
  /// A tree whose red tells its number.
  private func tree(_ number: Int, width: Double = 4) -> RenderTree {
    let color = StraightColor(red: Double(number) / 255, green: 0, blue: 0)
    return RenderTree(size: CGSize(width: width, height: 2), scale: 1, background: color, root: nil, time: 0)
  }

  @Test(arguments: [1, 2, 3, 5])
  func framesComeOutInTheirOrderAndUnchanged(depth: Int) throws {
    let compositor = try OffscreenCompositor(device: .software, debug: true)
    let ring = FrameRing(compositor, depth: depth)
    var pictures: [OffscreenPicture] = []
    for number in 0..<10 {
      let oldest = try ring.draw(tree(number))
      #expect((oldest == nil) == (number < depth), "the ring fills with \(depth) frames")
      if let oldest { pictures.append(oldest) }
    }
    while let oldest = try ring.next() { pictures.append(oldest) }
    #expect(pictures.map(\.pixels) == (0..<10).map { Array(repeating: [$0, 0, 0, 255], count: 8).flatMap { $0 } })
    #expect(pictures.allSatisfy { $0.width == 4 && $0.height == 2 && $0.statistics.passes == 2 })
    let messages = try #require(compositor.display).device.debugMessages
    #expect(messages.filter { $0.severity != .notification } == [])
  }

  @Test(arguments: [1, 2, 5])
  func framesOfTheCPURendererToo(depth: Int) throws {
    let ring = FrameRing(try OffscreenCompositor(RendererOptions(.cpu)), depth: depth)
    var pictures: [OffscreenPicture] = []
    for number in 0..<10 {
      if let oldest = try ring.draw(tree(number)) { pictures.append(oldest) }
    }
    while let oldest = try ring.next() { pictures.append(oldest) }
    #expect(pictures.map(\.pixels) == (0..<10).map { Array(repeating: [$0, 0, 0, 255], count: 8).flatMap { $0 } })
  }

  @Test func framesMayDifferInSize() throws {
    let ring = FrameRing(try OffscreenCompositor(device: .software), depth: 2)
    var sizes: [Int] = []
    for number in 1...5 {
      if let oldest = try ring.draw(tree(7, width: Double(number))) { sizes.append(oldest.pixels.count) }
    }
    while let oldest = try ring.next() { sizes.append(oldest.pixels.count) }
    #expect(sizes == [8, 16, 24, 32, 40])
  }

  @Test func anErrorDropsWhatWasOnItsWayAndTheNextFrameIsDrawn() throws {
    let compositor = try OffscreenCompositor(device: .software)
    compositor.tiling.mostPixels = 1 << 20
    let ring = FrameRing(compositor)
    #expect(try ring.draw(tree(1)) == nil)
    #expect(throws: CompositorError.self) { try ring.draw(tree(2, width: 1e6)) }
    #expect(try ring.next() == nil)
    #expect(try ring.draw(tree(3)) == nil)
    #expect(try ring.next()?.pixels.prefix(4) == [3, 0, 0, 255])
  }
}

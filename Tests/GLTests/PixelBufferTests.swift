import MultiplaneGL
import Testing

@Suite struct PixelBufferTests {
  private func clear(_ surface: Surface, on device: Device, _ red: Float, _ green: Float) {
    device.beginPass(on: surface.frame(), load: .clear(red, green, 0, 1), label: "clear")
    device.endPass()
  }

  @Test func whatIsReadIsWhatWasDrawnBeforeNotAfter() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 3, height: 2, label: "surface")
    let (first, second) = (device.makePixelBuffer(label: "first"), device.makePixelBuffer(label: "second"))
    clear(surface, on: device, 1, 0)
    try device.startReading(surface.frame(), into: first)
    clear(surface, on: device, 0, 1)
    try device.startReading(surface.frame(), into: second)
    clear(surface, on: device, 0, 0)
    #expect(try device.finishReading(second) == Array(repeating: [0, 255, 0, 255], count: 6).flatMap { $0 })
    #expect(try device.finishReading(first) == Array(repeating: [255, 0, 0, 255], count: 6).flatMap { $0 })
    device.expectNoFaults()
  }

  @Test func rowsAreTightAndInTheOrderOfReadPixels() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 1, height: 3, label: "rows")
    let program = try device.makeQuadProgram(size: SIMD2(1, 3))
    let quads = try device.makeBuffer([Quad(0, 0, 1, 1, SIMD4(1, 0, 0, 1))])
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "top")
    device.draw(program, instances: quads, instanceCount: 1, blend: .none)
    device.endPass()
    let buffer = device.makePixelBuffer(label: "rows")
    try device.startReading(surface.frame(), into: buffer)
    #expect(try device.finishReading(buffer) == [255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func aBufferServesFramesOfAnySizeAndGrowsOnly() throws {
    let device = try makeDevice()
    let buffer = device.makePixelBuffer(label: "buffer")
    for (side, capacity) in [(2, 16), (4, 64), (1, 64)] {
      let surface = try device.makeSurface(width: side, height: side, label: "surface")
      clear(surface, on: device, 1, 1)
      try device.startReading(surface.frame(), into: buffer)
      #expect(try device.finishReading(buffer).count == side * side * 4)
      #expect(buffer.capacity == capacity)
    }
    device.expectNoFaults()
  }

  /// A buffer that stays bound would turn the address of `readPixels` into an offset.
  @Test func readingIntoMemoryWorksBetween() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 1, height: 1, label: "surface")
    let buffer = device.makePixelBuffer(label: "buffer")
    clear(surface, on: device, 1, 0)
    try device.startReading(surface.frame(), into: buffer)
    clear(surface, on: device, 0, 1)
    #expect(try device.readPixels(surface.frame()) == [0, 255, 0, 255])
    #expect(try device.finishReading(buffer) == [255, 0, 0, 255])
    device.expectNoFaults()
  }

  @Test func readingAnewDropsWhatWasNotTaken() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 1, height: 1, label: "surface")
    let buffer = device.makePixelBuffer(label: "buffer")
    for red in [0, 1] as [Float] {
      clear(surface, on: device, red, 0)
      try device.startReading(surface.frame(), into: buffer)
    }
    #expect(try device.finishReading(buffer) == [255, 0, 0, 255])
  }

  @Test func lettingGoWhileReadingLeavesABufferAndAFenceToDelete() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 1, height: 1, label: "surface")
    clear(surface, on: device, 1, 0)
    var buffer: PixelBuffer? = device.makePixelBuffer(label: "gone")
    try device.startReading(surface.frame(), into: #require(buffer))
    buffer = nil
    #expect(device.garbageCount == 2)
    try device.beginFrame()
    #expect(device.garbageCount == 0)
    device.expectNoFaults()
  }
}

import MultiplaneGL
import Testing

@Suite struct PassTests {
  @Test(arguments: [[0, 0, 0, 0], [255, 0, 0, 255], [1, 2, 3, 4], [64, 128, 254, 255]] as [[UInt8]])
  func clearFillsEveryPixelExactly(bytes: [UInt8]) throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 7, height: 5, label: "cleared")
    let color = bytes.map { Float($0) / 255 }
    device.beginPass(on: surface.frame(), load: .clear(color[0], color[1], color[2], color[3]), label: "clear")
    device.endPass()
    let pixels = try device.readPixels(surface.frame())
    #expect(pixels == Array(repeating: bytes, count: 35).flatMap { $0 })
    device.expectNoFaults()
  }

  @Test func areaLimitsWhatAPassClears() throws {
    let device = try makeDevice()
    let frame = try device.makeSurface(width: 4, height: 4, label: "area")
    device.beginPass(on: frame.frame(), load: .clear(0, 0, 0, 1), label: "all")
    device.endPass()
    let area = PixelRect(x: 1, y: 2, width: 9, height: 1)
    device.beginPass(on: frame.frame(), load: .clear(1, 1, 1, 1), area: area, label: "some")
    device.endPass()
    let pixels = try device.readPixels(frame.frame())
    for y in 0..<4 {
      for x in 0..<4 {
        let white = y == 2 && x >= 1
        #expect(pixel(pixels, x, y, width: 4) == (white ? [255, 255, 255, 255] : [0, 0, 0, 255]), "at \(x), \(y)")
      }
    }
    #expect(device.statistics.passPixels == 16 + 3)
  }

  @Test func keepLeavesTheFormerPixels() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 2, height: 2, label: "kept")
    device.beginPass(on: surface.frame(), load: .clear(0, 1, 0, 1), label: "first")
    device.endPass()
    device.beginPass(on: surface.frame(), load: .keep, label: "second")
    device.endPass()
    #expect(try device.readPixels(surface.frame()).prefix(4) == [0, 255, 0, 255])
  }

  @Test func discardIsLegal() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 2, height: 2, label: "discarded")
    device.beginPass(on: surface.frame(), load: .discard, label: "discard")
    device.endPass()
    device.expectNoFaults()
  }

  @Test func rowZeroIsTheFirstRowRead() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 1, height: 3, label: "rows")
    let program = try device.makeQuadProgram(size: SIMD2(1, 3))
    let quads = try device.makeBuffer([Quad(0, 0, 1, 1, SIMD4(1, 0, 0, 1))])
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "top")
    device.draw(program, instances: quads, instanceCount: 1, blend: .none)
    device.endPass()
    #expect(surface.frame().rowOrder == .topRowFirst)
    #expect(try device.readPixels(surface.frame()) == [255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0])
  }
}

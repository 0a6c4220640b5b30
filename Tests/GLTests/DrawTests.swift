import MultiplaneGL
import Testing

@Suite struct DrawTests {
  private let red = SIMD4<Float>(1, 0, 0, 1)
  private let green = SIMD4<Float>(0, 1, 0, 1)
  private let blue = SIMD4<Float>(0, 0, 1, 1)

  @Test func instancesAreDrawnInOrder() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 3, height: 1, label: "three")
    let program = try device.makeQuadProgram(size: SIMD2(3, 1))
    let quads = try device.makeBuffer([Quad(0, 0, 2, 1, red), Quad(1, 0, 2, 1, green)])
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "draw")
    device.draw(program, instances: quads, instanceCount: 2)
    device.endPass()
    #expect(try device.readPixels(surface.frame()) == [255, 0, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255])
    #expect(device.statistics.drawCalls == 1)
    #expect(device.statistics.instances == 2)
    device.expectNoFaults()
  }

  @Test(arguments: 0..<3)
  func firstInstanceSkipsRecords(first: Int) throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 1, height: 1, label: "one")
    let program = try device.makeQuadProgram(size: SIMD2(1, 1))
    let colors = [red, green, blue]
    let quads = try device.makeBuffer(colors.map { Quad(0, 0, 1, 1, $0) })
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "draw")
    device.draw(program, instances: quads, firstInstance: first, instanceCount: 1)
    device.endPass()
    let expected = (0..<4).map { UInt8(colors[first][$0] * 255) }
    #expect(try device.readPixels(surface.frame()) == expected)
  }

  /// Source over by hand: half of white over red is (1, ½, ½); 0.5 rounds to 127 or 128.
  @Test func sourceOverIsPremultiplied() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 1, height: 1, label: "blended")
    let program = try device.makeQuadProgram(size: SIMD2(1, 1))
    let quads = try device.makeBuffer([Quad(0, 0, 1, 1, red), Quad(0, 0, 1, 1, SIMD4(0.5, 0.5, 0.5, 0.5))])
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "draw")
    device.draw(program, instances: quads, instanceCount: 2, blend: .sourceOver)
    device.endPass()
    let pixels = try device.readPixels(surface.frame())
    #expect(pixels[0] >= 254 && (127...128).contains(pixels[1]) && (127...128).contains(pixels[2]), "\(pixels)")
    #expect(pixels[3] >= 254)

    device.beginPass(on: surface.frame(), load: .keep, label: "replace")
    device.draw(program, instances: quads, firstInstance: 1, instanceCount: 1, blend: .none)
    device.endPass()
    let replaced = try device.readPixels(surface.frame())
    #expect(replaced.allSatisfy { (127...128).contains($0) }, "\(replaced)")
  }

  @Test func areaLimitsADraw() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 4, height: 1, label: "cut")
    let program = try device.makeQuadProgram(size: SIMD2(4, 1))
    let quads = try device.makeBuffer([Quad(0, 0, 4, 1, blue)])
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "all")
    device.endPass()
    device.beginPass(
      on: surface.frame(), load: .keep, area: PixelRect(x: 1, y: 0, width: 2, height: 1), label: "cut")
    device.draw(program, instances: quads, instanceCount: 1)
    device.endPass()
    device.beginPass(
      on: surface.frame(), load: .keep, area: PixelRect(x: 9, y: 0, width: 0, height: 1), label: "nothing")
    device.draw(program, instances: quads, instanceCount: 1)
    device.endPass()
    let pixels = try device.readPixels(surface.frame())
    #expect((1..<3).allSatisfy { pixel(pixels, $0, 0, width: 4) == [0, 0, 255, 255] }, "\(pixels)")
    #expect(pixel(pixels, 0, 0, width: 4) == [0, 0, 0, 0])
    #expect(pixel(pixels, 3, 0, width: 4) == [0, 0, 0, 0])
    #expect(device.statistics.drawCalls == 1, "a draw without pixels costs no call")
  }

  @Test func stateThatIsSetIsNotSetAgain() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 2, height: 2, label: "state")
    let picture = try device.makeTexture(width: 2, height: 2, format: .rgba8, label: "picture")
    let copy = try device.makeQuadProgram(fragment: Quad.copy, size: SIMD2(2, 2))
    let fill = try device.makeQuadProgram(size: SIMD2(2, 2))
    let quads = try device.makeBuffer([Quad(0, 0, 2, 2, red)])
    let textures = [TextureBinding(unit: 0, texture: picture, sampler: .nearest)]
    device.resetStatistics()
    for _ in 0..<2 {
      device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "same")
      for _ in 0..<5 { device.draw(copy, instances: quads, instanceCount: 1, textures: textures) }
      device.endPass()
    }
    #expect(device.statistics.drawCalls == 10)
    #expect(device.statistics.passes == 2)
    #expect(device.statistics.programSwitches == 1)
    #expect(device.statistics.textureBinds == 1)

    device.beginPass(on: surface.frame(), load: .keep, label: "switch")
    for program in [fill, copy, fill] { device.draw(program, instances: quads, instanceCount: 1) }
    device.endPass()
    #expect(device.statistics.programSwitches == 4)
    device.expectNoFaults()
  }

  @Test func buffersGrowAndAreRefilled() throws {
    let device = try makeDevice()
    let surface = try device.makeSurface(width: 1, height: 1, label: "refilled")
    let program = try device.makeQuadProgram(size: SIMD2(1, 1))
    let buffer = device.makeBuffer(label: "grows")
    for (count, color) in [(1, red), (100, green), (2, blue)] {
      try device.upload(Array(repeating: Quad(0, 0, 1, 1, color), count: count), to: buffer)
      #expect(buffer.byteCount == count * Quad.layout.stride)
      device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "draw")
      device.draw(program, instances: buffer, firstInstance: count - 1, instanceCount: 1)
      device.endPass()
      #expect(try device.readPixels(surface.frame()) == (0..<4).map { UInt8(color[$0] * 255) })
    }
    #expect(buffer.capacity == 3200)
    #expect(device.statistics.bytesUploaded == 103 * 32)
  }

  @Test func drawsShowWhatABufferHeldWhenTheyWereCalled() throws {
    let device = try makeDevice()
    let program = try device.makeQuadProgram(size: SIMD2(1, 1))
    let buffer = device.makeBuffer(label: "written over")
    var surfaces: [Surface] = []
    for color in [red, green, blue] {
      let surface = try device.makeSurface(width: 1, height: 1, label: "color")
      try device.upload([Quad(0, 0, 1, 1, color)], to: buffer)
      device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "draw")
      device.draw(program, instances: buffer, instanceCount: 1)
      device.endPass()
      surfaces.append(surface)
    }
    for (surface, color) in zip(surfaces, [red, green, blue]) {
      #expect(try device.readPixels(surface.frame()) == (0..<4).map { UInt8(color[$0] * 255) })
    }
  }

  @Test func surfaceIsReadInALaterPass() throws {
    let device = try makeDevice()
    let first = try device.makeSurface(width: 2, height: 1, label: "first")
    let second = try device.makeSurface(width: 2, height: 1, label: "second")
    let fill = try device.makeQuadProgram(size: SIMD2(2, 1))
    let copy = try device.makeQuadProgram(fragment: Quad.copy, size: SIMD2(2, 1))
    let quads = try device.makeBuffer([Quad(0, 0, 1, 1, green), Quad(0, 0, 2, 1, SIMD4(repeating: 1))])
    device.beginPass(on: first.frame(), load: .clear(1, 0, 0, 1), label: "draw")
    device.draw(fill, instances: quads, instanceCount: 1)
    device.endPass()
    device.beginPass(on: second.frame(), load: .discard, label: "copy")
    device.draw(
      copy, instances: quads, firstInstance: 1, instanceCount: 1,
      textures: [TextureBinding(unit: 0, texture: first.texture, sampler: .nearest)], blend: .none)
    device.endPass()
    #expect(try device.readPixels(second.frame()) == [0, 255, 0, 255, 255, 0, 0, 255])
    device.expectNoFaults()
  }
}

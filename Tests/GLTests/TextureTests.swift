import MultiplaneGL
import Testing

@Suite struct TextureTests {
  /// Draws a texture pixel by pixel and reads what came out.
  private func pixels(of texture: Texture, on device: Device) throws -> [UInt8] {
    let size = SIMD2(Float(texture.width), Float(texture.height))
    let surface = try device.makeSurface(width: texture.width, height: texture.height, label: "copy")
    let program = try device.makeQuadProgram(fragment: Quad.copy, size: size)
    let quads = try device.makeBuffer([Quad(0, 0, size.x, size.y, SIMD4(repeating: 1))])
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "copy")
    device.draw(
      program, instances: quads, instanceCount: 1,
      textures: [TextureBinding(unit: 0, texture: texture, sampler: .nearest)], blend: .none)
    device.endPass()
    return try device.readPixels(surface.frame())
  }

  @Test func uploadKeepsEveryByteAndTheRowOrder() throws {
    let device = try makeDevice()
    let texture = try device.makeTexture(width: 3, height: 2, format: .rgba8, label: "bytes")
    let bytes = (0..<24).map { UInt8($0 * 10) }
    bytes.withUnsafeBytes { device.upload($0, to: texture) }
    #expect(try pixels(of: texture, on: device) == bytes)
    device.expectNoFaults()
  }

  @Test func partOfATextureIsReplaced() throws {
    let device = try makeDevice()
    let texture = try device.makeTexture(width: 3, height: 3, format: .rgba8, label: "part")
    [UInt8](repeating: 0, count: 36).withUnsafeBytes { device.upload($0, to: texture) }
    [UInt8](repeating: 255, count: 8).withUnsafeBytes {
      device.upload($0, to: texture, x: 2, y: 1, width: 1, height: 2)
    }
    let pixels = try pixels(of: texture, on: device)
    for y in 0..<3 {
      for x in 0..<3 {
        let expected: UInt8 = x == 2 && y >= 1 ? 255 : 0
        #expect(pixel(pixels, x, y, width: 3)[0] == expected, "at \(x), \(y)")
      }
    }
  }

  @Test func oneNumberAPixelIsRed() throws {
    let device = try makeDevice()
    // An odd width shows whether rows are taken as tight.
    let texture = try device.makeTexture(width: 3, height: 2, format: .r16Float, label: "red")
    ([1, 2, 3, 4, 5, 6] as [Double]).map { Float16($0 / 255) }.withUnsafeBytes { device.upload($0, to: texture) }
    let pixels = try pixels(of: texture, on: device)
    #expect(stride(from: 0, to: 24, by: 4).map { pixels[$0] } == [1, 2, 3, 4, 5, 6])
    #expect(Array(pixels[1..<4]) == [0, 0, 255])
  }

  @Test func floatsAreKept() throws {
    let device = try makeDevice()
    let texture = try device.makeTexture(width: 1, height: 1, format: .rgba32Float, label: "data")
    ([0.2, 0.4, 0.6, 1] as [Float]).withUnsafeBytes { device.upload($0, to: texture) }
    #expect(try pixels(of: texture, on: device) == [51, 102, 153, 255])
    device.expectNoFaults()
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 4), (1 << 20, 1), (1, 1 << 20)])
  func sizesOutsideOfTheLimitAreErrors(width: Int, height: Int) throws {
    let device = try makeDevice()
    let expected = GLError.size(
      label: "wrong", width: width, height: height, limit: device.capabilities.maxTextureSize)
    #expect(throws: expected) {
      try device.makeTexture(width: width, height: height, format: .rgba8, label: "wrong")
    }
    #expect(throws: GLError.self) { try device.makeSurface(width: width, height: height, label: "wrong") }
    device.expectNoFaults()
  }
}

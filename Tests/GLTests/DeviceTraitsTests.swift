import Testing

@testable import GL

@Suite struct DeviceTraitsTests {
  @Test func llvmpipeHasARowOfItsOwn() {
    let name = "llvmpipe (LLVM 15.0.6, 256 bits)"
    let traits = DeviceTraits.of(renderer: name, takesBGRA: true, fetchesPixels: true)
    #expect(traits.byteFormat == .bgra8 && traits.drawsPlainQuads)
    #expect(traits.blendsSoftInShader && traits.rewritesBuffers)
    let poor = DeviceTraits.of(renderer: name, takesBGRA: false, fetchesPixels: false)
    #expect(poor.byteFormat == .rgba8 && !poor.blendsSoftInShader)
    #expect(DeviceTraits.of(renderer: "Some GPU", takesBGRA: true, fetchesPixels: true) == .unknown)
    // A virtual device whose host draws with llvmpipe is another driver, but for how it samples.
    var virtual = DeviceTraits.unknown
    virtual.roundsSamples = true
    #expect(DeviceTraits.of(renderer: "virgl (LLVMPIPE)", takesBGRA: true, fetchesPixels: true) == virtual)
  }

  @Test func pixelsTurnRoundAndBack() {
    let bytes: [UInt8] = [1, 2, 3, 4, 250, 251, 252, 253]
    let turned = bytes.withUnsafeBytes(PixelOrder.turned).withUnsafeBytes(Array.init)
    #expect(turned == [3, 2, 1, 4, 252, 251, 250, 253])
    var back = turned
    back.withUnsafeMutableBytes(PixelOrder.turn)
    #expect(back == bytes)
  }

  @Test func bytesOfABlueFirstTextureAreRedFirst() throws {
    let device = try makeDevice()
    guard device.capabilities.extensions.contains("GL_EXT_texture_format_BGRA8888") else { return }
    let surface = try device.makeSurface(width: 2, height: 2, format: .bgra8, label: "blue first")
    let bytes = (0..<16).map { UInt8($0 * 15) }
    bytes.withUnsafeBytes { device.upload($0, to: surface.texture) }
    #expect(try device.readPixels(surface.frame()) == bytes)
    let buffer = device.makePixelBuffer(label: "read")
    try device.startReading(surface.frame(), into: buffer)
    #expect(try device.finishReading(buffer) == bytes)
    device.expectNoFaults()
  }
}

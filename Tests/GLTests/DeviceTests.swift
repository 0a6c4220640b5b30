import MultiplaneGL
import Testing

@Suite struct DeviceTests {
  @Test func capabilitiesAreThoseOfOpenGLES3() throws {
    let capabilities = try makeDevice().capabilities
    #expect(capabilities.version.hasPrefix("OpenGL ES 3."))
    #expect(!capabilities.renderer.isEmpty && !capabilities.vendor.isEmpty)
    // The least that OpenGL ES 3.0 allows.
    #expect(capabilities.maxTextureSize >= 2048)
    #expect(capabilities.maxSurfaceSize <= capabilities.maxTextureSize)
    #expect(capabilities.maxSamples >= 4)
    #expect(capabilities.maxTextureUnits >= 16)
  }

  @Test func whatPicturesLackIsSaid() {
    func sentences(_ drawsHalfFloat: Bool, _ drawsWords: Bool, _ size: Int = 8192) -> [String] {
      Capabilities.shortcomings(drawsHalfFloat: drawsHalfFloat, drawsWords: drawsWords, maxSurfaceSize: size)
    }
    #expect(sentences(true, true).isEmpty)
    #expect(sentences(true, false).map { $0.hasPrefix("no 16-bit targets: ") } == [true])
    #expect(sentences(false, true).map { $0.hasPrefix("no half-float targets: ") } == [true])
    #expect(sentences(false, false).count == 2)
    #expect(sentences(true, true, 2048).first?.hasPrefix("targets up to 2048 pixels") == true)
  }

  @Test func lettingGoOnlyFillsTheGarbageList() throws {
    let device = try makeDevice()
    #expect(device.garbageCount == 0)
    _ = try device.makeTexture(width: 4, height: 4, format: .rgba8, label: "gone")
    _ = try device.makeSurface(width: 4, height: 4, label: "gone too")
    _ = try device.makeBuffer([Quad(0, 0, 1, 1, SIMD4(repeating: 1))])
    _ = try device.makeQuadProgram(size: SIMD2(1, 1))
    #expect(device.garbageCount == 5, "a texture, a surface's texture and framebuffer, a buffer, a program")
    try device.beginFrame()
    #expect(device.garbageCount == 0)
    device.expectNoFaults()
  }

  /// OpenGL reuses deleted names: what was bound to the old one must be bound again.
  @Test func namesThatAreGivenOutAgainAreBoundAgain() throws {
    let device = try makeDevice()
    for shade in [10, 20, 30] as [UInt8] {
      try device.beginFrame()
      let surface = try device.makeSurface(width: 1, height: 1, label: "new")
      let picture = try device.makeTexture(width: 1, height: 1, format: .rgba8, label: "new")
      [UInt8](repeating: shade, count: 4).withUnsafeBytes { device.upload($0, to: picture) }
      let program = try device.makeQuadProgram(fragment: Quad.copy, size: SIMD2(1, 1))
      let quads = try device.makeBuffer([Quad(0, 0, 1, 1, SIMD4(repeating: 1))])
      device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "draw")
      device.draw(
        program, instances: quads, instanceCount: 1,
        textures: [TextureBinding(unit: 0, texture: picture, sampler: .linear)], blend: .none)
      device.endPass()
      #expect(try device.readPixels(surface.frame()) == [shade, shade, shade, shade])
    }
    device.expectNoFaults()
  }

  @Test func namesOfALostContextAreDropped() throws {
    let device = try makeDevice()
    let generation = device.context.generation
    var old: Texture? = try device.makeTexture(width: 4, height: 4, format: .rgba8, label: "old")
    let oldName = try #require(old).name
    try device.restoreContext()
    #expect(device.context.generation == generation + 1)
    let new = try device.makeTexture(width: 1, height: 1, format: .rgba8, label: "new")
    #expect(new.name == oldName, "the test wants a new texture under the old one's name")
    old = nil
    device.collectGarbage()
    // Had the old name been deleted, this would be an upload to nothing.
    [UInt8](repeating: 9, count: 4).withUnsafeBytes { device.upload($0, to: new) }
    device.expectNoFaults()
  }

  @Test func contextStatusIsHealthy() throws {
    let status = try makeDevice().contextStatus
    #expect(status == .healthy || status == .unknown)
  }

  /// Two devices share one EGL display; the end of one must not end the other.
  @Test func devicesOutliveEachOther() throws {
    var first: Device? = try makeDevice()
    let second = try makeDevice()
    #expect(try #require(first).context.connection.display == second.context.connection.display)
    first = nil
    try second.beginFrame()
    let surface = try second.makeSurface(width: 1, height: 1, label: "still there")
    second.beginPass(on: surface.frame(), load: .clear(1, 1, 1, 1), label: "clear")
    second.endPass()
    #expect(try second.readPixels(surface.frame()) == [255, 255, 255, 255])
    second.expectNoFaults()
  }

  @Test func errorsAreOneLineAndSayWhatToDo() {
    let error = GLError.egl(
      call: "eglInitialize", code: EGLErrorCode(rawValue: 0x3001), remedy: "install the driver")
    #expect(error.description == "eglInitialize failed with EGL_NOT_INITIALIZED: install the driver")
    #expect(EGLErrorCode(rawValue: 0x1234).description == "EGL error 0x1234")
  }
}

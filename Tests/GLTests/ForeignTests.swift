import Testing

@testable import MultiplaneGL

/// What belongs to the program around us: its textures, its current context.
@Suite struct ForeignTests {
  @Test func aBorrowedTextureStaysItsOwners() throws {
    let device = try makeDevice()
    let texture = try device.makeTexture(width: 4, height: 4, format: .rgba8, label: "the program's")
    let textures = device.liveTextures
    var surface: Surface? = try device.makeSurface(borrowing: texture.name, width: 4, height: 4, label: "borrowed")
    let frame = try #require(surface?.frame())
    device.beginPass(on: frame, load: .clear(1, 0, 0, 1), label: "red")
    device.endPass()
    #expect(try device.readPixels(frame).prefix(4) == [255, 0, 0, 255])
    surface = nil
    device.collectGarbage()
    #expect(device.liveTextures == textures)
    // It can still be drawn into and read, by another surface.
    let again = try device.makeSurface(borrowing: texture.name, width: 4, height: 4, label: "again")
    #expect(try device.readPixels(again.frame()).prefix(4) == [255, 0, 0, 255])
    device.expectNoFaults()
  }

  @Test func aTextureThatIsNotThereIsNamed() throws {
    let device = try makeDevice()
    let error = #expect(throws: GLError.self) {
      _ = try device.makeSurface(borrowing: TextureName(rawValue: 4711), width: 4, height: 4, label: "none")
    }
    #expect(error?.description.contains("texture 4711") == true)
  }

  @Test func anotherContextIsLeftAgain() throws {
    let program = try makeDevice()
    let ours = try makeDevice()
    try program.context.makeCurrent()
    let before = program.context.handles?.context
    #expect(ours.context.handles?.context != before)
    try Context.keepingCurrent {
      try ours.context.makeCurrent()
      #expect(try Context.current().handle == ours.context.handle)
    }
    #expect(try Context.current().handle == before)
    program.context.resign()
    try Context.keepingCurrent { try ours.context.makeCurrent() }
    #expect(throws: GLError.self) { _ = try Context.current() }
    // Also when it fails.
    #expect(throws: GLError.self) {
      try Context.keepingCurrent { () throws(GLError) in
        try ours.context.makeCurrent()
        throw .contextLost(cause: "a test")
      }
    }
    #expect(throws: GLError.self) { _ = try Context.current() }
  }
}

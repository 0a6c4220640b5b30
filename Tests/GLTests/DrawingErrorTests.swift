import MultiplaneCGLES
import Testing

@testable import MultiplaneGL

/// Errors of OpenGL's that no call looks for at once.
@Suite struct DrawingErrorTests {
  /// Leaves an error flag, as a call that fails does.
  private func fail() { glEnable(0xFFFF) }

  @Test func anErrorIsThrownAtTheEndOfAFrameThoughTexturesAreMadeAfterIt() throws {
    let device = try makeDevice(debug: false)
    try device.checkDrawing()
    fail()
    _ = try device.makeTexture(width: 4, height: 4, label: "a")
    _ = try device.makeSurface(width: 4, height: 4, label: "b")
    #expect(throws: GLError.drawing(error: "GL_INVALID_ENUM")) { try device.checkDrawing() }
    #expect(device.contextStatus == .lost(cause: "GL_INVALID_ENUM while it was drawn"))
    try device.restoreContext()
    #expect(!device.isContextLost)
    try device.checkDrawing()
  }

  @Test func anErrorIsThrownBeforePixelsAreRead() throws {
    let device = try makeDevice(debug: false)
    let surface = try device.makeSurface(width: 4, height: 4, label: "a")
    let frame = surface.frame()
    device.beginPass(on: frame, load: .clear(0, 0, 0, 0), label: "a pass")
    device.endPass()
    fail()
    #expect(throws: GLError.drawing(error: "GL_INVALID_ENUM")) { try device.readPixels(frame) }
  }

  @Test func liveFramesGoOnAfterCallsThatADriverDoesNotKnow() throws {
    let device = try makeDevice(debug: false)
    fail()
    try device.checkDrawing(isLive: true)
    #expect(!device.isContextLost)
  }

  @Test func aResetIsToldUntilTheContextIsRestored() throws {
    let device = try makeDevice(debug: false)
    device.simulateContextLoss(atQuery: 3)
    #expect(!device.isContextLost && !device.isContextLost)
    #expect(device.isContextLost)
    #expect(device.contextStatus == .lost(cause: "simulated"))
    try device.restoreContext()
    #expect(!device.isContextLost)
  }
}

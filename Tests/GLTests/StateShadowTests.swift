import Testing

@testable import MultiplaneGL

/// OpenGL may reuse a deleted name, so what was bound to it must be bound again. Mesa
/// seldom does, so the names here are forgotten without being deleted.
@Suite struct StateShadowTests {
  @Test func forgottenTextureIsBoundAgain() throws {
    let device = try makeDevice()
    let texture = try device.makeTexture(width: 1, height: 1, format: .rgba8, label: "texture")
    let bind = { device.state.bind(texture.name, sampler: device.samplers[0], unit: 3) }
    bind()
    bind()
    #expect(device.statistics.textureBinds == 1)
    device.state.forget(.texture(texture.name))
    bind()
    #expect(device.statistics.textureBinds == 2)
    device.expectNoFaults()
  }

  @Test func forgottenProgramIsUsedAgain() throws {
    let device = try makeDevice()
    let program = try device.makeQuadProgram(size: SIMD2(1, 1))
    device.resetStatistics()
    device.state.use(program.name)
    #expect(device.statistics.programSwitches == 0, "setting its uniform took it into use")
    device.state.forget(.program(program.name))
    device.state.use(program.name)
    #expect(device.statistics.programSwitches == 1)
    device.expectNoFaults()
  }
}

import MultiplaneGL
import Testing

@Suite struct ProgramTests {
  @Test func compileErrorNamesTheShader() throws {
    let device = try makeDevice()
    let broken = ShaderSource(name: "broken.frag", text: "#version 300 es\nvoid main() { nonsense; }")
    let error = #expect(throws: GLError.self) {
      try device.makeProgram(vertex: Quad.vertex, fragment: broken, layout: Quad.layout, label: "broken")
    }
    let text = try #require(error).description
    #expect(text.contains("broken.frag") && text.contains("nonsense") && !text.contains("\n"), "\(text)")
  }

  @Test func linkErrorNamesTheProgram() throws {
    let device = try makeDevice()
    let unfed = ShaderSource(
      name: "unfed.frag",
      text: """
        #version 300 es
        precision highp float;
        in vec3 nobodyWritesThis;
        out vec4 result;
        void main() { result = vec4(nobodyWritesThis, 1.0); }
        """)
    let error = #expect(throws: GLError.self) {
      try device.makeProgram(vertex: Quad.vertex, fragment: unfed, layout: Quad.layout, label: "unfed")
    }
    guard case .link("unfed", let log) = try #require(error) else {
      Issue.record("not a link error: \(String(describing: error))")
      return
    }
    #expect(log.contains("nobodyWritesThis"))
  }

  @Test(arguments: [
    (VertexLayout.Attribute("color", components: 3, offset: 16), "vec3"),
    (VertexLayout.Attribute("color", components: 4, kind: .int, offset: 16), "ivec4"),
    (VertexLayout.Attribute("colour", components: 4, offset: 16), "absent"),
  ])
  func layoutMustFitTheShader(attribute: VertexLayout.Attribute, declared: String) throws {
    let device = try makeDevice()
    let layout = VertexLayout(stride: 32, attributes: [.init("rect", components: 4, offset: 0), attribute])
    #expect(throws: GLError.layout(attribute: "color", label: "misfit", declared: declared, found: "vec4")) {
      try device.makeProgram(vertex: Quad.vertex, fragment: Quad.fill, layout: layout, label: "misfit")
    }
  }

  @Test func attributesThatAProgramDoesNotReadAreFine() throws {
    let device = try makeDevice()
    let layout = VertexLayout(
      stride: 36, attributes: Quad.layout.attributes + [.init("unread", components: 1, kind: .uint, offset: 32)])
    let program = try device.makeProgram(
      vertex: Quad.vertex, fragment: Quad.fill, layout: layout, label: "wide")
    try device.check(layout: Quad.layout, against: program)
  }

  @Test func unknownUniformIsAnErrorWhenDebugging() throws {
    let strict = try makeDevice(debug: true)
    let strictProgram = try strict.makeQuadProgram(size: SIMD2(1, 1))
    #expect(throws: GLError.unknownUniform(name: "sise", label: "quad", known: ["size"])) {
      try strictProgram.uniform("sise")
    }
    let lax = try makeDevice(debug: false)
    let program = try lax.makeQuadProgram(size: SIMD2(1, 1))
    lax.set(try program.uniform("sise"), of: program, to: .float(1))
    #expect(lax.debugMessages == [])
  }

  @Test(
    arguments: [
      ("float", UniformValue.float(0.2), [51, 51, 51, 51]),
      ("vec2", .vec2(SIMD2(0.2, 0.4)), [51, 102, 51, 51]),
      ("vec4", .vec4(SIMD4(0.2, 0.4, 0.6, 0.8)), [51, 102, 153, 204]),
      ("int", .int(1), [255, 255, 255, 255]),
      ("vec4[2]", .vec4s([SIMD4(0, 0, 0, 0), SIMD4(0.2, 0.4, 0.6, 0.8)]), [51, 102, 153, 204]),
    ] as [(String, UniformValue, [UInt8])])
  func uniformsArrive(type: String, value: UniformValue, expected: [UInt8]) throws {
    let device = try makeDevice()
    let element = type.hasSuffix("]") ? "value[1]" : "value"
    let color =
      switch type {
      case "vec2": "vec4(value, value.xx)"
      case "vec4", "vec4[2]": element
      default: "vec4(float(value))"
      }
    let fragment = ShaderSource(
      name: "uniform.frag",
      text: """
        #version 300 es
        precision highp float;
        flat in vec4 fill;
        uniform \(type.hasSuffix("]") ? "vec4 value[2]" : "\(type) value");
        out vec4 result;
        void main() { result = fill * \(color); }
        """)
    let surface = try device.makeSurface(width: 1, height: 1, label: "uniform")
    let program = try device.makeQuadProgram(fragment: fragment, size: SIMD2(1, 1))
    device.set(try program.uniform("value"), of: program, to: value)
    let quads = try device.makeBuffer([Quad(0, 0, 1, 1, SIMD4(repeating: 1))])
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "draw")
    device.draw(program, instances: quads, instanceCount: 1, blend: .none)
    device.endPass()
    #expect(try device.readPixels(surface.frame()) == expected)
    device.expectNoFaults()
  }
}

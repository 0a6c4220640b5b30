import MultiplaneGL
import Testing

/// A device that every machine with Mesa has, with all checks on.
func makeDevice(debug: Bool = true) throws -> Device {
  try Device(context: Context(connection: Connection(platform: .surfaceless), debug: debug))
}

/// One coloured rectangle in pixels, and where its picture is read from.
struct Quad {
  var rect: SIMD4<Float>
  /// Premultiplied.
  var color: SIMD4<Float>

  static let layout = VertexLayout(
    stride: 32,
    attributes: [
      .init("rect", components: 4, offset: 0),
      .init("color", components: 4, offset: 16),
    ])

  static let vertex = ShaderSource(
    name: "quad.vert",
    text: """
      #version 300 es
      in vec4 rect;
      in vec4 color;
      uniform vec2 size;
      flat out vec4 fill;
      void main() {
        vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
        gl_Position = vec4((rect.xy + corner * rect.zw) / size * 2.0 - 1.0, 0.0, 1.0);
        fill = color;
      }
      """)

  static let fill = ShaderSource(
    name: "fill.frag",
    text: """
      #version 300 es
      precision highp float;
      flat in vec4 fill;
      out vec4 result;
      void main() { result = fill; }
      """)

  /// Takes each pixel from the texture's pixel of the same place, times the quad's colour.
  static let copy = ShaderSource(
    name: "copy.frag",
    text: """
      #version 300 es
      precision highp float;
      precision highp sampler2D;
      flat in vec4 fill;
      uniform sampler2D picture;
      out vec4 result;
      void main() { result = fill * texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }
      """)

  init(_ x: Float, _ y: Float, _ width: Float, _ height: Float, _ color: SIMD4<Float>) {
    rect = SIMD4(x, y, width, height)
    self.color = color
  }
}

extension Device {
  /// A program for `Quad`s on a surface of this size.
  func makeQuadProgram(fragment: ShaderSource = Quad.fill, size: SIMD2<Float>) throws -> Program {
    let program = try makeProgram(vertex: Quad.vertex, fragment: fragment, layout: Quad.layout, label: "quad")
    set(try program.uniform("size"), of: program, to: .vec2(size))
    return program
  }

  func makeBuffer(_ quads: [Quad]) throws -> Buffer {
    let buffer = makeBuffer(label: "quads")
    try upload(quads, to: buffer)
    return buffer
  }

  func upload(_ quads: [Quad], to buffer: Buffer) throws {
    let result = quads.withUnsafeBytes { bytes in
      Result { () throws(GLError) in try upload(bytes, to: buffer) }
    }
    try result.get()
  }

  /// Fails the test if the driver found a mistake.
  func expectNoFaults(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(debugMessages.filter(\.isFault) == [], sourceLocation: sourceLocation)
  }
}

/// One RGBA8 pixel out of tight rows.
func pixel(_ pixels: [UInt8], _ x: Int, _ y: Int, width: Int) -> [UInt8] {
  Array(pixels[((y * width + x) * 4)...].prefix(4))
}

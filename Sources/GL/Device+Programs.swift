import MultiplaneCGLES

extension Device {
  /// Compiles and links a program, or loads it from the store. Its vertex shader reads records of
  /// this layout.
  ///
  /// - Throws: `GLError.compile` or `.link` with the driver's log; `.layout` if the vertex shader
  ///   declares an attribute that the layout lacks, or one of another type.
  package func makeProgram(
    vertex: ShaderSource, fragment: ShaderSource, layout: VertexLayout, label: String
  ) throws(GLError) -> Program {
    let key = programStore.map { _ in
      ProgramStore.Key(capabilities, vertex: vertex, fragment: fragment, layout: layout)
    }
    if let key, let name = loadProgram(key) {
      setLabel(label, kind: GL_PROGRAM_KHR, name: name)
      return try finish(name, layout: layout, label: label)
    }
    let vertexShader = try compile(vertex, GL_VERTEX_SHADER, label)
    defer { glDeleteShader(vertexShader) }
    let fragmentShader = try compile(fragment, GL_FRAGMENT_SHADER, label)
    defer { glDeleteShader(fragmentShader) }

    let name = glCreateProgram()
    do throws(GLError) {
      glAttachShader(name, vertexShader)
      glAttachShader(name, fragmentShader)
      for (index, attribute) in layout.attributes.enumerated() {
        glBindAttribLocation(name, GLuint(index), attribute.name)
      }
      setLabel(label, kind: GL_PROGRAM_KHR, name: name)
      if key != nil { glProgramParameteri(name, GLenum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE) }
      glLinkProgram(name)
      var linked: GLint = 0
      glGetProgramiv(name, GLenum(GL_LINK_STATUS), &linked)
      guard linked == GL_TRUE else {
        throw .link(label: label, log: Self.log(name, glGetProgramiv, glGetProgramInfoLog))
      }
    } catch {
      glDeleteProgram(name)
      throw error
    }
    if let key { saveProgram(name, as: key) }
    return try finish(name, layout: layout, label: label)
  }

  /// Takes a linked program over.
  private func finish(_ name: GLuint, layout: VertexLayout, label: String) throws(GLError) -> Program {
    state.statistics.programsMade += 1
    let program = Program(
      name: ProgramName(rawValue: name), label: label, layout: layout, uniforms: Self.uniforms(of: name),
      strict: context.debug, generation: context.generation, garbage: garbage)
    try check(layout: layout, against: program)
    return program
  }

  /// Compares a layout with the attributes of a linked program. The layout may have attributes that
  /// the program does not use: several programs share one record.
  ///
  /// - Throws: `GLError.layout` with both sides.
  package func check(layout: VertexLayout, against program: Program) throws(GLError) {
    for (name, type) in Self.attributes(of: program.name.rawValue) {
      let found = shaderTypeName(type)
      guard let attribute = layout.attributes.first(where: { $0.name == name }) else {
        throw .layout(attribute: name, label: program.label, declared: "absent", found: found)
      }
      guard attribute.shaderType == found else {
        throw .layout(attribute: name, label: program.label, declared: attribute.shaderType, found: found)
      }
    }
  }

  /// Sets a uniform for all following draws with this program.
  package func set(_ uniform: Uniform, of program: Program, to value: UniformValue) {
    guard uniform.location >= 0, program.values[uniform.location] != value else { return }
    requireCurrent(program.generation, program.label)
    program.values[uniform.location] = value
    state.use(program.name)
    switch value {
    case .int(let value): glUniform1i(uniform.location, value)
    case .float(let value): glUniform1f(uniform.location, value)
    case .vec2(let value): glUniform2f(uniform.location, value.x, value.y)
    case .vec4(let value): glUniform4f(uniform.location, value.x, value.y, value.z, value.w)
    case .vec4s(let values):
      values.withUnsafeBytes {
        // Four numbers in a row are just what a SIMD4 is in memory.
        glUniform4fv(uniform.location, GLsizei(values.count), $0.bindMemory(to: GLfloat.self).baseAddress)
      }
    case .sampler(let unit): glUniform1i(uniform.location, GLint(unit))
    }
  }

  private func compile(_ source: ShaderSource, _ stage: Int32, _ label: String) throws(GLError) -> GLuint {
    let shader = glCreateShader(GLenum(stage))
    setLabel(source.name, kind: GL_SHADER_KHR, name: shader)
    source.text.withCString { text in
      var text: UnsafePointer<GLchar>? = text
      glShaderSource(shader, 1, &text, nil)
    }
    glCompileShader(shader)
    var compiled: GLint = 0
    glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &compiled)
    guard compiled == GL_TRUE else {
      let log = Self.log(shader, glGetShaderiv, glGetShaderInfoLog)
      glDeleteShader(shader)
      throw .compile(label: label, source: source.name, log: log)
    }
    return shader
  }

  private static func log(
    _ name: GLuint, _ query: (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void,
    _ read: (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void
  ) -> String {
    var length: GLint = 0
    query(name, GLenum(GL_INFO_LOG_LENGTH), &length)
    guard length > 1 else { return "the driver gives no reason" }
    return string(length: length) { read(name, length, $0, $1) }
  }

  private static func uniforms(of program: GLuint) -> [String: Int32] {
    var locations: [String: Int32] = [:]
    for (name, _) in actives(of: program, count: GL_ACTIVE_UNIFORMS, glGetActiveUniform) {
      // OpenGL lists an array under its first element's name.
      let plain = name.hasSuffix("[0]") ? String(name.dropLast(3)) : name
      locations[plain] = glGetUniformLocation(program, name)
    }
    return locations
  }

  private static func attributes(of program: GLuint) -> [(name: String, type: GLenum)] {
    // gl_VertexID is listed too, and comes from no buffer.
    actives(of: program, count: GL_ACTIVE_ATTRIBUTES, glGetActiveAttrib).filter { !$0.name.hasPrefix("gl_") }
  }

  private typealias ActiveQuery = (
    GLuint, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLint>?,
    UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<GLchar>?
  ) -> Void

  private static func actives(
    of program: GLuint, count: Int32, _ query: ActiveQuery
  ) -> [(name: String, type: GLenum)] {
    var number: GLint = 0
    glGetProgramiv(program, GLenum(count), &number)
    return (0..<number).map { index in
      var type: GLenum = 0
      var size: GLint = 0
      let name = string(length: 256) { query(program, GLuint(index), 256, $0, &size, &type, $1) }
      return (name, type)
    }
  }

  /// Lets OpenGL write a string of at most `length` bytes.
  private static func string(
    length: GLint, _ write: (UnsafeMutablePointer<GLsizei>, UnsafeMutablePointer<GLchar>?) -> Void
  ) -> String {
    var written: GLsizei = 0
    var text = [GLchar](repeating: 0, count: Int(length))
    text.withUnsafeMutableBufferPointer { write(&written, $0.baseAddress) }
    return String(decoding: text.prefix(Int(written)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

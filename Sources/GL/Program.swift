/// A shader's text and the name that its errors carry.
package struct ShaderSource: Equatable, Sendable {
  /// As people know it: the file's name.
  package let name: String
  /// GLSL ES 3.00, from `#version 300 es` on.
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A program's uniform, looked up once by `Program.uniform`.
package struct Uniform: Equatable, Sendable {
  package let name: String
  /// -1 if the program does not use it; setting it then does nothing.
  let location: Int32
}

/// What a uniform can be set to.
package enum UniformValue: Equatable, Sendable {
  case int(Int32)
  case float(Float)
  case vec2(SIMD2<Float>)
  case vec4(SIMD4<Float>)
  /// An array of `vec4`, from its first element on.
  case vec4s([SIMD4<Float>])
  /// The texture unit that a sampler reads.
  case sampler(unit: Int)
}

/// A vertex and a fragment shader, linked; made by `Device.makeProgram`.
package final class Program {
  package let name: ProgramName
  package let label: String
  /// The records that it draws.
  package let layout: VertexLayout
  /// The context's when the program was made.
  package let generation: UInt64
  /// Locations of the uniforms in use, by name; an array's without `[0]`.
  let uniforms: [String: Int32]
  /// What each uniform was last set to, by location.
  var values: [Int32: UniformValue] = [:]
  private let strict: Bool
  private let garbage: GarbageList

  init(
    name: ProgramName, label: String, layout: VertexLayout, uniforms: [String: Int32], strict: Bool,
    generation: UInt64, garbage: GarbageList
  ) {
    self.name = name
    self.label = label
    self.layout = layout
    self.uniforms = uniforms
    self.strict = strict
    self.generation = generation
    self.garbage = garbage
  }

  deinit {
    garbage.add(.program(name), generation: generation)
  }

  /// Looks a uniform up.
  ///
  /// - Throws: in a debug context, `GLError.unknownUniform` if the linked program does not use it.
  ///   Elsewhere setting it does nothing, as with OpenGL.
  package func uniform(_ name: String) throws(GLError) -> Uniform {
    if let location = uniforms[name] { return Uniform(name: name, location: location) }
    guard !strict else { throw .unknownUniform(name: name, label: label, known: Array(uniforms.keys)) }
    return Uniform(name: name, location: -1)
  }
}

/// The source text of a shader, with a name for errors.
package struct ShaderSource: Equatable, Sendable {
  /// The name of the file.
  package let name: String
  /// The text in GLSL ES 3.00, from `#version 300 es` on.
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A uniform of a program, looked up by `Program.uniform`.
package struct Uniform: Equatable, Sendable {
  package let name: String
  /// -1 if the program does not use it; setting it then does nothing.
  let location: Int32
}

/// The value of a uniform.
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

/// A linked vertex and fragment shader, made by `Device.makeProgram`.
package final class Program {
  package let name: ProgramName
  package let label: String
  /// The layout of its records.
  package let layout: VertexLayout
  /// The context generation in which the program was made.
  package let generation: UInt64
  /// Locations of the uniforms in use, by name; an array's without `[0]`.
  let uniforms: [String: Int32]
  /// The last value of each uniform, by location.
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

  /// Looks up a uniform.
  ///
  /// - Throws: in a debug context, `GLError.unknownUniform` if the linked program does not use it.
  ///   In other contexts setting it has no effect, as in OpenGL.
  package func uniform(_ name: String) throws(GLError) -> Uniform {
    if let location = uniforms[name] { return Uniform(name: name, location: location) }
    guard !strict else { throw .unknownUniform(name: name, label: label, known: Array(uniforms.keys)) }
    return Uniform(name: name, location: -1)
  }
}

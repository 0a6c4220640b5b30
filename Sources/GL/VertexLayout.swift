import MultiplaneCGLES

/// The layout of a record's bytes, declared in Swift and checked against each program.
///
/// Attribute i of the layout is at location i of the program.
package struct VertexLayout: Equatable, Sendable {
  /// The number type of an attribute's components, in memory and in the shader.
  package enum Kind: Equatable, Sendable {
    /// 32 bits each; `float`, `vec2`… in the shader.
    case float
    /// 32 bits each, signed; `int`, `ivec2`… in the shader.
    case int
    /// 32 bits each; `uint`, `uvec2`… in the shader.
    case uint
    /// One byte each, 0…255 seen as 0…1; `float`, `vec2`… in the shader.
    case normalizedByte

    fileprivate var byteCount: Int { self == .normalizedByte ? 1 : 4 }
  }

  package struct Attribute: Equatable, Sendable {
    /// The name in the vertex shader.
    package let name: String
    /// The number of components, 1…4.
    package let components: Int
    package let kind: Kind
    /// The offset in the record, in bytes.
    package let offset: Int

    package init(_ name: String, components: Int, kind: Kind = .float, offset: Int) {
      precondition((1...4).contains(components), "Attribute '\(name)' must have 1 to 4 components, not \(components).")
      self.name = name
      self.components = components
      self.kind = kind
      self.offset = offset
    }

    fileprivate var end: Int { offset + components * kind.byteCount }

    /// The GLSL type that the shader must declare.
    package var shaderType: String {
      switch kind {
      case .float, .normalizedByte: components == 1 ? "float" : "vec\(components)"
      case .int: components == 1 ? "int" : "ivec\(components)"
      case .uint: components == 1 ? "uint" : "uvec\(components)"
      }
    }
  }

  /// The size of a record, in bytes.
  package let stride: Int
  package let attributes: [Attribute]

  /// Creates a layout.
  ///
  /// - Precondition: every attribute is inside the stride, at a multiple of its component's size.
  package init(stride: Int, attributes: [Attribute]) {
    for attribute in attributes {
      precondition(
        attribute.offset >= 0 && attribute.end <= stride && attribute.offset % attribute.kind.byteCount == 0,
        "Attribute '\(attribute.name)' (bytes \(attribute.offset)..<\(attribute.end)) must be aligned in \(stride)."
      )
    }
    self.stride = stride
    self.attributes = attributes
  }
}

/// GLSL's name of a type that `glGetActiveAttrib` or `glGetActiveUniform` returned.
func shaderTypeName(_ type: GLenum) -> String {
  switch Int32(bitPattern: type) {
  case GL_FLOAT: "float"
  case GL_FLOAT_VEC2: "vec2"
  case GL_FLOAT_VEC3: "vec3"
  case GL_FLOAT_VEC4: "vec4"
  case GL_INT: "int"
  case GL_INT_VEC2: "ivec2"
  case GL_INT_VEC3: "ivec3"
  case GL_INT_VEC4: "ivec4"
  case GL_UNSIGNED_INT: "uint"
  case GL_UNSIGNED_INT_VEC2: "uvec2"
  case GL_UNSIGNED_INT_VEC3: "uvec3"
  case GL_UNSIGNED_INT_VEC4: "uvec4"
  case GL_FLOAT_MAT2: "mat2"
  case GL_FLOAT_MAT3: "mat3"
  case GL_FLOAT_MAT4: "mat4"
  default: "type 0x" + String(type, radix: 16)
  }
}

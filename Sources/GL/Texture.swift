import MultiplaneCGLES

/// The pixel format of a texture.
package enum PixelFormat: Equatable, Sendable {
  /// Four bytes per pixel, red first.
  case rgba8
  /// Four 16-bit floating-point numbers per pixel; can be drawn into where
  /// `Capabilities.drawsHalfFloat` says so.
  case rgba16Float
  /// Four numbers of 16 bits per pixel, from 0 to 1; can be drawn into where
  /// `Capabilities.drawsWords` says so.
  case rgba16
  /// Four 32-bit floating-point numbers per pixel, for data: OpenGL ES 3.0 only samples it with
  /// `.nearest`; can be drawn into, with blending, where `Capabilities.blendsFloat` says so.
  case rgba32Float
  /// One 16-bit floating-point number per pixel; shaders see it as red.
  case r16Float

  package var bytesPerPixel: Int {
    switch self {
    case .rgba8: 4
    case .rgba16Float, .rgba16: 8
    case .rgba32Float: 16
    case .r16Float: 2
    }
  }

  var internalFormat: GLenum {
    switch self {
    case .rgba8: GLenum(GL_RGBA8)
    case .rgba16Float: GLenum(GL_RGBA16F)
    case .rgba16: GLenum(GL_RGBA16_EXT)
    case .rgba32Float: GLenum(GL_RGBA32F)
    case .r16Float: GLenum(GL_R16F)
    }
  }

  var transferFormat: GLenum {
    GLenum(self == .r16Float ? GL_RED : GL_RGBA)
  }

  var transferType: GLenum {
    switch self {
    case .rgba8: GLenum(GL_UNSIGNED_BYTE)
    case .rgba16Float, .r16Float: GLenum(GL_HALF_FLOAT)
    case .rgba16: GLenum(GL_UNSIGNED_SHORT)
    case .rgba32Float: GLenum(GL_FLOAT)
    }
  }
}

/// The sampling of a texture. Coordinates are clamped to the edge.
package enum Sampler: Int, CaseIterable, Sendable {
  case nearest
  case linear

  var filter: Int32 { self == .nearest ? GL_NEAREST : GL_LINEAR }
}

/// A two-dimensional texture, made by `Device.makeTexture`. Premultiplied, top row first.
package final class Texture {
  package let name: TextureName
  /// The width, in pixels.
  package let width: Int
  /// The height, in pixels.
  package let height: Int
  package let format: PixelFormat
  package let label: String
  /// Whether it can only be sampled by a `samplerExternalOES`.
  package let isExternal: Bool
  /// The context generation in which the texture was made.
  package let generation: UInt64
  /// Whether it belongs to another owner, who deletes it.
  let isBorrowed: Bool
  private let garbage: GarbageList

  init(
    name: TextureName, width: Int, height: Int, format: PixelFormat, label: String,
    generation: UInt64, garbage: GarbageList, isExternal: Bool = false, isBorrowed: Bool = false
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.format = format
    self.label = label
    self.isExternal = isExternal
    self.isBorrowed = isBorrowed
    self.generation = generation
    self.garbage = garbage
  }

  deinit {
    if !isBorrowed { garbage.add(.texture(name), generation: generation) }
  }

  /// The size of its pixels, in bytes.
  package var byteCount: Int { width * height * format.bytesPerPixel }
}

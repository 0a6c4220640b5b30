import MultiplaneCGLES

/// How a texture's pixels are stored.
package enum PixelFormat: Equatable, Sendable {
  /// Four bytes a pixel, red first.
  case rgba8
  /// Four bytes a pixel, blue first. Bytes are uploaded and read red first all the same.
  case bgra8
  /// Four 16-bit floating-point numbers a pixel; can be drawn into where `Capabilities.drawsHalfFloat` says so.
  case rgba16Float
  /// Four numbers of 16 bits a pixel, from 0 to 1; can be drawn into where `Capabilities.drawsWords` says so.
  case rgba16
  /// Four 32-bit floating-point numbers a pixel, for data: OpenGL ES 3.0 only samples it with `.nearest`; can be drawn into, with
  /// blending, where `Capabilities.blendsFloat` says so.
  case rgba32Float
  /// One byte a pixel; shaders see it as red.
  case r8
  /// One 16-bit floating-point number a pixel; shaders see it as red.
  case r16Float

  package var bytesPerPixel: Int {
    switch self {
    case .rgba8, .bgra8: 4
    case .rgba16Float, .rgba16: 8
    case .rgba32Float: 16
    case .r16Float: 2
    case .r8: 1
    }
  }

  var internalFormat: GLenum {
    switch self {
    case .rgba8: GLenum(GL_RGBA8)
    case .bgra8: GLenum(GL_BGRA_EXT)
    case .rgba16Float: GLenum(GL_RGBA16F)
    case .rgba16: GLenum(GL_RGBA16_EXT)
    case .rgba32Float: GLenum(GL_RGBA32F)
    case .r8: GLenum(GL_R8)
    case .r16Float: GLenum(GL_R16F)
    }
  }

  var transferFormat: GLenum {
    switch self {
    case .r8, .r16Float: GLenum(GL_RED)
    case .bgra8: GLenum(GL_BGRA_EXT)
    default: GLenum(GL_RGBA)
    }
  }

  var transferType: GLenum {
    switch self {
    case .rgba8, .bgra8, .r8: GLenum(GL_UNSIGNED_BYTE)
    case .rgba16Float, .r16Float: GLenum(GL_HALF_FLOAT)
    case .rgba16: GLenum(GL_UNSIGNED_SHORT)
    case .rgba32Float: GLenum(GL_FLOAT)
    }
  }
}

/// How a texture is read between its pixels. Beyond its edges the edge's pixels go on.
package enum Sampler: Int, CaseIterable, Sendable {
  case nearest
  case linear
  /// Linear within the level that is nearest in size.
  case linearMipmapNearest
  /// Linear within two levels, and between them.
  case linearMipmapLinear

  var minification: Int32 {
    switch self {
    case .nearest: GL_NEAREST
    case .linear: GL_LINEAR
    case .linearMipmapNearest: GL_LINEAR_MIPMAP_NEAREST
    case .linearMipmapLinear: GL_LINEAR_MIPMAP_LINEAR
    }
  }

  var magnification: Int32 { self == .nearest ? GL_NEAREST : GL_LINEAR }
}

/// A two-dimensional image on the device, made by `Device.makeTexture`. Colours are premultiplied, the top row first.
package final class Texture {
  package let name: TextureName
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  package let format: PixelFormat
  /// Mipmap levels, 1 for a texture without.
  package let levels: Int
  package let label: String
  /// Whether it is read by a `samplerExternalOES`, and by no other.
  package let isExternal: Bool
  /// The context's when the texture was made.
  package let generation: UInt64
  /// Whether it belongs to somebody else, who deletes it.
  let isBorrowed: Bool
  private let garbage: GarbageList

  init(
    name: TextureName, width: Int, height: Int, format: PixelFormat, levels: Int, label: String,
    generation: UInt64, garbage: GarbageList, isExternal: Bool = false, isBorrowed: Bool = false
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.format = format
    self.levels = levels
    self.label = label
    self.isExternal = isExternal
    self.isBorrowed = isBorrowed
    self.generation = generation
    self.garbage = garbage
  }

  deinit {
    if !isBorrowed { garbage.add(.texture(name), generation: generation) }
  }

  /// The bytes that all levels take.
  package var byteCount: Int {
    (0..<levels).reduce(0) { $0 + max(1, width >> $1) * max(1, height >> $1) * format.bytesPerPixel }
  }

  /// What the texture takes of memory: whole pages.
  package var memoryBytes: Int { Self.memoryBytes(ofPixelBytes: byteCount) }

  /// What a texture takes of memory whose pixels take so many bytes: whole pages, as drivers of GPUs hand them out. Drivers on the
  /// CPU take what they need, but what they note down of each texture makes a small one's page all the same (Mesa: 4 KB beside an
  /// image of 1 KB).
  package static func memoryBytes(ofPixelBytes bytes: Int) -> Int { (bytes + page - 1) / page * page }

  private static let page = 4096
}

/// The OpenGL name of a texture; 0 is none.
package struct TextureName: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The OpenGL name of a framebuffer; 0 is the window's.
package struct FramebufferName: Hashable, Sendable {
  package let rawValue: UInt32

  /// The back buffer of the current window.
  package static let window = FramebufferName(rawValue: 0)
}

/// The OpenGL name of a buffer; 0 is none.
package struct BufferName: Hashable, Sendable {
  package let rawValue: UInt32
}

/// OpenGL's handle of a fence: a point among the commands that the device passes.
struct FenceName: Hashable {
  let rawValue: OpaquePointer
}

/// The OpenGL name of a linked program; 0 is none.
package struct ProgramName: Hashable, Sendable {
  package let rawValue: UInt32
}

/// OpenGL's name of a sampler object; 0 is none.
struct SamplerName: Hashable, Sendable {
  let rawValue: UInt32
}

import MultiplaneCEGL

/// An EGL error code with its name.
package struct EGLErrorCode: Equatable, Sendable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The code of this thread's last call; asking for it resets it.
  static func last() -> EGLErrorCode {
    EGLErrorCode(rawValue: eglGetError())
  }

  /// The name, such as `EGL_BAD_ALLOC`, or the number in hexadecimal if EGL 1.5 has no such code.
  package var description: String {
    Self.names[rawValue] ?? "EGL error 0x" + String(rawValue, radix: 16)
  }

  private static let names: [Int32: String] = [
    EGL_SUCCESS: "EGL_SUCCESS",
    EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED",
    EGL_BAD_ACCESS: "EGL_BAD_ACCESS",
    EGL_BAD_ALLOC: "EGL_BAD_ALLOC",
    EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE",
    EGL_BAD_CONFIG: "EGL_BAD_CONFIG",
    EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT",
    EGL_BAD_CURRENT_SURFACE: "EGL_BAD_CURRENT_SURFACE",
    EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY",
    EGL_BAD_MATCH: "EGL_BAD_MATCH",
    EGL_BAD_NATIVE_PIXMAP: "EGL_BAD_NATIVE_PIXMAP",
    EGL_BAD_NATIVE_WINDOW: "EGL_BAD_NATIVE_WINDOW",
    EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER",
    EGL_BAD_SURFACE: "EGL_BAD_SURFACE",
    EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST",
    EGL_BAD_DEVICE_EXT: "EGL_BAD_DEVICE_EXT",
  ]
}

import GL
import Shaders

/// Why a tree could not be drawn.
package enum RenderError: Error, CustomStringConvertible {
  /// The device or its driver refused; the description says what and how to mend it.
  case device(GLError)
  /// A shader's text cannot be had.
  case shader(ShaderError)

  package var description: String {
    switch self {
    case .device(let error): error.description
    case .shader(let error): error.description
    }
  }
}

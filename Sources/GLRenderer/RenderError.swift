import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneShaders

/// The error of a tree that cannot be drawn.
package enum RenderError: Error, CustomStringConvertible {
  /// The device or its driver failed.
  case device(GLError)
  /// The surfaces of the frame exceed the memory limit (`GLRenderer.surfaceLimit`).
  case surfaces(bytes: Int)
  /// The paths of one layer do not fit into the largest texture, with this side in pixels.
  case coverage(side: Int)
  /// There is no memory for the edges of the frame's paths.
  case pathMemory
  /// The text of a shader is missing.
  case shader(ShaderError)
  /// External pixels can neither be imported by the driver nor copied by the processor.
  case importing(image: String, driver: String, GLError, ImportedImageError)
  /// External pixels can no longer be read.
  case unreadable(ImportedImageError)

  package var description: String {
    switch self {
    case .device(let error): error.description
    case .surfaces(let bytes):
      "the frame needs \(bytes >> 20) MiB of surfaces at once, which is over the limit: draw it smaller, or by the CPU"
    case .coverage(let side):
      "the paths that one layer is drawn with do not fit into one texture, \(side) pixels per side; draw it smaller, or by the CPU"
    case .pathMemory: "no memory for the edges of the frame's paths"
    case .shader(let error): error.description
    case .importing(let image, let driver, let refusal, let unreadable):
      "\(image) cannot be shown with \(driver): \(refusal); nor as a copy: \(unreadable)"
    case .unreadable(let error): error.description
    }
  }
}

import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneShaders

/// The error of a tree that cannot be drawn.
package enum RenderError: Error, CustomStringConvertible {
  /// The device or its driver refused; the description says what and how to mend it.
  case device(GLError)
  /// The frame needs so many bytes of surfaces at once, more than it may (`GLRenderer.surfaceLimit`).
  case surfaces(bytes: Int)
  /// The paths that one layer is drawn with do not fit into a texture of that many pixels a side, the largest there is.
  case coverage(side: Int)
  /// A shader's text cannot be had.
  case shader(ShaderError)
  /// Somebody else's pixels can be taken in neither by the driver nor, as a copy, by the processor.
  case importing(image: String, driver: String, GLError, ImportedImageError)
  /// Somebody else's pixels could be read, and cannot any more.
  case unreadable(ImportedImageError)

  package var description: String {
    switch self {
    case .device(let error): error.description
    case .surfaces(let bytes):
      "the frame needs \(bytes >> 20) MiB of surfaces at once, which is over the limit: draw it smaller, or by the CPU"
    case .coverage(let side):
      "the paths that one layer is drawn with do not fit into one texture, \(side) pixels per side; draw it smaller, or by the CPU"
    case .shader(let error): error.description
    case .importing(let image, let driver, let refusal, let unreadable):
      "\(image) cannot be shown with \(driver): \(refusal); nor as a copy: \(unreadable)"
    case .unreadable(let error): error.description
    }
  }
}

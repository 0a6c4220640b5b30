import MultiplaneDisplays

/// The error of a frame that could not be drawn. Each description is one line: where, what was
/// found, how to fix it.
package enum CompositorError: Error, CustomStringConvertible {
  /// No device, or a frame that cannot be created or read.
  case display(DisplayError)
  /// The renderer could not draw the tree; `device` is the device's route, such as `egl:0`.
  case render(device: String, error: RenderFailure)
  /// The device was reset, and the frame is lost. The next frame has a new context.
  case contextLost(device: String, cause: String)
  /// The canvas has too many pixels.
  case canvas(width: Int, height: Int, mostPixels: Int)
  /// A picture in tiles is not a single image of the device.
  case tiles(side: Int)

  package var description: String {
    switch self {
    case .display(let error): "\(error)"
    case .render(let device, let error): "\(device): \(error)"
    case .contextLost(let device, let cause):
      "\(device): the frame was lost with the OpenGL context (\(cause)): draw it again, or on another device"
    case .canvas(let width, let height, let mostPixels):
      "the canvas is \(width) x \(height) px, expected at most \(mostPixels) px in all: draw it smaller or part by part"
    case .tiles(let side):
      "the picture is in several tiles of at most \(side) px per side: read its pixels, or draw a smaller canvas"
    }
  }
}

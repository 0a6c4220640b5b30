import MultiplaneDisplays

/// The error of a frame that could not be drawn. Each description is one line: where, what was
/// found, how to fix it.
package enum CompositorError: Error, CustomStringConvertible {
  /// No device, or a frame of its that cannot be made or read.
  case display(DisplayError)
  /// The renderer could not draw the tree; `device` is the route to the device, such as `egl:0`.
  case render(device: String, error: RenderFailure)
  /// The device was reset and what was drawn is gone. The next frame is drawn on a new context.
  case contextLost(device: String, cause: String)
  /// A canvas has more pixels than a picture may.
  case canvas(width: Int, height: Int, mostPixels: Int)
  /// What was drawn in tiles is in no image of the device's.
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

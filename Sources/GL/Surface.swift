/// Which row of a picture a framebuffer's row 0 is.
package enum RowOrder: Equatable, Sendable {
  /// Row 0 is the picture's top row: our own surfaces.
  case topRowFirst
  /// Row 0 is the picture's bottom row: OpenGL's window surfaces.
  case bottomRowFirst
}

/// One image to draw into: what a renderer needs to know of it, and nothing of where it goes.
///
/// It is a value without ownership: whoever made it keeps the framebuffer alive while it is drawn into.
package struct Frame: Equatable, Sendable {
  package let framebuffer: FramebufferName
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  /// Pixels per point.
  package let scale: Double
  /// How many frames ago these pixels were drawn; 0 if what they hold is unknown.
  package let bufferAge: Int
  package let rowOrder: RowOrder
  /// Whether what is drawn goes over what is there, which then stays where nothing is drawn.
  package let keepsPixels: Bool
  /// Whether its pixels are known to lie blue first in memory: they are then read so, and turned round afterwards.
  package let isBlueFirst: Bool

  package init(
    framebuffer: FramebufferName, width: Int, height: Int, scale: Double = 1, bufferAge: Int = 0,
    rowOrder: RowOrder = .topRowFirst, keepsPixels: Bool = false, isBlueFirst: Bool = false
  ) {
    self.framebuffer = framebuffer
    self.width = width
    self.height = height
    self.scale = scale
    self.bufferAge = bufferAge
    self.rowOrder = rowOrder
    self.keepsPixels = keepsPixels
    self.isBlueFirst = isBlueFirst
  }
}

/// A texture that is drawn into off screen, made by `Device.makeSurface`.
package final class Surface {
  package let texture: Texture
  package let framebuffer: FramebufferName
  /// What the texture's pixels belong to, if they are not its own.
  private let image: SharedImage?
  private let garbage: GarbageList

  init(texture: Texture, framebuffer: FramebufferName, image: SharedImage?, garbage: GarbageList) {
    self.texture = texture
    self.framebuffer = framebuffer
    self.image = image
    self.garbage = garbage
  }

  deinit {
    garbage.add(.framebuffer(framebuffer), generation: texture.generation)
  }

  /// Pixels.
  package var width: Int { texture.width }
  /// Pixels.
  package var height: Int { texture.height }
  package var label: String { texture.label }
  /// The context's when the surface was made.
  package var generation: UInt64 { texture.generation }

  /// The surface as an image to draw into. The surface must outlive it.
  package func frame(scale: Double = 1, bufferAge: Int = 0) -> Frame {
    Frame(
      framebuffer: framebuffer, width: width, height: height, scale: scale, bufferAge: bufferAge,
      rowOrder: .topRowFirst)
  }
}

/// The row of the picture in row 0 of a framebuffer.
package enum RowOrder: Equatable, Sendable {
  /// Row 0 is the picture's top row: our own surfaces.
  case topRowFirst
  /// Row 0 is the picture's bottom row: OpenGL's window surfaces.
  case bottomRowFirst
}

/// A render target: the information for a renderer, without a destination.
///
/// A value without ownership: its creator keeps the framebuffer alive while it is used.
package struct Frame: Equatable, Sendable {
  package let framebuffer: FramebufferName
  /// The width, in pixels.
  package let width: Int
  /// The height, in pixels.
  package let height: Int
  /// Pixels per point.
  package let scale: Double
  /// The age of the pixels in frames; 0 if unknown.
  package let bufferAge: Int
  package let rowOrder: RowOrder
  /// Whether drawing is composed over existing pixels, which are otherwise preserved.
  package let keepsPixels: Bool
  /// Whether the memory is known to be in BGRA order: it is then read as such, and swapped
  /// afterwards.
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

/// An offscreen render target with a texture, made by `Device.makeSurface`.
package final class Surface {
  package let texture: Texture
  package let framebuffer: FramebufferName
  /// The owner of the texture's pixels, if they are not its own.
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

  /// The width, in pixels.
  package var width: Int { texture.width }
  /// The height, in pixels.
  package var height: Int { texture.height }
  package var label: String { texture.label }
  /// The context generation in which the surface was made.
  package var generation: UInt64 { texture.generation }

  /// The surface as a render target. The surface must outlive it.
  package func frame(scale: Double = 1, bufferAge: Int = 0) -> Frame {
    Frame(
      framebuffer: framebuffer, width: width, height: height, scale: scale, bufferAge: bufferAge,
      rowOrder: .topRowFirst)
  }
}

/// A rectangle of pixels in a framebuffer: x to the right, y in the order of its rows.
package struct PixelRect: Equatable, Sendable {
  package var x: Int
  package var y: Int
  /// The width, never negative.
  package var width: Int
  /// The height, never negative.
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top, width: min(x + width, other.x + other.width) - left,
      height: min(y + height, other.y + other.height) - top)
  }
}

/// The load operation of a pass: the treatment of existing pixels.
package enum Load: Equatable, Sendable {
  /// Those of the area are replaced by this premultiplied colour: red, green, blue, alpha, 0…1.
  /// With `discardsRest` the others may become anything; otherwise a tiled device reads them from
  /// memory, and writes them back.
  case clear(Float, Float, Float, Float, discardsRest: Bool = false)
  /// They stay.
  case keep
  /// They may become anything: every pixel is drawn anyway. Spares tiled devices from reading them.
  case discard
}

/// The blend function of a draw; both colours are premultiplied.
package enum Blend: Equatable, Sendable {
  /// The new colour takes the old one's place.
  case none
  /// new + old · (1 − new alpha).
  case sourceOver
  /// new + old, which a format of bytes clamps to 1.
  case add
}

/// A texture bound for one draw.
package struct TextureBinding {
  /// The texture unit, below `Capabilities.maxTextureUnits`.
  package let unit: Int
  package let texture: Texture
  package let sampler: Sampler

  package init(unit: Int, texture: Texture, sampler: Sampler) {
    self.unit = unit
    self.texture = texture
    self.sampler = sampler
  }
}

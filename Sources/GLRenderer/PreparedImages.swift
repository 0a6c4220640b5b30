import GL
import Graphics

/// Opaque images as textures that the device shows more quickly than as they are:
///
/// - under a mask of as many pixels: the colours of one and the alpha of the other. One sample is then both, and the same to the
///   last bit as two, as each component is mixed by itself;
/// - to be mixed by a device that cuts off what a byte does not hold, once along each axis: raised by one where a neighbour is
///   another, which is as much as is cut off on average. Beyond 1/255 is then one pixel in a hundred thousand of a photograph, and
///   none beyond 2; without it, 42 in a hundred are, all too dark.
final class PreparedImages {
  private let device: Device
  private let budget: TextureBudget
  private let kept: KeptOfImages<Texture>

  init(device: Device, budget: TextureBudget) {
    self.device = device
    self.budget = budget
    kept = KeptOfImages(budget: budget)
  }

  /// The texture of an image under a mask, or raised without one. Nil where it has none: it is not opaque, its mask has not as
  /// many pixels, or the frame before did not ask for it.
  ///
  /// - Throws: `RenderError.device` when the driver has no room for it.
  func texture(of image: CGImage, under mask: CGImage? = nil) throws(RenderError) -> Texture? {
    try kept.find(image, under: mask) { () throws(RenderError) in
      guard let pixels = Self.pixels(of: image, under: mask) else { return nil }
      let texture = try makeTexture(of: pixels, width: image.width, height: image.height)
      return (texture, texture.memoryBytes)
    }
  }

  /// Ends a frame.
  func endFrame() { kept.endFrame() }

  private func makeTexture(of pixels: [UInt8], width: Int, height: Int) throws(RenderError) -> Texture {
    let format = device.capabilities.traits.byteFormat
    budget.makeRoom(for: Texture.memoryBytes(ofPixelBytes: format.bytesPerPixel * width * height))
    let texture: Texture
    do throws(GLError) {
      texture = try device.makeTexture(
        width: width, height: height, format: format, label: "prepared image \(width)x\(height)")
    } catch {
      throw .device(error)
    }
    pixels.withUnsafeBytes { device.upload($0, to: texture) }
    return texture
  }

  /// The numbers of the texture; nil for an image that is not opaque.
  static func pixels(of image: CGImage, under mask: CGImage?) -> [UInt8]? {
    image.withPremultipliedRGBA8 { pixels in
      guard stride(from: 3, to: pixels.count, by: 4).allSatisfy({ pixels[$0] == 255 }) else { return nil }
      guard let mask else { return raised(pixels, rowBytes: image.width * 4) }
      var joined = [UInt8](pixels)
      mask.withPremultipliedRGBA8 { covering in
        for index in stride(from: 3, to: joined.count, by: 4) { joined[index] = covering[index] }
      }
      return joined
    }
  }

  /// Bytes of four components, each raised by one where one of its four neighbours is another.
  private static func raised(_ bytes: UnsafeRawBufferPointer, rowBytes: Int) -> [UInt8] {
    let count = bytes.count
    return [UInt8](unsafeUninitializedCapacity: count) { raised, initialized in
      for row in stride(from: 0, to: count, by: rowBytes) {
        let above = row > 0 ? -rowBytes : 0
        let below = row + rowBytes < count ? rowBytes : 0
        for index in row..<row + rowBytes {
          let byte = bytes[index]
          let left = index >= row + 4 ? -4 : 0
          let right = index + 4 < row + rowBytes ? 4 : 0
          let differs =
            bytes[index + above] != byte || bytes[index + below] != byte || bytes[index + left] != byte
            || bytes[index + right] != byte
          raised[index] = differs && byte < 255 ? byte + 1 : byte
        }
      }
      initialized = count
    }
  }
}

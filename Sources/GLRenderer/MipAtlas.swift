/// The mip levels of an image below the first in one picture: side by side, from the left, their tops in line.
///
/// Shaders find a level by arithmetic (`sampling.glsl`), so that no driver's choice of levels takes part. No side
/// is longer than the image's longer side, so every device that takes the image takes its mips.
struct MipAtlas {
  let width: Int
  let height: Int
  /// Premultiplied red, green, blue and alpha, each a byte or a half float as the image's, rows tight, the top row first.
  let bytes: [UInt8]

  /// Nil for an image of one pixel, which has no levels below the first.
  ///
  /// - Parameter premultiplied: RGBA8 of the image, `width` × `height` pixels.
  init?(premultiplied: [UInt8], width: Int, height: Int) {
    self.init(MipLevel(premultiplied: premultiplied, width: width, height: height), pixelSize: 4) { $0.bytes() }
  }

  /// The same for an image of half floats, premultiplied.
  init?(halves: [Float16], width: Int, height: Int) {
    self.init(MipLevel(halves: halves, width: width, height: height), pixelSize: 8) { level in
      level.halves().withUnsafeBytes { Array($0) }
    }
  }

  /// - Parameters:
  ///   - pixelSize: bytes of a pixel.
  ///   - stored: gives the bytes of a level.
  private init?(_ image: MipLevel, pixelSize: Int, stored: (MipLevel) -> [UInt8]) {
    guard image.width > 1 || image.height > 1 else { return nil }
    var level = image
    var levels: [MipLevel] = []
    for _ in 1..<MipLevel.count(width: image.width, height: image.height) {
      level = level.next()
      levels.append(level)
    }
    let atlasWidth = levels.reduce(0) { $0 + $1.width }
    let atlasHeight = levels[0].height
    var bytes = [UInt8](repeating: 0, count: atlasWidth * atlasHeight * pixelSize)
    var x = 0
    for level in levels {
      let pixels = stored(level)
      let rowBytes = level.width * pixelSize
      for row in 0..<level.height {
        let start = (row * atlasWidth + x) * pixelSize
        bytes.replaceSubrange(start..<start + rowBytes, with: pixels[row * rowBytes..<(row + 1) * rowBytes])
      }
      x += level.width
    }
    (self.width, self.height, self.bytes) = (atlasWidth, atlasHeight, bytes)
  }
}

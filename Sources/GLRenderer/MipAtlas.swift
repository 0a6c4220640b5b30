/// The mip levels of an image below the first in one picture: side by side, from the left, their tops in line.
///
/// Shaders find a level by arithmetic (`sampling.glsl`), so that no driver's choice of levels takes part. No side
/// is longer than the image's longer side, so every device that takes the image takes its mips.
struct MipAtlas {
  let width: Int
  let height: Int
  /// Premultiplied RGBA8, rows tight, the top row first.
  let bytes: [UInt8]

  /// Nil for an image of one pixel, which has no levels below the first.
  ///
  /// - Parameter premultiplied: RGBA8 of the image, `width` × `height` pixels.
  init?(premultiplied: [UInt8], width: Int, height: Int) {
    guard width > 1 || height > 1 else { return nil }
    var level = MipLevel(premultiplied: premultiplied, width: width, height: height)
    var levels: [MipLevel] = []
    for _ in 1..<MipLevel.count(width: width, height: height) {
      level = level.next()
      levels.append(level)
    }
    let atlasWidth = levels.reduce(0) { $0 + $1.width }
    let atlasHeight = levels[0].height
    var bytes = [UInt8](repeating: 0, count: atlasWidth * atlasHeight * 4)
    var x = 0
    for level in levels {
      let pixels = level.bytes()
      let rowBytes = level.width * 4
      for row in 0..<level.height {
        let start = (row * atlasWidth + x) * 4
        bytes.replaceSubrange(start..<start + rowBytes, with: pixels[row * rowBytes..<(row + 1) * rowBytes])
      }
      x += level.width
    }
    (self.width, self.height, self.bytes) = (atlasWidth, atlasHeight, bytes)
  }
}

/// An image and its mip levels in one picture: level 0, and below it the other levels side by side, from the left.
///
/// Shaders find a level by arithmetic (`sampling.glsl`), so that no driver's choice of levels takes part.
struct MipAtlas {
  let width: Int
  let height: Int
  /// Premultiplied RGBA8, rows tight, the top row first.
  let bytes: [UInt8]

  /// - Parameter premultiplied: RGBA8 of the image, `width` × `height` pixels.
  init(premultiplied: [UInt8], width: Int, height: Int) {
    var levels = [MipLevel(premultiplied: premultiplied, width: width, height: height)]
    for _ in 1..<max(2, MipLevel.count(width: width, height: height)) {
      levels.append(levels[levels.count - 1].next())
    }
    let below = levels.dropFirst()
    let atlasWidth = max(width, below.reduce(0) { $0 + $1.width })
    let atlasHeight = height + levels[1].height
    var bytes = [UInt8](repeating: 0, count: atlasWidth * atlasHeight * 4)
    var x = 0
    for (index, level) in levels.enumerated() {
      let pixels = level.bytes()
      let rowBytes = level.width * 4
      for row in 0..<level.height {
        let start = ((index == 0 ? row : height + row) * atlasWidth + x) * 4
        bytes.replaceSubrange(start..<start + rowBytes, with: pixels[row * rowBytes..<(row + 1) * rowBytes])
      }
      if index > 0 { x += level.width }
    }
    (self.width, self.height, self.bytes) = (atlasWidth, atlasHeight, bytes)
  }
}

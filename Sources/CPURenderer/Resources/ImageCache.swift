import CPixels
import Graphics

/// The texels of images, with their mip levels, as long as a budget has room.
final class ImageCache {
  private var entries: [ObjectIdentifier: ImageTexels] = [:]
  private var frame = 0
  private var bytes = 0
  /// Bytes kept between frames.
  var budget: Int

  init(budget: Int = 256 << 20) {
    self.budget = budget
  }

  /// The texels of an image; they stay as long as this frame is drawn.
  func texels(of image: CGImage) -> ImageTexels {
    let key = ObjectIdentifier(image)
    if let known = entries[key] {
      known.lastFrame = frame
      return known
    }
    let made = ImageTexels(image)
    made.lastFrame = frame
    entries[key] = made
    return made
  }

  /// Drops what was not used for longest while all take more than the budget.
  func endFrame() {
    frame += 1
    bytes = entries.values.reduce(0) { $0 + $1.byteCount }
    guard bytes > budget else { return }
    for (key, entry) in entries.sorted(by: { $0.value.lastFrame < $1.value.lastFrame }) {
      guard bytes > budget else { return }
      bytes -= entry.byteCount
      entries[key] = nil
    }
  }
}

import MultiplaneCPixels
import MultiplaneGraphics

/// The texels of images, with their mip levels, as long as the budget has room and the image
/// exists.
final class ImageCache {
  // Asked for each image of a frame, by one thread.
  @exclusivity(unchecked) private var entries: [ObjectIdentifier: ImageTexels] = [:]
  @exclusivity(unchecked) private var frame = 0
  private var bytes = 0
  /// The placeholders of images that could not be read in this frame.
  private var unreadable: [ObjectIdentifier: ImageTexels] = [:]
  /// Why imported pixels could not be read since this was last asked.
  private var failure: ImportedImageError?
  /// Bytes cached between frames.
  var budget: Int

  init(budget: Int = 256 << 20) {
    self.budget = budget
  }

  /// The texels of an image; they stay as long as this frame is drawn.
  func texels(of image: CGImage) -> ImageTexels {
    let key = ObjectIdentifier(image)
    if let known = entries[key] {
      if known.lastFrame == frame { return known }
      // Another image may have the identity of one that is gone. Those of this frame are held by
      // it.
      if known.presence === image.presence {
        known.lastFrame = frame
        return known
      }
    }
    if let known = unreadable[key] { return known }
    let made: ImageTexels
    do throws(ImportedImageError) {
      made = ImageTexels(image, pixels: try image.imported?.image.readPixels())
      entries[key] = made
    } catch {
      // Transparent in this frame, and tried again with the next.
      failure = error
      made = ImageTexels(image, pixels: [UInt8](repeating: 0, count: image.width * image.height * 4))
      unreadable[key] = made
    }
    made.lastFrame = frame
    return made
  }

  /// Why imported pixels could not be read; nil if all could, or if it was reported before.
  func takeFailure() -> ImportedImageError? {
    defer { failure = nil }
    return failure
  }

  /// Drops the texels of images that are gone, and what was not used for longest while all take
  /// more than the budget.
  func endFrame() {
    frame += 1
    unreadable.removeAll()
    entries = entries.filter { $0.value.presence != nil }
    bytes = entries.values.reduce(0) { $0 + $1.byteCount }
    guard bytes > budget else { return }
    for (key, entry) in entries.sorted(by: { $0.value.lastFrame < $1.value.lastFrame }) {
      guard bytes > budget else { return }
      bytes -= entry.byteCount
      entries[key] = nil
    }
  }
}

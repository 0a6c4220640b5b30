import GL
import Graphics

/// The textures of one image.
struct ImageTextures {
  /// Level 0.
  let image: Texture
  /// The levels below it (`MipAtlas`); nil as long as no frame asked for them. An image of one pixel has none and gives
  /// level 0 again.
  var mips: Texture?
}

/// The textures of images: uploaded once, kept while there is room, the least recently used given up first.
final class ImageCache {
  private struct Entry {
    /// Keeps the image alive, so that its identity stays its own.
    let image: CGImage
    var textures: ImageTextures
    var bytes: Int
    /// When it was used last, on the cache's own clock.
    var lastUse: Int
  }

  private let device: Device
  /// Bytes of textures that are kept beyond the frame that needed them.
  let budget: Int
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// Bytes of all textures.
  private(set) var bytes = 0
  /// Counts uses.
  private var clock = 0
  private var frameStart = 0

  init(device: Device, budget: Int) {
    self.device = device
    self.budget = budget
  }

  /// The textures of an image, uploaded if they are not there.
  ///
  /// - Parameter mipmapped: whether the levels below the first are needed.
  /// - Throws: `RenderError.device` when the driver has no room for them, or takes no image that large.
  func textures(of image: CGImage, mipmapped: Bool) throws(RenderError) -> ImageTextures {
    clock += 1
    let key = ObjectIdentifier(image)
    if entries[key] == nil {
      let label = "image \(image.width)x\(image.height)"
      let texture = try upload(
        image.premultipliedRGBA8(), width: image.width, height: image.height, label: label)
      entries[key] = Entry(
        image: image, textures: ImageTextures(image: texture), bytes: texture.byteCount, lastUse: clock)
      bytes += texture.byteCount
    }
    guard var entry = entries[key] else { preconditionFailure("The entry was just made.") }
    if mipmapped, entry.textures.mips == nil {
      let mips = try uploadMips(of: image)
      entry.textures.mips = mips ?? entry.textures.image
      entry.bytes += mips?.byteCount ?? 0
      bytes += mips?.byteCount ?? 0
    }
    entry.lastUse = clock
    entries[key] = entry
    return entry.textures
  }

  /// Whether an image's textures are there.
  func holds(_ image: CGImage) -> Bool { entries[ObjectIdentifier(image)] != nil }

  func beginFrame() {
    frameStart = clock
  }

  /// Ends a frame: gives up what was used longest ago until the rest is within the budget. What this frame used stays,
  /// as the next is likely to need it, even where that alone is more than the budget.
  func endFrame() {
    guard bytes > budget else { return }
    let unused = entries.filter { $0.value.lastUse <= frameStart }
    for (key, entry) in unused.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where bytes > budget {
      entries[key] = nil
      bytes -= entry.bytes
    }
  }

  /// - Returns: nil for an image without levels below the first.
  private func uploadMips(of image: CGImage) throws(RenderError) -> Texture? {
    let pixels = image.premultipliedRGBA8()
    guard let atlas = MipAtlas(premultiplied: pixels, width: image.width, height: image.height) else { return nil }
    return try upload(
      atlas.bytes, width: atlas.width, height: atlas.height, label: "mips of image \(image.width)x\(image.height)")
  }

  private func upload(_ bytes: [UInt8], width: Int, height: Int, label: String) throws(RenderError) -> Texture {
    do throws(GLError) {
      let texture = try device.makeTexture(width: width, height: height, format: .rgba8, label: label)
      bytes.withUnsafeBytes { device.upload($0, to: texture) }
      return texture
    } catch {
      throw .device(error)
    }
  }
}

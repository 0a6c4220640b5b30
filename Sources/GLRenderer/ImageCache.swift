import GL
import Graphics

/// The textures of images: uploaded once, kept while there is room, the least recently used given up first.
final class ImageCache {
  private struct Entry {
    /// Keeps the image alive, so that its identity stays its own.
    let image: CGImage
    let texture: Texture
    let bytes: Int
    var lastFrame: Int
  }

  private struct Key: Hashable {
    let image: ObjectIdentifier
    let mipmapped: Bool
  }

  private let device: Device
  /// Bytes of textures that are kept beyond the frame that needed them.
  let budget: Int
  private var entries: [Key: Entry] = [:]
  private var bytes = 0
  private var frame = 0

  init(device: Device, budget: Int) {
    self.device = device
    self.budget = budget
  }

  /// The texture of an image, uploaded if it is not there.
  func texture(of image: CGImage, mipmapped: Bool) throws(RenderError) -> Texture {
    let key = Key(image: ObjectIdentifier(image), mipmapped: mipmapped)
    if let entry = entries[key] {
      entries[key]?.lastFrame = frame
      return entry.texture
    }
    let texture = try upload(image, mipmapped: mipmapped)
    let size = texture.byteCount
    entries[key] = Entry(image: image, texture: texture, bytes: size, lastFrame: frame)
    bytes += size
    return texture
  }

  /// Begins a frame: what this frame needs is not given up before the next.
  func beginFrame() {
    frame += 1
  }

  /// Ends a frame: gives up what was used longest ago until the rest is within the budget.
  func endFrame() {
    guard bytes > budget else { return }
    for (key, entry) in entries.sorted(by: { $0.value.lastFrame < $1.value.lastFrame }) {
      guard bytes > budget else { return }
      entries[key] = nil
      bytes -= entry.bytes
    }
  }

  func removeAll() {
    entries = [:]
    bytes = 0
  }

  private func upload(_ image: CGImage, mipmapped: Bool) throws(RenderError) -> Texture {
    var width = image.width
    var height = image.height
    var bytes = image.premultipliedRGBA8()
    if mipmapped {
      let atlas = MipAtlas(premultiplied: bytes, width: width, height: height)
      (width, height, bytes) = (atlas.width, atlas.height, atlas.bytes)
    }
    let label = "image \(image.width)x\(image.height)\(mipmapped ? " with mips" : "")"
    do throws(GLError) {
      let texture = try device.makeTexture(width: width, height: height, format: .rgba8, label: label)
      bytes.withUnsafeBytes { device.upload($0, to: texture) }
      return texture
    } catch {
      throw .device(error)
    }
  }
}

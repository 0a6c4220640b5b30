import GL
import Graphics

/// The textures of one image.
struct ImageTextures {
  /// Level 0.
  let image: Texture
  /// Whether no pixel lets anything through.
  var isOpaque = false
  /// The levels below it (`MipAtlas`); nil as long as nothing asked for them. An image of one pixel has none and gives
  /// level 0 again.
  var mips: Texture?
}

/// The textures of images: uploaded once, kept as long as the budget has room and somebody has the image, for otherwise nobody
/// can ask for them again.
final class ImageCache {
  private struct Entry {
    /// Nil when nobody has it any more; another image may then have its identity.
    weak var image: CGImage.Presence?
    var textures: ImageTextures
    let holding: TextureBudget.Holding
  }

  private let device: Device
  private let budget: TextureBudget
  private let imports: ImportedImages
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// What this frame has asked for. It holds the images, so they need no second look.
  private var asked: [ObjectIdentifier: (textures: ImageTextures, holding: TextureBudget.Holding)] = [:]
  /// Uploads since the last look for images that are gone.
  private var uploadsUnswept = 0
  private static let fewestUploadsToSweep = 64

  init(device: Device, budget: TextureBudget) {
    self.device = device
    self.budget = budget
    imports = ImportedImages(device: device)
  }

  /// The textures of an image, uploaded if they are not there. They are the caller's for as long as it draws with them, also
  /// when the cache has to give them up for the next.
  ///
  /// - Parameter mipmapped: whether the levels below the first are needed.
  /// - Throws: `RenderError.device` when the driver has no room for them, or takes no image that large, `.importing` for
  ///   somebody else's pixels that cannot be had.
  func textures(of image: CGImage, mipmapped: Bool) throws(RenderError) -> ImageTextures {
    let key = ObjectIdentifier(image)
    if let known = asked[key], !mipmapped || known.textures.mips != nil {
      budget.use(known.holding)
      return known.textures
    }
    if let (imported, generation) = image.imported {
      return try imports.textures(of: imported, generation: generation, mipmapped: mipmapped)
    }
    var entry: Entry
    if let known = entries[key], known.image === image.presence {
      entry = known
    } else {
      forget(key)
      entry = try upload(image)
    }
    budget.use(entry.holding)
    if mipmapped, entry.textures.mips == nil {
      let mips = try uploadMips(of: image, sparing: entry.holding)
      entry.textures.mips = mips ?? entry.textures.image
      budget.grow(entry.holding, by: mips?.memoryBytes ?? 0)
      entries[key] = entry
    }
    asked[key] = (entry.textures, entry.holding)
    return entry.textures
  }

  /// Whether no pixel of an image lets anything through; it is uploaded if it is not there.
  func isOpaque(_ image: CGImage) throws(RenderError) -> Bool {
    if let known = asked[ObjectIdentifier(image)] { return known.textures.isOpaque }
    return try textures(of: image, mipmapped: false).isOpaque
  }

  /// Whether an image's textures are there.
  func holds(_ image: CGImage) -> Bool { entries[ObjectIdentifier(image)]?.image === image.presence }

  /// Ends a frame.
  func endFrame() {
    imports.endFrame()
    asked.removeAll(keepingCapacity: true)
    // So that each upload pays for a look at four others: a fifth of the textures is of images that are gone, at most.
    guard uploadsUnswept >= max(Self.fewestUploadsToSweep, entries.count / 4) else { return }
    uploadsUnswept = 0
    for key in entries.filter({ $0.value.image == nil }).keys { forget(key) }
  }

  private func forget(_ key: ObjectIdentifier) {
    asked[key] = nil
    guard let entry = entries.removeValue(forKey: key) else { return }
    budget.release(entry.holding)
  }

  private func upload(_ image: CGImage) throws(RenderError) -> Entry {
    let key = ObjectIdentifier(image)
    let texture = try makeTexture(
      width: image.width, height: image.height, format: format(of: image),
      label: "image \(image.width)x\(image.height)")
    let isOpaque: Bool
    if image.hasHalfFloats {
      let pixels = image.premultipliedHalves()
      pixels.withUnsafeBytes { device.upload($0, to: texture) }
      isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 1 }
    } else {
      isOpaque = image.withPremultipliedRGBA8 { pixels in
        device.upload(pixels, to: texture)
        return stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
      }
    }
    let holding = budget.hold(texture.memoryBytes) { [weak self] in
      self?.entries[key] = nil
      self?.asked[key] = nil
    }
    uploadsUnswept += 1
    let entry = Entry(
      image: image.presence, textures: ImageTextures(image: texture, isOpaque: isOpaque), holding: holding)
    entries[key] = entry
    return entry
  }

  /// - Returns: nil for an image without levels below the first.
  private func uploadMips(of image: CGImage, sparing holding: TextureBudget.Holding) throws(RenderError) -> Texture? {
    let (width, height) = (image.width, image.height)
    let made =
      image.hasHalfFloats
      ? MipAtlas(halves: image.premultipliedHalves(), width: width, height: height)
      : MipAtlas(premultiplied: image.premultipliedRGBA8(), width: width, height: height)
    guard let atlas = made else { return nil }
    let texture = try makeTexture(
      width: atlas.width, height: atlas.height, format: format(of: image),
      label: "mips of image \(image.width)x\(image.height)",
      sparing: holding)
    atlas.bytes.withUnsafeBytes { device.upload($0, to: texture) }
    return texture
  }

  /// Half floats where bytes would not do: devices of OpenGL ES 3.0 can sample them all, linearly too.
  private func format(of image: CGImage) -> PixelFormat {
    image.hasHalfFloats ? .rgba16Float : device.capabilities.traits.byteFormat
  }

  private func makeTexture(
    width: Int, height: Int, format: PixelFormat, label: String, sparing: TextureBudget.Holding? = nil
  ) throws(RenderError) -> Texture {
    budget.makeRoom(for: Texture.memoryBytes(ofPixelBytes: format.bytesPerPixel * width * height), sparing: sparing)
    do throws(GLError) {
      return try device.makeTexture(width: width, height: height, format: format, label: label)
    } catch {
      throw .device(error)
    }
  }
}

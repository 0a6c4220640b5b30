import MultiplaneGL
import MultiplaneGraphics
import MultiplanePathImages

/// An image in a texture: its own, or a page of the atlas.
struct ImageAllocation {
  var texture: Texture
  /// x and y of the first level in the texture; width and height of level 0.
  var area: SIMD4<Float>
  /// The largest mip level in the texture: 0, unless the image exceeds the device's textures.
  var firstLevel = 0
  /// The number of mip levels in the texture.
  var levelCount: Int
  /// Whether they lie beneath level 0 rather than beside it.
  var isBeneath: Bool
  var isOpaque: Bool
  /// Counts the images of a frame; −1 for an imported one.
  var number = -1
}

/// The textures of images: uploaded once, cached as long as the budget has room and the image
/// exists, as otherwise no frame can ask for it again.
///
/// Small images share the pages of an atlas, so that very many of them are drawn by a few calls. An
/// image's mip levels stand beside it, or beneath it, in the same texture (rendering rules §10):
/// level 1 next to level 0, the others one after another from there.
final class ImageStore {
  private final class Entry {
    /// Nil when it no longer exists; another image may then have its identity.
    private(set) weak var image: CGImage.Presence?
    let key: ObjectIdentifier
    fileprivate(set) var allocation: ImageAllocation
    var lastFrame = -1
    /// Nil for a texture of its own.
    let region: PageRegion?

    init(_ image: CGImage, _ allocation: ImageAllocation, on region: PageRegion?) {
      (self.image, key, self.allocation, self.region) = (image.presence, ObjectIdentifier(image), allocation, region)
    }

    func shows(mipmapped: Bool) -> Bool { !mipmapped || allocation.levelCount > 1 }
  }

  /// A region of an atlas page.
  private struct PageRegion {
    var page, x, y, width, height: Int
  }

  private final class AtlasPage {
    let texture: Texture
    var packing: AtlasPacking
    var imageCount = 0
    /// Regions whose images are gone.
    var free: [PageRegion] = []

    init(_ texture: Texture) {
      self.texture = texture
      packing = AtlasPacking(width: texture.width, height: texture.height)
    }
  }

  private let device: Device
  private let imports: ImportedImages
  // Asked for each image of a frame, by one thread.
  @exclusivity(unchecked) private var entries: [ObjectIdentifier: Entry] = [:]
  /// Images of this frame, by a few bits of their identity: thousands of layers show few images,
  /// and asking a dictionary takes as long as all else of a record.
  @exclusivity(unchecked) private var recent = [Entry?](repeating: nil, count: 1 << ImageStore.recentBits)
  private static let recentBits = 8
  /// The number of images that this frame has shown.
  private var shownCount = 0
  private var pages: [Int: AtlasPage] = [:]
  private var lastPage = 0
  private var frame = 0
  private(set) var bytes = 0
  /// Bytes that images may take together; what was not used for longest goes first.
  var budget: Int {
    didSet { shrink(to: budget, sparing: frame) }
  }

  /// Texels of a page's side. One is a small part of what all may take.
  private var pageSide: Int { min(budget < 64 << 20 ? 256 : 1024, device.capabilities.maxTextureSize) }
  /// Of the longest side of an image that goes there.
  private var smallSide: Int { pageSide / 4 }
  /// The sides of page regions are multiples of this many texels, so that they can be reused.
  private static let step = 8

  init(device: Device, budget: Int) {
    self.device = device
    self.budget = budget
    imports = ImportedImages(device: device)
  }

  /// Where an image lies, uploaded if it is not there.
  ///
  /// - Parameters:
  ///   - mipmapped: whether mip levels are sampled.
  ///   - flush: draws what refers to textures of this frame, so that some may go where the budget
  ///     has no room for all.
  func allocation(
    of image: CGImage, mipmapped: Bool, flush: () throws(RenderError) -> Void
  ) throws(RenderError) -> ImageAllocation {
    let key = ObjectIdentifier(image)
    if let known = recent[Self.place(key)], known.key == key, known.shows(mipmapped: mipmapped) {
      return known.allocation
    }
    if let (imported, generation) = image.imported {
      return try imports.allocation(of: imported, generation: generation, mipmapped: mipmapped)
    }
    if let known = entries[key], known.image === image.presence, known.shows(mipmapped: mipmapped) {
      return show(known)
    }
    // What this frame draws of it already still shows where it lay.
    if entries[key]?.lastFrame == frame { try flush() }
    forget(key)
    let picture = Texels(image, mipmapped: mipmapped, limit: device.capabilities.maxTextureSize)
    if bytes + picture.byteCount > budget {
      shrink(to: budget - picture.byteCount, sparing: frame)
      if bytes + picture.byteCount > budget {
        try flush()
        shrink(to: budget - picture.byteCount, sparing: frame + 1)
      }
    }
    do throws(GLError) {
      return try add(picture, image, key)
    } catch {
      throw .device(error)
    }
  }

  private static func place(_ key: ObjectIdentifier) -> Int {
    // Fibonacci hashing (Knuth, TAOCP 3, 6.4): addresses differ in some bits in the middle.
    Int((UInt64(UInt(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - recentBits))
  }

  /// Has an entry stay for this frame, which holds its image.
  private func show(_ entry: Entry) -> ImageAllocation {
    if entry.lastFrame != frame {
      entry.lastFrame = frame
      entry.allocation.number = shownCount
      shownCount += 1
    }
    recent[Self.place(entry.key)] = entry
    return entry.allocation
  }

  private func add(_ picture: Texels, _ image: CGImage, _ key: ObjectIdentifier) throws(GLError) -> ImageAllocation {
    var region: PageRegion?
    let texture: Texture
    if !picture.isHalf, max(picture.width, picture.height) <= smallSide {
      let free = try allocate(picture.width, picture.height)
      (texture, region) = (free.page.texture, free.region)
    } else {
      texture = try device.makeTexture(
        width: picture.width, height: picture.height, format: picture.isHalf ? .rgba16Float : .rgba8,
        label: "image \(image.width)x\(image.height)")
      bytes += texture.byteCount
    }
    let (x, y) = (region?.x ?? 0, region?.y ?? 0)
    for level in picture.levels {
      level.bytes.withUnsafeBytes {
        device.upload(
          $0, to: texture, x: x + level.x, y: y + level.y, width: level.width, height: level.height)
      }
    }
    let allocation = ImageAllocation(
      texture: texture, area: SIMD4(Float(x), Float(y), Float(image.width), Float(image.height)),
      firstLevel: picture.firstLevel, levelCount: picture.levels.count, isBeneath: picture.isBeneath,
      isOpaque: picture.isOpaque)
    let entry = Entry(image, allocation, on: region)
    entries[key] = entry
    return show(entry)
  }

  private func allocate(_ width: Int, _ height: Int) throws(GLError) -> (page: AtlasPage, region: PageRegion) {
    let (width, height) = (rounded(width), rounded(height))
    for (number, page) in pages.sorted(by: { $0.key > $1.key }) {
      if let index = page.free.firstIndex(where: { $0.width == width && $0.height == height }) {
        page.imageCount += 1
        return (page, page.free.remove(at: index))
      }
      if let corner = page.packing.allocate(width: width, height: height) {
        page.imageCount += 1
        return (page, PageRegion(page: number, x: corner.x, y: corner.y, width: width, height: height))
      }
    }
    let page = AtlasPage(
      try device.makeTexture(width: pageSide, height: pageSide, format: .rgba8, label: "atlas of images"))
    bytes += page.texture.byteCount
    lastPage += 1
    pages[lastPage] = page
    page.imageCount = 1
    // Pages are larger than any small image.
    let corner = page.packing.allocate(width: width, height: height) ?? (0, 0)
    return (page, PageRegion(page: lastPage, x: corner.x, y: corner.y, width: width, height: height))
  }

  private func rounded(_ side: Int) -> Int { (side + Self.step - 1) / Self.step * Self.step }

  private func forget(_ key: ObjectIdentifier) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    if recent[Self.place(key)] === entry { recent[Self.place(key)] = nil }
    guard let region = entry.region, let page = pages[region.page] else {
      bytes -= entry.allocation.texture.byteCount
      return
    }
    page.imageCount -= 1
    page.free.append(region)
    guard page.imageCount == 0 else { return }
    bytes -= page.texture.byteCount
    pages[region.page] = nil
  }

  /// - Parameter limit: the frame from which on images stay.
  private func shrink(to size: Int, sparing limit: Int) {
    guard bytes > size else { return }
    for (key, _) in entries.filter({ $0.value.lastFrame < limit }).sorted(by: {
      $0.value.lastFrame < $1.value.lastFrame
    }) {
      guard bytes > size else { return }
      forget(key)
    }
  }

  func endFrame() {
    imports.endFrame()
    frame += 1
    shownCount = 0
    for place in recent.indices where recent[place] != nil { recent[place] = nil }
    guard frame % 16 == 0 else { return }
    for key in entries.filter({ $0.value.image == nil }).keys { forget(key) }
  }

  func removeAll() { for key in Array(entries.keys) { forget(key) } }
}

/// An image's texels with their mip levels, where each lies in a texture.
struct Texels {
  struct Level {
    var x, y, width, height: Int
    /// RGBA, bytes or half floats.
    var bytes: [UInt8]
  }

  private(set) var levels: [Level] = []
  /// The mip level that `levels` begins with.
  let firstLevel: Int
  let isHalf: Bool
  let isOpaque: Bool
  /// Of the texture.
  private(set) var width = 0, height = 0
  let isBeneath: Bool
  var byteCount: Int { width * height * (isHalf ? 8 : 4) }

  /// - Parameter limit: the maximum side of the texture. Larger images begin with the first level
  ///   that fits.
  init(_ image: CGImage, mipmapped: Bool, limit: Int) {
    let isHalf = image.hasHalfFloats
    let bytes =
      isHalf
      ? image.drawnHalves().withUnsafeBytes { [UInt8]($0) } : image.withPremultipliedRGBA8 { [UInt8]($0) }
    // A half float of 1 is 0x3C00, the least byte first.
    let isOpaque =
      isHalf
      ? stride(from: 6, to: bytes.count, by: 8).allSatisfy { bytes[$0] == 0 && bytes[$0 + 1] == 0x3c }
      : stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
    self.init(
      bytes, isHalf: isHalf, isOpaque: isOpaque, width: image.width, height: image.height, mipmapped: mipmapped,
      limit: limit)
  }

  init(_ bytes: [UInt8], isHalf: Bool, isOpaque: Bool, width: Int, height: Int, mipmapped: Bool, limit: Int) {
    (self.isHalf, self.isOpaque) = (isHalf, isOpaque)
    isBeneath = width > height
    firstLevel = Self.firstLevel(width: width, height: height, mipmapped: mipmapped, limit: limit)
    if firstLevel == 0 { add(width: width, height: height, bytes) }
    guard mipmapped || firstLevel > 0, max(width, height) > 1 else { return }
    var mips = bytes.withUnsafeBytes {
      MipLevels(of: $0, width: width, height: height, stride: width, component: isHalf ? .half : .byte)
    }
    var number = 0
    while mips.next() {
      number += 1
      guard number >= firstLevel else { continue }
      add(width: mips.width, height: mips.height, packed(mips.texels))
      if !mipmapped { return }
    }
  }

  /// The first mip level that fits into a texture, with the following ones if there are any.
  private static func firstLevel(width: Int, height: Int, mipmapped: Bool, limit: Int) -> Int {
    var (long, short, level) = (max(width, height), min(width, height), 0)
    // The following levels are at the longer side, together no longer than it.
    while long > 1, max(long, short + (mipmapped ? max(short / 2, 1) : 0)) > max(limit, 1) {
      (long, short, level) = (long / 2, max(short / 2, 1), level + 1)
    }
    return level
  }

  /// Adds the next level: the first at the corner, the second beneath or beside it, the others one
  /// after another from there.
  private mutating func add(width levelWidth: Int, height levelHeight: Int, _ bytes: [UInt8]) {
    var (x, y) = (0, 0)
    if let last = levels.last {
      let isSecond = levels.count == 1
      x = isBeneath ? (isSecond ? 0 : last.x + last.width) : levels[0].width
      y = isBeneath ? levels[0].height : (isSecond ? 0 : last.y + last.height)
    }
    levels.append(Level(x: x, y: y, width: levelWidth, height: levelHeight, bytes: bytes))
    (width, height) = (max(width, x + levelWidth), max(height, y + levelHeight))
  }

  private func packed(_ texels: [SIMD4<Float>]) -> [UInt8] {
    texels.withUnsafeBytes { texels in
      let numbers = texels.bindMemory(to: Float.self)
      guard isHalf else { return numbers.map { UInt8(min(max(($0 * 255).rounded(), 0), 255)) } }
      return numbers.map(Float16.init).withUnsafeBytes { [UInt8]($0) }
    }
  }
}

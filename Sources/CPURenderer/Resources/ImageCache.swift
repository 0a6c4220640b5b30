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

/// One image's texels; the mip levels are made when they are first asked for.
final class ImageTexels {
  /// Held, so that its identity stays its own.
  private let image: CGImage
  let width, height: Int
  /// Whether every alpha is 1.
  let isOpaque: Bool
  let isHalf: Bool
  var lastFrame = 0
  private var memory: [UnsafeMutableRawPointer] = []
  private(set) var byteCount = 0
  /// Whose first is the image itself.
  private(set) var levels: UnsafeMutablePointer<CPTexels>
  private var madeLevels = 1
  /// The image itself and each half of it, down to one pixel.
  let levelCount: Int

  init(_ image: CGImage) {
    self.image = image
    (width, height) = (image.width, image.height)
    isHalf = image.hasHalfFloats
    levelCount = Int.bitWidth - max(width, height, 1).leadingZeroBitCount
    levels = .allocate(capacity: levelCount)
    let size = (width + 1) * (height + 1) * (isHalf ? 8 : 4)
    let texels = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
    memory = [texels]
    byteCount = size
    let (columns, rows) = (Int32(clamping: width), Int32(clamping: height))
    if isHalf {
      isOpaque = image.premultipliedHalves().withUnsafeBytes { cp_pad($0.baseAddress, columns, rows, true, texels) }
    } else {
      isOpaque = image.withPremultipliedRGBA8 { cp_pad($0.baseAddress, columns, rows, false, texels) }
    }
    levels[0] = CPTexels(texels: texels, width: columns, height: rows, stride: columns + 1, is_half: isHalf)
  }

  deinit {
    for texels in memory { texels.deallocate() }
    levels.deallocate()
  }

  /// Makes all levels (rendering rules §10): means in single precision, kept as half floats.
  func makeLevels() {
    guard madeLevels < levelCount else { return }
    var (columns, rows) = (levels[0].width, levels[0].height)
    var numbers = UnsafeMutablePointer<Float>.allocate(capacity: Int(columns) * Int(rows) * 4)
    cp_unpack(levels, numbers)
    for level in 1..<levelCount {
      let (nextColumns, nextRows) = (max(1, columns / 2), max(1, rows / 2))
      let half = UnsafeMutablePointer<Float>.allocate(capacity: Int(nextColumns) * Int(nextRows) * 4)
      cp_halve(numbers, columns, rows, half)
      numbers.deallocate()
      (numbers, columns, rows) = (half, nextColumns, nextRows)
      let size = (Int(columns) + 1) * (Int(rows) + 1) * 8
      let texels = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
      memory.append(texels)
      byteCount += size
      cp_pack_halves(numbers, columns, rows, texels.assumingMemoryBound(to: UInt16.self))
      levels[level] = CPTexels(texels: texels, width: columns, height: rows, stride: columns + 1, is_half: true)
    }
    numbers.deallocate()
    madeLevels = levelCount
  }
}

import GL
import Graphics

/// Small opaque images that whole frames show again and again, side by side in one texture: what shows them is then one batch where
/// it was one for each image, and llvmpipe compares and copies some 30 KB of state for each batch.
///
/// An image lies there as it is and raised (`PreparedImages`), each time in a frame of its own outermost pixels, so that what is sampled
/// beyond its edges is what clamping gives. The texture is made anew as a whole, of what two frames in a row asked for.
final class ImageAtlas {
  /// Where an image lies, in pixels of the texture.
  struct Place: Equatable {
    let plain: Vector2
    let raised: Vector2
  }

  private struct Entry {
    /// Nil when nobody has it any more; another image may then have its identity.
    weak var image: CGImage.Presence?
    /// Nil for an image that has none: it is not opaque, or there was no room.
    let place: Place?
  }

  private struct Asked {
    let image: CGImage
    let place: Place?
    let isKnown: Bool
  }

  private let device: Device
  private let budget: TextureBudget
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// Nil as long as it is not worth one.
  private(set) var texture: Texture?
  private var holding: TextureBudget.Holding?
  /// Whether this frame shows it: it is pinned until the frame ends.
  private var isShown = false
  /// What this frame asks for, and how often in all.
  private var asked: [ObjectIdentifier: Asked] = [:]
  private var uses = 0
  /// What the frame before asked for. Another image that has taken the place of one of them in memory is told apart.
  private var askedBefore: [ObjectIdentifier: CGImage.Presence] = [:]

  /// Pixels a side of an image at most.
  static let longest = 128
  /// How many of an image's outermost pixels lie around it, each time its own: what is sampled half a pixel beyond an edge, linearly.
  static let gutter = 2
  /// Images of a frame that are looked at.
  private static let mostImages = 256
  /// Fewer in a frame are not worth a texture of their own.
  private static let fewestUses = 8
  /// Of all images with what lies around them, in pixels: 4 MiB.
  private static let mostPixels = 1 << 20
  /// What part of the budget it may take.
  private static let shareOfBudget = 8
  /// Of the images of a frame at least one in so many has to be new for all to be placed anew: a few that change stay outside.
  private static let mostForOneNew = 4

  init(device: Device, budget: TextureBudget) {
    self.device = device
    self.budget = budget
  }

  /// Where an image lies, for this frame; nil if it does not.
  func place(of image: CGImage) -> Place? {
    guard image.width <= Self.longest, image.height <= Self.longest else { return nil }
    uses += 1
    let key = ObjectIdentifier(image)
    if let known = asked[key] { return known.place }
    guard asked.count < Self.mostImages, image.imported == nil, !image.hasHalfFloats else { return nil }
    var (place, isKnown): (Place?, Bool) = (nil, false)
    if let entry = entries[key], entry.image === image.presence { (place, isKnown) = (entry.place, true) }
    if place != nil, !isShown {
      isShown = true
      holding.map(budget.pin)
    }
    asked[key] = Asked(image: image, place: place, isKnown: isKnown)
    return place
  }

  /// Ends a frame: what it asked for and did not find may be there for the next.
  func endFrame() {
    if isShown { holding.map(budget.unpin) }
    isShown = false
    if uses >= Self.fewestUses {
      let new = asked.reduce(0) { $0 + (!$1.value.isKnown && wasAskedBefore($1.value.image) ? 1 : 0) }
      if new > 0, new * Self.mostForOneNew >= asked.count {
        make(of: asked.values.map(\.image).filter(wasAskedBefore))
      }
    }
    uses = 0
    askedBefore.removeAll(keepingCapacity: true)
    for (key, known) in asked { askedBefore[key] = known.image.presence }
    asked.removeAll(keepingCapacity: true)
  }

  private func wasAskedBefore(_ image: CGImage) -> Bool { askedBefore[ObjectIdentifier(image)] === image.presence }

  // MARK: Making

  private func make(of images: [CGImage]) {
    guard images.count > 1 else { return }
    giveUp()
    let cells = cells(of: images)
    let packing = ShelfPacking(
      cells.indices.flatMap { index in
        let (width, height) = (cells[index].image.width + 2 * Self.gutter, cells[index].image.height + 2 * Self.gutter)
        return [(2 * index, width, height), (2 * index + 1, width, height)]
      })
    guard cells.count > 1, packing.places.count == 2 * cells.count else { return }
    let format = device.capabilities.traits.byteFormat
    budget.makeRoom(for: Texture.memoryBytes(ofPixelBytes: format.bytesPerPixel * packing.width * packing.height))
    // Without one, each image is shown out of its own texture.
    guard
      let texture = try? device.makeTexture(
        width: packing.width, height: packing.height, format: format, label: "atlas of \(cells.count) images")
    else { return }
    fill(texture, with: cells, packing)
    self.texture = texture
    holding = budget.hold(texture.memoryBytes) { [weak self] in
      self?.holding = nil
      self?.giveUp()
    }
  }

  /// An image, and its bytes as it is and raised.
  private typealias Cell = (image: CGImage, pixels: [[UInt8]])

  /// Those images that are opaque, as far as there is room. All are known then; where those lie that have a place comes later.
  private func cells(of images: [CGImage]) -> [Cell] {
    var cells: [Cell] = []
    var pixelsLeft = min(Self.mostPixels, budget.limit / Self.shareOfBudget / 4)
    for image in images {
      entries[ObjectIdentifier(image)] = Entry(image: image.presence, place: nil)
      let size = 2 * (image.width + 2 * Self.gutter) * (image.height + 2 * Self.gutter)
      guard size <= pixelsLeft, let raised = PreparedImages.pixels(of: image, under: nil) else { continue }
      pixelsLeft -= size
      cells.append((image, [image.withPremultipliedRGBA8 { [UInt8]($0) }, raised]))
    }
    return cells
  }

  /// Lets go of the texture, and of what is known of the images in it.
  private func giveUp() {
    holding.map(budget.release)
    (holding, texture) = (nil, nil)
    entries.removeAll(keepingCapacity: true)
  }

  /// Uploads images, each where it was placed, and notes where that is.
  private func fill(_ texture: Texture, with cells: [Cell], _ packing: ShelfPacking) {
    var bytes = [UInt8](repeating: 0, count: texture.width * texture.height * 4)
    for (index, cell) in cells.enumerated() {
      var places: [Vector2] = []
      for (number, pixels) in cell.pixels.enumerated() {
        let place = packing.places[2 * index + number] ?? (0, 0)
        places.append(Vector2(Double(place.x + Self.gutter), Double(place.y + Self.gutter)))
        for y in 0..<cell.image.height + 2 * Self.gutter {
          let row = min(max(y - Self.gutter, 0), cell.image.height - 1) * cell.image.width * 4
          let to = ((place.y + y) * texture.width + place.x) * 4
          Self.copy(pixels[row..<row + cell.image.width * 4], to: to, of: &bytes)
        }
      }
      entries[ObjectIdentifier(cell.image)] = Entry(
        image: cell.image.presence, place: Place(plain: places[0], raised: places[1]))
    }
    bytes.withUnsafeBytes { device.upload($0, to: texture) }
  }

  /// Copies a row of pixels, with its first and its last ones once more before and after it.
  private static func copy(_ row: ArraySlice<UInt8>, to start: Int, of bytes: inout [UInt8]) {
    let (first, last) = (row.prefix(4), row.suffix(4))
    let end = start + gutter * 4 + row.count
    bytes.replaceSubrange(start + gutter * 4..<end, with: row)
    for place in 0..<gutter {
      bytes.replaceSubrange(start + place * 4..<start + place * 4 + 4, with: first)
      bytes.replaceSubrange(end + place * 4..<end + place * 4 + 4, with: last)
    }
  }
}

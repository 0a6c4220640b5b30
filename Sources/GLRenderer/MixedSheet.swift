/// Pixels of images that the processor mixed, rectangles of them side by side, for textures that serve one frame. A `PixelSheet` has
/// fewer colours than pixels; here each pixel has its own.
struct MixedSheet: Sendable {
  typealias Place = PixelSheet.Place

  /// Premultiplied bytes, blue first, in rows of `width`.
  struct Page: Sendable {
    fileprivate(set) var pixels: [UInt32] = []
    /// Rows that have rectangles.
    fileprivate(set) var height = 0
  }

  /// Of a page, in pixels.
  static let width = 1024
  static let longest = 1024
  /// Pages are not made without end of rectangles that leave most of them empty: these take 32 MiB.
  static let mostPages = 8
  /// Rectangles begin at pixels whose number is a multiple of this.
  static let step = PixelSheet.step

  private var all: [Page] = []
  /// Pages that have rectangles.
  private(set) var count = 0
  /// Where the next rectangle goes: to the right of those of its row, as long as there is room.
  private var next = (x: 0, y: 0)

  var pages: ArraySlice<Page> { all[..<count] }

  /// Leaves no rectangle, and keeps the memory.
  mutating func removeAll() { (count, next) = (0, (0, 0)) }

  /// Finds room for a rectangle, whose pixels are what they happen to be; nil for one that fits on no page, or where there
  /// are too many pages.
  mutating func place(width: Int, height: Int) -> Place? {
    // Who writes `step` pixels at once may write so many too much.
    let width = (width + 2 * (Self.step - 1)) & ~(Self.step - 1)
    guard width > 0, height > 0, width <= Self.width, height <= Self.longest else { return nil }
    if count > 0, next.x + width > Self.width { next = (0, all[count - 1].height) }
    if count == 0 || next.y + height > Self.longest {
      guard count < Self.mostPages else { return nil }
      addPage()
    }
    let place = Place(page: count - 1, x: next.x, y: next.y)
    next.x += width
    let page = count - 1
    all[page].height = max(all[page].height, next.y + height)
    let missing = all[page].height * Self.width + Self.step - all[page].pixels.count
    if missing > 0 { all[page].pixels.append(contentsOf: repeatElement(0, count: missing)) }
    return place
  }

  private mutating func addPage() {
    if count == all.count { all.append(Page()) }
    all[count].height = 0
    count += 1
    next = (0, 0)
  }

  /// Calls back with the first pixel of a page.
  mutating func withPixels(ofPage page: Int, _ body: (UnsafeMutablePointer<UInt32>) -> Void) {
    all[page].pixels.withUnsafeMutableBufferPointer { pixels in
      if let first = pixels.baseAddress { body(first) }
    }
  }
}

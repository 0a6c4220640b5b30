/// Pixels that the processor mixed, rectangles of them side by side, for textures that serve one frame.
///
/// What is kept of a rectangle is the colours of its columns. Its pixels are made when a texture takes them, a few rows at a time, so
/// that they need not leave the processor's cache before they are copied.
struct PixelSheet: Sendable {
  /// Where a rectangle is.
  struct Place: Equatable {
    var page: Int
    /// Pixels from the page's left edge, a multiple of `step`.
    var x: Int
    /// Pixels from the page's top.
    var y: Int
  }

  struct Page: Sendable {
    /// Of its rows, in pixels.
    fileprivate(set) var width: Int
    /// Rows that have rectangles.
    fileprivate(set) var height = 0
    /// Those of the sheet's pictures that lie on it: they go on to the next page's first, or the end.
    fileprivate var firstPicture: Int
  }

  /// The pixels of a rectangle.
  private struct Picture: Sendable {
    var place: Place
    var strips: Range<Int>
    var lines: Range<Int>
  }

  /// Pixels of a row that are written at once: `step`.
  private struct Strip: Sendable {
    /// Counted from where the rectangle begins.
    var place: UInt16
    var column: UInt16
  }

  /// Rows that are alike.
  private struct Line: Sendable {
    /// The place of the first column's colour.
    var first: Int
    var count: Int
  }

  /// The most of a page, in pixels.
  static let widest = 1024
  static let longest = 8192
  /// Rectangles begin at pixels whose number is a multiple of this.
  static let step = 4
  /// Rows of a page are multiples of this, in pixels: where the processor's cache begins another line.
  private static let rowStep = 16
  /// So many rows are written at least before they are copied, if there are as many: about a quarter of a processor's own cache.
  private static let rowsAtOnce = 256

  private var all: [Page] = []
  private var pictures: [Picture] = []
  private var strips: [Strip] = []
  private var lines: [Line] = []
  /// Premultiplied bytes, blue first.
  private var colors: [UInt32] = []
  /// Where the next rectangle goes: to the right of those of its row, as long as there is room.
  private var next = (x: 0, y: 0)
  /// Pixels of the widest rectangle, of this frame and of the one before: a page is as wide, as what lies close together is
  /// read sooner.
  private var widths = (now: 0, before: 0)

  var pages: ArraySlice<Page> { all[...] }

  /// Leaves no rectangle, and keeps the memory.
  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
    strips.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    colors.removeAll(keepingCapacity: true)
    if widths.now > 0 { widths = (0, widths.now) }
    next = (0, 0)
  }

  /// Finds room for a rectangle, whose pixels are what they happen to be; nil for one that fits on no page.
  mutating func place(width: Int, height: Int) -> Place? {
    // Who writes `step` pixels at once may write so many too much.
    let width = (width + 2 * (Self.step - 1)) & ~(Self.step - 1)
    guard width > 0, height > 0, width <= Self.widest, height <= Self.longest else { return nil }
    widths.now = max(widths.now, width)
    if let page = all.last, next.x + width > page.width { next = (0, page.height) }
    let last = all.last?.width ?? 0
    if width > last || next.y + height > Self.longest { addPage(width: max(width, width > last ? last * 5 / 4 : last)) }
    let page = all.count - 1
    let place = Place(page: page, x: next.x, y: next.y)
    next.x += width
    all[page].height = max(all[page].height, next.y + height)
    return place
  }

  private mutating func addPage(width: Int) {
    let width = (max(width, widths.before) + Self.rowStep - 1) & ~(Self.rowStep - 1)
    all.append(Page(width: min(width, Self.widest), firstPicture: pictures.count))
    next = (0, 0)
  }

  /// Begins the pixels of the rectangle that was placed last, whose rows are added then.
  ///
  /// - Parameters:
  ///   - edges: where its columns begin, and the last one ends, in pixels.
  ///   - start: where the rectangle begins, counted as they are.
  mutating func begin(at place: Place, columns edges: [Int], from start: Int) {
    let first = strips.count
    edges.withUnsafeBufferPointer { edges in
      for column in 0..<edges.count - 1 {
        let end = edges[column + 1] - start
        var pixel = edges[column] - start
        while pixel < end {
          // What it writes too much the next ones write over.
          strips.append(Strip(place: UInt16(truncatingIfNeeded: pixel), column: UInt16(truncatingIfNeeded: column)))
          pixel += Self.step
        }
      }
    }
    pictures.append(Picture(place: place, strips: first..<strips.count, lines: lines.count..<lines.count))
  }

  /// Adds colours, premultiplied bytes with blue first, for the columns of rows.
  ///
  /// - Parameters:
  ///   - palette: the colours.
  ///   - cells: which of them.
  /// - Returns: the place of the first.
  mutating func addColors(_ palette: [UInt32], of cells: ArraySlice<UInt32>) -> Int {
    let first = colors.count
    colors.append(contentsOf: cells)
    colors.withUnsafeMutableBufferPointer { colors in
      palette.withUnsafeBufferPointer { palette in
        for index in first..<colors.count { colors[index] = palette[Int(colors[index])] }
      }
    }
    return first
  }

  /// Adds rows to the rectangle that was begun, which `end` ends.
  ///
  /// - Parameters:
  ///   - count: how many, all alike.
  ///   - first: the place of the first column's colour.
  mutating func addRows(_ count: Int, colors first: Int) {
    lines.append(Line(first: first, count: count))
  }

  /// Ends the rectangle that was begun.
  mutating func end() {
    pictures[pictures.count - 1].lines = pictures[pictures.count - 1].lines.lowerBound..<lines.count
  }

  /// Writes the pixels of a page, so many rows at a time as are copied at once.
  ///
  /// - Parameters:
  ///   - memory: for those rows.
  ///   - body: is told the rows, and their number from the page's top.
  func forEachPart(of page: Int, in memory: inout [UInt32], _ body: (UnsafeRawBufferPointer, Range<Int>) -> Void) {
    let width = all[page].width
    var index = all[page].firstPicture
    let end = page + 1 < all.count ? all[page + 1].firstPicture : pictures.count
    while index < end {
      let part = picturesAtOnce(from: index, to: end)
      let bottom = part.upperBound < end ? pictures[part.upperBound].place.y : all[page].height
      let rows = pictures[index].place.y..<bottom
      let missing = rows.count * width - memory.count
      if missing > 0 { memory.append(contentsOf: repeatElement(0, count: missing)) }
      memory.withUnsafeMutableBufferPointer { memory in
        guard let first = memory.baseAddress else { return }
        for picture in pictures[part] {
          write(picture, to: first + (picture.place.y - rows.lowerBound) * width + picture.place.x, stride: width)
        }
        body(UnsafeRawBufferPointer(UnsafeBufferPointer(start: first, count: rows.count * width)), rows)
      }
      index = part.upperBound
    }
  }

  /// Pictures from one on, all of those that begin in a row together.
  private func picturesAtOnce(from first: Int, to end: Int) -> Range<Int> {
    let top = pictures[first].place.y
    var index = first + 1
    while index < end {
      let y = pictures[index].place.y
      if y - top >= Self.rowsAtOnce, y > pictures[index - 1].place.y { break }
      index += 1
    }
    return first..<index
  }

  /// Writes a rectangle.
  ///
  /// - Parameters:
  ///   - pixels: its first.
  ///   - stride: pixels from one row to the next.
  private func write(_ picture: Picture, to pixels: UnsafeMutablePointer<UInt32>, stride: Int) {
    strips[picture.strips].withUnsafeBufferPointer { strips in
      colors.withUnsafeBufferPointer { colors in
        guard let colors = colors.baseAddress, let last = strips.last else { return }
        let length = Int(last.place) + Self.step
        var to = pixels
        for line in lines[picture.lines] {
          let row = UnsafeMutableRawPointer(to)
          let columns = colors + line.first
          // What lies before the first column.
          row.storeBytes(of: .zero, as: SIMD4<UInt32>.self)
          for strip in strips {
            let four = SIMD4(repeating: columns[Int(strip.column)])
            row.storeBytes(of: four, toByteOffset: Int(strip.place) << 2, as: SIMD4<UInt32>.self)
          }
          for copy in 1..<max(line.count, 1) { (to + copy * stride).update(from: to, count: length) }
          to += line.count * stride
        }
      }
    }
  }
}

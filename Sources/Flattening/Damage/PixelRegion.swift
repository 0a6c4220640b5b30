/// A conservative set of device pixels: a few disjoint rectangles that contain all added pixels.
package struct PixelRegion: Sendable, Equatable {
  /// The canvas, to which the region is clipped.
  package let canvas: PixelBox
  package private(set) var boxes: [PixelBox] = []

  /// The maximum number of rectangles, each of which costs a back end some work.
  package static let mostBoxes = 8
  /// Two rectangles become one when that adds no more pixels than this, or a small part of what it
  /// holds then.
  private static let wastedPixels = 256
  private static let wastedShare = 8
  /// Beyond 7/8 of the canvas it is all drawn: what is left costs less than telling it apart.
  private static let wholeShare = (of: 8, most: 7)

  /// Creates an empty region.
  package init(canvas: PixelBox) {
    self.canvas = canvas
  }

  package static func whole(_ canvas: PixelBox) -> PixelRegion {
    var region = PixelRegion(canvas: canvas)
    region.boxes = canvas.isEmpty ? [] : [canvas]
    return region
  }

  package var isEmpty: Bool { boxes.isEmpty }
  package var pixelCount: Int { boxes.reduce(0) { $0 + $1.pixelCount } }
  package var isWhole: Bool { boxes.first == canvas }
  /// The bounding box of the region.
  package var box: PixelBox { boxes.reduce(.empty) { $0.union($1) } }

  /// Adds a box, clipped to the canvas.
  package mutating func add(_ box: PixelBox) {
    var box = box.intersection(canvas)
    guard !box.isEmpty, !contains(box) else { return }
    merge(&box)
    boxes.append(box)
    while boxes.count > Self.mostBoxes { mergeNearest() }
    let pixels = boxes.reduce(0) { $0 + $1.pixelCount }
    if pixels / Self.wholeShare.most >= canvas.pixelCount / Self.wholeShare.of { boxes = [canvas] }
  }

  package mutating func formUnion(_ other: PixelRegion) {
    for box in other.boxes { add(box) }
  }

  @inline(__always)
  package func intersects(_ box: PixelBox) -> Bool {
    for own in boxes where !own.intersection(box).isEmpty { return true }
    return false
  }

  /// Whether one of the rectangles contains a box.
  package func contains(_ box: PixelBox) -> Bool {
    for own in boxes where own.contains(box) { return true }
    return false
  }

  /// Takes out the rectangles that belong together with a box, and grows it by them: what has grown
  /// may meet others in turn.
  private mutating func merge(_ box: inout PixelBox) {
    while let index = boxes.firstIndex(where: { [box] in Self.belongTogether($0, box) }) {
      box = box.union(boxes.remove(at: index))
    }
  }

  private static func belongTogether(_ a: PixelBox, _ b: PixelBox) -> Bool {
    guard a.intersection(b).isEmpty else { return true }
    let both = a.union(b).pixelCount
    return both - a.pixelCount - b.pixelCount <= max(wastedPixels, both / wastedShare)
  }

  /// Makes one rectangle of the two that waste least.
  private mutating func mergeNearest() {
    var best = (first: 0, second: 1, waste: Int.max)
    for first in boxes.indices {
      for second in boxes.indices.dropFirst(first + 1) {
        let (a, b) = (boxes[first], boxes[second])
        let waste = a.union(b).pixelCount - a.pixelCount - b.pixelCount
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    var box = boxes.remove(at: best.second).union(boxes[best.first])
    boxes.remove(at: best.first)
    merge(&box)
    boxes.append(box)
  }
}

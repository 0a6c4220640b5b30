import GL
import Graphics

/// Which pixels of a frame are drawn again: a few rectangles that do not overlap.
///
/// They begin and end at even pixels, since devices shade squares of two by two.
package struct DamageRegion: Sendable, Equatable {
  /// Device pixels of the canvas.
  package let width: Int
  /// Device pixels of the canvas.
  package let height: Int
  private(set) var boxes: [DeviceBox] = []

  /// Each rectangle costs its draw calls anew.
  private static let mostRectangles = 8
  /// Two rectangles become one when that adds no more pixels than this, or a small part of what it holds then.
  private static let wastedPixels = 256.0
  private static let wastedShare = 1.0 / 8
  /// Beyond this share of the canvas it is all drawn: what is left costs less than telling it apart.
  private static let wholeShare = 7.0 / 8

  /// Nothing.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The whole canvas.
  package static func whole(width: Int, height: Int) -> DamageRegion {
    var region = DamageRegion(width: width, height: height)
    region.boxes = [region.canvas]
    return region
  }

  package var isEmpty: Bool { boxes.isEmpty }
  /// Around all of it.
  var box: DeviceBox {
    var box = DeviceBox.nothing
    for part in boxes { box.add(part) }
    return box
  }
  package var isWhole: Bool { boxes.first == canvas }
  package var pixelCount: Int { Int(area) }

  /// The rectangles from top to bottom, rows counted from the top of the picture.
  package var rectangles: [PixelRect] {
    boxes.sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }.map {
      PixelRect(x: Int($0.minX), y: Int($0.minY), width: Int($0.maxX - $0.minX), height: Int($0.maxY - $0.minY))
    }
  }

  package mutating func formUnion(_ other: DamageRegion) {
    for box in other.boxes { add(box) }
  }

  /// Adds the pixels that a rectangle touches, in device pixels; what lies beyond the canvas is left out.
  package mutating func add(_ rect: CGRect) {
    guard !rect.isNull, !rect.isEmpty else { return }
    add(DeviceBox(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY))
  }

  /// Adds the pixels that a box touches; what lies beyond the canvas is left out.
  mutating func add(_ box: DeviceBox) {
    guard !isWhole else { return }
    var box = box.intersection(canvas).evenPixelsAround.intersection(canvas)
    guard !box.isEmpty, !boxes.contains(where: { $0.contains(box) }) else { return }
    // What has grown may meet others in turn.
    while let index = boxes.firstIndex(where: { Self.belongTogether($0, box) }) { box.add(boxes.remove(at: index)) }
    boxes.append(box)
    while boxes.count > Self.mostRectangles { mergeNearest() }
    if area >= canvas.area * Self.wholeShare { boxes = [canvas] }
  }

  func intersects(_ box: DeviceBox) -> Bool {
    boxes.contains { !$0.intersection(box).isEmpty }
  }

  /// Whether one of the rectangles holds a box, or what of it lies on the canvas.
  func contains(_ box: DeviceBox) -> Bool {
    let box = box.intersection(canvas)
    return box.isEmpty || boxes.contains { $0.contains(box) }
  }

  var canvas: DeviceBox { DeviceBox(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height)) }
  private var area: Double { boxes.reduce(0) { $0 + $1.area } }

  private static func belongTogether(_ a: DeviceBox, _ b: DeviceBox) -> Bool {
    guard a.intersection(b).isEmpty else { return true }
    let waste = Self.waste(a, b)
    return waste <= max(wastedPixels, (waste + a.area + b.area) * wastedShare)
  }

  /// The pixels of a box around two others that lie in neither.
  private static func waste(_ a: DeviceBox, _ b: DeviceBox) -> Double {
    var both = a
    both.add(b)
    return both.area - a.area - b.area
  }

  /// Makes one rectangle of the two that waste least.
  private mutating func mergeNearest() {
    var best = (first: 0, second: 1, waste: Double.infinity)
    for first in boxes.indices {
      for second in boxes.indices.dropFirst(first + 1) {
        let waste = Self.waste(boxes[first], boxes[second])
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    var box = boxes.remove(at: best.second)
    box.add(boxes.remove(at: best.first))
    while let index = boxes.firstIndex(where: { Self.belongTogether($0, box) }) { box.add(boxes.remove(at: index)) }
    boxes.append(box)
  }
}

extension DeviceBox {
  /// The smallest box around it that begins and ends at even pixels.
  fileprivate var evenPixelsAround: DeviceBox {
    DeviceBox(
      minX: (minX / 2).rounded(.down) * 2, minY: (minY / 2).rounded(.down) * 2, maxX: (maxX / 2).rounded(.up) * 2,
      maxY: (maxY / 2).rounded(.up) * 2)
  }
}

extension DamageRegion: CustomStringConvertible {
  package var description: String {
    rectangles.map { "\($0.width)x\($0.height) at \($0.x),\($0.y)" }.joined(separator: "; ")
  }
}

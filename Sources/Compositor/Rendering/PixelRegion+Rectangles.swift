import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics

extension PixelRegion {
  /// All of a canvas.
  package static func whole(width: Int, height: Int) -> PixelRegion {
    .whole(PixelBox(PixelRect(x: 0, y: 0, width: width, height: height)))
  }

  /// The rectangles from top to bottom, rows counted from the top of the picture.
  package var rectangles: [PixelRect] {
    boxes.sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }.map(\.rect)
  }

  /// The same in a frame's own order of rows, from the bottom of the picture where that comes
  /// first.
  func rectangles(in target: FrameTarget) -> [PixelRect] {
    guard case .device(let frame) = target, frame.rowOrder == .bottomRowFirst else { return rectangles }
    return rectangles.map { rect in
      PixelRect(x: rect.x, y: frame.height - rect.y - rect.height, width: rect.width, height: rect.height)
    }
  }

  /// Adds the pixels that a rectangle touches, in device pixels; what lies beyond the canvas is
  /// left out.
  package mutating func add(_ rect: CGRect) {
    guard !rect.isNull, !rect.isEmpty else { return }
    func pixel(_ place: Double) -> Int32 { Int32(min(max(place, -1e9), 1e9)) }
    add(
      PixelBox(
        minX: pixel(rect.minX.rounded(.down)), minY: pixel(rect.minY.rounded(.down)),
        maxX: pixel(rect.maxX.rounded(.up)), maxY: pixel(rect.maxY.rounded(.up))))
  }
}

extension PixelRegion: CustomStringConvertible {
  package var description: String {
    rectangles.map { "\($0.width)x\($0.height) at \($0.x),\($0.y)" }.joined(separator: "; ")
  }
}

extension PixelBox {
  init(_ rect: PixelRect) {
    self.init(
      minX: Int32(clamping: rect.x), minY: Int32(clamping: rect.y), maxX: Int32(clamping: rect.x + rect.width),
      maxY: Int32(clamping: rect.y + rect.height))
  }

  package var rect: PixelRect { PixelRect(x: Int(minX), y: Int(minY), width: width, height: height) }
}

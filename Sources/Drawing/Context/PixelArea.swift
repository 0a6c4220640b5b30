import MultiplaneGraphics

/// A rectangle of whole pixels of a bitmap, y down, the first row 0.
struct PixelArea: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The pixels that a rectangle touches, within `limits`; empty if there are none.
  init(touchedBy rect: CGRect, within limits: PixelArea) {
    let left = max(rect.minX.rounded(.down), CGFloat(limits.x))
    let top = max(rect.minY.rounded(.down), CGFloat(limits.y))
    let right = min(rect.maxX.rounded(.up), CGFloat(limits.x + limits.width))
    let bottom = min(rect.maxY.rounded(.up), CGFloat(limits.y + limits.height))
    // Compared before they are made integers: what is infinite or no number at all fits none.
    guard left < right, top < bottom else {
      self.init(x: limits.x, y: limits.y, width: 0, height: 0)
      return
    }
    self.init(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
  }

  init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  var rect: CGRect { CGRect(x: x, y: y, width: width, height: height) }

  func intersection(_ other: PixelArea) -> PixelArea {
    PixelArea(touchedBy: rect, within: other)
  }

  /// The smallest rectangle around both.
  func union(_ other: PixelArea) -> PixelArea {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelArea(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  func grown(by margin: Int) -> PixelArea {
    PixelArea(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

/// A rectangle of device pixels with exclusive far edges.
package struct PixelBox: Sendable, Hashable, BitwiseCopyable {
  package var minX, minY, maxX, maxY: Int32

  package static let empty = PixelBox(minX: 0, minY: 0, maxX: 0, maxY: 0)

  package init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package var isEmpty: Bool { minX >= maxX || minY >= maxY }
  package var width: Int { Int(max(0, maxX - minX)) }
  package var height: Int { Int(max(0, maxY - minY)) }
  package var pixelCount: Int { width * height }

  @inline(__always)
  package func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// The bounding box of both; an empty one adds nothing.
  package func union(_ other: PixelBox) -> PixelBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelBox(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  package func contains(_ other: PixelBox) -> Bool {
    other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
  }

  /// The box expanded by pixels at the left and right, and at the top and bottom; an empty one
  /// stays empty.
  package func grown(byX x: Int32, y: Int32) -> PixelBox {
    guard !isEmpty else { return self }
    return PixelBox(
      minX: minX.saturatingSubtracting(x), minY: minY.saturatingSubtracting(y), maxX: maxX.saturatingAdding(x),
      maxY: maxY.saturatingAdding(y))
  }

  /// The pixels of this box whose centres are in a rectangle, including its edges.
  @inline(__always)
  package func centers(fromX: Double, y fromY: Double, toX: Double, y toY: Double) -> PixelBox {
    // `Double.maximum` takes the number where the other is none: what is not finite leaves this
    // box's own side.
    PixelBox(
      minX: Int32(clamped(fromX - 0.5, minX, maxX).rounded(.up)),
      minY: Int32(clamped(fromY - 0.5, minY, maxY).rounded(.up)),
      maxX: Int32(clamped((toX + 0.5), minX, maxX).rounded(.down)),
      maxY: Int32(clamped((toY + 0.5), minY, maxY).rounded(.down)))
  }

  @inline(__always)
  private func clamped(_ value: Double, _ low: Int32, _ high: Int32) -> Double {
    Double.minimum(Double.maximum(value, Double(low)), Double(high))
  }
}

extension Int32 {
  fileprivate func saturatingAdding(_ other: Int32) -> Int32 { Int32(clamping: Int(self) + Int(other)) }
  fileprivate func saturatingSubtracting(_ other: Int32) -> Int32 { Int32(clamping: Int(self) - Int(other)) }
}

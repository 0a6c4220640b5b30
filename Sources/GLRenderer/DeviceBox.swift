/// An axis-parallel rectangle on the device, in pixels.
struct DeviceBox: Equatable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  /// What holds no point, and what points are added to.
  static let nothing = DeviceBox(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// What no layer reaches beyond, in whole pixels.
  static let everything = DeviceBox(minX: -1e7, minY: -1e7, maxX: 1e7, maxY: 1e7)

  var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  var middle: Vector2 { Vector2((minX + maxX) / 2, (minY + maxY) / 2) }
  var area: Double { isEmpty ? 0 : (maxX - minX) * (maxY - minY) }

  /// Grows it to hold a point.
  mutating func add(_ p: Vector2) {
    minX = min(minX, p.x)
    minY = min(minY, p.y)
    maxX = max(maxX, p.x)
    maxY = max(maxY, p.y)
  }

  /// Grows it to hold another box; an empty one changes nothing.
  mutating func add(_ other: DeviceBox) {
    guard !other.isEmpty else { return }
    add(Vector2(other.minX, other.minY))
    add(Vector2(other.maxX, other.maxY))
  }

  func contains(_ other: DeviceBox) -> Bool {
    other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
  }

  func intersection(_ other: DeviceBox) -> DeviceBox {
    DeviceBox(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  func inset(by distance: Double) -> DeviceBox {
    DeviceBox(minX: minX + distance, minY: minY + distance, maxX: maxX - distance, maxY: maxY - distance)
  }

  /// The pixels whose centres lie inside, those on its edges left out: what drawing within it can touch.
  var pixels: DeviceBox {
    DeviceBox(
      minX: (minX - 0.5).rounded(.down) + 1, minY: (minY - 0.5).rounded(.down) + 1,
      maxX: (maxX + 0.5).rounded(.up) - 1, maxY: (maxY + 0.5).rounded(.up) - 1)
  }

  /// The corners in the order of a triangle strip.
  var quad: Quad {
    Quad(Vector2(minX, minY), Vector2(maxX, minY), Vector2(minX, maxY), Vector2(maxX, maxY))
  }
}

extension DeviceBox {
  func inset(by distance: Vector2) -> DeviceBox {
    DeviceBox(minX: minX + distance.x, minY: minY + distance.y, maxX: maxX - distance.x, maxY: maxY - distance.y)
  }

  /// The smallest box of whole pixels around it.
  var pixelsAround: DeviceBox {
    DeviceBox(
      minX: minX.rounded(.down), minY: minY.rounded(.down), maxX: maxX.rounded(.up), maxY: maxY.rounded(.up))
  }

  var vector: SIMD4<Float> { SIMD4(Float(minX), Float(minY), Float(maxX), Float(maxY)) }

  /// Whole pixels across, of a box of whole pixels.
  var pixelWidth: Int { Int(maxX - minX) }
  /// Whole pixels down, of a box of whole pixels.
  var pixelHeight: Int { Int(maxY - minY) }
}

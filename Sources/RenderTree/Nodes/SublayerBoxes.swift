import MultiplaneGraphics

/// Boxes around the sublayers of a layer that has many, side by side in memory: to find those at a place without looking at
/// the others. In the layer's coordinates, its sublayer transform applied.
package struct SublayerBoxes: Sendable {
  /// From so many sublayers on.
  static let fewest = 32

  /// Who may touch more device pixels than these beyond its box counts as being everywhere.
  private static let mostPixels = 16.0

  /// For each sublayer least x and y and, negated, greatest x and y, rounded outwards. All of the plane for what no box holds.
  private var boxes: [SIMD4<Float>] = []
  /// Of which of them the box does not say all: what is turned or blurred reaches some pixels beyond it.
  private var isMore: [Bool] = []
  /// The most device pixels that one of them may touch beyond its box, other than an edge's own half.
  package private(set) var pixels = 0.0
  /// Whether something in one of them is blurred: boxes hold that where the way to the device keeps right angles and scales both axes
  /// about alike.
  package private(set) var isBlurred = false

  private static let everything = SIMD4<Float>(repeating: -.infinity)

  /// Nil where there are too few.
  init?(of node: RenderNode) {
    guard node.sublayers.count >= Self.fewest else { return nil }
    let matrix = node.geometry.sublayerMatrix
    boxes.reserveCapacity(node.sublayers.count)
    isMore.reserveCapacity(node.sublayers.count)
    for sublayer in node.sublayers {
      let (box, isMore) = box(of: sublayer, through: matrix)
      boxes.append(box)
      self.isMore.append(isMore)
    }
  }

  mutating func update(_ changes: ArraySlice<Int>, of node: RenderNode) {
    let matrix = node.geometry.sublayerMatrix
    for index in changes { (boxes[index], isMore[index]) = box(of: node.sublayers[index], through: matrix) }
  }

  private mutating func box(of node: RenderNode, through matrix: CATransform3D?) -> (SIMD4<Float>, isMore: Bool) {
    let extent = node.extent(through: matrix)
    guard !extent.isUnbounded, extent.pixels <= Self.mostPixels else { return (Self.everything, true) }
    pixels = max(pixels, extent.pixels)
    if extent.spread != .none { isBlurred = true }
    let box = extent.turned
    // Of nothing the least is far beyond the greatest, and meets nothing.
    return (
      SIMD4(Float(box.minX).nextDown, Float(box.minY).nextDown, Float(-box.maxX).nextDown, Float(-box.maxY).nextDown),
      extent.spread != .none || extent.pixels > 0
    )
  }

  /// Around all of them.
  func extent(of node: RenderNode) -> Extent {
    var around = SIMD4<Float>(repeating: .infinity)
    var others: [Int] = []
    boxes.withUnsafeBufferPointer { boxes in
      for index in boxes.indices {
        if isMore[index] { others.append(index) } else { around = pointwiseMin(around, boxes[index]) }
      }
    }
    let box = Extent.Box(
      minX: Double(around.x), minY: Double(around.y), maxX: Double(-around.z), maxY: Double(-around.w))
    var extent = box.isEmpty ? Extent.nothing : Extent(box)
    let matrix = node.geometry.sublayerMatrix
    for index in others where !extent.isUnbounded { extent.add(node.sublayers[index].extent(through: matrix)) }
    return extent
  }

  /// Calls a function with the places of those that may meet one of some rectangles, in order.
  package func forEach(meeting rectangles: [Extent.Box], _ body: (Int) -> Void) {
    let limits = rectangles.map {
      SIMD4(
        Float($0.maxX).nextUp, Float($0.maxY).nextUp, Float(-$0.minX).nextUp, Float(-$0.minY).nextUp)
    }
    boxes.withUnsafeBufferPointer { boxes in
      for index in boxes.indices {
        let box = boxes[index]
        for limit in limits where all(box .< limit) {
          body(index)
          break
        }
      }
    }
  }
}

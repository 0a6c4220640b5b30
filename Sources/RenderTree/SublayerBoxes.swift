import Graphics

/// Boxes around the sublayers of a layer that has many, side by side in memory: to find those at a place without looking at
/// the others. In the layer's coordinates, its sublayer transform applied.
package struct SublayerBoxes: Sendable {
  /// From so many sublayers on.
  static let fewest = 32

  /// For each sublayer least x and y and, negated, greatest x and y, rounded outwards. All of the plane for what is not
  /// simply held by a box.
  private var boxes: [SIMD4<Float>] = []

  private static let everything = SIMD4<Float>(repeating: -.infinity)

  /// Nil where there are too few.
  init?(of node: RenderNode) {
    guard node.sublayers.count >= Self.fewest else { return nil }
    let matrix = node.geometry.sublayerMatrix
    boxes = node.sublayers.map { Self.box(of: $0, through: matrix) }
  }

  mutating func update(_ changes: ArraySlice<Int>, of node: RenderNode) {
    let matrix = node.geometry.sublayerMatrix
    for index in changes { boxes[index] = Self.box(of: node.sublayers[index], through: matrix) }
  }

  private static func box(of node: RenderNode, through matrix: CATransform3D?) -> SIMD4<Float> {
    let extent = node.extent(through: matrix)
    guard !extent.isUnbounded, extent.spread == .none, extent.pixels == 0 else { return everything }
    let box = extent.upright
    // Of nothing the least is far beyond the greatest, and meets nothing.
    return SIMD4(
      Float(box.minX).nextDown, Float(box.minY).nextDown, Float(-box.maxX).nextDown, Float(-box.maxY).nextDown)
  }

  /// Around all of them.
  func extent(of node: RenderNode) -> Extent {
    var around = SIMD4<Float>(repeating: .infinity)
    var others: [Int] = []
    boxes.withUnsafeBufferPointer { boxes in
      for index in boxes.indices {
        if boxes[index].x == -.infinity { others.append(index) } else { around = pointwiseMin(around, boxes[index]) }
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

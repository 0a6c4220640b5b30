import MultiplaneGraphics

/// The boxes of a layer's many sublayers, contiguous in memory, to find those at a position. In the
/// layer's coordinates, after its sublayer transform.
package struct SublayerBoxes: Sendable {
  /// The least number of sublayers for which boxes are used.
  static let fewest = 32

  /// A sublayer that may touch more device pixels than this beyond its box counts as unbounded.
  private static let mostPixels = 16.0

  /// Of up to 64 sublayers that follow each other. Where few change, the others' are shared with
  /// the tree before.
  private struct Block {
    /// Least x and y and, negated, greatest x and y, rounded outwards. All of the plane for what no
    /// box holds.
    var boxes: [SIMD4<Float>] = []
    /// Of which of them the box does not say all, a bit each: what is turned or blurred reaches
    /// some pixels beyond it.
    var isMore: UInt64 = 0
  }

  private var blocks: [Block] = []
  private static let blockSize = 64

  /// The maximum number of device pixels that a sublayer may touch beyond its box, in addition to
  /// an edge's own half pixel.
  package private(set) var pixels = 0.0
  /// Whether a sublayer has a blur: boxes are then valid for maps to the device that preserve right
  /// angles and scale both axes about alike.
  package private(set) var isBlurred = false

  private static let everything = SIMD4<Float>(repeating: -.infinity)

  /// Nil where there are too few.
  init?(of node: RenderNode) {
    guard node.sublayers.count >= Self.fewest else { return nil }
    let matrix = node.geometry.sublayerMatrix
    blocks.reserveCapacity(node.sublayers.count / Self.blockSize + 1)
    for first in stride(from: 0, to: node.sublayers.count, by: Self.blockSize) {
      var block = Block()
      let places = first..<min(first + Self.blockSize, node.sublayers.count)
      block.boxes.reserveCapacity(places.count)
      for index in places {
        let (box, isMore) = box(of: node.sublayers[index], through: matrix)
        block.boxes.append(box)
        if isMore { block.isMore |= 1 << UInt64(index - first) }
      }
      blocks.append(block)
    }
  }

  mutating func update(_ changes: ArraySlice<Int>, of node: RenderNode) {
    let matrix = node.geometry.sublayerMatrix
    for index in changes {
      let (box, isMore) = box(of: node.sublayers[index], through: matrix)
      let (block, place) = (index / Self.blockSize, index % Self.blockSize)
      blocks[block].boxes[place] = box
      let bit: UInt64 = 1 << UInt64(place)
      if isMore { blocks[block].isMore |= bit } else { blocks[block].isMore &= ~bit }
    }
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
    for (number, block) in blocks.enumerated() {
      for (place, box) in block.boxes.enumerated() {
        if block.isMore >> UInt64(place) & 1 == 1 {
          others.append(number * Self.blockSize + place)
        } else {
          around = pointwiseMin(around, box)
        }
      }
    }
    let box = Extent.Box(
      minX: Double(around.x), minY: Double(around.y), maxX: Double(-around.z), maxY: Double(-around.w))
    var extent = box.isEmpty ? Extent.nothing : Extent(box)
    let matrix = node.geometry.sublayerMatrix
    for index in others where !extent.isUnbounded { extent.add(node.sublayers[index].extent(through: matrix)) }
    return extent
  }

  /// Calls a function with the indices of the sublayers that may intersect one of the rectangles,
  /// in order.
  package func forEach(meeting rectangles: [Extent.Box], _ body: (Int) -> Void) {
    let limits = rectangles.map {
      SIMD4(
        Float($0.maxX).nextUp, Float($0.maxY).nextUp, Float(-$0.minX).nextUp, Float(-$0.minY).nextUp)
    }
    for (number, block) in blocks.enumerated() {
      block.boxes.withUnsafeBufferPointer { boxes in
        for place in boxes.indices {
          let box = boxes[place]
          for limit in limits where all(box .< limit) {
            body(number * Self.blockSize + place)
            break
          }
        }
      }
    }
  }
}

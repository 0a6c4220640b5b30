/// The sublayers of a committed layer, in array order, in blocks that are shared from commit to commit: a change of one
/// among many copies one block and the list of blocks.
package struct CommittedSublayers: Sendable {
  private final class Block: Sendable {
    let layers: [CommittedLayer]
    let isAnimated: Bool

    init(_ layers: [CommittedLayer]) {
      self.layers = layers
      isAnimated = layers.contains { $0.isAnimated }
    }
  }

  /// All full but the last.
  private var blocks: [Block]
  package let count: Int

  /// A block and the list of blocks together are smallest where both have as many members: of 4,096 layers.
  private static let blockSize = 64

  package init(_ layers: [CommittedLayer]) {
    count = layers.count
    blocks = stride(from: 0, to: layers.count, by: Self.blockSize).map { start in
      Block(Array(layers[start..<Swift.min(start + Self.blockSize, layers.count)]))
    }
  }

  /// Whether any value of them changes with time.
  var isAnimated: Bool { blocks.contains { $0.isAnimated } }

  /// The same but for some of them.
  ///
  /// - Parameter changes: the new ones and where they are, by increasing index.
  package func replacing(_ changes: [(index: Int, layer: CommittedLayer)]) -> CommittedSublayers {
    var copy = self
    var rest = changes[...]
    while let first = rest.first {
      let number = first.index / Self.blockSize
      var layers = blocks[number].layers
      while let next = rest.first, next.index / Self.blockSize == number {
        layers[next.index % Self.blockSize] = next.layer
        rest.removeFirst()
      }
      copy.blocks[number] = Block(layers)
    }
    return copy
  }
}

extension CommittedSublayers: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package subscript(index: Int) -> CommittedLayer {
    precondition(index >= 0 && index < count, "A sublayer's index lies within their number.")
    return blocks[index / Self.blockSize].layers[index % Self.blockSize]
  }
}

/// The sublayers of a committed layer, in array order. They are stored in blocks that commits
/// share: a change of one sublayer copies one block and the list of blocks.
package struct CommittedSublayers: Sendable {
  final class Block: Sendable {
    let layers: [CommittedLayer]
    let isAnimated: Bool
    /// The records of the layers for evaluation; nil if none was ever animated.
    let records: SublayerRecords?

    init(_ layers: [CommittedLayer]) {
      self.layers = layers
      isAnimated = layers.contains { $0.isAnimated }
      records = isAnimated ? SublayerRecords(layers) : nil
    }

    /// The same but for some of the layers.
    init(_ block: Block, replacing changes: ArraySlice<(index: Int, layer: CommittedLayer)>) {
      var layers = block.layers
      var records = block.records
      for change in changes {
        let place = change.index % CommittedSublayers.blockSize
        layers[place] = change.layer
        records?.replace(place, by: change.layer)
      }
      self.layers = layers
      isAnimated = records?.areAnimated ?? changes.contains { $0.layer.isAnimated }
      self.records = isAnimated && records?.areWorn != false ? SublayerRecords(layers) : records
    }
  }

  /// All full but the last.
  private(set) var blocks: [Block]
  package let count: Int

  /// A block and the list of blocks together are smallest where both have as many members: of 4,096
  /// layers.
  private static let blockSize = 64

  package init(_ layers: [CommittedLayer]) {
    count = layers.count
    blocks = stride(from: 0, to: layers.count, by: Self.blockSize).map { start in
      Block(Array(layers[start..<Swift.min(start + Self.blockSize, layers.count)]))
    }
  }

  /// Whether any value of them changes with time.
  var isAnimated: Bool { blocks.contains { $0.isAnimated } }

  /// Returns a copy with some sublayers replaced.
  ///
  /// - Parameter changes: the new sublayers with their indices, in increasing order.
  package func replacing(_ changes: [(index: Int, layer: CommittedLayer)]) -> CommittedSublayers {
    var copy = self
    var rest = changes[...]
    while let first = rest.first {
      let number = first.index / Self.blockSize
      let inside = rest.prefix { $0.index / Self.blockSize == number }
      copy.blocks[number] = Block(blocks[number], replacing: inside)
      rest = rest[inside.endIndex...]
    }
    return copy
  }
}

extension CommittedSublayers: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package subscript(index: Int) -> CommittedLayer {
    precondition(index >= 0 && index < count, "A sublayer's index is below their number.")
    return blocks[index / Self.blockSize].layers[index % Self.blockSize]
  }
}
